package postgres

import (
	"github.com/modyard/modyard/eventlog"
)

// plan is the state that a batch reads under the lock, and the new events.
type plan struct {
	base    int64 // head under the lock
	names   []string
	streams map[string]*stream
	stored  storedEvents

	// The new events, one slice for each column: the event at index i gets position base+1+i.
	of    []int32 // index of the stream in order, counted from one
	ids   [][16]byte
	types []string
	data  [][]byte
	metas [][]byte

	order   []*stream // streams with new events, in the order of their first event
	guarded []*stream // streams that an accepted append only checked
}

// stream is the state of a stream within a batch.
type stream struct {
	name     string
	id       int64 // 0: it has no events yet, or was not read
	stored   int64 // last revision under the lock
	revision int64 // including the batch
	added    []int // indexes of the new events
	place    int32 // index in the plan's order; 0: it has no new events
	guarded  bool
	presumed bool // its revision is assumed and not read
}

// found records a stream's revision in the log.
func (s *stream) found(id, revision int64) { s.id, s.stored, s.revision = id, revision, revision }

func newPlan(batch []*request) *plan {
	p := &plan{streams: map[string]*stream{}}
	events := 0
	for _, r := range batch {
		events += len(r.metas)
		for _, w := range r.writes {
			if p.streams[w.Stream] == nil {
				p.streams[w.Stream] = &stream{name: w.Stream, stored: -1, revision: -1}
				p.names = append(p.names, w.Stream)
			}
		}
	}
	p.of, p.ids, p.types = make([]int32, 0, events), make([][16]byte, 0, events), make([]string, 0, events)
	p.data, p.metas = make([][]byte, 0, events), make([][]byte, 0, events)
	return p
}

// head is the position of the last event, including the batch.
func (p *plan) head() int64 { return p.base + int64(len(p.ids)) }

// decide checks one append against the log and the earlier part of the batch.
func (p *plan) decide(r *request) outcome {
	if r.doubt {
		if receipt, repeated := p.equalAt(p.stored.starts[r], r.writes); repeated {
			return outcome{receipt: receipt}
		}
	}
	for _, w := range r.writes {
		if actual := eventlog.Revision(p.streams[w.Stream].revision); !w.Expected.Met(actual) {
			if receipt, repeated := p.findRepeat(r); repeated {
				return outcome{receipt: receipt}
			}
			return outcome{err: &eventlog.Conflict{Stream: w.Stream, Expected: w.Expected, Actual: actual}}
		}
	}
	return outcome{receipt: p.add(r)}
}

// add numbers the events of an accepted append.
func (p *plan) add(r *request) eventlog.Receipt {
	receipt := eventlog.Receipt{Revisions: make([]eventlog.Revision, len(r.writes))}
	metas := r.metas
	for i, w := range r.writes {
		s := p.streams[w.Stream]
		if len(w.Events) == 0 && !s.guarded && w.Expected != eventlog.Any {
			s.guarded = true
			p.guarded = append(p.guarded, s)
		}
		for _, e := range w.Events {
			if s.place == 0 {
				p.order = append(p.order, s)
				s.place = int32(len(p.order))
			}
			s.revision++
			s.added = append(s.added, len(p.ids))
			p.of = append(p.of, s.place)
			p.ids = append(p.ids, e.ID)
			p.types = append(p.types, e.Type)
			p.data = append(p.data, e.Data)
			p.metas = append(p.metas, metas[0])
			metas = metas[1:]
		}
		receipt.Revisions[i] = eventlog.Revision(s.revision)
	}
	receipt.Position = eventlog.Position(p.head())
	return receipt
}

// streamColumns are the streams of a batch in the form of log.append_batch, with the revisions that were read.
type streamColumns struct {
	names     []string
	stored    []int64
	checked   []string
	checkedAt []int64
}

func (p *plan) written() streamColumns {
	c := streamColumns{
		names: make([]string, len(p.order)), stored: make([]int64, len(p.order)), checked: []string{}, checkedAt: []int64{},
	}
	for i, s := range p.order {
		c.names[i], c.stored[i] = s.name, s.stored
	}
	for _, s := range p.guarded {
		if s.place == 0 { // a stream with new events is checked when it is written
			c.checked, c.checkedAt = append(c.checked, s.name), append(c.checkedAt, s.stored)
		}
	}
	return c
}
