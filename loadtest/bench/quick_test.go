package main

import (
	"context"
	"io"
	"testing"
	"time"

	"github.com/modyard/modyard/platform/database"
	"github.com/modyard/modyard/platform/pgtest"
)

// quickPatience is the time limit of a part with small amounts. It takes a few seconds; its full amounts take minutes.
const quickPatience = 3 * time.Minute

// TestEveryPartMeasuresSmallAmounts runs what `make bench` runs, on the Postgres of the tests, so that no measurement can
// break without being noticed. The figures are not checked.
func TestEveryPartMeasuresSmallAmounts(t *testing.T) {
	if testing.Short() {
		t.Skip("it runs every benchmark: runs in make test-all")
	}
	g, err := newGround(true, io.Discard)
	if err != nil {
		t.Fatal(err)
	}
	g.patience, g.events = quickPatience, 5_000_000
	databases := map[string]database.Logins{}
	g.database = func(dir string) database.Logins {
		if _, ok := databases[dir]; !ok {
			databases[dir] = pgtest.Logins(t, pgtest.Empty(t))
		}
		return databases[dir]
	}
	t.Cleanup(func() { // before the databases are dropped
		if err := g.Close(); err != nil {
			t.Error(err)
		}
	})
	if _, err := g.build(t.Context()); err != nil { // it takes minutes where nothing of it is in the build cache
		t.Fatal(err)
	}
	for _, p := range parts() {
		t.Run(p.name, func(t *testing.T) {
			g.asked = false
			ctx, cancel := context.WithTimeout(t.Context(), quickPatience)
			defer cancel()
			rows, err := g.measure(ctx, p)
			if err != nil {
				t.Fatal(err)
			}
			if len(rows) == 0 {
				t.Error("it reports nothing")
			}
			if !g.asked && !p.fixed && !skipped(rows) {
				t.Error("it has no quick form: it asks neither g.quick nor g.amount")
			}
			for _, row := range rows {
				t.Logf("%s: %v %s %s", row.What, row.Figure, row.Unit, row.Note)
			}
		})
	}
}

func skipped(rows []Row) bool { return len(rows) == 1 && rows[0].Skipped != "" }
