package commands

import (
	"math"

	"github.com/maypok86/otter/v2"

	"github.com/modyard/modyard/eventlog"
)

// States caches the newest folded states of long streams in the memory of the process. A state is used only while the
// snapshot that it continues is the stored one, and the events after it are read every time: a decision never depends
// on an old state, also if other processes append. It is safe for concurrent use.
type States struct {
	byStream *otter.Cache[string, *newest]
}

// newest is the state of a stream at a revision. It is shared by decisions, so it is never changed.
type newest struct {
	snapshot SnapshotID
	revision eventlog.Revision
	event    eventlog.EventID // at the revision
	state    any
	commands []Covered // of the events after the snapshot
	size     int       // of the snapshot in JSON
}

// inMemory is about how many bytes of memory a byte of a state in JSON takes.
const inMemory = 3

// NewStates creates a cache of at most about so many bytes. It evicts the states that were used least.
func NewStates(bytes uint64) *States {
	return &States{otter.Must(&otter.Options[string, *newest]{
		MaximumWeight: bytes,
		Weigher: func(stream string, n *newest) uint32 {
			const command = 200
			return uint32(min(len(stream)+inMemory*n.size+command*len(n.commands), math.MaxUint32)) //nolint:gosec // bounded
		},
	})}
}

// find returns the state of a stream by a version of its fold; nil if there is none.
func (s *States) find(stream, version string) *newest {
	if s == nil {
		return nil
	}
	if n, ok := s.byStream.GetIfPresent(stream); ok && n.snapshot.Fold == version {
		return n
	}
	return nil
}

// put caches the state of a stream that was read, and returns true if it did: the state must then not be changed.
func (s *States) put(r *read, state any) bool {
	switch {
	case s == nil || r.snapshot == (SnapshotID{}):
		return false
	case r.known != nil && r.known.snapshot == r.snapshot && r.known.revision == r.revision:
		return true // it is cached
	}
	s.byStream.Set(r.stream, &newest{
		snapshot: r.snapshot, revision: r.revision, event: r.last, state: state, commands: r.commands, size: r.size,
	})
	return true
}

func (s *States) forget(stream string) {
	if s != nil {
		s.byStream.Invalidate(stream)
	}
}
