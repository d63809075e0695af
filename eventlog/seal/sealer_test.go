package seal_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"testing"
	"time"

	"github.com/modyard/modyard/eventlog"
	"github.com/modyard/modyard/eventlog/eventlogtest"
	"github.com/modyard/modyard/eventlog/kurrent"
	"github.com/modyard/modyard/eventlog/kurrent/kurrenttest"
	"github.com/modyard/modyard/eventlog/memory"
	"github.com/modyard/modyard/eventlog/seal"
	"github.com/modyard/modyard/eventlog/transfer"
)

func TestASealerGoesOnWhereTheLastOneStopped(t *testing.T) {
	w := newWorld(t)
	for _, n := range []int{1, 254, 1, 1, 300, 256} {
		w.fill(n)
		w.catch()
	}
	if r := w.audit(); len(r.Findings) > 0 || r.Sealed != 813 || r.Checkpoints != 12 {
		t.Errorf("report %+v", r)
	}
}

func TestOfManySealersOneExtendsTheTree(t *testing.T) {
	w := newWorld(t)
	var all sync.WaitGroup
	for range 6 {
		all.Go(func() {
			for range 20 {
				_ = w.sealer().Catch(t.Context()) // the slower one of two fails
			}
		})
	}
	for range 30 {
		w.fill(20)
	}
	all.Wait()
	w.catch()
	if r := w.audit(); len(r.Findings) > 0 || r.Sealed != 600 {
		t.Errorf("report %+v", r)
	}
}

func TestASealerThatStopsSealsTheEndAndMakesACheckpoint(t *testing.T) {
	w := newWorld(t)
	w.fill(30)
	ctx, stop := context.WithCancel(t.Context())
	done := make(chan error, 1)
	go func() { done <- w.sealer().Run(ctx) }()
	w.fill(30)
	stop()
	if err := <-done; err != nil {
		t.Fatal(err)
	}
	if r := w.audit(); len(r.Findings) > 0 || r.Sealed != 60 || r.Outside != 60 {
		t.Errorf("report %+v", r)
	}
}

func TestASealerThatStopsFarBehindMakesACheckpointOfWhatItHasSealed(t *testing.T) {
	w := newWorld(t)
	w.fill(9000)
	ctx, stop := context.WithCancel(t.Context())
	stop()
	s := w.sealer()
	s.Finish = time.Nanosecond
	if err := s.Run(ctx); err != nil {
		t.Fatal(err)
	}
	if r := w.audit(); len(r.Findings) > 0 || r.Sealed == 0 || r.Sealed == 9000 || r.Outside != r.Sealed {
		t.Errorf("report %+v", r)
	}
}

func TestACheckpointThatCouldNotBeKeptOutsideIsMadeAgain(t *testing.T) {
	w := newWorld(t)
	w.fill(10)
	w.catch()
	w.fill(10)
	w.files.fail = errors.New("the store is away")
	if err := w.sealer().Catch(t.Context()); !errors.Is(err, w.files.fail) {
		t.Fatalf("sealed: %v", err)
	}
	w.files.fail = nil
	w.catch()
	if r := w.audit(); len(r.Findings) > 0 || r.Outside != 20 {
		t.Errorf("report %+v", r)
	}
}

func TestASealerRejectsALogThatIsNotTheSealedOne(t *testing.T) {
	for name, c := range map[string]struct {
		change string
		want   error
	}{
		"another generation":     {`UPDATE log.format SET generation = gen_random_uuid()`, seal.ErrOtherLog},
		"a cut end":              {`DELETE FROM log.events WHERE position > 15; UPDATE log.log_head SET position = 15`, seal.ErrChanged},
		"another last event":     {`UPDATE log.events SET id = gen_random_uuid() WHERE position = 20`, seal.ErrChanged},
		"a tree that was cut":    {`UPDATE seal.tree SET size = 10, position = 10; DELETE FROM seal.leaves WHERE leaf > 9`, seal.ErrChanged},
		"a tree that was forged": {`UPDATE seal.tiles SET hashes = set_byte(hashes, 40, get_byte(hashes, 40) # 1)`, seal.ErrChanged},
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t)
			w.fill(20)
			w.catch()
			w.asOwner(c.change)
			w.log = open(t, w.db)
			if err := w.sealer().Catch(t.Context()); !errors.Is(err, c.want) {
				t.Errorf("sealed: %v, want %v", err, c.want)
			}
		})
	}
}

func TestTheProgramsRoleCannotChangeWhatIsSealed(t *testing.T) {
	w := newWorld(t)
	w.fill(5)
	w.catch()
	for _, sql := range []string{
		`UPDATE seal.leaves SET stream = 'x'`, `DELETE FROM seal.leaves`, `UPDATE seal.checkpoints SET note = ''`,
		`DELETE FROM seal.checkpoints`, `UPDATE seal.tree SET origin = 'x'`, `DELETE FROM seal.tree`, `DELETE FROM seal.tiles`,
	} {
		if _, err := w.db.Pool.Exec(t.Context(), sql); err == nil {
			t.Errorf("%s was executed", sql)
		}
	}
}

func TestTheIndexFulfilsTheContractOnEveryEngine(t *testing.T) {
	kurrentAt := func(url func(t *testing.T) string) func(*testing.T, *world) eventlog.Log {
		return func(t *testing.T, _ *world) eventlog.Log {
			log, err := kurrent.Open(t.Context(), url(t), kurrent.WithLogger(slog.New(slog.DiscardHandler)))
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(log.Close)
			return log
		}
	}
	for name, engine := range map[string]func(t *testing.T, w *world) eventlog.Log{
		"postgres": func(_ *testing.T, w *world) eventlog.Log { return w.log },
		"memory":   func(*testing.T, *world) eventlog.Log { return memory.New() },
		"kurrent":  kurrentAt(func(t *testing.T) string { return kurrenttest.Start(t, kurrenttest.Options{}).URL() }),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			whole := newWorld(t)
			eventlogtest.RunIndexed(t, func(t *testing.T) eventlogtest.Indexed {
				w := whole.empty(t)
				w.log = engine(t, w)
				return eventlogtest.Indexed{Log: w.log, Index: seal.NewIndex(w.log, w.db.Pool), Catch: w.catch, Missing: seal.ErrNoEvent}
			})
		})
	}
}

// cut makes the log and the seal of a world those of its first events, as a restored backup has them.
func (w *world) cut(events int) {
	w.asOwner(fmt.Sprintf(`
DELETE FROM log.events WHERE position > %[1]d; UPDATE log.log_head SET position = %[1]d;
DELETE FROM log.streams s WHERE s.id > %[1]d;
UPDATE log.streams s SET revision = (SELECT max(revision) FROM log.events e WHERE e.stream = s.name);
DELETE FROM seal.leaves WHERE leaf >= %[1]d; DELETE FROM seal.checkpoints WHERE size > %[1]d;
UPDATE seal.tiles SET hashes = substr(hashes, 1, %[1]d * 32);
UPDATE seal.tree SET size = %[1]d, position = %[1]d, recorded_at = (SELECT max(recorded_at) FROM seal.leaves);`, events))
	w.log = open(w.t, w.db)
}

func TestARestoredLogTellsWhichCheckpointItAbandons(t *testing.T) {
	w := newWorld(t)
	w.fill(20)
	w.catch()
	w.fill(20)
	w.catch()
	w.cut(20)
	if err := w.sealer().Catch(t.Context()); !errors.Is(err, seal.ErrChanged) {
		t.Fatalf("a log that was cut without a restore is sealed: %v", err)
	}
	w.asOwner(`INSERT INTO seal.restores (account, reason) VALUES ('AAAAAAA1', 'disk')`)
	var told []seal.Restore
	tell := func(ctx context.Context, r seal.Restore) error {
		told = append(told, r)
		_, err := w.log.Append(ctx, eventlog.Write{Stream: "log-site", Expected: eventlog.NoStream, Events: []eventlog.Event{{
			ID: eventlog.DeriveEventID("restore", 1), Type: "log.restored.v1", Data: fmt.Appendf(nil, `{"size":%d,"root":"%s"}`, r.Abandoned, r.Root),
		}}})
		return err
	}
	crash := errors.New("crash")
	if err := w.sealer().Tell(t.Context(), func(ctx context.Context, r seal.Restore) error { return errors.Join(tell(ctx, r), crash) }); !errors.Is(err, crash) {
		t.Fatal(err)
	}
	for range 2 { // the second call has nothing left to tell
		if err := w.sealer().Tell(t.Context(), tell); err != nil {
			t.Fatal(err)
		}
	}
	if len(told) != 2 || told[0] != told[1] || told[0].Kept != 20 || told[0].Abandoned != 40 || told[0].Account != "AAAAAAA1" {
		t.Fatalf("told %+v", told)
	}
	w.catch()
	for range 2 {
		w.fill(15) // past the size of the abandoned checkpoint
		w.catch()
		if r := w.audit(); len(r.Findings) > 0 || len(r.Restores) != 1 || r.Restores[0].Abandoned != 40 {
			t.Errorf("report %+v", r)
		}
	}
	w.cut(30) // now without a restore
	if r := w.audit(); len(r.Findings) == 0 {
		t.Error("a cut after a restore is not found")
	}
}

func TestALogThatIsMovedToAnotherEngineKeepsItsTree(t *testing.T) {
	w := newWorld(t)
	w.fill(270)
	w.catch()
	w.fill(5)
	to := memory.New()
	if _, err := to.Append(t.Context(), eventlog.Write{Stream: "other-1", Expected: eventlog.NoStream, Events: []eventlog.Event{{ID: eventlog.NewEventID(), Type: "other.begun.v1"}}}); err != nil {
		t.Fatal(err)
	}
	if err := seal.Move(t.Context(), w.db.Pool, to); !errors.Is(err, seal.ErrChanged) {
		t.Errorf("moved to a log with other events: %v", err)
	}
	to = memory.New()
	if _, err := transfer.Run(t.Context(), w.log, to, nil); err != nil {
		t.Fatal(err)
	}
	if err := seal.Move(t.Context(), w.db.Pool, to); err != nil {
		t.Fatal(err)
	}
	if err := w.sealer().Catch(t.Context()); !errors.Is(err, seal.ErrOtherLog) {
		t.Errorf("the old log is still sealed: %v", err)
	}
	w.log = to
	w.fill(20)
	w.catch()
	if r := w.audit(); len(r.Findings) > 0 || r.Sealed != 295 || r.Outside != 295 || r.Checkpoints != 4 {
		t.Errorf("report %+v", r)
	}
	if found, err := seal.NewIndex(w.log, w.db.Pool).Event(t.Context(), eventlog.DeriveEventID("fill", 100)); err != nil || found.Position != 100 {
		t.Errorf("found at %d, %v", found.Position, err)
	}
}

func TestASiteThatLostItsKeyStillTrustsItsEarlierCheckpoints(t *testing.T) {
	w := newWorld(t)
	w.fill(20)
	w.catch()
	tree, err := seal.ReadTree(t.Context(), w.db.Pool)
	if err != nil {
		t.Fatal(err)
	}
	if w.key, err = seal.NewKey(tree.Origin, [32]byte{9}); err != nil {
		t.Fatal(err)
	}
	w.fill(5)
	w.catch()
	if r := w.audit(); len(r.Findings) > 0 || r.Checkpoints != 4 {
		t.Errorf("report %+v", r)
	}
}
