package runtime_test

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/modyard/modyard/eventlog"
	"github.com/modyard/modyard/projections/runtime"
)

// reading reads the views without a pause and fails the test on any error, or when the sum decreases.
func (w *world) reading(name string) (stop func() int) {
	var reads atomic.Int64
	quit := make(chan struct{})
	var done sync.WaitGroup
	for range 2 {
		done.Go(func() {
			highest := 0
			for {
				select {
				case <-quit:
					return
				default:
				}
				var total int
				err := w.db.Pool.QueryRow(context.Background(),
					`SELECT coalesce(sum(total), 0) FROM counts.counters WHERE name = $1`, name).Scan(&total)
				if err != nil {
					w.t.Errorf("a reader failed: %v", err)
					return
				}
				if total < highest {
					w.t.Errorf("a reader went back from %d to %d", highest, total)
					return
				}
				highest = total
				reads.Add(1)
			}
		})
	}
	stop = sync.OnceValue(func() int {
		close(quit)
		done.Wait()
		return int(reads.Load())
	})
	w.t.Cleanup(func() { stop() })
	return stop
}

func TestANewVersionServesOnlyAfterItHasCaughtUp(t *testing.T) {
	w, b := newWorld(t), newBoard()
	old := counterProjector(1, nil)
	stop := w.start(w.runner(b, old))
	b.wait(t, "counts", w.count("x", 3000))
	stop()
	readers := w.reading("x")

	gate := make(chan struct{})
	next := counterProjector(2, func(counted) error { <-gate; return nil })
	next.DDL = `CREATE TABLE applied (position bigint PRIMARY KEY, name text NOT NULL);
		CREATE TABLE counters (note text NOT NULL DEFAULT 'second', name text PRIMARY KEY, total bigint NOT NULL);`
	both := w.runner(b, old, next)
	w.start(both)
	b.wait(t, "counts", w.count("x", 500)) // the old version continues while the new one is held back
	w.expect("x", 3500)
	close(gate)
	eventually(t, "the second version serves", func() bool {
		var version int
		w.scan(&version, `SELECT version FROM runtime.checkpoints WHERE name = 'counts' AND serving`)
		return version == 2
	})
	b.wait(t, "counts", w.count("x", 100))
	w.expect("x", 3600)
	var note string
	if w.scan(&note, `SELECT note FROM counts.counters`); note != "second" {
		t.Errorf("the views show %q", note)
	}
	if readers() == 0 {
		t.Error("no read happened meanwhile")
	}
	// An older program that starts beside it does not take over the views.
	db, asked := w.counting(asksForTheLead)
	stop2 := w.start(w.runnerOn(db, b, old))
	asked.more(w, 3)
	stop2()
	w.expect("x", 3600)
	if v := w.served(); v != 2 {
		t.Errorf("version %d serves", v)
	}
}

func TestTheTablesOfARetiredVersionAreDroppedLater(t *testing.T) {
	w, b := newWorld(t), newBoard()
	w.applied(b, "x", 10)
	stop := w.start(w.runner(b, counterProjector(2, nil)))
	retired := func() bool {
		var yes bool
		w.scan(&yes, `SELECT count(*) = 1 FROM runtime.checkpoints WHERE version = 1 AND retired_at IS NOT NULL AND NOT serving`)
		return yes
	}
	eventually(t, "version 1 is retired", retired)
	stop()
	w.exec(`UPDATE runtime.checkpoints SET retired_at = now() - interval '8 days' WHERE version = 1`)
	w.start(w.runner(b, counterProjector(2, nil)))
	eventually(t, "version 1 is dropped", func() bool {
		var gone bool
		w.scan(&gone, `SELECT to_regnamespace('counts_v1') IS NULL`)
		return gone && !retired()
	})
	w.expect("x", 10)
}

func TestRebuildReplacesTheTablesUnderReadersWhileEventsArrive(t *testing.T) {
	w, b := newWorld(t), newBoard()
	r := w.runner(b, counterProjector(1, nil))
	w.start(r)
	b.wait(t, "counts", w.count("x", 4000))
	w.exec(`INSERT INTO counts_v1.counters VALUES ('planted', 1)`)
	readers := w.reading("x")
	quit, done := make(chan struct{}), make(chan int)
	go func() { done <- w.keeps(quit, b, "counts", "x", 5) }()
	for range 3 {
		if err := w.runner(b, counterProjector(1, nil)).Rebuild(context.Background(), "counts"); err != nil {
			t.Fatal(err)
		}
	}
	close(quit)
	n := <-done
	b.wait(t, "counts", w.count("x", 1))
	w.expect("x", 4000+n+1)
	w.expect("planted", 0)
	if readers() == 0 || n == 0 {
		t.Error("nothing happened meanwhile")
	}
	var schemas int
	if w.scan(&schemas, `SELECT count(*) FROM pg_namespace WHERE nspname LIKE 'counts%'`); schemas != 2 {
		t.Errorf("%d schemas are left, want counts and counts_v1", schemas)
	}
}

func TestRebuildWaitsForWritersOfTheTablesItReplaces(t *testing.T) {
	w, b := newWorld(t), newBoard()
	w.applied(b, "x", 10)
	ctx := context.Background()
	tx, err := w.db.Pool.Begin(ctx)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := tx.Exec(ctx, `UPDATE counts_v1.counters SET total = total`); err != nil {
		t.Fatal(err)
	}
	done := make(chan error, 1)
	go func() { done <- w.runner(b, counterProjector(1, nil)).Rebuild(ctx, "counts") }()
	eventually(t, "the rebuild waits for a table", func() bool {
		var waits bool
		w.scan(&waits, `SELECT count(*) > 0 FROM pg_locks WHERE NOT granted AND locktype = 'relation' AND mode = 'ExclusiveLock'
			AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`)
		return waits
	})
	if err := tx.Commit(ctx); err != nil {
		t.Fatal(err)
	}
	if err := <-done; err != nil {
		t.Fatal(err)
	}
	w.expect("x", 10)
}

func TestRebuildRejectsEventsThatAProjectorParks(t *testing.T) {
	ctx := context.Background()
	w, b := newWorld(t), newBoard()
	var broken atomic.Bool
	broken.Store(true)
	p := counterProjector(1, poison(broken.Load))
	p.Key = byName
	r := w.runner(b, p)
	w.start(r)
	at := w.count("poison", 1)
	b.wait(t, "counts", w.count("x", 5))
	var culprit *runtime.EventError
	err := r.Rebuild(ctx, "counts")
	if !errors.As(err, &culprit) || uint64(culprit.Position) != at || !errors.Is(err, errPoison) {
		t.Errorf("Rebuild over an event that fails = %v", err)
	}
	broken.Store(false)
	if err := r.Rebuild(ctx, "counts"); err != nil {
		t.Fatal(err)
	}
	w.expect("poison", 1)
	if parked, err := r.Parked(ctx, ""); err != nil || len(parked) != 0 {
		t.Errorf("still parked after the rebuild: %+v, %v", parked, err)
	}
	unknown := w.add(func(i int) eventlog.Event {
		e := event(i, "x", 1)
		e.Type = "thing.unknown.v1"
		return e
	}, 1)
	if err = r.Rebuild(ctx, "counts"); !errors.As(err, &culprit) || uint64(culprit.Position) != unknown {
		t.Errorf("Rebuild over an unknown type = %v", err)
	}
	w.expect("x", 5)
	if err := r.Rebuild(ctx, "nothing"); !errors.Is(err, runtime.ErrUnknownProjector) {
		t.Errorf("Rebuild of an unknown projector = %v", err)
	}
}

func TestVerifyFindsExactlyThePlantedDifferences(t *testing.T) {
	ctx := context.Background()
	w, b := newWorld(t), newBoard()
	r := w.runner(b, counterProjector(1, nil))
	w.start(r)
	w.count("a", 1500)
	w.count("b", 10)
	b.wait(t, "counts", w.count("c", 10))
	quit, done := make(chan struct{}), make(chan struct{})
	go func() { // the projector runs all the time
		defer close(done)
		w.keeps(quit, b, "counts", "live", 3)
	}()
	for range 3 {
		if found, err := r.Verify(ctx, "counts"); err != nil || len(found) != 0 {
			t.Fatalf("verify of an honest read model = %v, %v", found, err)
		}
	}
	close(quit)
	<-done
	w.exec(`UPDATE counts_v1.counters SET total = total + 1 WHERE name = 'a'`)
	w.exec(`DELETE FROM counts_v1.counters WHERE name = 'b'`)
	w.exec(`INSERT INTO counts_v1.counters VALUES ('d', 4)`)
	all, err := r.Verify(ctx, "counts")
	if err != nil {
		t.Fatal(err)
	}
	found := all["counts"]
	want := []struct{ key, kind, served, rebuilt string }{
		{"a", "changed", `{"name": "a", "total": 1501}`, `{"name": "a", "total": 1500}`},
		{"b", "missing", ``, `{"name": "b", "total": 10}`},
		{"d", "extra", `{"name": "d", "total": 4}`, ``},
	}
	if len(found) != len(want) {
		t.Fatalf("found %v", found)
	}
	for i, x := range want {
		if d := found[i]; d.Table != "counters" || d.Key != x.key || d.Kind != x.kind || d.Served != x.served || d.Rebuilt != x.rebuilt {
			t.Errorf("difference %d = %+v, want %+v", i, d, x)
		}
	}
	if c := found[0].Columns; len(c) != 1 || c[0] != "total" {
		t.Errorf("changed columns = %v", c)
	}
	if text := found[0].String(); text != "changed counters(a)\n  total\n    served:  1501\n    rebuilt: 1500" {
		t.Errorf("a difference reads %q", text)
	}
	var left int
	if w.scan(&left, `SELECT count(*) FROM pg_namespace WHERE nspname LIKE 'counts%verify'`); left != 0 {
		t.Error("the scratch schema still exists")
	}
}

func TestVerifyComparesTablesWithoutAKeyAndSeesLostTables(t *testing.T) {
	ctx := context.Background()
	w, b := newWorld(t), newBoard()
	p := counterProjector(1, nil)
	p.DDL = `CREATE TABLE counters (name text PRIMARY KEY, total bigint NOT NULL);
		CREATE TABLE applied (position bigint NOT NULL, name text NOT NULL); CREATE TABLE spare (a int, b json);`
	r := w.runner(b, p)
	w.start(r)
	b.wait(t, "counts", w.count("a", 3))
	if found, err := r.Verify(ctx, "counts"); err != nil || len(found) != 0 {
		t.Fatalf("verify = %v, %v", found, err)
	}
	w.exec(`INSERT INTO counts_v1.applied SELECT position, name FROM counts_v1.applied WHERE position = 2`)
	w.exec(`DELETE FROM counts_v1.applied WHERE position = 3`)
	w.exec(`DROP TABLE counts_v1.spare`)
	all, err := r.Verify(ctx, "counts")
	found := all["counts"]
	if err != nil || len(found) != 3 {
		t.Fatalf("verify = %v, %v", found, err)
	}
	if found[0].Kind != "extra" || found[1].Kind != "missing" || found[2].Kind != "table" || found[2].Table != "spare" {
		t.Errorf("found %v", found)
	}
}

func TestOnlyOneRebuildOrVerificationRunsAtATime(t *testing.T) {
	w, b := newWorld(t), newBoard()
	gate, entered := make(chan struct{}), make(chan struct{}, 1)
	var gated atomic.Bool
	r := w.runner(b, counterProjector(1, func(counted) error {
		if gated.Load() {
			entered <- struct{}{}
			<-gate
		}
		return nil
	}))
	stop := w.start(r)
	b.wait(t, "counts", w.count("x", 1))
	stop()
	gated.Store(true)
	done := make(chan error, 1)
	go func() { done <- r.Rebuild(context.Background(), "counts") }()
	<-entered
	if _, err := w.runner(b, counterProjector(1, nil)).Verify(context.Background(), "counts"); !errors.Is(err, runtime.ErrBusy) {
		t.Errorf("Verify during a rebuild = %v, want ErrBusy", err)
	}
	close(gate)
	if err := <-done; err != nil {
		t.Fatal(err)
	}
}
