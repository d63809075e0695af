package runtime_test

import (
	"context"
	"iter"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/modyard/modyard/eventlog"
	"github.com/modyard/modyard/projections/rows"
	"github.com/modyard/modyard/projections/runtime"
)

// passes counts how often a log is read from its beginning.
type passes struct {
	named
	n atomic.Int64
}

func (p *passes) Read(ctx context.Context, after, upTo eventlog.Position, f eventlog.Filter) iter.Seq2[eventlog.Batch, error] {
	if after == 0 {
		p.n.Add(1)
	}
	return p.named.Read(ctx, after, upTo, f)
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

func TestARebuildCreatesUnneededIndexesAtTheEnd(t *testing.T) {
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
		t.Errorf("%d of 2 indexes exist after the rebuild", indexes)
	}
}

func TestARebuildWithSmallBatchesHasTheSameRows(t *testing.T) {
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

func TestABuildContinuesWhileAnotherIsBusy(t *testing.T) {
	w := newWorld(t)
	w.count("first", 1000) // a page of the log, and with these bytes a stretch
	w.count("second", 10)
	ahead := make(chan struct{})
	quick, slow := counterOnly(1), counterProjector(1, func(c counted) error {
		if c.Name == "first" {
			select {
			case <-ahead:
			case <-t.Context().Done():
			}
		}
		return nil
	})
	once := sync.OnceFunc(func() { close(ahead) })
	quick.Handlers = runtime.Rows(runtime.On(func(_ *rows.Set, _ runtime.Event, c counted) {
		if c.Name == "second" {
			once()
		}
	}))
	r, err := runtime.New(runtime.Options{DB: w.db, Log: w.log, Codec: w.codec, BuildBytes: 1}, slow, quick)
	if err != nil {
		t.Fatal(err)
	}
	if err := r.Rebuild(t.Context(), "counts", "sums1"); err != nil {
		t.Fatal(err)
	}
	w.expect("first", 1000)
}

func TestLongValuesAreCompressedWithTheFastMethod(t *testing.T) {
	w := newWorld(t)
	w.count("a", 1)
	if err := w.runner(nil, counterProjector(1, nil)).Rebuild(t.Context(), "counts"); err != nil {
		t.Fatal(err)
	}
	var columns int
	w.scan(&columns, `SELECT count(*) FROM pg_attribute WHERE attrelid IN ('counts_v1.counters'::regclass, 'counts_v1.applied'::regclass)
		AND attname = 'name' AND attcompression = 'l'`)
	var known bool
	w.scan(&known, `SELECT 'lz4' = ANY (enumvals) FROM pg_settings WHERE name = 'default_toast_compression'`)
	if want := map[bool]int{true: 2}[known]; columns != want {
		t.Errorf("%d columns are compressed with lz4, want %d", columns, want)
	}
}
