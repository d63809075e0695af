package effects_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/modyard/modyard/platform/effects"
	"github.com/modyard/modyard/platform/pgtest"
)

func TestWhatActsOnTheOutsideRunsWhileEffectsAreNotPaused(t *testing.T) {
	db := pgtest.Database(t)
	if err := effects.Pause(t.Context(), db.Pool, "restored"); err != nil {
		t.Fatal(err)
	}
	s, err := effects.Read(t.Context(), db.Pool)
	if err != nil || !s.Paused || s.Reason != "restored" || time.Since(s.Since) > time.Minute {
		t.Fatalf("%+v, %v", s, err)
	}
	gate := effects.NewGate(db.Pool, nil)
	ctx, cancel := context.WithCancel(t.Context())
	begun, ended := make(chan struct{}, 10), make(chan struct{}, 10)
	done := make(chan error, 2)
	go func() { done <- gate.Run(ctx) }()
	go func() {
		done <- gate.While(func(ctx context.Context) error {
			begun <- struct{}{}
			<-ctx.Done()
			ended <- struct{}{}
			return nil
		})(ctx)
	}()
	never(t, begun)
	for range 2 {
		if err := effects.Resume(t.Context(), db.Pool); err != nil {
			t.Fatal(err)
		}
		soon(t, begun)
		never(t, ended)
		if err := effects.Pause(t.Context(), db.Pool, "again"); err != nil {
			t.Fatal(err)
		}
		soon(t, ended)
		never(t, begun)
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
}

func TestAGateThatCannotReadTheStateIsClosed(t *testing.T) {
	db := pgtest.Database(t)
	gate := effects.NewGate(db.Pool, nil)
	db.Close()
	ctx, cancel := context.WithTimeout(t.Context(), 1500*time.Millisecond)
	defer cancel()
	go func() { _ = gate.Run(ctx) }()
	if err := gate.While(func(context.Context) error { return errors.New("it runs") })(ctx); err != nil {
		t.Error(err)
	}
}

func TestAnErrorEndsTheGate(t *testing.T) {
	gate := effects.NewGate(pgtest.Database(t).Pool, nil)
	go func() { _ = gate.Run(t.Context()) }()
	want := errors.New("broken")
	if err := gate.While(func(context.Context) error { return want })(t.Context()); !errors.Is(err, want) {
		t.Error(err)
	}
}

func soon(t *testing.T, c <-chan struct{}) {
	t.Helper()
	select {
	case <-c:
	case <-time.After(20 * time.Second):
		t.Fatal("it does not happen")
	}
}

func never(t *testing.T, c <-chan struct{}) {
	t.Helper()
	select {
	case <-c:
		t.Fatal("it happened")
	case <-time.After(300 * time.Millisecond):
	}
}
