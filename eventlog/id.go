package eventlog

import (
	"crypto/sha256"
	"encoding/binary"
	"fmt"

	"github.com/google/uuid"
)

// NewEventID makes a fresh id: a UUIDv7, so that ids sort roughly by time.
func NewEventID() EventID { return EventID(uuid.Must(uuid.NewV7())) }

// DeriveEventID makes the id of the n-th event that a command decides. The same command and
// number always give the same id, which is what makes a repeated command harmless.
func DeriveEventID(command string, n int) EventID {
	h := sha256.New()
	h.Write([]byte("modyard event id\x00"))
	h.Write(binary.BigEndian.AppendUint64(nil, uint64(n)))
	h.Write([]byte(command))
	var id EventID
	copy(id[:], h.Sum(nil))
	id[6] = id[6]&0x0f | 0x80 // version 8: the rest is ours to define
	id[8] = id[8]&0x3f | 0x80 // RFC 9562 variant
	return id
}

// ParseEventID reads the form that String writes.
func ParseEventID(s string) (EventID, error) {
	u, err := uuid.Parse(s)
	if err != nil {
		return EventID{}, fmt.Errorf("parse event id: %w", err)
	}
	return EventID(u), nil
}

// IsZero says that no id was chosen.
func (id EventID) IsZero() bool { return id == EventID{} }

// String gives the usual hyphenated form.
func (id EventID) String() string { return uuid.UUID(id).String() }

// MarshalText gives the usual hyphenated form, for JSON.
func (id EventID) MarshalText() ([]byte, error) { return []byte(id.String()), nil }

// UnmarshalText reads what MarshalText writes.
func (id *EventID) UnmarshalText(b []byte) error {
	parsed, err := ParseEventID(string(b))
	if err != nil {
		return err
	}
	*id = parsed
	return nil
}
