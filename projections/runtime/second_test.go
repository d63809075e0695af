package runtime_test

import (
	"context"
	"errors"
	"log/slog"
	"strings"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/modyard/modyard/eventlog"
	"github.com/modyard/modyard/eventlog/archive"
	"github.com/modyard/modyard/eventlog/codec"
	"github.com/modyard/modyard/eventlog/memory"
	"github.com/modyard/modyard/platform/pgtest"
	"github.com/modyard/modyard/platform/until"
	"github.com/modyard/modyard/projections/rows"
	"github.com/modyard/modyard/projections/runtime"
)

// hit is an event of the second log, which the codec of the first does not know.
type hit struct {
	Name string
	N    int
}

const hitType = "thing.hit.v1"

func hitCodec(t testing.TB) *codec.Codec {
	t.Helper()
	c, err := codec.New(map[string]any{hitType: hit{}})
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// secondLog is another log in the database of a world.
type secondLog struct{ eventlog.Log }

func (secondLog) Engine() string { return "memory hits" }

// hitsRunner makes a runner of a second log whose read model counts hits.
func hitsRunner(t testing.TB, w *world, log eventlog.Log, types runtime.Decoder, registry prometheus.Registerer, b *board, projectors ...runtime.Projector) *runtime.Runner {
	t.Helper()
	o := runtime.Options{
		DB: w.db, Log: log, Codec: types, Scope: runtime.ScopeHits, Registry: registry, Logger: slog.New(slog.DiscardHandler),
		LeasePoll: 20 * time.Millisecond, WatchPoll: 50 * time.Millisecond, Heartbeat: 250 * time.Millisecond,
	}
	if b != nil {
		o.Board = b
	}
	r, err := runtime.New(o, projectors...)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func hitCounter() runtime.Projector {
	p := counterProjector(1, nil)
	p.Name = "hit_counts"
	p.Handlers = runtime.Handle(newHits, runtime.Try(hits.hit))
	return p
}

func TestTwoRunnersOfTwoLogsShareADatabase(t *testing.T) {
	db := pgtest.Database(t)
	w := newWorldOn(t, db)
	registry := prometheus.NewRegistry()
	first, second := newBoard(), newBoard()
	main, err := runtime.New(runtime.Options{
		DB: db, Log: w.log, Codec: w.codec, Registry: registry, Board: first, Logger: slog.New(slog.DiscardHandler), LeasePoll: 20 * time.Millisecond,
	}, counterProjector(1, nil))
	if err != nil {
		t.Fatal(err)
	}
	log := secondLog{memory.New()}
	other := hitsRunner(t, w, log, hitCodec(t), registry, second, hitCounter())
	w.start(main)
	w.start(other)
	prepared(t, main)
	prepared(t, other)
	// Each log's types are released although the runner of the other one does not know them.
	if err := errors.Join(main.Writable(t.Context(), countedType), other.Writable(t.Context(), hitType)); err != nil {
		t.Fatal(err)
	}
	w.count("a", 7)
	addHits(t, log, "a", 5)
	first.wait(t, "counts", 7)
	second.wait(t, "hit_counts", 5)
	w.expect("a", 7)
	var total int
	w.scan(&total, `SELECT total FROM hit_counts.counters WHERE name = 'a'`)
	if total != 5 {
		t.Errorf("%d hits are counted, want 5", total)
	}
	eventually(t, "both are ready", func() bool { return main.Ready() == nil && other.Ready() == nil })
	if at, err := other.ReadUpTo(t.Context()); err != nil || at != 5 {
		t.Errorf("the second log was read up to %d, %v", at, err)
	}
	// A program that knows only the types of the main log starts, one that does not know the second log's does not run it.
	again := w.runner(nil, counterProjector(1, nil))
	w.start(again)
	prepared(t, again)
	if err := hitsRunner(t, w, log, w.codec, nil, nil).Run(t.Context()); !errors.Is(err, runtime.ErrUnknownType) {
		t.Errorf("an older program runs the second log: %v", err)
	}
}

func TestARunnerWithoutProjectorsIsReadyAndHasReadEverything(t *testing.T) {
	w := newWorld(t)
	log := secondLog{memory.New()}
	r := hitsRunner(t, w, log, hitCodec(t), nil, nil)
	w.start(r)
	prepared(t, r)
	addHits(t, log, "a", 3)
	if err := r.Ready(); err != nil {
		t.Error(err)
	}
	if at, err := r.ReadUpTo(t.Context()); err != nil || at != 3 {
		t.Errorf("it was read up to %d, %v", at, err)
	}
}

func prepared(t testing.TB, r *runtime.Runner) {
	t.Helper()
	until.Receive(t, "the runner is prepared", r.Prepared())
}

func addHits(t testing.TB, log eventlog.Log, name string, n int) {
	t.Helper()
	for range n {
		e := eventlog.Event{ID: eventlog.NewEventID(), Type: hitType, Data: []byte(`{"Name":"` + name + `","N":1}`)}
		if _, err := log.Append(context.Background(), eventlog.Write{Stream: "thing-1", Expected: eventlog.Any, Events: []eventlog.Event{e}}); err != nil {
			t.Fatal(err)
		}
	}
}

// truncated makes a log of 250 hits whose first 199 are archived and dropped.
func truncated(t *testing.T) (*memory.Log, *archive.Whole) {
	t.Helper()
	log := memory.New()
	addHits(t, log, "a", 250)
	files := memoryFiles{}
	var ranges []archive.Range
	_, err := archive.New(archive.Options{
		Log: log, Name: "hits", Files: files,
		Record: func(_ context.Context, r archive.Range) error { ranges = append(ranges, r); return nil },
		Read:   func(context.Context) (eventlog.Position, error) { return 250, nil },
	}).Run(t.Context(), time.Now().Add(time.Hour))
	if err != nil || len(ranges) != 2 {
		t.Fatalf("%d ranges, %v", len(ranges), err)
	}
	generation, err := log.Generation(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return log, archive.NewWhole(log, &archive.Reader{
		Generation: generation, Files: files, Ranges: func(context.Context) ([]archive.Range, error) { return ranges, nil },
	})
}

type memoryFiles map[string][]byte

func (f memoryFiles) Read(_ context.Context, name string) ([]byte, error) { return f[name], nil }

func (f memoryFiles) Write(_ context.Context, name string, data []byte) error {
	f[name] = data
	return nil
}

func (f memoryFiles) Delete(_ context.Context, name string) error {
	delete(f, name)
	return nil
}

func TestANewReadModelReadsTheArchiveAndThenTheLog(t *testing.T) {
	w := newWorld(t)
	_, whole := truncated(t)
	b := newBoard()
	r := hitsRunner(t, w, whole, hitCodec(t), nil, b, hitCounter())
	w.start(r)
	b.wait(t, "hit_counts", 250)
	wantHits(w, 250)
	if err := r.Rebuild(t.Context(), "hit_counts"); err != nil {
		t.Fatal(err)
	}
	wantHits(w, 250)
	if found, err := r.Verify(t.Context(), "hit_counts"); err != nil || len(found["hit_counts"]) != 0 {
		t.Errorf("verify found %v, %v", found, err)
	}
}

func wantHits(w *world, n int) {
	w.t.Helper()
	var total int
	w.scan(&total, `SELECT total FROM hit_counts.counters WHERE name = 'a'`)
	if total != n {
		w.t.Errorf("%d hits are counted, want %d", total, n)
	}
}

func TestWithoutTheArchiveNoReadModelIsBuiltFromATruncatedLog(t *testing.T) {
	w := newWorld(t)
	log, _ := truncated(t)
	r := hitsRunner(t, w, log, hitCodec(t), nil, nil, hitCounter())
	w.start(r)
	eventually(t, "the new read model is halted", func() bool {
		err := r.Ready()
		return err != nil && strings.Contains(err.Error(), "events before 200 were dropped")
	})
	var dropped *eventlog.Truncated
	if err := r.Rebuild(t.Context(), "hit_counts"); !errors.As(err, &dropped) || dropped.First != 200 || !strings.Contains(err.Error(), "archive") {
		t.Errorf("rebuild: %v", err)
	}
}

func TestACheckpointInsideTheDroppedRangeHalts(t *testing.T) {
	for _, at := range []eventlog.Position{1, 150, 198, 199, 220} {
		w := newWorld(t)
		log, whole := truncated(t)
		b := newBoard()
		stop := w.start(hitsRunner(t, w, whole, hitCodec(t), nil, b, hitCounter()))
		b.wait(t, "hit_counts", 250)
		stop()
		e, err := whole.Event(t.Context(), at)
		if err != nil {
			t.Fatal(err)
		}
		w.exec(`DELETE FROM hit_counts_v1.applied WHERE position > $1`, int64(at))
		w.exec(`UPDATE hit_counts_v1.counters SET total = $1`, int64(at))
		w.exec(`UPDATE runtime.checkpoints SET position = $1, event_position = $1, event_id = $2 WHERE name = 'hit_counts'`, int64(at), e.ID)
		b = newBoard()
		r := hitsRunner(t, w, log, hitCodec(t), nil, b, hitCounter())
		stop = w.start(r)
		if at < 199 {
			eventually(t, "the read model is halted", func() bool {
				err := r.Ready()
				return err != nil && strings.Contains(err.Error(), "events before 200 were dropped") && strings.Contains(err.Error(), "modyard rebuild")
			})
			wantHits(w, int(at))
		} else {
			b.wait(t, "hit_counts", 250)
			wantHits(w, 250)
		}
		stop()
	}
}

// hits counts hits in the tables of counter.
type hits struct{ counter }

func newHits(s *rows.Set) hits { return hits{counter{rows: s}} }

func (h hits) hit(e runtime.Event, p hit) error { return h.counted(e, counted(p)) }
