package organization_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"image"
	"image/png"
	"io"
	"log/slog"
	"mime/multipart"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"

	commands "github.com/modyard/modyard/commands/organization"
	projects "github.com/modyard/modyard/commands/project"
	"github.com/modyard/modyard/domain/organization"
	"github.com/modyard/modyard/domain/project"
	"github.com/modyard/modyard/eventlog/codec"
	"github.com/modyard/modyard/eventlog/memory"
	"github.com/modyard/modyard/identity"
	"github.com/modyard/modyard/platform/blobs"
	"github.com/modyard/modyard/platform/httpkit"
)

const (
	owner     = "owner001"
	member    = "member01"
	stranger  = "stranger"
	moderator = "moderato"
	admin     = "admin001"
	nobody    = ""
)

// site is the routes of organizations and of projects on one log.
type site struct {
	*testing.T
	log    *memory.Log
	codec  *codec.Codec
	mux    http.Handler
	scopes identity.Scopes
}

func newSite(t *testing.T) *site {
	t.Helper()
	types, err := codec.New(project.EventTypes(), organization.EventTypes())
	if err != nil {
		t.Fatal(err)
	}
	files, err := blobs.Open(context.Background(), "mem://", "https://example.test")
	if err != nil {
		t.Fatal(err)
	}
	s := &site{T: t, log: memory.New(), codec: types, scopes: identity.AllScopes}
	quiet := slog.New(slog.NewTextHandler(io.Discard, nil))
	exists := func(_ context.Context, id string) (bool, error) { return id != "nobodyat", nil }
	teams, err := commands.New(commands.Options{Log: s.log, Codec: types, Blobs: files, AccountExists: exists, Logger: quiet})
	if err != nil {
		t.Fatal(err)
	}
	things, err := projects.New(projects.Options{
		Log: s.log, Codec: types, Blobs: files, AccountExists: exists, OtherTeam: teams.Team, TempDir: t.TempDir(), Logger: quiet,
	})
	if err != nil {
		t.Fatal(err)
	}
	api := httpkit.New(httpkit.Options{Logger: quiet})
	api.Use(func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) {
			if who := r.Header.Get("Test-Who"); who != nobody {
				c := identity.Caller{Account: who, Role: identity.RoleUser, Scopes: s.scopes, Kind: identity.KindPAT}
				switch who {
				case moderator:
					c.Role = identity.RoleModerator
				case admin:
					c.Role = identity.RoleAdmin
				}
				r = r.WithContext(identity.WithCaller(r.Context(), c))
			}
			next.ServeHTTP(rw, r)
		})
	})
	teams.Routes(api)
	things.Routes(api)
	s.mux = api.Handler()
	return s
}

func (s *site) send(who, method, path, contentType string, body []byte) *httptest.ResponseRecorder {
	r := httptest.NewRequest(method, path, bytes.NewReader(body))
	r.Header.Set("Content-Type", contentType)
	r.Header.Set("Test-Who", who)
	rec := httptest.NewRecorder()
	s.mux.ServeHTTP(rec, r)
	return rec
}

// must sends JSON and wants a status.
func (s *site) must(status int, who, method, path, body string) []byte {
	s.Helper()
	a := s.send(who, method, path, "application/json", []byte(body))
	if a.Code != status {
		s.Errorf("%s %s %s as %q: %d %s, want %d", method, path, body, who, a.Code, a.Body, status)
	}
	if a.Code < 300 && a.Header().Get("Log-Position") == "" {
		s.Errorf("%s %s: no position", method, path)
	}
	return a.Body.Bytes()
}

func (s *site) guild(slug string) string {
	s.Helper()
	var d commands.OrganizationDocument
	if err := json.Unmarshal(s.must(200, owner, "POST", "/v3/organization", `{"slug":"`+slug+`","name":"Guild","description":"words"}`), &d); err != nil {
		s.Fatal(err)
	}
	return d.ID
}

// project makes one; into an organization where one is named.
func (s *site) project(status int, who, slug, organization string) string {
	s.Helper()
	in := map[string]any{
		"title": "Title", "slug": slug, "description": "words", "body": "", "project_type": "mod", "client_side": "required",
		"server_side": "optional", "categories": []string{}, "license_id": "MIT", "is_draft": true,
	}
	if organization != "" {
		in["organization_id"] = organization
	}
	data, err := json.Marshal(in)
	if err != nil {
		s.Fatal(err)
	}
	var body bytes.Buffer
	form := multipart.NewWriter(&body)
	if err := form.WriteField("data", string(data)); err != nil {
		s.Fatal(err)
	}
	if err := form.Close(); err != nil {
		s.Fatal(err)
	}
	a := s.send(who, "POST", "/v2/project", form.FormDataContentType(), body.Bytes())
	var d struct{ ID string }
	if a.Code != status || json.Unmarshal(a.Body.Bytes(), &d) != nil {
		s.Errorf("make project %s as %s: %d %s, want %d", slug, who, a.Code, a.Body, status)
	}
	return d.ID
}

// count is how many events a stream holds.
func (s *site) count(stream string) (n int) {
	s.Helper()
	for _, err := range s.log.Stream(context.Background(), stream, 0) {
		if err != nil {
			s.Fatal(err)
		}
		n++
	}
	return n
}

func TestAMemberWorksOnTheProjectsOfTheOrganization(t *testing.T) {
	s := newSite(t)
	id := s.guild("guild")
	thing := s.project(200, owner, "thing", "")
	edit := func(status int, who string) {
		s.Helper()
		s.must(status, who, "PATCH", "/v2/project/thing", fmt.Sprintf(`{"description":"by %s now"}`, who))
	}
	s.must(204, owner, "POST", "/v2/team/"+id+"/members", `{"user_id":"member01","role":"翻译","permissions":4,"organization_permissions":16}`)
	s.must(401, stranger, "POST", "/v3/organization/guild/projects", `{"project_id":"thing"}`)
	s.must(204, owner, "POST", "/v3/organization/guild/projects", `{"project_id":"thing"}`)
	s.must(204, owner, "POST", "/v3/organization/guild/projects", `{"project_id":"`+thing+`"}`) // it stands there already
	edit(404, member)                                                                           // who has not answered is outside
	s.must(204, member, "POST", "/v2/team/"+id+"/join", ``)
	edit(204, member)
	edit(404, stranger)
	s.must(401, member, "PATCH", "/v2/project/thing", `{"body":"not his right"}`)
	s.must(204, owner, "PATCH", "/v3/organization/"+id+"/members/member01", `{"permissions":8}`)
	edit(401, member)
	s.must(204, member, "PATCH", "/v2/project/thing", `{"body":"now it is"}`)
	s.must(401, member, "DELETE", "/v3/organization/guild/projects/thing", `{"new_owner":"member01"}`)
	s.must(401, owner, "PATCH", "/v2/team/"+thing+"/owner", `{"user_id":"owner001"}`)
	s.must(400, owner, "DELETE", "/v3/organization/guild/projects/thing", `{"new_owner":"stranger"}`)
	s.must(204, owner, "DELETE", "/v3/organization/guild/projects/thing", `{"new_owner":"member01"}`)
	s.must(404, owner, "DELETE", "/v3/organization/guild/projects/thing", `{"new_owner":"member01"}`)
	edit(204, member)
	edit(204, owner) // still a member of the project
	s.must(204, member, "DELETE", "/v2/team/"+thing+"/members/owner001", ``)
	edit(404, owner)
	s.must(404, owner, "POST", "/v3/organization/guild/projects", `{"project_id":"thing"}`) // hidden from him by now
	s.must(404, owner, "POST", "/v3/organization/guild/projects", `{"project_id":"nothing"}`)
	s.must(204, member, "POST", "/v3/organization/guild/projects", `{"project_id":"thing"}`)
	other := s.guild("other")
	s.must(400, admin, "POST", "/v3/organization/"+other+"/projects", `{"project_id":"thing"}`)
}

func TestAnOrganizationGoesOnlyWhenItOwnsNothing(t *testing.T) {
	s := newSite(t)
	id := s.guild("guild")
	thing := s.project(200, owner, "thing", id)
	s.project(401, stranger, "other", id)
	s.must(400, owner, "DELETE", "/v3/organization/guild", ``)
	s.must(401, stranger, "DELETE", "/v3/organization/guild", ``)
	s.must(204, owner, "DELETE", "/v2/project/"+thing, ``)
	s.must(204, owner, "DELETE", "/v3/organization/guild", ``)
	s.must(404, owner, "DELETE", "/v3/organization/guild", ``)
	s.must(404, owner, "PATCH", "/v3/organization/"+id, `{"name":"Again"}`)
	s.project(400, owner, "third", id)
	if again := s.guild("guild"); again == id {
		t.Error("the slug is not free")
	}
}

func TestAnOrganizationIsNotDeletedWhileAProjectComesIn(t *testing.T) {
	for range 20 {
		s := newSite(t)
		id := s.guild("guild")
		s.project(200, owner, "thing", "")
		var added, deleted int
		var both sync.WaitGroup
		both.Go(func() {
			added = s.send(owner, "POST", "/v3/organization/guild/projects", "application/json", []byte(`{"project_id":"thing"}`)).Code
		})
		both.Go(func() { deleted = s.send(owner, "DELETE", "/v3/organization/guild", "application/json", nil).Code })
		both.Wait()
		if added == deleted || added != 204 && deleted != 204 {
			t.Fatalf("added: %d, deleted: %d, %d events", added, deleted, s.count("orgprojects-"+id))
		}
	}
}

func TestAnOrganizationChangesItsNamesAndItsIcon(t *testing.T) {
	s := newSite(t)
	id := s.guild("guild")
	s.guild("taken")
	s.must(400, owner, "PATCH", "/v3/organization/guild", `{"slug":"TAKEN"}`)
	s.must(400, owner, "PATCH", "/v3/organization/guild", `{"name":"x"}`)
	s.must(400, owner, "PATCH", "/v3/organization/guild", `{"name":7}`)
	s.must(400, owner, "PATCH", "/v3/organization/guild", `{`)
	s.must(401, stranger, "PATCH", "/v3/organization/guild", `{"name":"Theirs"}`)
	s.must(401, nobody, "PATCH", "/v3/organization/guild", `{"name":"Theirs"}`)
	s.must(204, moderator, "PATCH", "/v3/organization/guild", `{"name":"Named","slug":"renamed"}`)
	s.must(204, owner, "PATCH", "/v3/organization/guild", `{"description":"by the former slug"}`)
	if other := s.guild("guild"); other == id {
		t.Error("the former slug is not free")
	}
	s.must(204, owner, "PATCH", "/v3/organization/renamed", `{"slug":"renamed","name":null}`)

	var picture bytes.Buffer
	if err := png.Encode(&picture, image.NewNRGBA(image.Rect(0, 0, 3, 3))); err != nil {
		t.Fatal(err)
	}
	for who, want := range map[string]int{nobody: 401, stranger: 401, owner: 204} {
		if a := s.send(who, "PATCH", "/v3/organization/renamed/icon?ext=png", "image/png", picture.Bytes()); a.Code != want {
			t.Errorf("icon as %q: %d %s", who, a.Code, a.Body)
		}
	}
	for name, body := range map[string][]byte{"empty": nil, "no picture": []byte("<svg/>"), "too large": make([]byte, 300<<10)} {
		if a := s.send(owner, "PATCH", "/v3/organization/renamed/icon", "image/png", body); a.Code < 400 || a.Code >= 500 {
			t.Errorf("%s: %d %s", name, a.Code, a.Body)
		}
	}
	before := s.count("organization-" + id)
	s.must(204, owner, "DELETE", "/v3/organization/renamed/icon", ``)
	s.must(204, owner, "DELETE", "/v3/organization/renamed/icon", ``)
	if n := s.count("organization-" + id); n != before+1 {
		t.Errorf("removing an icon twice made %d events", n-before)
	}
}

func TestTeamsOfOrganizationsAnswerHostileInput(t *testing.T) {
	s := newSite(t)
	id := s.guild("guild")
	for body, status := range map[string]int{
		``: 400, `{`: 400, `[]`: 400, `{}`: 400, `{"user_id":"nobodyat"}`: 400, `{"user_id":"../x"}`: 400, `{"user_id":"owner001"}`: 400,
		`{"user_id":"member01","role":"a\u202eb"}`: 400, `{"user_id":"member01","permissions":-1}`: 400, `{"user_id":"member01","permissions":4096}`: 400,
		`{"user_id":"member01","organization_permissions":256}`: 400, `{"user_id":"member01","payouts_split":5001}`: 400,
		`{"user_id":"member01","ordering":99999999999}`: 400, `{"user_id":"member01","role":"` + strings.Repeat("长", 65) + `"}`: 400,
	} {
		s.must(status, owner, "POST", "/v3/organization/"+id+"/members", body)
	}
	s.must(204, owner, "POST", "/v3/organization/"+id+"/members", `{"user_id":"member01"}`)
	s.must(400, owner, "POST", "/v3/organization/"+id+"/members", `{"user_id":"member01"}`)
	s.must(401, stranger, "POST", "/v3/organization/"+id+"/join", ``)
	s.must(204, member, "DELETE", "/v2/team/"+id+"/members/member01", ``) // declined
	s.must(404, owner, "DELETE", "/v3/organization/"+id+"/members/member01", ``)
	s.must(400, owner, "DELETE", "/v3/organization/"+id+"/members/owner001", ``)
	s.must(404, owner, "PATCH", "/v3/team/"+id+"/owner", `{"user_id":"member01"}`)
	s.must(404, owner, "POST", "/v2/team/Nothere1/members", `{"user_id":"member01"}`)
	s.scopes &^= identity.ScopeOrganizationWrite
	s.must(401, owner, "POST", "/v2/team/"+id+"/members", `{"user_id":"member01"}`)
	s.must(401, owner, "POST", "/v3/organization/guild/projects", `{"project_id":"thing"}`)
}

func TestAPlannedOrganizationHasItsMembersAndProjects(t *testing.T) {
	s := newSite(t)
	planned := commands.Planned{
		Command: "team", Create: organization.Create{Account: owner, Organization: "Orgaaaa1", Slug: "planned", Name: "Planned", Description: "words"},
		Members:  []organization.Invite{{Account: member, Role: "翻译", Permissions: organization.AddProject, ProjectPermissions: project.EditDetails}},
		Projects: []string{"Projaaa1", "Projaaa2"},
	}
	for range 2 {
		writes, err := commands.PlanOrganization(s.codec, planned)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := s.log.Append(t.Context(), writes...); err != nil {
			t.Fatal(err)
		}
	}
	if n := s.count("organization-Orgaaaa1") + s.count("orgprojects-Orgaaaa1"); n != 5 {
		t.Errorf("%d events", n)
	}
	s.must(400, owner, "DELETE", "/v3/organization/planned", ``)
	s.must(204, owner, "PATCH", "/v3/organization/planned/owner", `{"user_id":"member01"}`)
	s.must(204, owner, "DELETE", "/v3/organization/planned/members/owner001", ``) // leaves
	s.must(401, owner, "PATCH", "/v3/organization/planned", `{"name":"Gone"}`)
	planned.Members[0].Permissions = 1 << 20
	if _, err := commands.PlanOrganization(s.codec, planned); err == nil {
		t.Error("a plan may do what a command may not")
	}
}
