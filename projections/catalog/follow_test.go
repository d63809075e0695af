package catalog_test

import (
	"context"
	"testing"

	"github.com/modyard/modyard/domain/collection"
	"github.com/modyard/modyard/domain/project"
	"github.com/modyard/modyard/projections/catalog"
	"github.com/modyard/modyard/projections/catalog/catalogtest"
	"github.com/modyard/modyard/projections/document"
)

func TestFollowersAreCountedInEveryDocumentAndInSearch(t *testing.T) {
	w := listed(t)
	before := doc[document.Project](t, w, "doc_v2", alpha)
	follow := func(account string) {
		w.Happen("follows-"+account, account, collection.FollowAdded{Account: account, Project: alpha})
	}
	follow(owner)
	follow(friend)
	w.Happen("follows-"+friend, friend, collection.FollowRemoved{Account: friend, Project: alpha})
	w.Settle()
	follow(friend)
	follow(moderator)
	w.Happen("follows-"+owner, owner, collection.FollowRemoved{Account: owner, Project: alpha})
	w.Settle()
	d := doc[document.Project](t, w, "doc_v2", alpha)
	if v3 := doc[document.ProjectV3](t, w, "doc_v3", alpha); d.Followers != 2 || v3.Followers != 2 {
		t.Errorf("followers are %d in v2 and %d in v3, want 2", d.Followers, v3.Followers)
	}
	if !d.Updated.Equal(before.Updated) {
		t.Error("a follow changed when the project was updated")
	}
	if n := read[int64](t, w, `select follows from catalog.search_docs where id = $1`, alpha); n != 2 {
		t.Errorf("search says %d follows, want 2", n)
	}
	rebuiltAlike(t, w)
}

func TestAFollowThatMeetsADeletionLeavesNothing(t *testing.T) {
	w := listed(t)
	w.Happen("follows-"+friend, friend, collection.FollowAdded{Account: friend, Project: alpha})
	w.Project(alpha, owner, project.Deleted{})
	w.Happen("follows-"+owner, owner, collection.FollowAdded{Account: owner, Project: alpha})
	w.Settle()
	w.Happen("follows-"+friend, friend, collection.FollowRemoved{Account: friend, Project: alpha})
	w.Settle()
	if n := read[int](t, w, `select count(*) from catalog.projects where id = $1`, alpha); n != 0 {
		t.Fatal("the project is back")
	}
	rebuiltAlike(t, w)
}

func rebuiltAlike(t *testing.T, w *catalogtest.World) {
	t.Helper()
	differences, err := w.Runner.Verify(context.Background(), catalog.Name)
	if err != nil || len(differences) > 0 {
		t.Fatal(differences, err)
	}
}
