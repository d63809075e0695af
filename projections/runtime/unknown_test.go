package runtime_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/modyard/modyard/eventlog"
	"github.com/modyard/modyard/eventlog/codec"
	"github.com/modyard/modyard/projections/runtime"
)

const unknownType = "thing.unknown.v1"

type unknown struct{ Note string }

func unknownEvent(i int) eventlog.Event {
	e := event(i, "x", 1)
	e.Type = unknownType
	return e
}

func TestAnEventOfAnUnknownTypeStopsTheProjectorUntilANewerProgramRuns(t *testing.T) {
	w, b := newWorld(t), newBoard()
	r := w.runner(b, counterProjector(1, nil))
	stop := w.start(r)
	b.wait(t, "counts", w.count("x", 3))
	eventually(t, "it is ready", func() bool { return r.Ready() == nil })
	last := w.add(func(i int) eventlog.Event {
		if i == 5 {
			return unknownEvent(i)
		}
		return event(i, "x", 1)
	}, 5)
	b.wait(t, "counts", 5) // the events before it are applied
	became(t, r, unknownType)
	if err := r.Ready(); !strings.Contains(err.Error(), runtime.ErrUnknownType.Error()) {
		t.Errorf("ready says %v", err)
	}
	w.expect("x", 5)
	if n := w.parked(); n != 0 {
		t.Errorf("%d events were parked, want none", n)
	}
	stop()

	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
	defer cancel()
	if err := w.runner(b, counterProjector(1, nil)).Run(ctx); !errors.Is(err, runtime.ErrUnknownType) || !strings.Contains(err.Error(), unknownType) {
		t.Errorf("the old program starts again: %v", err)
	}

	var err error
	if w.codec, err = codec.New(map[string]any{countedType: counted{}, unknownType: unknown{}}); err != nil {
		t.Fatal(err)
	}
	next := w.runner(b, counterProjector(1, nil))
	w.start(next)
	b.wait(t, "counts", last)
	w.expect("x", 7)
	eventually(t, "it is ready", func() bool { return next.Ready() == nil })
}
