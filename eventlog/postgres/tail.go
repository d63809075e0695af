package postgres

import (
	"context"
	"sort"

	"github.com/modyard/modyard/eventlog"
)

// tailEvents and tailBytes limit the size of a tail.
const (
	tailEvents = 2 * pageEvents
	tailBytes  = pageBytes
)

// tail is the newest part of the log that followers of this process have read. Followers at the end of the log share
// it, so that their number does not load the database. Its events are shared and must not be changed.
type tail struct {
	load  func(ctx context.Context, after, upTo eventlog.Position) (page, error) // fails if there is a gap
	turn  chan struct{}                                                          // contains one token; its holder may use the other fields
	after eventlog.Position
	upTo  eventlog.Position
	kept  []eventlog.Recorded // all events after `after`, to upTo
	bytes int
}

func newTail(load func(ctx context.Context, after, upTo eventlog.Position) (page, error)) *tail {
	t := &tail{load: load, turn: make(chan struct{}, 1)}
	t.turn <- struct{}{}
	return t
}

// read returns the events after a position and the position that they reach: the head, unless the page is full. It
// returns false if the tail begins later; that follower must read by itself.
func (t *tail) read(ctx context.Context, after, head eventlog.Position) (events []eventlog.Recorded, upTo eventlog.Position, ok bool, err error) {
	select {
	case <-t.turn:
		defer func() { t.turn <- struct{}{} }()
	case <-ctx.Done():
		return nil, 0, false, ctx.Err()
	}
	if after > t.upTo || t.upTo == 0 { // no follower has read for a while
		t.after, t.upTo, t.kept, t.bytes = after, after, nil, 0
	}
	if after < t.after {
		return nil, 0, false, nil
	}
	if t.upTo < head && t.upTo <= after+pageEvents {
		if err := t.extend(ctx, min(head, t.upTo+pageEvents)); err != nil {
			return nil, 0, false, err
		}
	}
	first := sort.Search(len(t.kept), func(i int) bool { return t.kept[i].Position > after })
	events, upTo = t.kept[first:len(t.kept):len(t.kept)], t.upTo
	if len(events) > pageEvents {
		events = events[:pageEvents:pageEvents]
		upTo = events[pageEvents-1].Position
	}
	t.trim()
	return events, upTo, true, nil
}

func (t *tail) extend(ctx context.Context, upTo eventlog.Position) error {
	p, err := t.load(ctx, t.upTo, upTo)
	if err != nil {
		return err
	}
	if p.cut {
		upTo = p.events[len(p.events)-1].Position
	}
	t.kept, t.upTo = append(t.kept, p.events...), upTo
	for _, e := range p.events {
		t.bytes += len(e.Data)
	}
	return nil
}

// trim removes the oldest events beyond the limits.
func (t *tail) trim() {
	n := 0
	for ; len(t.kept)-n > tailEvents || t.bytes > tailBytes && n < len(t.kept); n++ {
		t.bytes -= len(t.kept[n].Data)
	}
	if n > 0 {
		t.after = t.kept[n-1].Position
		t.kept = t.kept[n:]
	}
}
