package catalog_test

import (
	"context"
	"fmt"
	"testing"

	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/domain/collection"
	"github.com/modyard/modyard/domain/project"
	"github.com/modyard/modyard/projections/catalog"
	"github.com/modyard/modyard/projections/catalog/catalogtest"
	searchpg "github.com/modyard/modyard/search/postgres"
)

func TestEveryDocumentContainsTheFollowerCount(t *testing.T) {
	w := listed(t)
	before := doc[contract.Project](t, w, "doc_v2", alpha)
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
	d := doc[contract.Project](t, w, "doc_v2", alpha)
	if v3 := doc[contract.ProjectV3](t, w, "doc_v3", alpha); d.Followers != 2 || v3.Followers != 2 {
		t.Errorf("followers are %d in v2 and %d in v3, want 2", d.Followers, v3.Followers)
	}
	if !d.Updated.Equal(before.Updated) {
		t.Error("a follow changed the time of the project's last update")
	}
	if hit := doc[contract.Hit](t, w, "doc_hit", alpha); hit.Follows != 2 {
		t.Errorf("the hit says %d follows, want 2", hit.Follows)
	}
	rebuiltAlike(t, w)
}

func TestAFollowWritesOnlyItsCounter(t *testing.T) {
	w := listed(t)
	tables := fmt.Sprintf("catalog_v%d.", catalog.New(catalog.Options{}).Version)
	// Every row of the read model with the transaction that wrote it.
	written := func(but string) string {
		all := ""
		for _, table := range append([]string{"project_docs", "versions", "files", "members", "history"}, searchpg.Tables()...) {
			if table != but {
				all += read[string](t, w, `select coalesce(string_agg(ctid || ' ' || xmin, ',' order by ctid), '') from `+tables+table) + "\n"
			}
		}
		return all
	}
	before, rows := written("counters"), read[int](t, w, `select count(*) from catalog.counters`)
	w.Happen("follows-"+friend, friend, collection.FollowAdded{Account: friend, Project: alpha})
	w.Settle()
	if after := written("counters"); after != before {
		t.Errorf("a follow wrote more than its counter: rows were\n%s\nand are\n%s", before, after)
	}
	if n := read[int](t, w, `select count(*) from catalog.counters`); n != rows {
		t.Errorf("there are %d counters, want %d as before", n, rows)
	}
	if !read[bool](t, w, `select followers = 1 and counted > position from catalog.projects where id = $1`, alpha) {
		t.Error("readers do not see the follower with its change number")
	}
}

func TestAFollowOfADeletedProjectWritesNothing(t *testing.T) {
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
