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
	w.Want(204, stranger, "POST", "/v2/project/"+lantern+"/follow", nil)
	again := w.Want(400, stranger, "POST", "/v3/project/SLUG-lantern1/follow", nil)
	if !strings.Contains(string(again.Body), "你已关注该资源。") {
		t.Error(again)
	}
	w.Want(204, stranger, "DELETE", "/v3/project/slug-lantern1/follow", nil)
	w.Want(400, stranger, "DELETE", "/v2/project/"+lantern+"/follow", nil)
	want := []any{collection.FollowAdded{Account: stranger, Project: lantern}, collection.FollowRemoved{Account: stranger, Project: lantern}}
	if got := w.Events("follows-" + stranger); !slices.Equal(got, want) {
		t.Error(got)
	}
}

func TestAFollowWithAnIdempotencyKeyIsAppendedOnce(t *testing.T) {
	w := newWorld(t)
	for range 2 {
		w.Want(204, stranger, "POST", "/v2/project/"+lantern+"/follow", nil, "Idempotency-Key", "click")
	}
	if n := len(w.Events("follows-" + stranger)); n != 1 {
		t.Error(n)
	}
}

func TestConcurrentFollowsAppendOneEvent(t *testing.T) {
	w := newWorld(t)
	var wait sync.WaitGroup
	for range 8 {
		wait.Go(func() { w.Ask(stranger, "POST", "/v2/project/"+lantern+"/follow", nil) })
	}
	wait.Wait()
	if n := len(w.Events("follows-" + stranger)); n != 1 {
		t.Errorf("%d follows", n)
	}
}

func TestOnlyVisibleProjectsCanBeFollowedByASignedInAccount(t *testing.T) {
	w := newWorld(t)
	w.Want(401, anonymous, "POST", "/v2/project/"+lantern+"/follow", nil)
	w.Want(404, stranger, "POST", "/v2/project/"+hidden+"/follow", nil)
	w.Want(404, stranger, "DELETE", "/v2/project/"+hidden+"/follow", nil)
	w.Want(404, stranger, "POST", "/v2/project/nothing-there/follow", nil)
	w.Want(400, stranger, "POST", "/v2/project/%00%ff/follow", nil)
	w.Want(204, owner, "POST", "/v2/project/"+hidden+"/follow", nil)
	w.Want(204, moderator, "POST", "/v2/project/"+hidden+"/follow", nil)
	w.Scopes &^= identity.ScopeUserWrite
	w.Want(401, stranger, "POST", "/v2/project/"+lantern+"/follow", nil)
}

func TestADeletedProjectCanBeUnfollowed(t *testing.T) {
	w := newWorld(t)
	w.Want(204, stranger, "POST", "/v2/project/"+lantern+"/follow", nil)
	w.Want(204, stranger, "POST", "/v2/project/"+quay+"/follow", nil)
	w.Happen("project-"+lantern, project.StatusChanged{From: project.Listed, To: project.Private})
	w.Happen("project-"+quay, project.Deleted{Slug: "slug-Quay0002"})
	for _, id := range []string{lantern, quay} {
		w.Want(204, stranger, "DELETE", "/v2/project/"+id+"/follow", nil)
		w.Want(404, stranger, "POST", "/v2/project/"+id+"/follow", nil)
	}
}
