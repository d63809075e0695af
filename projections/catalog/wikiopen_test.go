package catalog_test

import (
	"testing"
	"time"

	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/domain/project"
	"github.com/modyard/modyard/domain/wiki"
)

func TestADocumentSaysWhetherEverybodyMayEditTheWiki(t *testing.T) {
	w := listed(t)
	open := func() bool {
		t.Helper()
		w.Settle()
		v2, v3 := doc[contract.Project](t, w, "doc_v2", alpha), doc[contract.ProjectV3](t, w, "doc_v3", alpha)
		if v2.WikiOpen != v3.WikiOpen {
			t.Errorf("%v in v2, %v in v3", v2.WikiOpen, v3.WikiOpen)
		}
		return v2.WikiOpen
	}
	set := func(editing wiki.Editing) uint64 {
		return uint64(w.Happen("wiki-"+alpha, owner, wiki.EditingSet{Project: alpha, Editing: editing}))
	}
	position := func() uint64 {
		return uint64(read[int64](t, w, `select position from catalog.projects where id = $1`, alpha))
	}
	changed := func() time.Time {
		return read[time.Time](t, w, `select changed from catalog.projects where id = $1`, alpha)
	}
	if open() {
		t.Error("a project without settings is open")
	}
	before, since := position(), changed()
	for _, editing := range []wiki.Editing{wiki.Named, wiki.Closed} {
		if set(editing); open() || position() != before {
			t.Errorf("%s: position %d after %d", editing, position(), before)
		}
	}
	at := set(wiki.Open)
	if !open() || position() != at || !changed().Equal(since) {
		t.Errorf("open: position %d, changed %s; want %d and %s", position(), changed(), at, since)
	}
	w.Happen("wiki-"+alpha, owner, wiki.Locked{Project: alpha})
	w.Project(alpha, owner, project.Renamed{Title: "Other"})
	if !open() {
		t.Error("another edit ended the openness")
	}
	if at = set(wiki.Members); open() || position() != at {
		t.Errorf("members: position %d, want %d", position(), at)
	}
	set(wiki.Open)
	open()
	w.Project(alpha, owner, project.Deleted{})
	set(wiki.Members)
	w.Settle()
	rebuiltAlike(t, w)
}
