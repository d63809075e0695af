package commands_test

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"testing"

	"github.com/modyard/modyard/commands"
	"github.com/modyard/modyard/eventlog"
	"github.com/modyard/modyard/eventlog/codec"
	"github.com/modyard/modyard/eventlog/memory"
	"github.com/modyard/modyard/eventlog/postgres"
	"github.com/modyard/modyard/platform/pgtest"
)

// onEveryLog runs a test on the memory log and on the Postgres log.
func onEveryLog(t *testing.T, test func(t *testing.T, h *commands.Handler)) {
	types, err := codec.New(map[string]any{"counter.counted.v1": counted{}})
	if err != nil {
		t.Fatal(err)
	}
	t.Run("memory", func(t *testing.T) { test(t, &commands.Handler{Log: memory.New(), Codec: types}) })
	t.Run("postgres", func(t *testing.T) {
		log, err := postgres.Open(t.Context(), pgtest.Database(t).Pool)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(log.Close)
		test(t, &commands.Handler{Log: log, Codec: types})
	})
}

// gate lets another process act once between a command's read and its append.
type gate struct {
	eventlog.Log
	before func()
}

func (g *gate) Append(ctx context.Context, writes ...eventlog.Write) (eventlog.Receipt, error) {
	if do := g.before; do != nil {
		g.before = nil
		do()
	}
	return g.Log.Append(ctx, writes...)
}

func count(t *testing.T, h *commands.Handler, command, stream string, n int) {
	t.Helper()
	_, err := h.Handle(t.Context(), commands.Request{Command: command}, func(ctx context.Context, tx *commands.Tx) error {
		c, err := open(ctx, tx, stream)
		if err != nil {
			return err
		}
		return c.Do(counting{By: n})
	})
	if err != nil {
		t.Fatal(err)
	}
}

func TestADecisionIsRetriedIfAStreamThatItOnlyReadHasChanged(t *testing.T) {
	onEveryLog(t, func(t *testing.T, h *commands.Handler) {
		g := &gate{Log: h.Log}
		behind := &commands.Handler{Log: h.Log, Codec: h.Codec}
		h.Log = g
		count(t, behind, "may", "right-1", 1)
		g.before = func() { count(t, behind, "no more", "right-1", -1) }
		errNoRight := errors.New("no right")
		_, err := h.Handle(t.Context(), commands.Request{Command: "c"}, func(ctx context.Context, tx *commands.Tx) error {
			right, err := open(ctx, tx, "right-1")
			if err != nil {
				return err
			}
			if right.State() == 0 {
				return errNoRight
			}
			thing, err := open(ctx, tx, "thing-1")
			if err != nil {
				return err
			}
			return thing.Do(counting{By: 1})
		})
		if !errors.Is(err, errNoRight) {
			t.Fatal(err)
		}
		for range h.Log.Stream(t.Context(), "thing-1", 0) {
			t.Fatal("the thing was changed")
		}
	})
}

func TestADecisionFailsIfAStreamThatItReadEmptyHasEvents(t *testing.T) {
	onEveryLog(t, func(t *testing.T, h *commands.Handler) {
		g := &gate{Log: h.Log}
		behind := &commands.Handler{Log: h.Log, Codec: h.Codec}
		h.Log = g
		g.before = func() { count(t, behind, "first", "name-a", 1) }
		var seen []int
		_, err := h.Handle(t.Context(), commands.Request{Command: "c"}, func(ctx context.Context, tx *commands.Tx) error {
			name, err := open(ctx, tx, "name-a")
			if err != nil {
				return err
			}
			seen = append(seen, name.State())
			thing, err := open(ctx, tx, "thing-1")
			if err != nil {
				return err
			}
			return thing.Do(counting{By: 1})
		})
		if err != nil || fmt.Sprint(seen) != "[0 1]" {
			t.Fatal(err, seen)
		}
	})
}

func TestFiftyConcurrentWritersOfOneStreamLoseNoEvents(t *testing.T) {
	onEveryLog(t, func(t *testing.T, h *commands.Handler) {
		const writers, each = 50, 2
		var all sync.WaitGroup
		for w := range writers {
			all.Go(func() {
				for n := range each {
					if _, err := h.Handle(t.Context(), commands.Request{Command: fmt.Sprint(w, "-", n)}, late); err != nil {
						t.Error(w, n, err)
					}
				}
			})
		}
		all.Wait()
		if head, err := h.Log.Head(t.Context()); err != nil || head != writers*each {
			t.Fatal(head, err)
		}
	})
}

func TestAReadAfterADecisionSeesItsEvents(t *testing.T) {
	h, _ := setUp(t, 0)
	count(t, h, "before", "counter-1", 1)
	_, err := h.Handle(t.Context(), commands.Request{Command: "c"}, func(ctx context.Context, tx *commands.Tx) error {
		for want := 1; want < 4; want++ {
			for range 2 {
				if c, err := open(ctx, tx, "counter-1"); err != nil || c.State() != want || len(c.Decided()) != want-1 {
					t.Errorf("got %+v, want %d: %v", c, want, err)
				}
			}
			c, err := open(ctx, tx, "counter-1")
			if err != nil {
				return err
			}
			if err := c.Do(counting{By: 1}); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

func TestAnUnknownRoleIsNotAppended(t *testing.T) {
	h, log := setUp(t, 0)
	_, err := h.Handle(t.Context(), commands.Request{Command: "c"}, func(ctx context.Context, tx *commands.Tx) error {
		c, err := open(ctx, tx, "counter-1")
		if err == nil {
			c.Follow("king", counted{1})
		}
		return err
	})
	if head, _ := log.Head(t.Context()); err == nil || head != 0 {
		t.Fatal(err, head)
	}
}
