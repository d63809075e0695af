package eventlog

import (
	"crypto/rand"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"
)

// Metadata says who caused an event, with which power, and because of what. It holds ids and keyed hashes only,
// never secrets, addresses or names. Engines keep it as a JSON object of texts.
type Metadata struct {
	Actor       string    `json:"actor,omitempty"`       // account id; empty for the system
	Role        string    `json:"role,omitempty"`        // the power that was used, one of domain/role
	Credential  string    `json:"credential,omitempty"`  // public id of the session or access token
	Command     string    `json:"command,omitempty"`     // command id, a UUID
	RequestHash string    `json:"requestHash,omitempty"` // HMAC-SHA-256 of the request, base64url
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
func (s *Salt) UnmarshalText(text []byte) error {
	b, err := base64.RawURLEncoding.DecodeString(string(text))
	if err != nil || len(b) != len(s) {
		return fmt.Errorf("salt %q: want %d bytes in base64url", clip(string(text)), len(s))
	}
	copy(s[:], b)
	return nil
}

// known is Metadata without its methods.
type known Metadata

// MarshalJSON writes the members in a fixed order, the unknown ones last and sorted by name.
func (m Metadata) MarshalJSON() ([]byte, error) {
	data, err := json.Marshal(known(m))
	if err != nil || m.Unknown == "" {
		return data, err
	}
	var others map[string]json.RawMessage
	if err := json.Unmarshal([]byte(m.Unknown), &others); err != nil {
		return nil, fmt.Errorf("unknown members of metadata: %w", err)
	}
	for _, name := range slices.Sorted(maps.Keys(others)) {
		if isMember(name) {
			continue // a member that this program knows is stated once
		}
		key, err := json.Marshal(name)
		if err != nil {
			return nil, err
		}
		data = append(data[:len(data)-1], ',')
		data = append(append(append(data, key...), ':'), others[name]...)
		data = append(data, '}')
	}
	return data, nil
}

// UnmarshalJSON reads what MarshalJSON writes, and keeps what it does not know.
func (m *Metadata) UnmarshalJSON(data []byte) error {
	var k known
	if err := json.Unmarshal(data, &k); err != nil {
		return err
	}
	var others map[string]json.RawMessage
	if err := json.Unmarshal(data, &others); err != nil {
		return err
	}
	// Names that begin with $ are the engine's own: KurrentDB adds some.
	maps.DeleteFunc(others, func(name string, _ json.RawMessage) bool { return isMember(name) || strings.HasPrefix(name, "$") })
	k.Unknown = ""
	if len(others) > 0 {
		rest, err := json.Marshal(others)
		if err != nil {
			return err
		}
		k.Unknown = string(rest)
	}
	*m = Metadata(k)
	return nil
}

func isMember(name string) bool {
	switch name {
	case "actor", "role", "credential", "command", "requestHash", "request", "causation", "at", "salt", "recorded":
		return true
	}
	return false
}

// Stored gives the metadata as an engine keeps it: times in UTC, cut to microseconds.
func (m Metadata) Stored() Metadata {
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
