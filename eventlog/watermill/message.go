package watermill

import (
	"encoding/json"
	"fmt"
	"maps"
	"strconv"
	"time"

	"github.com/ThreeDotsLabs/watermill/message"
	"github.com/ThreeDotsLabs/watermill/message/router/middleware"

	"github.com/modyard/modyard/eventlog"
)

// The metadata of a message that come from the log. The other ones are the string members of the event's own metadata
// (actor, command, …), under their names.
const (
	KeyStream   = "log.stream"
	KeyRevision = "log.revision"
	KeyPosition = "log.position"
	KeyType     = "log.type"
	KeyRecorded = "log.recorded-at"
	KeyMetadata = "log.metadata" // of the event, as it is stored
)

// NewMessage makes a message of an event: its UUID is the event's id, its payload the data, its correlation id (Watermill's
// MessageCorrelationID) that of the request that caused the event.
func NewMessage(e eventlog.Recorded) *message.Message {
	m := message.NewMessage(e.ID.String(), e.Data)
	var members map[string]any
	if json.Unmarshal([]byte(e.RawMeta), &members) == nil {
		for name, value := range members {
			if text, ok := value.(string); ok {
				m.Metadata.Set(name, text)
			}
		}
	}
	if e.Meta.Request != "" {
		middleware.SetCorrelationID(e.Meta.Request, m)
	}
	maps.Copy(m.Metadata, message.Metadata{
		KeyStream: e.Stream, KeyRevision: strconv.FormatInt(int64(e.Revision), 10), KeyPosition: strconv.FormatUint(uint64(e.Position), 10),
		KeyType: e.Type, KeyRecorded: e.RecordedAt.UTC().Format(time.RFC3339Nano), KeyMetadata: e.RawMeta,
	})
	return m
}

// Event is the event of a message that NewMessage has made.
func Event(m *message.Message) (eventlog.Recorded, error) {
	fail := func(err error) (eventlog.Recorded, error) {
		return eventlog.Recorded{}, fmt.Errorf("event of message %s: %w", m.UUID, err)
	}
	id, err := eventlog.ParseEventID(m.UUID)
	if err != nil {
		return fail(err)
	}
	revision, err := strconv.ParseInt(m.Metadata.Get(KeyRevision), 10, 64)
	if err != nil {
		return fail(err)
	}
	position, err := strconv.ParseUint(m.Metadata.Get(KeyPosition), 10, 64)
	if err != nil {
		return fail(err)
	}
	recorded, err := time.Parse(time.RFC3339Nano, m.Metadata.Get(KeyRecorded))
	if err != nil {
		return fail(err)
	}
	e := eventlog.Recorded{
		Event:  eventlog.Event{ID: id, Type: m.Metadata.Get(KeyType), Data: m.Payload},
		Stream: m.Metadata.Get(KeyStream), Revision: eventlog.Revision(revision), Position: eventlog.Position(position),
		RecordedAt: recorded, RawMeta: m.Metadata.Get(KeyMetadata),
	}
	if err := e.Meta.Parse(e.RawMeta); err != nil {
		return fail(err)
	}
	return e, nil
}
