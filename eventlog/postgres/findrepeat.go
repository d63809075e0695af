package postgres

import (
	"slices"

	"github.com/modyard/modyard/eventlog"
)

// at returns the event at a position, of the log or of the batch.
func (p *plan) at(position int64) (storedEvent, bool) {
	if i := position - p.base - 1; i >= 0 {
		if i >= int64(len(p.ids)) {
			return storedEvent{}, false
		}
		s := p.order[p.of[i]-1]
		return storedEvent{id: p.ids[i], stream: s.name, revision: s.stored + 1 + int64(slices.Index(s.added, int(i)))}, true
	}
	e, ok := p.stored.events[position]
	return e, ok
}

// storedStart returns the first position of an append in the log if it is a repeat, and 0 otherwise. The events of an
// append are consecutive, so the first event of one stream determines the positions of all of them.
func (p *plan) storedStart(r *request) int64 {
	return p.start(r, func(w eventlog.Write) (int64, bool) {
		position, ok := p.stored.places[place{w.Stream, int64(w.Expected) + 1}]
		return position, ok
	})
}

// findRepeat finds an earlier append of the same events, in the log or in the batch.
func (p *plan) findRepeat(r *request) (eventlog.Receipt, bool) {
	start := p.start(r, func(w eventlog.Write) (int64, bool) {
		s := p.streams[w.Stream]
		if i := int64(w.Expected) - s.stored; i >= 0 && i < int64(len(s.added)) {
			return p.base + 1 + int64(s.added[i]), true
		}
		position, ok := p.stored.places[place{w.Stream, int64(w.Expected) + 1}]
		return position, ok
	})
	return p.equalAt(start, r.writes)
}

// start finds the first write whose first event is stored at its expected revision.
func (p *plan) start(r *request, find func(eventlog.Write) (int64, bool)) int64 {
	before := int64(0) // events of the append before this write
	for _, w := range r.writes {
		if w.Expected.Definite() && len(w.Events) > 0 {
			if position, ok := find(w); ok {
				if e, ok := p.at(position); ok && e.id == w.Events[0].ID {
					return position - before
				}
			}
		}
		before += int64(len(w.Events))
	}
	return 0
}

// equalAt compares the events from a position on with those of an append.
func (p *plan) equalAt(position int64, writes []eventlog.Write) (eventlog.Receipt, bool) {
	receipt := eventlog.Receipt{Revisions: make([]eventlog.Revision, len(writes))}
	if position <= 0 {
		return receipt, false
	}
	for i, w := range writes {
		receipt.Revisions[i] = eventlog.Revision(p.streams[w.Stream].revision)
		for _, e := range w.Events {
			stored, ok := p.at(position)
			if !ok || stored.id != e.ID || stored.stream != w.Stream {
				return receipt, false
			}
			receipt.Revisions[i] = eventlog.Revision(stored.revision)
			position++
		}
	}
	receipt.Position = eventlog.Position(position - 1)
	return receipt, true
}
