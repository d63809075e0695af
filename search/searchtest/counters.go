package searchtest

import (
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/search"
)

// QueueCounters writes the counters of documents, as the owner of the schema does.
func QueueCounters(b *pgx.Batch, docs ...search.Doc) {
	for _, d := range docs {
		b.Queue(`insert into counters (id, follows, changed) values ($1, $2, $3)
on conflict (id) do update set follows = excluded.follows, changed = excluded.changed`, d.ID, d.Follows, int64(d.Position))
	}
}

// runCounters changes a counter of an existing document: only the order by follows and filters by follows change.
func runCounters(t *testing.T, e search.Engine, recount Recount, docs []search.Doc) {
	before := ask(t, e, search.Query{Text: "lanternquay", Limit: 20})
	last := docs[len(docs)-1]
	last.Follows, last.Position = 1_000_000, 1_000
	middle := docs[4]
	middle.Follows, middle.Position = 0, 1_000 // one event may change several
	recount(last, middle)
	var order []string
	for _, d := range docs[:len(docs)-1] {
		if d.ID != middle.ID {
			order = append(order, d.ID)
		}
	}
	want := last.ID + " " + strings.Join(order, " ") + " " + middle.ID
	if page := ask(t, e, search.Query{Sort: search.Follows, Limit: 100}); strings.Join(page.IDs, " ") != want {
		t.Errorf("sorted by follows: got %v, want %s", page.IDs, want)
	}
	filter, err := search.ParseFacets(`[["follows>=1000000"]]`)
	if err != nil {
		t.Fatal(err)
	}
	page := ask(t, e, search.Query{Filter: filter, Limit: 100})
	if strings.Join(page.IDs, " ") != last.ID || page.Total != 1 {
		t.Errorf("filtered by follows: got %v of %d, want %s", page.IDs, page.Total, last.ID)
	}
	if after := ask(t, e, search.Query{Text: "lanternquay", Limit: 20}); strings.Join(after.IDs, " ") != strings.Join(before.IDs, " ") {
		t.Errorf("the order of a text was %v and is %v", before.IDs, after.IDs)
	}
}
