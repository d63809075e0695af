package effects_test

import (
	"context"
	"errors"
	"log/slog"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/platform/effects"
	"github.com/modyard/modyard/platform/pgtest"
)

// stored is a database whose state of effects a test sets.
type stored struct {
	effects.DB
	mu     sync.Mutex
	paused string // the reason; empty while effects run
	away   error
}

func (s *stored) set(paused string, away error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.paused, s.away = paused, away
}

func (s *stored) QueryRow(context.Context, string, ...any) pgx.Row { return s }

func (s *stored) Scan(dest ...any) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.away != nil {
		return s.away
	}
	since := (*time.Time)(nil)
	if s.paused != "" {
		since = &time.Time{}
	}
	*dest[0].(**time.Time), *dest[1].(*bool), *dest[2].(*string) = since, false, s.paused
	return nil
}

// polls is the time in which a gate has read the state several times.
const polls = 5 * time.Second

func TestWhatActsOnTheOutsideRunsWhileEffectsAreNotPaused(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		db := &stored{paused: "restored"}
		gate := effects.NewGate(db, slog.New(slog.DiscardHandler))
		ctx, cancel := context.WithCancel(t.Context())
		runs, begun := 0, false // they change only while this goroutine waits
		done := make(chan error, 2)
		go func() { done <- gate.Run(ctx) }()
		go func() {
			done <- gate.While(func(ctx context.Context) error {
				runs, begun = runs+1, true
				<-ctx.Done()
				begun = false
				return nil
			})(ctx)
		}()
		for _, step := range []struct {
			paused string
			away   error
			runs   int
			begun  bool
		}{
			{"restored", nil, 0, false}, {"", nil, 1, true}, {"again", nil, 1, false}, {"again", errors.New("away"), 1, false},
			{"", nil, 2, true}, {"", errors.New("away"), 2, true}, {"again", nil, 2, false},
		} {
			db.set(step.paused, step.away)
			time.Sleep(polls)
			synctest.Wait()
			if runs != step.runs || begun != step.begun {
				t.Errorf("%+v: %d runs, it runs: %v", step, runs, begun)
			}
		}
		if s := gate.State(); !s.Paused || s.Reason != "again" {
			t.Errorf("%+v", s)
		}
		cancel()
		for range 2 {
			if err := <-done; err != nil {
				t.Error(err)
			}
		}
	})
}

func TestTheStateIsStored(t *testing.T) {
	db := pgtest.Database(t)
	begin := time.Now()
	if err := effects.Pause(t.Context(), db.Pool, "restored"); err != nil {
		t.Fatal(err)
	}
	if s, err := effects.Read(t.Context(), db.Pool); err != nil || !s.Paused || s.Reason != "restored" || s.Since.Before(begin.Add(-time.Minute)) {
		t.Fatalf("%+v, %v", s, err)
	}
	if err := effects.Resume(t.Context(), db.Pool); err != nil {
		t.Fatal(err)
	}
	if s, err := effects.Read(t.Context(), db.Pool); err != nil || s != (effects.State{}) {
		t.Fatalf("%+v, %v", s, err)
	}
}

func TestAGateThatCannotReadTheStateIsClosed(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		gate := effects.NewGate(&stored{away: errors.New("away")}, slog.New(slog.DiscardHandler))
		ctx, cancel := context.WithTimeout(t.Context(), polls)
		defer cancel()
		go func() { _ = gate.Run(ctx) }()
		if err := gate.While(func(context.Context) error { return errors.New("it runs") })(ctx); err != nil {
			t.Error(err)
		}
	})
}

func TestAnErrorEndsTheGate(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		gate := effects.NewGate(&stored{}, nil)
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		go func() { _ = gate.Run(ctx) }()
		want := errors.New("broken")
		if err := gate.While(func(context.Context) error { return want })(ctx); !errors.Is(err, want) {
			t.Error(err)
		}
	})
}
