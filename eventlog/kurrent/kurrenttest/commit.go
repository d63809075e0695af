package kurrenttest

import (
	"context"
	"errors"
	"fmt"

	"github.com/modyard/modyard/eventlog"
)

// proposal is an append: events in log order, each for one of the targets, and the expectations of the targets. A
// target without events is only checked.
type proposal struct {
	targets []target
	events  []proposed
}

type target struct {
	stream   string
	expected int64
}

type proposed struct {
	target int
	id     eventlog.EventID
	kind   string
	json   bool
	data   []byte
	meta   []byte
}

// outcome is the result of a proposal: stored or failed.
type outcome struct {
	failures []failure
	last     []int64 // by target: the last revision that the proposal wrote, or the current one
	position int64   // of the last event; noPosition if there is none, or it is unknown
}

type failure struct {
	target      int
	actual      int64
	softDeleted bool
}

const noPosition int64 = -1

// verdict is the result of one target's check.
type verdict struct {
	failed      bool
	repeated    bool // the events are already stored
	current     int64
	last        int64 // last revision of a repeated write
	softDeleted bool
}

// commit checks a proposal and writes it completely or not at all.
func (s *store) commit(ctx context.Context, p proposal) (outcome, error) {
	s.writes.Lock()
	defer s.writes.Unlock()
	for {
		out, writes := s.decide(p)
		if len(writes) == 0 {
			return out, nil
		}
		receipt, err := s.log.Append(ctx, writes...)
		if conflict := new(eventlog.Conflict); errors.As(err, &conflict) {
			// Another server over the same log was faster: check again after receiving its events.
			head, err := s.log.Head(ctx)
			if err != nil {
				return outcome{}, fmt.Errorf("commit: %w", err)
			}
			if err := s.waitFor(ctx, int(head)); err != nil {
				return outcome{}, fmt.Errorf("commit: %w", err)
			}
			continue
		}
		if err != nil {
			return outcome{}, fmt.Errorf("commit: %w", err)
		}
		// The write is done, even if the caller has left.
		if err := s.waitFor(context.WithoutCancel(ctx), int(receipt.Position)); err != nil {
			return outcome{}, fmt.Errorf("commit: %w", err)
		}
		s.settle(p, writes, &out, receipt)
		return out, nil
	}
}

// settle sets the position of the written events and remembers their ids.
func (s *store) settle(p proposal, writes []eventlog.Write, out *outcome, receipt eventlog.Receipt) {
	s.mu.Lock()
	defer s.mu.Unlock()
	written := 0
	for i := range writes {
		written += len(writes[i].Events)
	}
	first := int(receipt.Position) - written
	if len(p.events) > 0 {
		out.position = s.records[first+len(p.events)-1].position
	}
	for _, r := range s.records[first:receipt.Position] {
		s.ids.add(r.id, r.stream, r.revision)
	}
}

// decide checks a proposal against the current streams, and returns the writes.
func (s *store) decide(p proposal) (outcome, []eventlog.Write) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	ids := make([][]eventlog.EventID, len(p.targets))
	for i := range p.events {
		ids[p.events[i].target] = append(ids[p.events[i].target], p.events[i].id)
	}
	out := outcome{last: make([]int64, len(p.targets)), position: noPosition}
	verdicts := make([]verdict, len(p.targets))
	fresh, repeated := 0, 0
	for i, t := range p.targets {
		v := s.check(t, ids[i])
		verdicts[i] = v
		switch {
		case v.failed:
			out.failures = append(out.failures, failure{target: i, actual: v.current, softDeleted: v.softDeleted})
		case v.repeated:
			out.last[i] = v.last
			repeated++
		default:
			out.last[i] = v.current + int64(len(ids[i]))
			if len(ids[i]) > 0 {
				fresh++
			}
		}
	}
	if len(out.failures) == 0 && fresh > 0 && repeated > 0 {
		// A part of it is stored and a part is not: it is not a repeat.
		for i, v := range verdicts {
			if v.repeated {
				out.failures = append(out.failures, failure{target: i, actual: v.current, softDeleted: v.softDeleted})
			}
		}
	}
	switch {
	case len(out.failures) > 0:
		return out, nil
	case fresh == 0:
		out.position = s.repeatedAt(p, out, ids)
		return out, nil
	}
	return out, s.writesFor(p, verdicts)
}

// repeatedAt is the position of a repeated write's last event, if it can still be read; for a write without events it
// is the last position of the log.
func (s *store) repeatedAt(p proposal, out outcome, ids [][]eventlog.EventID) int64 {
	if len(p.events) == 0 {
		if len(s.records) == 0 {
			return noPosition
		}
		return s.records[len(s.records)-1].position
	}
	i := p.events[len(p.events)-1].target
	of := s.streams[p.targets[i].stream]
	if s.softDeleted(p.targets[i].stream) || out.last[i] >= int64(len(of.records)) {
		return noPosition
	}
	return of.records[out.last[i]].position
}

// writesFor returns the memory log's writes in the order of the events, and the metadata that restores soft-deleted
// streams.
func (s *store) writesFor(p proposal, verdicts []verdict) []eventlog.Write {
	var writes []eventlog.Write
	next := make([]int64, len(p.targets))
	for i, v := range verdicts {
		next[i] = v.current
	}
	for i, e := range p.events {
		if i == 0 || p.events[i-1].target != e.target {
			writes = append(writes, eventlog.Write{
				Stream: p.targets[e.target].stream, Expected: eventlog.At(eventlog.Revision(next[e.target])),
			})
		}
		var flags byte
		if e.json {
			flags = flagJSON
		}
		w := &writes[len(writes)-1]
		w.Events = append(w.Events, eventlog.Event{ID: e.id, Type: e.kind, Data: pack(flags, e.data, e.meta)})
		next[e.target]++
	}
	written := map[string]bool{}
	for _, e := range p.events {
		written[p.targets[e.target].stream] = true
	}
	for i, v := range verdicts {
		name := p.targets[i].stream
		if v.softDeleted && next[i] > v.current && !written[metaOf(name)] {
			meta := s.lastRevision(metaOf(name))
			writes = append(writes, undelete(name, meta, s.streams[name].rawMeta, v.current+1))
		}
		if owner, ok := ownerOf(name); ok && next[i] > v.current && s.softDeleted(owner) {
			// New metadata also restores a deleted stream, without its old events.
			writes = append(writes, undelete(owner, next[i], lastDataFor(p, i), s.lastRevision(owner)+1))
		}
	}
	return writes
}

// lastDataFor is the data of the last event for a target.
func lastDataFor(p proposal, target int) []byte {
	for i := len(p.events) - 1; i >= 0; i-- {
		if p.events[i].target == target {
			return p.events[i].data
		}
	}
	return nil
}

// undelete restores a stream after a soft delete; meta is the revision of its metadata stream.
func undelete(name string, meta int64, raw []byte, from int64) eventlog.Write {
	return eventlog.Write{
		Stream: metaOf(name), Expected: eventlog.At(eventlog.Revision(meta)),
		Events: []eventlog.Event{{ID: eventlog.NewEventID(), Type: typeMetadata, Data: pack(flagJSON, undeleted(raw, from), nil)}},
	}
}
