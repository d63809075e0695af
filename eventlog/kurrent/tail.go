package kurrent

import (
	"context"
	"sort"
	"sync"

	"github.com/kurrent-io/KurrentDB-Client-Go/kurrentdb"

	"github.com/modyard/modyard/eventlog"
)

// tailEvents and tailBytes limit the tail.
const (
	tailEvents = 10_000
	tailBytes  = 32 << 20
)

// tail contains the newest events, read once for the whole process however many followers it has. A server-side filter
// advances a live subscription's position over excluded records only after many of them, so a projector would wait
// forever on a quiet log; here every follower sees every position and filters by itself.
//
// events contains all events after lo and up to hi.
type tail struct {
	most int // maximum number of events

	mu      sync.Mutex
	lo, hi  eventlog.Position
	events  []eventlog.Recorded // never changed once appended
	bytes   int
	up      bool // the subscription is established and has reached the end
	waiting bool // a follower waits for changed
	changed chan struct{}

	resume eventlog.Position // start of the next subscription: hi, or a checkpoint after it
}

func newTail() *tail { return &tail{most: tailEvents, changed: make(chan struct{})} }

// begin sets the start of the tail, before it is followed.
func (t *tail) begin(end eventlog.Position) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.lo, t.hi, t.resume = end, end, end
}

// window is the tail at one moment. changed is closed when there is more.
type window struct {
	lo, hi  eventlog.Position
	events  []eventlog.Recorded
	up      bool
	changed <-chan struct{}
}

func (t *tail) window() window {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.waiting = true
	return window{lo: t.lo, hi: t.hi, events: t.events, up: t.up, changed: t.changed}
}

// after makes a batch of the window's events after a position; whole is true if it contains all of them.
func (w window) after(position eventlog.Position, filter eventlog.Filter) (batch eventlog.Batch, whole bool) {
	batch = eventlog.Batch{UpTo: max(position, w.hi)}
	first := sort.Search(len(w.events), func(i int) bool { return w.events[i].Position > position })
	size := 0
	for _, e := range w.events[first:] {
		if len(batch.Events) == pageEvents || size > pageBytes {
			batch.UpTo = batch.Events[len(batch.Events)-1].Position
			return batch, false
		}
		if filter.Passes(e.Stream, e.Type) {
			e.Data = append([]byte{}, e.Data...)
			batch.Events = append(batch.Events, e)
			size += len(e.Data)
		}
	}
	return batch, true
}

// change wakes all waiting followers; mu is held.
func (t *tail) change() {
	if t.waiting {
		close(t.changed)
		t.changed, t.waiting = make(chan struct{}), false
	}
}

func (t *tail) add(e eventlog.Recorded) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if e.Position <= t.hi {
		return // the server began a little earlier
	}
	t.events = append(t.events, e)
	t.bytes += len(e.Data)
	t.hi, t.resume = e.Position, e.Position
	drop := 0
	for len(t.events)-drop > t.most || t.bytes > tailBytes && drop < len(t.events)-1 {
		t.lo = t.events[drop].Position
		t.bytes -= len(t.events[drop].Data)
		drop++
	}
	t.events = t.events[drop:]
	t.change()
}

// checkpoint advances the start of the next subscription over foreign records. Followers do not see it: their positions
// are those of events, so that a position beyond the log's last event can be detected as wrong.
func (t *tail) checkpoint(position eventlog.Position) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.resume = max(t.resume, position)
}

func (t *tail) state(up bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.up != up {
		t.up = up
		t.change()
	}
}

func (t *tail) from() eventlog.Position {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.resume
}

// followTail runs the tail's subscription until the context ends, over any number of connections.
func (l *Log) followTail(ctx context.Context) {
	retry := newRetry()
	for ctx.Err() == nil {
		err := l.subscribe(ctx, l.tail.from(), kurrentdb.ExcludeSystemEventsFilter(), func(m message) error {
			switch {
			case m.event != nil:
				if !ours(m.event) {
					l.tail.checkpoint(place(m.event))
					break
				}
				e := recorded(m.event)
				l.saw(e.Position)
				l.tail.add(e)
			case m.checkpoint > 0:
				l.tail.checkpoint(m.checkpoint)
			case m.caughtUp:
				l.tail.state(true)
			case m.fellBehind:
				l.tail.state(false)
			}
			retry.Reset()
			return nil
		})
		l.tail.state(false)
		if ctx.Err() == nil {
			l.logger.Warn("restarting the subscription of the event log's tail", "after", l.tail.from(), "error", err)
		}
		retry.wait(ctx)
	}
}
