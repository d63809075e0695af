package eventlog

import (
	"crypto/rand"
	"encoding/base64"
	"fmt"
	"time"
)

// Metadata says who caused an event, with which power, and because of what. It holds ids and keyed hashes only,
// never secrets, addresses or names. Engines keep it as a JSON object of texts.
type Metadata struct {
	Actor       string    `json:"actor,omitempty"`       // account id; empty for the system
	Role        string    `json:"role,omitempty"`        // the power that was used, one of domain/role
	Credential  string    `json:"credential,omitempty"`  // public id of the session or access token
	Command     string    `json:"command,omitempty"`     // command id, a UUID
	RequestHash string    `json:"requestHash,omitempty"` // HMAC-SHA-256 of the request, base64url; after an @, the subjects whose keys it takes too
	Request     string    `json:"request,omitempty"`     // request id
	Causation   string    `json:"causation,omitempty"`   // id of the event that caused the command
	At          time.Time `json:"at"`                    // when it was decided; chosen by the caller, UTC, microseconds
	Salt        Salt      `json:"salt,omitzero"`         // keeps a hash of the metadata from being guessed
	// Recorded is set on events that were moved from another log alone: when that log recorded them. The log that
	// holds them answers it as their RecordedAt.
	Recorded time.Time `json:"recorded,omitzero"`
	// Unknown are members that this program does not know, as the JSON object that they make; empty for none. They are
	// stored as they were read.
	Unknown string `json:"-"`
}

// Salt is 16 random bytes, base64url in JSON.
type Salt [16]byte

// NewSalt draws a salt.
func NewSalt() Salt {
	var s Salt
	_, _ = rand.Read(s[:]) // it never fails: crypto/rand
	return s
}

// MarshalText gives the base64url form without padding.
func (s Salt) MarshalText() ([]byte, error) {
	return base64.RawURLEncoding.AppendEncode(nil, s[:]), nil
}

// UnmarshalText reads what MarshalText writes.
func (s *Salt) UnmarshalText(text []byte) error { return s.decode(string(text)) }

func (s *Salt) decode(text string) error {
	if len(text) == base64.RawURLEncoding.EncodedLen(len(s)) {
		if n, err := base64.RawURLEncoding.Decode(s[:], []byte(text)); err == nil && n == len(s) {
			return nil
		}
	}
	return fmt.Errorf("salt %q: want %d bytes in base64url", clip(text), len(s))
}

// Stored gives the metadata as an engine keeps it: times in UTC, cut to microseconds, and the unknown members sorted by
// name, without space between them.
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

// RecordedAt is when an event was recorded: what the metadata says of an event that was moved here from another
// log, else the engine's own value.
func (m Metadata) RecordedAt(engine time.Time) time.Time {
	if !m.Recorded.IsZero() {
		return m.Recorded.UTC()
	}
	return engine.UTC()
}

// size is what the metadata counts towards MaxAppendBytes.
func (m Metadata) size() int {
	return len(m.Actor) + len(m.Role) + len(m.Credential) + len(m.Command) + len(m.RequestHash) + len(m.Request) +
		len(m.Causation) + len(m.Unknown) + len(m.Salt)
}
