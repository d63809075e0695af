package runtime_test

import (
	"context"
	"iter"
	"sync/atomic"
	"testing"

	"github.com/modyard/modyard/eventlog"
	"github.com/modyard/modyard/projections/rows"
	"github.com/modyard/modyard/projections/runtime"
)

// paged is a log that counts the batches that its followers have read.
type paged struct {
	eventlog.Log
	taken atomic.Int32
}

func (p *paged) Generation(context.Context) (string, error) { return "log-1", nil }

func (p *paged) Follow(ctx context.Context, after eventlog.Position, f eventlog.Filter) iter.Seq2[eventlog.Batch, error] {
	return func(yield func(eventlog.Batch, error) bool) {
		for b, err := range p.Log.Follow(ctx, after, f) {
			for live, upTo := b.Live, b.UpTo; len(b.Events) > 100; {
				some := eventlog.Batch{Events: b.Events[:100], UpTo: b.Events[99].Position}
				b.Events, b.Live, b.UpTo = b.Events[100:], live, upTo
				p.taken.Add(1)
				if !yield(some, err) {
					return
				}
			}
			p.taken.Add(1)
			if !yield(b, err) {
				return
			}
		}
	}
}

// counting is counter with a count of started batches; the first one waits for wait.
func counting(begun *atomic.Int32, wait func(), fail func(counted) error) runtime.Projector {
	p := counterProjector(1, fail)
	p.Handlers = runtime.Handle(func(s *rows.Set) counter {
		if begun.Add(1) == 1 {
			wait()
		}
		return counter{s, fail}
	}, runtime.Try(counter.counted))
	return p
}

func TestBatchesReadWhileARunIsAppliedAreJoined(t *testing.T) {
	w, b := newWorld(t), newBoard()
	log := &paged{Log: w.log}
	w.log = log
	last := w.count("a", 1950)
	var begun atomic.Int32
	p := counting(&begun, func() {
		eventually(t, "the log is read to its end", func() bool { return log.taken.Load() >= 20 })
	}, nil)
	w.start(w.runner(b, p))
	b.wait(t, "counts", last)
	w.expect("a", 1950)
	if n := begun.Load(); n > 3 { // the first, the one queued behind it, and the rest
		t.Errorf("twenty batches were applied as %d runs", n)
	}
}

func TestAFailedRunIsHalvedUntilTheEventIsFound(t *testing.T) {
	w, b := newWorld(t), newBoard()
	w.count("good", 700)
	w.count("poison", 1)
	last := w.count("good", 299)
	var begun atomic.Int32
	p := counting(&begun, func() {}, poison(func() bool { return true }))
	p.Key = byName
	w.start(w.runner(b, p))
	b.wait(t, "counts", last)
	w.expect("good", 999)
	if w.parked() != 1 {
		t.Errorf("%d events are parked, want 1", w.parked())
	}
	if n := begun.Load(); n > 40 {
		t.Errorf("it took %d transactions to find one event among a thousand", n)
	}
}
