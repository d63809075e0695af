package kurrenttest

import (
	"context"
	"slices"
	"sync"
	"time"

	"github.com/modyard/modyard/eventlog"
	"github.com/modyard/modyard/eventlog/memory"
)

// store is the log from a node's view: the events of the memory log with positions, revisions and metadata. It follows
// the memory log, so that stores of several servers over one log agree.
type store struct {
	log    *memory.Log
	writes sync.Mutex // serializes commits: a check must still be valid at the write

	mu      sync.RWMutex
	records []*record // in log order; never changed after they were added
	streams map[string]*stream
	end     int64 // position of the next record
	changed chan struct{}
	ids     *recentIDs
}

// stream is one stream of the store.
type stream struct {
	records []*record // a tombstone is the last one
	deleted bool      // hard, permanently
	meta    streamMetadata
	rawMeta []byte
}

func newStore(log *memory.Log) *store {
	return &store{
		log: log, streams: map[string]*stream{}, end: firstPosition,
		changed: make(chan struct{}), ids: newRecentIDs(),
	}
}

// follow updates the store from the log until the context ends.
func (s *store) follow(ctx context.Context) {
	for batch, err := range s.log.Follow(ctx, 0, eventlog.Filter{}) {
		if err != nil {
			return
		}
		s.mu.Lock()
		for i := range batch.Events {
			s.apply(&batch.Events[i])
		}
		close(s.changed)
		s.changed = make(chan struct{})
		s.mu.Unlock()
	}
}

func (s *store) apply(e *eventlog.Recorded) {
	flags, data, meta := unpack(e.Data)
	r := &record{
		stream: e.Stream, revision: int64(e.Revision), position: s.end, id: e.ID, kind: e.Type,
		json: flags&flagJSON != 0, data: data, meta: meta, created: e.RecordedAt,
	}
	of := s.streamOf(r.stream)
	if flags&flagTombstone != 0 {
		r.revision = deletedRevision
		of.deleted = true
	}
	if owner, ok := ownerOf(r.stream); ok && r.kind == typeMetadata {
		owned := s.streamOf(owner)
		owned.meta, owned.rawMeta = parseMetadata(r.data), r.data
	}
	of.records = append(of.records, r)
	s.records = append(s.records, r)
	s.end += r.size()
}

func (s *store) streamOf(name string) *stream {
	of := s.streams[name]
	if of == nil {
		of = &stream{}
		s.streams[name] = of
	}
	return of
}

// waitFor returns after the store contains the first n events of the log.
func (s *store) waitFor(ctx context.Context, n int) error {
	for {
		s.mu.RLock()
		have, changed := len(s.records), s.changed
		s.mu.RUnlock()
		if have >= n {
			return nil
		}
		select {
		case <-changed:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// snapshot returns the current records and the channel that is closed when there are more.
func (s *store) snapshot() ([]*record, <-chan struct{}) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	return s.records, s.changed
}

// lastRevision is the stream's last event number, whether or not the event can still be read; noRevision for a stream
// that never existed, deletedRevision for one that was deleted permanently. The caller holds mu.
func (s *store) lastRevision(name string) int64 {
	if s.gone(name) {
		return deletedRevision
	}
	of := s.streams[name]
	if of == nil || len(of.records) == 0 {
		return noRevision
	}
	return of.records[len(of.records)-1].revision
}

// gone is true if the stream was hard-deleted; its metadata is deleted too. The caller holds mu.
func (s *store) gone(name string) bool {
	if of := s.streams[name]; of != nil && of.deleted {
		return true
	}
	if owner, ok := ownerOf(name); ok {
		of := s.streams[owner]
		return of != nil && of.deleted
	}
	return false
}

// softDeleted is true if the stream's metadata hides all its events. The caller holds mu.
func (s *store) softDeleted(name string) bool {
	of := s.streams[name]
	return of != nil && of.meta.softDeleted()
}

// view is the visible part of a stream at one moment.
type view struct {
	events  []*record // the visible ones, oldest first
	last    int64     // the last event number, visible or not
	missing bool
	deleted bool
}

// read returns the visible part of a stream.
func (s *store) read(name string, now time.Time) (view, <-chan struct{}) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	v := view{last: s.lastRevision(name)}
	switch {
	case v.last == deletedRevision:
		v.deleted = true
	case v.last == noRevision || s.softDeleted(name):
		v.missing = true
	default:
		of := s.streams[name]
		v.events = visible(of.records, s.metaFor(name), v.last, now)
	}
	return v, s.changed
}

// metaFor returns the metadata that applies to a stream. A metadata stream shows only its last event. The caller holds
// mu.
func (s *store) metaFor(name string) streamMetadata {
	if _, ok := ownerOf(name); ok {
		one := int64(1)
		return streamMetadata{maxCount: &one}
	}
	return s.streams[name].meta
}

// visible removes events that truncation, count and age hide. Ages are compared event by event, because clocks may be
// set back.
func visible(records []*record, m streamMetadata, last int64, now time.Time) []*record {
	first := int64(0)
	if m.truncateBefore != nil {
		first = *m.truncateBefore
	}
	if m.maxCount != nil && *m.maxCount <= last {
		first = max(first, last-*m.maxCount+1)
	}
	records = records[min(max(first, 0), int64(len(records))):]
	if m.maxAge == nil {
		return records
	}
	oldest := now.Add(-*m.maxAge)
	return slices.DeleteFunc(slices.Clone(records), func(r *record) bool { return r.created.Before(oldest) })
}

// find returns the visible event of a stream at a revision, for links.
func (s *store) find(name string, revision int64, now time.Time) *record {
	v, _ := s.read(name, now)
	i, ok := slices.BinarySearchFunc(v.events, revision, func(r *record, at int64) int { return int(min(max(r.revision-at, -1), 1)) })
	if !ok {
		return nil
	}
	return v.events[i]
}
