package runtime_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/modyard/modyard/eventlog"
	"github.com/modyard/modyard/eventlog/memory"
	"github.com/modyard/modyard/projections/runtime"
)

// became waits until the runner's readiness is an error with a text.
func became(t *testing.T, r *runtime.Runner, want string) {
	t.Helper()
	eventually(t, "ready says "+want, func() bool {
		err := r.Ready()
		return err != nil && strings.Contains(err.Error(), want)
	})
}

// write appends one event to a stream of a log.
func (w *world) write(log eventlog.Log, stream string, e eventlog.Event) {
	w.t.Helper()
	if _, err := log.Append(w.t.(*testing.T).Context(), eventlog.Write{Stream: stream, Expected: eventlog.Any, Events: []eventlog.Event{e}}); err != nil {
		w.t.Fatal(err)
	}
}

func TestALogWithAnotherIdIsRejected(t *testing.T) {
	w, b := newWorld(t), newBoard()
	w.applied(b, "x", 5)
	w.log = named{w.log, "log-2"}
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
	defer cancel()
	r := w.runner(b, counterProjector(1, nil))
	if err := r.Run(ctx); !errors.Is(err, runtime.ErrOtherLog) {
		t.Fatalf("Run = %v, want ErrOtherLog", err)
	}
	if _, err := r.Verify(ctx, "counts"); !errors.Is(err, runtime.ErrOtherLog) {
		t.Errorf("Verify = %v, want ErrOtherLog", err)
	}
	if err := r.Rebase(ctx, func(string) {}); err != nil {
		t.Fatal(err)
	}
	w.start(w.runner(b, counterProjector(1, nil)))
	b.wait(t, "counts", w.count("x", 1))
	w.expect("x", 6)
}

func TestALogThatLostItsTailIsRejectedUntilTheReadModelIsRebuilt(t *testing.T) {
	for name, again := range map[string][]string{
		"shorter":                     {"a"},
		"grown again":                 {"a", "b", "b", "b"},
		"grown again without a trace": {"a", "noise", "b"},
	} {
		t.Run(name, func(t *testing.T) {
			w, b := newWorld(t), newBoard()
			stop := w.start(w.runner(b, counterProjector(1, nil)))
			w.write(w.log, "thing-1", event(1, "a", 1))
			w.write(w.log, "thing-1", event(2, "x", 1))
			w.write(w.log, "other-1", event(3, "", 0))
			b.wait(t, "counts", 3)
			stop()
			w.log = named{memory.New(), "log-1"}
			for i, who := range again {
				stream := "thing-1"
				if who == "noise" {
					stream = "other-1"
				}
				e := event(100+i, who, 1)
				if i == 0 {
					e = event(1, "a", 1)
				}
				w.write(w.log, stream, e)
			}
			r := w.runner(b, counterProjector(1, nil))
			w.start(r)
			became(t, r, runtime.ErrLostTail.Error())
			beside := w.runner(nil, counterProjector(1, nil)) // a runner that does not lead reports it too
			w.start(beside)
			became(t, beside, runtime.ErrLostTail.Error())
			if err := r.Rebuild(t.Context(), "counts"); err != nil {
				t.Fatal(err)
			}
			eventually(t, "it is ready", func() bool { return r.Ready() == nil && beside.Ready() == nil })
			w.expect("x", 0)
			w.expect("a", 1)
		})
	}
}

func TestAnUnexpectedEventShowsThatTheLogIsAnother(t *testing.T) {
	w, b := newWorld(t), newBoard()
	stop := w.start(w.runner(b, counterProjector(1, nil)))
	w.write(w.log, "thing-1", event(1, "a", 1))
	w.write(w.log, "other-1", event(2, "", 0))
	w.write(w.log, "other-1", event(3, "", 0))
	b.wait(t, "counts", 3)
	stop()
	w.log = named{memory.New(), "log-1"}
	w.write(w.log, "thing-1", event(1, "a", 1))
	w.write(w.log, "thing-1", event(9, "b", 1)) // is below the checkpoint and was never applied
	w.write(w.log, "other-1", event(3, "", 0))
	r := w.runner(b, counterProjector(1, nil))
	w.start(r)
	became(t, r, runtime.ErrLostTail.Error())
}
