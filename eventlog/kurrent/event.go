package kurrent

import (
	"encoding/json"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/kurrent-io/KurrentDB-Client-Go/kurrentdb"

	"github.com/modyard/modyard/eventlog"
)

// propose copies an event for the client, because an abandoned call may read it after the caller reuses its buffers.
func propose(e eventlog.Event) (kurrentdb.EventData, error) {
	meta, err := fold(e.Meta)
	if err != nil {
		return kurrentdb.EventData{}, fmt.Errorf("metadata: %w", err)
	}
	kind := kurrentdb.ContentTypeBinary
	if json.Valid(e.Data) {
		kind = kurrentdb.ContentTypeJson // the server's own tools can display it
	}
	return kurrentdb.EventData{
		EventID: uuid.UUID(e.ID), EventType: e.Type, ContentType: kind, Data: append([]byte{}, e.Data...), Metadata: meta,
	}, nil
}

// ours is true if a record of $all belongs to the log: the server and other programs may store theirs there.
func ours(e *kurrentdb.RecordedEvent) bool {
	return eventlog.ValidType(e.EventType) && eventlog.ValidStream(e.StreamID)
}

// place is a record's position: commit and prepare position differ only for transactions of an obsolete protocol.
func place(e *kurrentdb.RecordedEvent) eventlog.Position { return eventlog.Position(e.Position.Commit) }

// recorded decodes a record. Metadata of another form is ignored: another program wrote it, and a follower must not
// stop permanently at such an event.
func recorded(e *kurrentdb.RecordedEvent) eventlog.Recorded {
	r := eventlog.Recorded{
		Event:    eventlog.Event{ID: eventlog.EventID(e.EventID), Type: e.EventType, Data: e.Data, Meta: unfold(e.UserMetadata)},
		Stream:   e.StreamID,
		Revision: eventlog.Revision(e.EventNumber),
		Position: place(e),
		RawMeta:  unfoldRaw(e.UserMetadata),
	}
	if r.Data == nil {
		r.Data = []byte{}
	}
	r.RecordedAt = r.Meta.RecordedAt(e.CreatedDate).Truncate(time.Microsecond)
	return r
}

// at converts a position for the client.
func at(p eventlog.Position) kurrentdb.Position {
	return kurrentdb.Position{Commit: uint64(p), Prepare: uint64(p)}
}

// after is the start of a subscription behind a position: the beginning has no position of its own.
func after(p eventlog.Position) kurrentdb.AllPosition {
	if p == 0 {
		return kurrentdb.Start{}
	}
	return at(p)
}
