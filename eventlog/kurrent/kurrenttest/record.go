package kurrenttest

import (
	"encoding/binary"
	"math"
	"time"

	"github.com/modyard/modyard/eventlog"
)

// record is an event as a node keeps it.
type record struct {
	stream   string
	revision int64 // deletedRevision for a tombstone
	position int64 // byte offset of its beginning
	id       eventlog.EventID
	kind     string // event type
	json     bool
	data     []byte
	meta     []byte
	created  time.Time
}

// The numbers that stand for a state of a stream in place of a revision.
const (
	expectNoStream int64 = -1
	expectAny      int64 = -2
	expectExists   int64 = -4

	// deletedRevision is the revision of a tombstone, and the $tb of a soft-deleted stream.
	deletedRevision int64 = math.MaxInt64
	noRevision      int64 = -1

	// firstPosition is where the first event begins: a new log starts with the node's own epoch record.
	firstPosition int64 = 235
)

// The types and names a node gives a meaning.
const (
	typeMetadata  = "$metadata"
	typeDeleted   = "$streamDeleted"
	typeLink      = "$>"
	metaPrefix    = "$$"
	streamAll     = "$all"
	systemPrefix  = "$"
	linkSeparator = "@"
)

// size is what the record takes in the log: its fields in the node's layout between two lengths.
func (r *record) size() int64 {
	const frame = 4 + 4                                           // the length, before and after
	const fixed = 1 + 1 + 8 + 2 + 8 + 4 + 8 + 1 + 16 + 16 + 8 + 1 // kind, version, positions, flags, ids, time
	return frame + fixed + int64(len(r.stream)+len(r.kind)) + 4 + int64(len(r.data)) + 4 + int64(len(r.meta))
}

// How a record's parts stand in the data of an event of the memory log.
const (
	flagJSON      = 1 << 0
	flagTombstone = 1 << 1
	knownFlags    = flagJSON | flagTombstone
)

// pack puts what an eventlog.Event has no field for into its data.
func pack(flags byte, data, meta []byte) []byte {
	out := make([]byte, 0, 1+binary.MaxVarintLen64+len(meta)+len(data))
	out = append(out, flags)
	out = binary.AppendUvarint(out, uint64(len(meta)))
	out = append(out, meta...)
	return append(out, data...)
}

// unpack reads what pack wrote. Data that something else put into the log is JSON as it stands.
func unpack(packed []byte) (flags byte, data, meta []byte) {
	if len(packed) == 0 || packed[0]&^knownFlags != 0 {
		return flagJSON, packed, nil
	}
	n, used := binary.Uvarint(packed[1:])
	if rest := len(packed) - 1 - used; used <= 0 || n > uint64(rest) {
		return flagJSON, packed, nil
	}
	body := packed[1+used:]
	return packed[0], body[n:], body[:n]
}
