package collection_test

import (
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/modyard/modyard/domain/collection"
	"github.com/modyard/modyard/domain/project"
	"github.com/modyard/modyard/identity"
)

func TestAProjectIsFollowedOnce(t *testing.T) {
	w := newWorld(t)
	a := w.want(204, stranger, "POST", "/v2/project/"+lantern+"/follow", nil)
	if a.Header().Get("Log-Position") == "" {
		t.Error("no position")
	}
	again := w.want(400, stranger, "POST", "/v3/project/SLUG-lantern1/follow", nil)
	if !strings.Contains(again.Body.String(), "您已关注该资源。") {
		t.Error(again.Body)
	}
	w.want(204, stranger, "DELETE", "/v3/project/slug-lantern1/follow", nil)
	w.want(400, stranger, "DELETE", "/v2/project/"+lantern+"/follow", nil)
	want := []any{collection.FollowAdded{Account: stranger, Project: lantern}, collection.FollowRemoved{Account: stranger, Project: lantern}}
	if got := w.events("follows-" + stranger); !slices.Equal(got, want) {
		t.Error(got)
	}
}

func TestAFollowWithAKeyIsDoneOnce(t *testing.T) {
	w := newWorld(t)
	for range 2 {
		w.want(204, stranger, "POST", "/v2/project/"+lantern+"/follow", nil, "Idempotency-Key", "click")
	}
	if n := len(w.events("follows-" + stranger)); n != 1 {
		t.Error(n)
	}
}

func TestManyClicksAtOnceAreOneFollow(t *testing.T) {
	w := newWorld(t)
	var wait sync.WaitGroup
	for range 8 {
		wait.Go(func() { w.ask(stranger, "POST", "/v2/project/"+lantern+"/follow", nil) })
	}
	wait.Wait()
	if n := len(w.events("follows-" + stranger)); n != 1 {
		t.Errorf("%d follows", n)
	}
}

func TestWhoMayFollowWhat(t *testing.T) {
	w := newWorld(t)
	w.want(401, nobody, "POST", "/v2/project/"+lantern+"/follow", nil)
	w.want(404, stranger, "POST", "/v2/project/"+hidden+"/follow", nil)
	w.want(404, stranger, "DELETE", "/v2/project/"+hidden+"/follow", nil)
	w.want(404, stranger, "POST", "/v2/project/nothing-there/follow", nil)
	w.want(400, stranger, "POST", "/v2/project/%00%ff/follow", nil)
	w.want(204, owner, "POST", "/v2/project/"+hidden+"/follow", nil)
	w.want(204, moderator, "POST", "/v2/project/"+hidden+"/follow", nil)
	w.scopes &^= identity.ScopeUserWrite
	w.want(401, stranger, "POST", "/v2/project/"+lantern+"/follow", nil)
}

func TestAProjectThatWentAwayCanBeLeft(t *testing.T) {
	w := newWorld(t)
	w.want(204, stranger, "POST", "/v2/project/"+lantern+"/follow", nil)
	w.want(204, stranger, "POST", "/v2/project/"+quay+"/follow", nil)
	w.happen("project-"+lantern, project.StatusChanged{From: project.Listed, To: project.Private})
	w.happen("project-"+quay, project.Deleted{Slug: "slug-Quay0002"})
	for _, id := range []string{lantern, quay} {
		w.want(204, stranger, "DELETE", "/v2/project/"+id+"/follow", nil)
		w.want(404, stranger, "POST", "/v2/project/"+id+"/follow", nil)
	}
}
