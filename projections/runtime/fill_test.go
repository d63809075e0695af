package runtime_test

import (
	"context"
	"iter"
	"sync/atomic"
	"testing"

	"github.com/modyard/modyard/eventlog"
	"github.com/modyard/modyard/projections/runtime"
)

// passes counts how often a log is read from its beginning.
type passes struct {
	named
	n atomic.Int64
}

func (p *passes) Follow(ctx context.Context, after eventlog.Position, f eventlog.Filter) iter.Seq2[eventlog.Batch, error] {
	if after == 0 {
		p.n.Add(1)
	}
	return p.named.Follow(ctx, after, f)
}

func TestOnePassOfTheLogRebuildsAndVerifiesAllReadModels(t *testing.T) {
	w := newWorld(t)
	log := &passes{named: w.log.(named)}
	w.log = log
	w.count("a", 2500)
	w.count("b", 7)
	r := w.runner(nil, counterProjector(1, nil), counterOnly(1), counterOnly(2))
	if err := r.Rebuild(t.Context(), "counts", "sums1", "sums2"); err != nil {
		t.Fatal(err)
	}
	if found, err := r.Verify(t.Context(), "counts", "sums1", "sums2"); err != nil || len(found) > 0 {
		t.Errorf("verify: %v, %v", found, err)
	}
	if n := log.n.Load(); n != 2 {
		t.Errorf("the log was read %d times for a rebuild and a verification, want 2", n)
	}
	w.expect("a", 2500)
	var sum int
	if w.scan(&sum, `SELECT sum(total) FROM sums2.counters`); sum != 2507 {
		t.Errorf("the third read model counts %d, want 2507", sum)
	}
}

func TestARebuildMakesTheIndexesThatHandlersDoWithoutAtItsEnd(t *testing.T) {
	w := newWorld(t)
	w.count("a", 10)
	p := counterProjector(1, nil)
	p.DDL += `
CREATE INDEX applied_name ON applied (name);
CREATE INDEX counters_total ON counters (total);`
	p.Needs = []string{"counters_total"}
	r := w.runner(nil, p)
	if err := r.Rebuild(t.Context(), "counts"); err != nil {
		t.Fatal(err)
	}
	var indexes int
	w.scan(&indexes, `SELECT count(*) FROM pg_indexes WHERE schemaname = 'counts_v1' AND indexname IN ('applied_name', 'counters_total')`)
	if indexes != 2 {
		t.Errorf("%d of 2 indexes are there after the rebuild", indexes)
	}
}

func TestARebuildThatWritesOftenHoldsTheSameRows(t *testing.T) {
	w := newWorld(t)
	w.count("a", 1700)
	w.count("b", 1300)
	w.count("a", 5)
	r, err := runtime.New(runtime.Options{DB: w.db, Log: w.log, Codec: w.codec, BuildBytes: 1}, counterProjector(1, nil))
	if err != nil {
		t.Fatal(err)
	}
	if err := r.Rebuild(t.Context(), "counts"); err != nil {
		t.Fatal(err)
	}
	w.expect("a", 1705)
	w.expect("b", 1300)
}
