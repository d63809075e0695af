package project_test

import (
	"fmt"
	"image/color"
	"maps"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/modyard/modyard/domain/project"
	"github.com/modyard/modyard/identity"
)

// route is one write route, with a request that succeeds for an account with the right.
type route struct {
	name  string // "METHOD /path" as mounted
	scope identity.Scopes
	right project.Permissions // the right that a member needs; zero if no right is enough or no project exists yet
	open  bool                // other accounts may
	mod   bool                // a moderator may
	ok    int
	ask   func(w *world, s *scene, who, path string) answer
}

// scene is the project to which a route's request refers: approved, with a version of two files, an icon, a picture, an
// accepted member and an invited one.
type scene struct {
	project, version, hash, picture string
	silent                          bool // requests contain no reason
}

// withReason returns a body with a reason, unless the scene is silent.
func (s *scene) withReason(f fields) fields {
	out := maps.Clone(f)
	if out == nil {
		out = fields{}
	}
	if !s.silent {
		out["reason"] = because
	}
	return out
}

// withReasonQuery returns a query with a reason, unless the scene is silent.
func (s *scene) withReasonQuery(pairs ...string) string {
	if !s.silent {
		pairs = append(pairs, "reason_code", "correction", "reason", "ok")
	}
	return query(pairs...)
}

const (
	guest = "guest001" // accepted, without rights; the tests edit, remove or promote this member
	asked = "asked001" // invited
)

func newScene(w *world) *scene {
	w.Helper()
	s := &scene{project: w.project("sodium")}
	in := newVersion(s.project)
	in["file_parts"] = []string{"main", "extra"}
	v := want(w, w.form(owner, "POST", "/v2/version", []part{data(in), {"main", "a.jar", w.jar()}, {"extra", "b-sources.jar", w.jar()}}), 200).JSON(w)
	s.version = v["id"].(string)
	s.hash = v["files"].([]any)[0].(map[string]any)["hashes"].(map[string]any)["sha512"].(string)
	path := "/v2/project/" + s.project
	want(w, w.Ask(owner, "PATCH", path+"/icon?ext=png", pngOf(w, 3, 3, color.White), "Content-Type", "image/png"), 204)
	want(w, w.Ask(owner, "POST", path+"/gallery?ext=png&title=x&ordering=3", pngOf(w, 3, 3, color.White), "Content-Type", "image/png"), 204)
	s.picture = w.state(s.project).Gallery[0].URL
	w.invite(s.project, guest, 0)
	want(w, w.Ask(owner, "POST", "/v2/team/"+s.project+"/members", fields{"user_id": asked, "role": "Member"}), 204)
	return s
}

func (s *scene) publish(w *world) {
	w.Helper()
	want(w, w.Ask(owner, "PATCH", "/v2/project/"+s.project, fields{"status": "processing"}), 204)
	want(w, w.Ask(moderator, "PATCH", "/v2/project/"+s.project, fields{"status": "approved", "reason": because}), 204)
}

func (s *scene) fill(path string) string {
	switch {
	case strings.HasPrefix(path, "/version_file/"):
		return strings.Replace(path, "{hash}", s.hash, 1)
	case strings.HasPrefix(path, "/version/"):
		return strings.Replace(path, "{id}", s.version, 1)
	}
	return strings.NewReplacer("{id}", s.project, "{user}", guest).Replace(path)
}

func routes() []route {
	plain := func(method string, body fields) func(*world, *scene, string, string) answer {
		return func(w *world, s *scene, who, path string) answer {
			if body == nil {
				return w.Ask(who, method, path+s.withReasonQuery(), nil)
			}
			return w.Ask(who, method, path, s.withReason(body))
		}
	}
	return []route{
		{name: "POST /project", scope: identity.ScopeProjectCreate, open: true, mod: true, ok: 200, ask: func(w *world, _ *scene, who, path string) answer {
			in := newProject("another")
			in["name"], in["summary"] = in["title"], in["description"]
			return w.form(who, "POST", path, []part{data(in)})
		}},
		{name: "PATCH /project/{id}", scope: identity.ScopeProjectWrite, right: project.EditDetails, mod: true, ok: 204, ask: plain("PATCH", fields{"slug": "new-slug"})},
		{name: "PATCH /projects", scope: identity.ScopeProjectWrite, right: project.EditDetails, mod: true, ok: 204, ask: func(w *world, s *scene, who, path string) answer {
			return w.Ask(who, "PATCH", path+query("ids", `["`+s.project+`"]`), s.withReason(fields{"add_categories": []string{"magic"}}))
		}},
		{name: "DELETE /project/{id}", scope: identity.ScopeProjectDelete, right: project.DeleteProject, ok: 204, ask: plain("DELETE", nil)},
		{name: "PATCH /project/{id}/icon", scope: identity.ScopeProjectWrite, right: project.EditDetails, mod: true, ok: 204, ask: func(w *world, s *scene, who, path string) answer {
			return w.Ask(who, "PATCH", path+s.withReasonQuery(), pngOf(w, 5, 5, color.Black), "Content-Type", "image/png")
		}},
		{name: "DELETE /project/{id}/icon", scope: identity.ScopeProjectWrite, right: project.EditDetails, mod: true, ok: 204, ask: plain("DELETE", nil)},
		{name: "POST /project/{id}/gallery", scope: identity.ScopeProjectWrite, right: project.EditDetails, mod: true, ok: 204, ask: func(w *world, s *scene, who, path string) answer {
			return w.Ask(who, "POST", path+s.withReasonQuery(), pngOf(w, 5, 5, color.Black), "Content-Type", "image/png")
		}},
		{name: "PATCH /project/{id}/gallery", scope: identity.ScopeProjectWrite, right: project.EditDetails, mod: true, ok: 204, ask: func(w *world, s *scene, who, path string) answer {
			return w.Ask(who, "PATCH", path+s.withReasonQuery("url", s.picture, "title", "New"), nil)
		}},
		{name: "DELETE /project/{id}/gallery", scope: identity.ScopeProjectWrite, right: project.EditDetails, mod: true, ok: 204, ask: func(w *world, s *scene, who, path string) answer {
			return w.Ask(who, "DELETE", path+s.withReasonQuery("url", s.picture), nil)
		}},
		{name: "PUT /project/{id}/gallery/order", scope: identity.ScopeProjectWrite, right: project.EditDetails, mod: true, ok: 204, ask: func(w *world, s *scene, who, path string) answer {
			return w.Ask(who, "PUT", path, s.withReason(fields{"urls": []string{s.picture}}))
		}},
		{name: "POST /version", scope: identity.ScopeVersionCreate, right: project.UploadVersion, mod: true, ok: 200, ask: func(w *world, s *scene, who, path string) answer {
			return w.form(who, "POST", path, []part{data(s.withReason(newVersion(s.project))), {"main", "c.jar", w.jar()}})
		}},
		{name: "PATCH /version/{id}", scope: identity.ScopeVersionWrite, right: project.UploadVersion, mod: true, ok: 204, ask: plain("PATCH", fields{"name": "New"})},
		{name: "POST /project/{id}/schedule", scope: identity.ScopeProjectWrite, right: project.EditDetails, mod: true, ok: 204, ask: plain("POST", inAnHour("approved"))},
		{name: "POST /version/{id}/schedule", scope: identity.ScopeVersionWrite, right: project.UploadVersion, mod: true, ok: 204, ask: plain("POST", inAnHour("listed"))},
		{name: "DELETE /version/{id}", scope: identity.ScopeVersionDelete, right: project.DeleteVersion, ok: 204, ask: plain("DELETE", nil)},
		{name: "POST /version/{id}/file", scope: identity.ScopeVersionWrite, right: project.UploadVersion, mod: true, ok: 204, ask: func(w *world, s *scene, who, path string) answer {
			return w.form(who, "POST", path, []part{data(s.withReason(fields{})), {"more", "c-sources.jar", w.jar()}})
		}},
		{name: "DELETE /version_file/{hash}", scope: identity.ScopeVersionWrite, right: project.DeleteVersion, ok: 204, ask: plain("DELETE", nil)},
		{name: "POST /team/{id}/members", scope: identity.ScopeProjectWrite, right: project.ManageInvites, ok: 204, ask: plain("POST", fields{"user_id": "another1", "role": "Member"})},
		{name: "PATCH /team/{id}/members/{user}", scope: identity.ScopeProjectWrite, right: project.EditMember, ok: 204, ask: plain("PATCH", fields{"role": "New"})},
		{name: "DELETE /team/{id}/members/{user}", scope: identity.ScopeProjectWrite, right: project.RemoveMember, ok: 204, ask: plain("DELETE", nil)},
	}
}

func inAnHour(status string) fields {
	return fields{"time": time.Now().Add(time.Hour), "requested_status": status}
}

// expected is the expected status for each kind of caller.
func (r route) expected() map[string]int {
	refusedIf := func(may bool) int {
		if may {
			return r.ok
		}
		return 401
	}
	return map[string]int{
		"anonymous": 401, "stranger": refusedIf(r.open), "invited": refusedIf(r.open), "member without the bit": refusedIf(r.right == 0),
		"member with the bit": r.ok, "owner": r.ok, "moderator": refusedIf(r.mod), "admin": r.ok, "token without the scope": 401,
	}
}

func (r route) try(t *testing.T, prefix, kind string, published bool) answer {
	w := newWorld(t)
	return r.tryRoute(t, w, newScene(w), prefix, kind, published)
}

func (r route) tryRoute(t *testing.T, w *world, s *scene, prefix, kind string, published bool) answer {
	who := map[string]string{
		"anonymous": anonymous, "stranger": stranger, "invited": asked, "member without the bit": member, "member with the bit": member,
		"owner": owner, "moderator": moderator, "admin": admin, "token without the scope": owner,
	}[kind]
	switch kind {
	case "member without the bit":
		w.invite(s.project, member, project.AllPermissions&^r.right)
	case "member with the bit":
		w.invite(s.project, member, r.right)
	}
	if published {
		s.publish(w)
	}
	if kind == "token without the scope" {
		w.Scopes = identity.AllScopes &^ r.scope
	}
	_, path, _ := strings.Cut(r.name, " ")
	before := w.Head()
	a := r.ask(w, s, who, prefix+s.fill(path))
	if a.Status >= 400 && w.Head() != before {
		t.Errorf("%s as %s was rejected, but an event was appended", r.name, kind)
	}
	return a
}

func TestTheAccessRulesOfEveryRoute(t *testing.T) {
	for _, prefix := range []string{"/v2", "/v3"} {
		for _, r := range routes() {
			for kind, status := range r.expected() {
				t.Run(fmt.Sprintf("%s %s as %s", prefix, r.name, kind), func(t *testing.T) {
					t.Parallel()
					a := r.try(t, prefix, kind, true)
					if a.Status != status {
						t.Fatalf("want %d, got %s", status, a)
					}
				})
			}
		}
	}
}

func TestNoRouteRevealsAHiddenProjectToOutsiders(t *testing.T) {
	for _, r := range routes() {
		if r.open {
			continue
		}
		t.Run(r.name, func(t *testing.T) {
			t.Parallel()
			if a := r.try(t, "/v2", "stranger", false); a.Status != http.StatusNotFound {
				t.Fatalf("a stranger got %s", a)
			}
			if a := r.try(t, "/v2", "anonymous", false); a.Status != http.StatusUnauthorized {
				t.Fatalf("an anonymous caller got %s", a)
			}
		})
	}
}

func TestTheAccessRulesOfJoiningAndTransferringATeam(t *testing.T) {
	for _, c := range []struct {
		who           string
		join, handing int
	}{{anonymous, 401, 401}, {stranger, 401, 401}, {asked, 204, 401}, {guest, 204, 401}, {owner, 204, 204}, {moderator, 401, 401}, {admin, 401, 204}} {
		for _, prefix := range []string{"/v2", "/v3"} {
			w := newWorld(t)
			s := newScene(w)
			s.publish(w)
			if a := w.Ask(c.who, "PATCH", prefix+"/team/"+s.project+"/owner", s.withReason(fields{"user_id": guest})); a.Status != c.handing {
				t.Errorf("%s hands over: %s", c.who, a)
			}
			if a := w.Ask(c.who, "POST", prefix+"/team/"+s.project+"/join", nil); a.Status != c.join {
				t.Errorf("%s joins: %s", c.who, a)
			}
			w.Scopes = identity.AllScopes &^ identity.ScopeProjectWrite
			want(t, w.Ask(owner, "PATCH", prefix+"/team/"+s.project+"/owner", fields{"user_id": guest}), 401)
			want(t, w.Ask(asked, "POST", prefix+"/team/"+s.project+"/join", nil), 401)
		}
	}
}

func TestEveryRouteIsInTheTable(t *testing.T) {
	w := newWorld(t)
	known := map[string]bool{
		"POST /team/{id}/join": true, "PATCH /team/{id}/owner": true, // the test above
		"DELETE /project/{id}/schedule": true, "DELETE /version/{id}/schedule": true, // TestTheAccessRulesOfCancellingAPlan
	}
	for _, r := range routes() {
		known[r.name] = true
	}
	spec := w.Ask(anonymous, "GET", "/openapi.json", nil).JSON(t)
	mounted := 0
	for path, methods := range spec["paths"].(map[string]any) {
		if strings.HasPrefix(path, "/_internal/") || strings.HasPrefix(path, "/v3/organization/") {
			continue // staged files: staging_test.go; members of organizations: the table of their own area
		}
		for method := range methods.(map[string]any) {
			name := strings.ToUpper(method) + " " + path[len("/v2"):]
			mounted++
			if !known[name] {
				t.Errorf("%s is mounted but is not in the table", name)
			}
		}
	}
	if mounted != 2*len(known) {
		t.Errorf("%d routes are mounted, the tables contain %d under each of two prefixes", mounted, len(known))
	}
}

func TestOnlyTheStaffMayDecideAndWriteMessages(t *testing.T) {
	for _, decision := range []fields{
		{"status": "approved"}, {"status": "rejected", "moderation_message": "x"}, {"status": "withheld", "moderation_message": "x"},
	} {
		for who, status := range map[string]int{anonymous: 401, stranger: 404, guest: 401, owner: 401, moderator: 204, admin: 204} {
			w := newWorld(t)
			s := newScene(w)
			want(t, w.Ask(owner, "PATCH", "/v2/project/"+s.project, fields{"status": "processing"}), 204)
			if a := w.Ask(who, "PATCH", "/v2/project/"+s.project, s.withReason(decision)); a.Status != status {
				t.Errorf("%v by %q: want %d, got %s", decision, who, status, a)
			}
		}
	}
}

func TestAnEmptyEditAlsoRequiresARight(t *testing.T) {
	w := newWorld(t)
	s := newScene(w)
	s.publish(w)
	for who, status := range map[string]int{anonymous: 401, stranger: 401, guest: 401, owner: 204, moderator: 204} {
		if a := w.Ask(who, "PATCH", "/v2/project/"+s.project, fields{}); a.Status != status {
			t.Errorf("%q: want %d, got %s", who, status, a)
		}
	}
}
