package runtime_test

import (
	"sync/atomic"
	"testing"

	"github.com/modyard/modyard/eventlog/codec"
	"github.com/modyard/modyard/projections/runtime"
)

// decoding counts the events that are decoded.
type decoding struct {
	*codec.Codec
	n atomic.Int64
}

func (d *decoding) Decode(typ string, data []byte) (any, error) {
	d.n.Add(1)
	return d.Codec.Decode(typ, data)
}

func TestReadModelsThatHaveNothingAreBuiltInOnePassOfALongLog(t *testing.T) {
	w, b := newWorld(t), newBoard()
	d := &decoding{Codec: w.codec}
	w.decoder, w.firstFrom = d, 1000
	w.count("a", 1500)
	last := w.count("b", 500)
	w.start(w.runner(b, counterProjector(1, nil), counterOnly(1)))
	b.wait(t, "counts", last)
	b.wait(t, "sums1", last)
	w.expect("a", 1500)
	w.expect("b", 500)
	if n := d.n.Load(); n != 2000 {
		t.Errorf("%d events were decoded for two read models of 2000", n)
	}
	last = w.count("a", 1)
	b.wait(t, "counts", last)
	b.wait(t, "sums1", last)
	w.expect("a", 1501)
}

func TestTwoProcessesThatStartWithALongLogBuildItOnce(t *testing.T) {
	w, one, two := newWorld(t), newBoard(), newBoard()
	d := &decoding{Codec: w.codec}
	w.decoder, w.firstFrom = d, 1000
	last := w.count("a", 2000)
	w.start(w.runner(one, counterProjector(1, nil)))
	w.start(w.runner(two, counterProjector(1, nil)))
	one.wait(t, "counts", last)
	two.wait(t, "counts", last)
	w.expect("a", 2000)
	if n := d.n.Load(); n != 2000 {
		t.Errorf("%d events were decoded", n)
	}
}

func TestALongLogWithAnEventThatCannotBeAppliedIsFollowedAndTheEventParked(t *testing.T) {
	w, b := newWorld(t), newBoard()
	w.firstFrom = 1000
	w.count("a", 1500)
	w.count("poison", 1)
	last := w.count("b", 10)
	p := counterProjector(1, poison(func() bool { return true }))
	p.Key = func(e runtime.Event) string {
		c, _ := e.Payload.(counted)
		return c.Name
	}
	w.start(w.runner(b, p))
	b.wait(t, "counts", last)
	w.expect("a", 1500)
	w.expect("b", 10)
	if n := w.parked(); n != 1 {
		t.Errorf("%d events are parked", n)
	}
}

func TestAReadModelWithEventsFollowsALongLog(t *testing.T) {
	w, b := newWorld(t), newBoard()
	w.applied(b, "a", 1)
	d := &decoding{Codec: w.codec}
	w.decoder, w.firstFrom = d, 1000
	last := w.count("a", 1999)
	w.start(w.runner(b, counterProjector(1, nil)))
	b.wait(t, "counts", last)
	w.expect("a", 2000)
	if n := d.n.Load(); n != 1999 {
		t.Errorf("%d events were decoded", n)
	}
}
