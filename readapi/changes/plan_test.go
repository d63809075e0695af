package changes

import (
	"fmt"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/domain/project"
	"github.com/modyard/modyard/eventlog"
	"github.com/modyard/modyard/projections/catalog/catalogtest"
	"github.com/modyard/modyard/projections/changes"
	"github.com/modyard/modyard/projections/collection"
	"github.com/modyard/modyard/readapi/view"
)

func TestThePagesOfTheFeedAreReadByIndex(t *testing.T) {
	w := catalogtest.New(t)
	w.Also(changes.New(), collection.New())
	const projects = 3000
	for n := range projects {
		id := fmt.Sprintf("P%07d", n)
		w.Project(id, "UserOwn1", project.Created{Project: id, Slug: id, Type: "mod", Title: "Title", Owner: fmt.Sprintf("U%07d", n/10)},
			project.StatusChanged{To: []project.Status{project.Listed, project.Private}[n%2]}, project.Renamed{Title: "Other"})
	}
	w.Settle()
	leaf := 0
	err := pgx.BeginFunc(t.Context(), w.DB.Pool, func(tx pgx.Tx) error {
		head, err := w.Log.Head(t.Context())
		if err != nil {
			return err
		}
		q := &pgx.Batch{}
		for batch, err := range w.Log.Read(t.Context(), 0, head, eventlog.Filter{}) {
			if err != nil {
				return err
			}
			for _, e := range batch.Events {
				q.Queue(`insert into seal.leaves (leaf, event_id, stream, revision, position, recorded_at) values ($1, $2, $3, $4, $5, $6)`,
					leaf, [16]byte(e.ID), e.Stream, int64(e.Revision), int64(e.Position), e.RecordedAt)
				leaf++
			}
		}
		return tx.SendBatch(t.Context(), q).Close()
	})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := w.DB.Pool.Exec(t.Context(), `analyze`); err != nil {
		t.Fatal(err)
	}
	own := view.Viewer{Account: "U0000100"}
	for name, q := range map[string]Query{
		"public": {}, "of a project": {Project: "P0001500"}, "with the reader's own": {Reader: Reader{Projects: own, Versions: own, Collections: own}},
	} {
		sql, args := statement(q, place{position: 4000, n: whole}, 9000, 100)
		rows, err := w.DB.Pool.Query(t.Context(), "explain "+sql, args...)
		if err != nil {
			t.Fatal(err)
		}
		lines, err := pgx.CollectRows(rows, pgx.RowTo[string])
		if err != nil {
			t.Fatal(err)
		}
		plan := strings.Join(lines, "\n")
		for _, table := range []string{"changes", "leaves", "project_docs", "members"} {
			if strings.Contains(plan, "Seq Scan on "+table) {
				t.Errorf("%s: the whole of %s is read:\n%s", name, table, plan)
			}
		}
	}
}
