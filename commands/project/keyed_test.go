package project_test

import (
	"context"
	"testing"

	"github.com/modyard/modyard/platform/idempotency"
)

func TestAKeyIsValidForOneRequestOnly(t *testing.T) {
	w := newWorld(t)
	id := w.project("sodium")
	path := "/v2/project/" + id
	want(t, w.Ask(owner, "PATCH", path, `{"title":"First","summary":"x"}`, idempotency.Header, "k"), 204)
	head := w.Head()
	want(t, w.Ask(owner, "PATCH", path, `{ "summary": "x", "title": "First" }`, idempotency.Header, "k"), 204)
	a := want(t, w.Ask(owner, "PATCH", path, `{"title":"Second","summary":"x"}`, idempotency.Header, "k"), 422)
	if a.JSON(t)["error"] != "idempotency_key_reused" {
		t.Error(a)
	}
	want(t, w.Ask(owner, "PATCH", path, `{"title":"Third"}`, idempotency.Header, "k2"), 204)
	want(t, w.Ask(owner, "PATCH", path, `{"title":"Second","summary":"x"}`, idempotency.Header, "k"), 422)
	if w.state(id).Title != "Third" || w.Head() != head+1 {
		t.Error(w.state(id).Title, head, w.Head())
	}
}

func TestAKeyIsValidForOneFormOnly(t *testing.T) {
	w := newWorld(t)
	id := w.project("sodium")
	jar, spec := w.jar(), newVersion(id)
	first := want(t, w.form(owner, "POST", "/v2/version", []part{data(spec), {"main", "a.jar", jar}}, idempotency.Header, "k"), 200)
	again := want(t, w.form(owner, "POST", "/v2/version", []part{data(spec), {"main", "a.jar", jar}}, idempotency.Header, "k"), 200)
	if first.JSON(t)["id"] != again.JSON(t)["id"] {
		t.Error(first, again)
	}
	spec["name"] = "Another"
	want(t, w.form(owner, "POST", "/v2/version", []part{data(spec), {"main", "a.jar", jar}}, idempotency.Header, "k"), 422)
	if n := len(w.versions(id).IDs()); n != 1 {
		t.Error(n)
	}
}

func TestARejectedRequestIsNotStored(t *testing.T) {
	w := newWorld(t)
	id := w.project("sodium")
	want(t, w.Ask(owner, "PATCH", "/v2/project/"+id, `{"title":""}`, idempotency.Header, "k"), 400)
	want(t, w.Ask(owner, "PATCH", "/v2/project/"+id, `{"title":"Better"}`, idempotency.Header, "k"), 204)
}

func TestAFormerMemberCannotSeeADraftByRepeatingACommand(t *testing.T) {
	w := newWorld(t)
	create := func() answer {
		return w.form(owner, "POST", "/v2/project", []part{data(newProject("sodium"))}, idempotency.Header, "project")
	}
	id := want(t, create(), 200).JSON(t)["id"].(string)
	want(t, create(), 200)
	jar := w.jar()
	publish := func() answer {
		return w.form(owner, "POST", "/v2/version", []part{data(newVersion(id)), {"main", "a.jar", jar}}, idempotency.Header, "version")
	}
	want(t, publish(), 200)
	want(t, publish(), 200)
	w.invite(id, member, 0)
	want(t, w.Ask(owner, "PATCH", "/v2/team/"+id+"/owner", fields{"user_id": member}), 204)
	want(t, w.Ask(member, "DELETE", "/v2/team/"+id+"/members/"+owner, nil), 204)
	head := w.Head()
	want(t, create(), 404)
	want(t, publish(), 404)
	if w.Head() != head {
		t.Error("a repeated command appended an event")
	}
}

func TestEveryEventOfARequestContainsItsHash(t *testing.T) {
	w := newWorld(t)
	id := w.project("sodium")
	want(t, w.Ask(owner, "PATCH", "/v2/project/"+id, fields{"title": "One"}), 204)
	want(t, w.Ask(owner, "PATCH", "/v2/project/"+id, fields{"title": "Two"}), 204)
	seen := map[string]bool{}
	for e, err := range w.EventLog.Stream(context.Background(), "project-"+id, 0) {
		if err != nil {
			t.Fatal(err)
		}
		if len(e.Meta.RequestHash) != 43 {
			t.Errorf("%s: hash %q", e.Type, e.Meta.RequestHash)
		}
		seen[e.Meta.RequestHash] = true
	}
	if len(seen) != 3 {
		t.Error(seen)
	}
}
