package postgres

import (
	"github.com/modyard/modyard/eventlog"
)

// plan is what a batch finds under the lock and what it makes of it.
type plan struct {
	base    int64 // head under the lock
	names   []string
	streams map[string]*stream
	stored  storedEvents

	// The new events, column by column: the event at index i takes position base+1+i.
	streamIDs   []int64
	revisions   []int64
	ids         [][16]byte
	types       []string
	streamNames []string
	data        [][]byte
	metas       [][]byte
}

// stream is a stream as the batch sees it.
type stream struct {
	id       int64 // 0: it has no events yet
	stored   int64 // last revision under the lock
	revision int64 // with what the batch adds
	added    []int // indexes of the new events
}

func newPlan(batch []*request) *plan {
	p := &plan{streams: map[string]*stream{}}
	events := 0
	for _, r := range batch {
		events += len(r.metas)
		for _, w := range r.writes {
			if p.streams[w.Stream] == nil {
				p.streams[w.Stream] = &stream{stored: -1, revision: -1}
				p.names = append(p.names, w.Stream)
			}
		}
	}
	p.streamIDs, p.revisions = make([]int64, 0, events), make([]int64, 0, events)
	p.ids, p.types, p.streamNames = make([][16]byte, 0, events), make([]string, 0, events), make([]string, 0, events)
	p.data, p.metas = make([][]byte, 0, events), make([][]byte, 0, events)
	return p
}

// head is the position of the last event, with what the batch adds.
func (p *plan) head() int64 { return p.base + int64(len(p.ids)) }

// decide checks one append against the log and the part of the batch that came before it.
func (p *plan) decide(r *request) outcome {
	if r.doubt {
		if receipt, stands := p.standsAt(p.stored.starts[r], r.writes); stands {
			return outcome{receipt: receipt}
		}
	}
	for _, w := range r.writes {
		if actual := eventlog.Revision(p.streams[w.Stream].revision); !w.Expected.Met(actual) {
			if receipt, stands := p.standing(r); stands {
				return outcome{receipt: receipt}
			}
			return outcome{err: &eventlog.Conflict{Stream: w.Stream, Expected: w.Expected, Actual: actual}}
		}
	}
	return outcome{receipt: p.add(r)}
}

// add numbers the events of an append that was accepted.
func (p *plan) add(r *request) eventlog.Receipt {
	receipt := eventlog.Receipt{Revisions: make([]eventlog.Revision, len(r.writes))}
	metas := r.metas
	for i, w := range r.writes {
		s := p.streams[w.Stream]
		for _, e := range w.Events {
			if s.id == 0 {
				s.id = p.head() + 1
			}
			s.revision++
			s.added = append(s.added, len(p.ids))
			p.streamIDs = append(p.streamIDs, s.id)
			p.revisions = append(p.revisions, s.revision)
			p.ids = append(p.ids, e.ID)
			p.types = append(p.types, e.Type)
			p.streamNames = append(p.streamNames, w.Stream)
			p.data = append(p.data, e.Data)
			p.metas = append(p.metas, metas[0])
			metas = metas[1:]
		}
		receipt.Revisions[i] = eventlog.Revision(s.revision)
	}
	receipt.Position = eventlog.Position(p.head())
	return receipt
}

// streamRows are rows of log.streams, column by column.
type streamRows struct {
	names          []string
	ids, revisions []int64
}

func (r *streamRows) add(name string, s *stream) {
	r.names = append(r.names, name)
	r.ids = append(r.ids, s.id)
	r.revisions = append(r.revisions, s.revision)
}

// changed gives the streams that began with this batch and those that grew.
func (p *plan) changed() (fresh, moved streamRows) {
	for _, name := range p.names {
		switch s := p.streams[name]; {
		case len(s.added) == 0:
		case s.stored < 0:
			fresh.add(name, s)
		default:
			moved.add(name, s)
		}
	}
	return fresh, moved
}
