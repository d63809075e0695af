package runtime_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/modyard/modyard/eventlog/codec"
	"github.com/modyard/modyard/projections/runtime"
)

// newer is a world of a program that knows one more event type.
func (w *world) newer() *world {
	w.t.Helper()
	c, err := codec.New(map[string]any{countedType: counted{}, unhandledType: unhandled{}, unknownType: unknown{}})
	if err != nil {
		w.t.Fatal(err)
	}
	return &world{t: w.t, db: w.db, log: w.log, codec: c, next: w.next}
}

func TestATypeMayBeWrittenWhenEveryRunningProcessKnowsIt(t *testing.T) {
	w, b := newWorld(t), newBoard()
	old := w.runner(b, counterProjector(1, nil))
	stop := w.start(old)
	b.wait(t, "counts", w.count("x", 1))
	next := w.newer().runner(nil, counterProjector(1, nil))
	var updating *runtime.Updating
	if err := next.Writable(t.Context(), countedType, unknownType); !errors.As(err, &updating) || updating.Type != unknownType {
		t.Fatalf("a type that the running program does not know: %v", err)
	}
	if err := next.Writable(t.Context(), countedType, unhandledType); err != nil {
		t.Errorf("known types: %v", err)
	}
	stop()
	if err := next.Writable(t.Context(), unknownType); err != nil {
		t.Fatalf("after it has ended: %v", err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
	defer cancel()
	err := w.runner(b, counterProjector(1, nil)).Run(ctx)
	if !errors.Is(err, runtime.ErrUnknownType) || !strings.Contains(err.Error(), unknownType) {
		t.Errorf("a program that does not know a released type starts: %v", err)
	}
}

func TestAProcessThatWasKilledCountsAsRunningForAMoment(t *testing.T) {
	w := newWorld(t)
	w.exec(`INSERT INTO runtime.processes (id, types, projectors, lapses_at) VALUES ('killed', '{}', '{counts/v2}', now() + interval '2 seconds')`)
	r := w.runner(nil, counterProjector(1, nil))
	var updating *runtime.Updating
	if err := r.Writable(t.Context(), countedType); !errors.As(err, &updating) || updating.Process != "killed" {
		t.Fatalf("Writable = %v", err)
	}
	eventually(t, "it is no longer asked", func() bool { return r.Writable(t.Context(), countedType) == nil })
}

func TestAProcessWithoutHeartbeatsDuringAReleaseIsNotReady(t *testing.T) {
	w, b := newWorld(t), newBoard()
	r := w.runner(b, counterProjector(1, nil))
	w.start(r)
	b.wait(t, "counts", w.count("x", 1))
	eventually(t, "it is ready", func() bool { return r.Ready() == nil })
	w.exec(`INSERT INTO runtime.event_types (type) VALUES ($1)`, unknownType)
	became(t, r, unknownType)
}
