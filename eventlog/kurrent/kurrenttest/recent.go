package kurrenttest

import "github.com/modyard/modyard/eventlog"

// recentIDs remembers the positions of recent events: only this makes a repeat with Any or StreamExists idempotent. A
// node uses 8 MiB for it and deletes the oldest first, and everything when it restarts.
type recentIDs struct {
	at    map[eventlog.EventID]placed
	order []eventlog.EventID
	bytes int
}

type placed struct {
	stream   string
	revision int64
}

const recentBytes = 8 * mebibyte

func newRecentIDs() *recentIDs { return &recentIDs{at: map[eventlog.EventID]placed{}} }

func weight(p placed) int { return 16 + 4 + 8 + 2*len(p.stream) }

func (r *recentIDs) add(id eventlog.EventID, stream string, revision int64) {
	if old, ok := r.at[id]; ok {
		r.bytes -= weight(old)
	} else {
		r.order = append(r.order, id)
	}
	p := placed{stream: stream, revision: revision}
	r.at[id] = p
	for r.bytes += weight(p); r.bytes > recentBytes; r.order = r.order[1:] {
		oldest := r.order[0]
		r.bytes -= weight(r.at[oldest])
		delete(r.at, oldest)
	}
}
