package organization_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"image"
	"image/png"
	"mime/multipart"
	"strings"
	"sync"
	"testing"

	"github.com/modyard/modyard/commands/commandstest"
	"github.com/modyard/modyard/commands/icon"
	commands "github.com/modyard/modyard/commands/organization"
	projects "github.com/modyard/modyard/commands/project"
	"github.com/modyard/modyard/commands/team"
	"github.com/modyard/modyard/commands/upload"
	"github.com/modyard/modyard/commands/wiki"
	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/domain/organization"
	"github.com/modyard/modyard/domain/project"
	"github.com/modyard/modyard/domain/quota"
	"github.com/modyard/modyard/domain/thread"
	"github.com/modyard/modyard/identity"
)

const (
	owner     = "owner001"
	member    = "member01"
	stranger  = "stranger"
	moderator = commandstest.Moderator
	admin     = commandstest.Admin
	anonymous = commandstest.Anonymous
)

// site is the routes of organizations and of projects on one log.
type site struct {
	*commandstest.World
}

func newSite(t *testing.T, change ...func(*commands.Options)) *site {
	t.Helper()
	s := &site{commandstest.New(t, project.EventTypes(), thread.EventTypes(), organization.EventTypes(), quota.EventTypes())}
	exists := func(_ context.Context, id string) (bool, error) { return id != "nobodyat", nil }
	uploads := &upload.Store{Blobs: s.Blobs, Handler: s.Handler(), Logger: s.Logger}
	icons := icon.New(uploads)
	o := commands.Options{Handler: s.Handler(), Icons: icons, Profiles: gone{}}
	for _, c := range change {
		c(&o)
	}
	teams, err := commands.New(o)
	if err != nil {
		t.Fatal(err)
	}
	files, err := upload.NewFiles(upload.FileOptions{Uploads: uploads, Projects: projects.Uploads{Handler: s.Handler()}, TempDir: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	things, err := projects.New(projects.Options{Handler: s.Handler(), Files: files, Icons: icons, OpenWiki: wiki.SetOpen})
	if err != nil {
		t.Fatal(err)
	}
	members, err := team.New(team.Options{Handler: s.Handler(), AccountExists: exists})
	if err != nil {
		t.Fatal(err)
	}
	s.Serve(teams.Routes, things.Routes, members.Routes)
	return s
}

func (s *site) guild(slug string) string {
	s.Helper()
	var d contract.OrganizationAnswer
	s.Want(200, owner, "POST", "/v3/organization", `{"slug":"`+slug+`","name":"Guild","description":"words"}`).Decode(s, &d)
	return d.ID
}

// project creates a project, in an organization if one is named.
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
	var d struct{ ID string }
	s.Want(status, who, "POST", "/v2/project", body.Bytes(), "Content-Type", form.FormDataContentType()).Decode(s, &d)
	return d.ID
}

func TestAMemberWorksOnTheProjectsOfTheOrganization(t *testing.T) {
	s := newSite(t)
	id := s.guild("guild")
	thing := s.project(200, owner, "thing", "")
	edit := func(status int, who string) {
		s.Helper()
		s.Want(status, who, "PATCH", "/v2/project/thing", fmt.Sprintf(`{"description":"by %s now"}`, who))
	}
	s.Want(204, owner, "POST", "/v2/team/"+id+"/members", `{"user_id":"member01","role":"翻译","permissions":4,"organization_permissions":16}`)
	s.Want(401, stranger, "POST", "/v3/organization/guild/projects", `{"project_id":"thing"}`)
	s.Want(204, owner, "POST", "/v3/organization/guild/projects", `{"project_id":"thing"}`)
	s.Want(204, owner, "POST", "/v3/organization/guild/projects", `{"project_id":"`+thing+`"}`) // it is already there
	edit(404, member)                                                                           // an invited account that has not accepted has no rights
	s.Want(204, member, "POST", "/v2/team/"+id+"/join", ``)
	edit(204, member)
	edit(404, stranger)
	s.Want(401, member, "PATCH", "/v2/project/thing", `{"body":"not his right"}`)
	s.Want(204, owner, "PATCH", "/v3/organization/"+id+"/members/member01", `{"permissions":8}`)
	edit(401, member)
	s.Want(204, member, "PATCH", "/v2/project/thing", `{"body":"now it is"}`)
	s.Want(401, member, "DELETE", "/v3/organization/guild/projects/thing", `{"new_owner":"member01"}`)
	s.Want(401, owner, "PATCH", "/v2/team/"+thing+"/owner", `{"user_id":"owner001"}`)
	s.Want(400, owner, "DELETE", "/v3/organization/guild/projects/thing", `{"new_owner":"stranger"}`)
	s.Want(204, owner, "DELETE", "/v3/organization/guild/projects/thing", `{"new_owner":"member01"}`)
	s.Want(404, owner, "DELETE", "/v3/organization/guild/projects/thing", `{"new_owner":"member01"}`)
	edit(204, member)
	edit(204, owner) // still a member of the project
	s.Want(204, member, "DELETE", "/v2/team/"+thing+"/members/owner001", ``)
	edit(404, owner)
	s.Want(404, owner, "POST", "/v3/organization/guild/projects", `{"project_id":"thing"}`) // the owner may no longer see it
	s.Want(404, owner, "POST", "/v3/organization/guild/projects", `{"project_id":"nothing"}`)
	s.Want(204, member, "POST", "/v3/organization/guild/projects", `{"project_id":"thing"}`)
	other := s.guild("other")
	s.Want(400, admin, "POST", "/v3/organization/"+other+"/projects", `{"project_id":"thing","reason":{"code":"request"}}`)
}

func TestOnlyAnOrganizationWithoutProjectsCanBeDeleted(t *testing.T) {
	s := newSite(t)
	id := s.guild("guild")
	thing := s.project(200, owner, "thing", id)
	s.project(401, stranger, "other", id)
	s.Want(400, owner, "DELETE", "/v3/organization/guild", ``)
	s.Want(401, stranger, "DELETE", "/v3/organization/guild", ``)
	s.Want(204, owner, "DELETE", "/v2/project/"+thing, ``)
	s.Want(204, owner, "DELETE", "/v3/organization/guild", ``)
	s.Want(404, owner, "DELETE", "/v3/organization/guild", ``)
	s.Want(404, owner, "PATCH", "/v3/organization/"+id, `{"name":"Again"}`)
	s.project(400, owner, "third", id)
	if again := s.guild("guild"); again == id {
		t.Error("the slug was not released")
	}
}

func TestAnOrganizationIsNotDeletedWhileAProjectIsAdded(t *testing.T) {
	for range 20 {
		s := newSite(t)
		id := s.guild("guild")
		s.project(200, owner, "thing", "")
		var added, deleted int
		var both sync.WaitGroup
		both.Go(func() {
			added = s.Ask(owner, "POST", "/v3/organization/guild/projects", `{"project_id":"thing"}`).Status
		})
		both.Go(func() { deleted = s.Ask(owner, "DELETE", "/v3/organization/guild", nil).Status })
		both.Wait()
		if added == deleted || added != 204 && deleted != 204 {
			t.Fatalf("added: %d, deleted: %d, %d events", added, deleted, len(s.Events("orgprojects-"+id)))
		}
	}
}

func TestAnOrganizationChangesItsNamesAndItsIcon(t *testing.T) {
	s := newSite(t)
	id := s.guild("guild")
	s.guild("taken")
	s.Want(400, owner, "PATCH", "/v3/organization/guild", `{"slug":"TAKEN"}`)
	s.Want(400, owner, "PATCH", "/v3/organization/guild", `{"name":"x"}`)
	s.Want(400, owner, "PATCH", "/v3/organization/guild", `{"name":7}`)
	s.Want(400, owner, "PATCH", "/v3/organization/guild", `{`)
	s.Want(401, stranger, "PATCH", "/v3/organization/guild", `{"name":"Theirs"}`)
	s.Want(401, anonymous, "PATCH", "/v3/organization/guild", `{"name":"Theirs"}`)
	s.Want(400, moderator, "PATCH", "/v3/organization/guild", `{"name":"Named","slug":"renamed"}`)
	s.Want(204, moderator, "PATCH", "/v3/organization/guild", `{"name":"Named","slug":"renamed","reason":{"code":"misleading","text":"名称冒用他人"}}`)
	s.Want(204, owner, "PATCH", "/v3/organization/guild", `{"description":"by the former slug"}`)
	if other := s.guild("guild"); other == id {
		t.Error("the former slug was not released")
	}
	s.Want(204, owner, "PATCH", "/v3/organization/renamed", `{"slug":"renamed","name":null}`)

	var picture bytes.Buffer
	if err := png.Encode(&picture, image.NewNRGBA(image.Rect(0, 0, 3, 3))); err != nil {
		t.Fatal(err)
	}
	for who, want := range map[string]int{anonymous: 401, stranger: 401, owner: 204} {
		if a := s.Ask(who, "PATCH", "/v3/organization/renamed/icon?ext=png", picture.Bytes(), "Content-Type", "image/png"); a.Status != want {
			t.Errorf("icon: %s", a)
		}
	}
	for name, body := range map[string][]byte{"empty": nil, "no picture": []byte("<svg/>"), "too large": make([]byte, 300<<10)} {
		if a := s.Ask(owner, "PATCH", "/v3/organization/renamed/icon", body, "Content-Type", "image/png"); a.Status < 400 || a.Status >= 500 {
			t.Errorf("%s: %s", name, a)
		}
	}
	before := len(s.Events("organization-" + id))
	s.Want(204, owner, "DELETE", "/v3/organization/renamed/icon", ``)
	s.Want(204, owner, "DELETE", "/v3/organization/renamed/icon", ``)
	if n := len(s.Events("organization-" + id)); n != before+1 {
		t.Errorf("removing an icon twice made %d events", n-before)
	}
}

func TestTeamsOfOrganizationsRejectHostileInput(t *testing.T) {
	s := newSite(t)
	id := s.guild("guild")
	for body, status := range map[string]int{
		``: 400, `{`: 400, `[]`: 400, `{}`: 400, `{"user_id":"nobodyat"}`: 400, `{"user_id":"../x"}`: 400, `{"user_id":"owner001"}`: 400,
		`{"user_id":"member01","role":"a\u202eb"}`: 400, `{"user_id":"member01","permissions":-1}`: 400, `{"user_id":"member01","permissions":4096}`: 400,
		`{"user_id":"member01","organization_permissions":256}`: 400, `{"user_id":"member01","payouts_split":5001}`: 400, `{"user_id":"member01","payouts_split":0.125}`: 400,
		`{"user_id":"member01","ordering":99999999999}`: 400, `{"user_id":"member01","role":"` + strings.Repeat("长", 65) + `"}`: 400,
	} {
		s.Want(status, owner, "POST", "/v3/organization/"+id+"/members", body)
	}
	s.Want(204, owner, "POST", "/v3/organization/"+id+"/members", `{"user_id":"member01"}`)
	s.Want(400, owner, "POST", "/v3/organization/"+id+"/members", `{"user_id":"member01"}`)
	s.Want(401, stranger, "POST", "/v3/organization/"+id+"/join", ``)
	s.Want(204, member, "DELETE", "/v2/team/"+id+"/members/member01", ``) // declined
	s.Want(404, owner, "DELETE", "/v3/organization/"+id+"/members/member01", ``)
	s.Want(400, owner, "DELETE", "/v3/organization/"+id+"/members/owner001", ``)
	s.Want(404, owner, "PATCH", "/v3/team/"+id+"/owner", `{"user_id":"member01"}`)
	s.Want(404, owner, "POST", "/v2/team/Nothere1/members", `{"user_id":"member01"}`)
	s.Scopes &^= identity.ScopeOrganizationWrite
	s.Want(401, owner, "POST", "/v2/team/"+id+"/members", `{"user_id":"member01"}`)
	s.Want(401, owner, "POST", "/v3/organization/guild/projects", `{"project_id":"thing"}`)
}

func TestAPlannedOrganizationHasItsMembersAndProjects(t *testing.T) {
	s := newSite(t)
	planned := commands.Planned{
		Command: "team", Create: organization.Create{Account: owner, Organization: "Orgaaaa1", Slug: "planned", Name: "Planned", Description: "words"},
		Members:  []organization.Invite{{Account: member, Role: "翻译", Permissions: organization.AddProject, ProjectPermissions: project.EditDetails}},
		Projects: []string{"Projaaa1", "Projaaa2"},
	}
	for range 2 {
		writes, err := commands.PlanOrganization(t.Context(), s.Codec, planned)
		if err != nil {
			t.Fatal(err)
		}
		s.Append(writes...)
	}
	if n := len(s.Events("organization-Orgaaaa1")) + len(s.Events("orgprojects-Orgaaaa1")); n != 5 {
		t.Errorf("%d events", n)
	}
	s.Want(400, owner, "DELETE", "/v3/organization/planned", ``)
	s.Want(204, owner, "PATCH", "/v3/organization/planned/owner", `{"user_id":"member01"}`)
	s.Want(204, owner, "DELETE", "/v3/organization/planned/members/owner001", ``) // leaves
	s.Want(401, owner, "PATCH", "/v3/organization/planned", `{"name":"Gone"}`)
	planned.Members[0].Permissions = 1 << 20
	if _, err := commands.PlanOrganization(t.Context(), s.Codec, planned); err == nil {
		t.Error("a plan was accepted that the rules reject")
	}
}

// gone has no profiles.
type gone struct{}

func (gone) Profiles(context.Context, []string) (map[string]identity.Profile, error) { return nil, nil }
