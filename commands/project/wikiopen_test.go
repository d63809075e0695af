package project_test

import (
	"strings"
	"testing"

	"github.com/modyard/modyard/domain/project"
	"github.com/modyard/modyard/domain/wiki"
	"github.com/modyard/modyard/eventlog"
	"github.com/modyard/modyard/identity"
)

// editing is who may edit the wiki of a project, in the order of the changes.
func (w *world) editing(id string) string {
	w.Helper()
	var all []string
	for _, e := range w.Events("wiki-" + id) {
		all = append(all, string(e.(wiki.EditingSet).Editing))
	}
	return strings.Join(all, " ")
}

// last is the metadata of the last event of a stream.
func (w *world) last(stream string) (m eventlog.Metadata) {
	w.Helper()
	for e, err := range w.EventLog.Stream(w.Context(), stream, 0) {
		if err != nil {
			w.Fatal(err)
		}
		m = e.Meta
	}
	return m
}

func TestWikiOpenOpensTheWikiAndEndsThatInBothVersions(t *testing.T) {
	w := newWorld(t)
	id := w.project("sodium")
	for _, step := range []struct{ path, body, want string }{
		{"/v2/project/", `{"wiki_open":false}`, ""},
		{"/v2/project/", `{"wiki_open":true}`, "open"},
		{"/v2/project/", `{"wiki_open":true}`, "open"},
		{"/v3/project/", `{"wiki_open":null}`, "open"},
		{"/v3/project/", `{"wiki_open":false}`, "open members"},
		{"/v3/project/", `{"wiki_open":true,"name":"Better"}`, "open members open"},
	} {
		want(t, w.Ask(owner, "PATCH", step.path+id, step.body), 204)
		if got := w.editing(id); got != step.want {
			t.Errorf("after %s: %q, want %q", step.body, got, step.want)
		}
	}
	if w.state(id).Title != "Better" {
		t.Error(w.state(id).Title)
	}
	want(t, w.Ask(owner, "PATCH", "/v2/project/"+id, `{"wiki_open":"yes"}`), 400)
}

func TestAWikiForNamedAccountsStaysThatWhenItIsNotToBeOpen(t *testing.T) {
	for _, editing := range []wiki.Editing{wiki.Named, wiki.Closed} {
		w := newWorld(t)
		id := w.project("sodium")
		w.Happen("wiki-"+id, wiki.EditingSet{Project: id, Editing: editing})
		want(t, w.Ask(owner, "PATCH", "/v2/project/"+id, `{"wiki_open":false}`), 204)
		if got := w.editing(id); got != string(editing) {
			t.Error(got)
		}
		want(t, w.Ask(owner, "PATCH", "/v2/project/"+id, `{"wiki_open":true}`), 204)
		if got := w.editing(id); got != string(editing)+" open" {
			t.Error(got)
		}
	}
}

func TestWikiOpenNeedsTheRightToEditTheWikiAndIsRefusedWithTheWholeEdit(t *testing.T) {
	w := newWorld(t)
	id := w.project("sodium")
	path, both := "/v2/project/"+id, `{"title":"Better","wiki_open":true}`
	w.invite(id, member, project.EditDetails)
	for _, who := range []string{member, moderator, admin} {
		body := both
		if who != member {
			body = `{"title":"Better","wiki_open":true,"reason":{"code":"correction","text":"ok"}}`
		}
		a := want(t, w.Ask(who, "PATCH", path, body), 401)
		if words := a.JSON(t)["description"]; words != "只有拥有百科编辑权限的成员可以执行此操作。" {
			t.Error(who, words)
		}
	}
	want(t, w.Ask(stranger, "PATCH", path, both), 404)
	want(t, w.Ask(anonymous, "PATCH", path, both), 401)
	want(t, w.Ask(owner, "PATCH", path, `{"title":"","wiki_open":true}`), 400)
	w.Scopes = identity.ScopeProjectWrite
	want(t, w.Ask(owner, "PATCH", path, both), 401)
	w.Scopes = identity.AllScopes
	if got := w.editing(id); got != "" || w.state(id).Title != "Sodium" {
		t.Errorf("%q %s", got, w.state(id).Title)
	}
	want(t, w.Ask(owner, "PATCH", "/v2/team/"+id+"/members/"+member, fields{"permissions": project.WikiEdit}), 204)
	want(t, w.Ask(member, "PATCH", path, both), 401)
	want(t, w.Ask(member, "PATCH", path, `{"wiki_open":true}`), 204)
	if got := w.editing(id); got != "open" || w.state(id).Title != "Sodium" {
		t.Errorf("%q %s", got, w.state(id).Title)
	}
	for _, e := range w.Events("wiki-" + id) {
		if e.(wiki.EditingSet).Project != id {
			t.Errorf("%+v", e)
		}
	}
}

func TestWikiOpenIsInTheAppendOfTheOtherEdits(t *testing.T) {
	w := newWorld(t)
	id := w.project("sodium")
	want(t, w.Ask(owner, "PATCH", "/v3/project/"+id, `{"name":"Better","wiki_open":true}`), 204)
	renamed, opened := w.last("project-"+id), w.last("wiki-"+id)
	if opened.Command == "" || opened.Command != renamed.Command || opened.Role != "owner" || opened.Actor != owner {
		t.Errorf("%+v %+v", renamed, opened)
	}
}
