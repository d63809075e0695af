package kurrenttest

import (
	"encoding/binary"
	"math"
	"time"

	"github.com/modyard/modyard/eventlog"
)

// record is a stored event of a node.
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

// The numbers that represent a state of a stream instead of a revision.
const (
	expectNoStream int64 = -1
	expectAny      int64 = -2
	expectExists   int64 = -4

	// deletedRevision is the revision of a tombstone, and the $tb of a soft-deleted stream.
	deletedRevision int64 = math.MaxInt64
	noRevision      int64 = -1

	// firstPosition is the position of the first event: a new log starts with the node's own epoch record.
	firstPosition int64 = 235
)

// The types and names with a meaning for a node.
const (
	typeMetadata  = "$metadata"
	typeDeleted   = "$streamDeleted"
	typeLink      = "$>"
	metaPrefix    = "$$"
	streamAll     = "$all"
	systemPrefix  = "$"
	linkSeparator = "@"
)

// size is the size of the record in the log: its fields in the node's layout between two lengths.
func (r *record) size() int64 {
	const frame = 4 + 4                                           // the length, before and after
	const fixed = 1 + 1 + 8 + 2 + 8 + 4 + 8 + 1 + 16 + 16 + 8 + 1 // kind, version, positions, flags, ids, time
	return frame + fixed + int64(len(r.stream)+len(r.kind)) + 4 + int64(len(r.data)) + 4 + int64(len(r.meta))
}

// The layout of a record's parts in the data of an event of the memory log.
const (
	flagJSON      = 1 << 0
	flagTombstone = 1 << 1
	knownFlags    = flagJSON | flagTombstone
)

// pack encodes the parts that an eventlog.Event has no field for into its data.
func pack(flags byte, data, meta []byte) []byte {
	out := make([]byte, 0, 1+binary.MaxVarintLen64+len(meta)+len(data))
	out = append(out, flags)
	out = binary.AppendUvarint(out, uint64(len(meta)))
	out = append(out, meta...)
	return append(out, data...)
}

// unpack decodes the form of pack. Data of another origin is JSON.
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
