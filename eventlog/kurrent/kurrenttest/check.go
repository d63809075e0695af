package kurrenttest

import "github.com/modyard/modyard/eventlog"

// check compares a target's expectation with its stream. The caller holds mu.
func (s *store) check(t target, ids []eventlog.EventID) verdict {
	v := verdict{current: s.lastRevision(t.stream), softDeleted: s.softDeleted(t.stream)}
	if v.current == deletedRevision {
		// Nothing can be written any more; a check that there is no stream still succeeds.
		v.softDeleted = false
		v.failed = len(ids) > 0 || t.expected != expectAny && t.expected != expectNoStream
		return v
	}
	switch {
	case t.expected == expectAny:
		return s.checkWeakly(v, t, ids)
	case t.expected == expectExists:
		never := v.current == noRevision && s.lastRevision(metaOf(t.stream)) == noRevision
		if v.softDeleted || never {
			v.failed = true
			return v
		}
		return s.checkWeakly(v, t, ids)
	case t.expected < expectNoStream || t.expected > v.current:
		v.failed = true
	case t.expected < v.current:
		s.checkRepeat(&v, t, ids)
	}
	return v
}

// checkWeakly recognizes a repeat only by the ids that the node still remembers.
func (s *store) checkWeakly(v verdict, t target, ids []eventlog.EventID) verdict {
	for i, id := range ids {
		p, known := s.ids.at[id]
		if !known || p.stream != t.stream {
			v.failed = i > 0 // the first is stored and a later one is not: neither a repeat nor new
			return v
		}
		v.last = p.revision
	}
	v.repeated = len(ids) > 0
	return v
}

// checkRepeat compares a write at an earlier revision with the stored events.
func (s *store) checkRepeat(v *verdict, t target, ids []eventlog.EventID) {
	restart := t.expected == expectNoStream && v.softDeleted // a soft-deleted stream counts as empty
	if len(ids) == 0 {
		v.failed = !restart
		return
	}
	records := s.streams[t.stream].records
	for i, id := range ids {
		at := t.expected + 1 + int64(i)
		if at < int64(len(records)) && records[at].id == id {
			continue
		}
		v.failed = i > 0 || !restart
		return
	}
	v.repeated, v.last = true, t.expected+int64(len(ids))
}
