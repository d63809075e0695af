package kurrenttest

import (
	"encoding/binary"
	"math"
	"strconv"
	"time"

	"github.com/google/uuid"
	"github.com/kurrent-io/KurrentDB-Client-Go/protos/kurrentdb/protocols/v1/shared"
	"github.com/kurrent-io/KurrentDB-Client-Go/protos/kurrentdb/protocols/v1/streams"

	"github.com/modyard/modyard/eventlog"
)

const (
	metaType        = "type"
	metaContentType = "content-type"
	metaCreated     = "created"
	contentJSON     = "application/json"
	contentBytes    = "application/octet-stream"
)

// ticks counts tenths of a microsecond since 1970, like nodes.
func ticks(t time.Time) int64 { return t.UnixNano() / 100 }

func identifier(stream string) *shared.StreamIdentifier {
	return &shared.StreamIdentifier{StreamName: []byte(stream)}
}

// wireID encodes an id as two numbers, or as text.
func wireID(id eventlog.EventID, text bool) *shared.UUID {
	if text {
		return &shared.UUID{Value: &shared.UUID_String_{String_: id.String()}}
	}
	return &shared.UUID{Value: &shared.UUID_Structured_{Structured: &shared.UUID_Structured{
		MostSignificantBits:  int64(binary.BigEndian.Uint64(id[:8])),
		LeastSignificantBits: int64(binary.BigEndian.Uint64(id[8:])),
	}}}
}

// readID decodes either form.
func readID(id *shared.UUID) (eventlog.EventID, bool) {
	switch v := id.GetValue().(type) {
	case *shared.UUID_Structured_:
		var out eventlog.EventID
		binary.BigEndian.PutUint64(out[:8], uint64(v.Structured.GetMostSignificantBits()))
		binary.BigEndian.PutUint64(out[8:], uint64(v.Structured.GetLeastSignificantBits()))
		return out, true
	case *shared.UUID_String_:
		parsed, err := uuid.Parse(v.String_)
		return eventlog.EventID(parsed), err == nil
	default:
		return eventlog.EventID{}, false
	}
}

// wireNumber encodes a number for the protocol: a negative number becomes the largest one.
func wireNumber(n int64) uint64 {
	if n < 0 {
		return math.MaxUint64
	}
	return uint64(n)
}

// readNumber decodes a number; one that does not fit becomes the largest.
func readNumber(n uint64) int64 {
	switch {
	case n == math.MaxUint64:
		return noRevision
	case n > math.MaxInt64:
		return math.MaxInt64
	default:
		return int64(n)
	}
}

func wireRecord(r *record, textID bool) *streams.ReadResp_ReadEvent_RecordedEvent {
	if r == nil {
		return nil
	}
	content := contentBytes
	if r.json {
		content = contentJSON
	}
	return &streams.ReadResp_ReadEvent_RecordedEvent{
		Id:               wireID(r.id, textID),
		StreamIdentifier: identifier(r.stream),
		StreamRevision:   wireNumber(r.revision),
		PreparePosition:  wireNumber(r.position),
		CommitPosition:   wireNumber(r.position),
		Metadata: map[string]string{
			metaType: r.kind, metaContentType: content, metaCreated: strconv.FormatInt(ticks(r.created), 10),
		},
		CustomMetadata: r.meta,
		Data:           r.data,
	}
}
