package eventlog

import (
	"crypto/rand"
	"encoding/base64"
	"fmt"
	"time"
)

// Metadata names the actor of an event, the role and the cause. It contains only ids and keyed hashes, never secrets,
// addresses or names. Engines store it as a JSON object of strings.
type Metadata struct {
	Actor       string    `json:"actor,omitempty"`       // account id; empty for the system
	Role        string    `json:"role,omitempty"`        // the role that was used, one of domain/role
	Credential  string    `json:"credential,omitempty"`  // public id of the session or access token
	Command     string    `json:"command,omitempty"`     // command id, a UUID
	RequestHash string    `json:"requestHash,omitempty"` // HMAC-SHA-256 of the request, base64url; after an @, the subjects whose keys are part of it
	Request     string    `json:"request,omitempty"`     // request id
	Causation   string    `json:"causation,omitempty"`   // id of the event that caused the command
	At          time.Time `json:"at"`                    // when it was decided; set by the caller, UTC, microseconds
	Salt        Salt      `json:"salt,omitzero"`         // prevents guessing the input of a hash of the metadata
	// Recorded is set only on events that were copied from another log: the time at which that log recorded them. The
	// log returns it as their RecordedAt.
	Recorded time.Time `json:"recorded,omitzero"`
	// Unknown are the members that this program does not define, as a JSON object; empty if there are none. They are
	// stored as they were read.
	Unknown string `json:"-"`
}

// Salt is 16 random bytes, base64url in JSON.
type Salt [16]byte

// NewSalt generates a salt.
func NewSalt() Salt {
	var s Salt
	_, _ = rand.Read(s[:]) // crypto/rand never returns an error
	return s
}

// MarshalText returns the base64url form without padding.
func (s Salt) MarshalText() ([]byte, error) {
	return base64.RawURLEncoding.AppendEncode(nil, s[:]), nil
}

// UnmarshalText parses the form of MarshalText.
func (s *Salt) UnmarshalText(text []byte) error { return s.decode(string(text)) }

func (s *Salt) decode(text string) error {
	if len(text) == base64.RawURLEncoding.EncodedLen(len(s)) {
		if n, err := base64.RawURLEncoding.Decode(s[:], []byte(text)); err == nil && n == len(s) {
			return nil
		}
	}
	return fmt.Errorf("salt %q: want %d bytes in base64url", clip(text), len(s))
}

// Stored returns the metadata in the form of the engines: times in UTC, truncated to microseconds, and the unknown
// members sorted by name, without spaces.
func (m Metadata) Stored() Metadata {
	if m.Unknown != "" {
		if members, err := decodeMembers([]byte(m.Unknown)); err == nil {
			m.Unknown = encodeUnknown(members)
		}
	}
	m.At = m.At.UTC().Truncate(time.Microsecond)
	if !m.Recorded.IsZero() {
		m.Recorded = m.Recorded.UTC().Truncate(time.Microsecond)
	}
	return m
}

// RecordedAt is the time at which an event was recorded: that of the metadata for an event that was copied from another
// log, otherwise the engine's.
func (m Metadata) RecordedAt(engine time.Time) time.Time {
	if !m.Recorded.IsZero() {
		return m.Recorded.UTC()
	}
	return engine.UTC()
}

// size is the size of the metadata that counts towards MaxAppendBytes.
func (m Metadata) size() int {
	return len(m.Actor) + len(m.Role) + len(m.Credential) + len(m.Command) + len(m.RequestHash) + len(m.Request) +
		len(m.Causation) + len(m.Unknown) + len(m.Salt)
}
