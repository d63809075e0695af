package eventlog

import (
	"crypto/sha256"
	"encoding/binary"
	"fmt"

	"github.com/google/uuid"
)

// NewEventID creates a new id: a UUIDv7, so that ids sort roughly by time.
func NewEventID() EventID { return EventID(uuid.Must(uuid.NewV7())) }

// DeriveEventID derives the id of the n-th event of a command. The same command and number always give the same id, so
// a repeated command is idempotent.
func DeriveEventID(command string, n int) EventID {
	h := sha256.New()
	h.Write([]byte("modyard event id\x00"))
	h.Write(binary.BigEndian.AppendUint64(nil, uint64(n)))
	h.Write([]byte(command))
	var id EventID
	copy(id[:], h.Sum(nil))
	id[6] = id[6]&0x0f | 0x80 // version 8: application-defined
	id[8] = id[8]&0x3f | 0x80 // RFC 9562 variant
	return id
}

// ParseEventID parses the form of String.
func ParseEventID(s string) (EventID, error) {
	u, err := uuid.Parse(s)
	if err != nil {
		return EventID{}, fmt.Errorf("parse event id: %w", err)
	}
	return EventID(u), nil
}

// IsZero is true if no id was set.
func (id EventID) IsZero() bool { return id == EventID{} }

// String returns the hyphenated form.
func (id EventID) String() string { return uuid.UUID(id).String() }

// MarshalText returns the hyphenated form, for JSON.
func (id EventID) MarshalText() ([]byte, error) { return []byte(id.String()), nil }

// UnmarshalText parses the form of MarshalText.
func (id *EventID) UnmarshalText(b []byte) error {
	parsed, err := ParseEventID(string(b))
	if err != nil {
		return err
	}
	*id = parsed
	return nil
}
