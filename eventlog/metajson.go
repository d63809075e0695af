package eventlog

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"
	"unicode/utf8"
)

// MarshalJSON encodes the members in a fixed order, the unknown ones last and sorted by name.
func (m Metadata) MarshalJSON() ([]byte, error) { return m.AppendJSON(make([]byte, 0, 512)) }

// AppendJSON appends the result of MarshalJSON. Engines call it for every event.
func (m Metadata) AppendJSON(b []byte) ([]byte, error) {
	if !representable(m.At) || !representable(m.Recorded) {
		return nil, errors.New("metadata: a time cannot be encoded as JSON")
	}
	b = append(b, '{')
	for _, text := range m.texts() {
		if *text.value != "" {
			b = appendText(append(append(b, text.prefix...), '"'), *text.value)
			b = append(b, '"', ',')
		}
	}
	b = appendTime(append(b, `"at":`...), m.At)
	if m.Salt != (Salt{}) {
		b = append(b, `,"salt":"`...)
		b = base64.RawURLEncoding.AppendEncode(b, m.Salt[:])
		b = append(b, '"')
	}
	if !m.Recorded.IsZero() {
		b = appendTime(append(b, `,"recorded":`...), m.Recorded)
	}
	if m.Unknown != "" {
		members, err := decodeMembers([]byte(m.Unknown))
		if err != nil {
			return nil, fmt.Errorf("unknown members of metadata: %w", err)
		}
		if rest := encodeUnknown(members); rest != "" {
			return append(append(b, ','), rest[1:]...), nil
		}
	}
	return append(b, '}'), nil
}

// UnmarshalJSON decodes the form of MarshalJSON, and keeps unknown members.
func (m *Metadata) UnmarshalJSON(data []byte) error { return m.Parse(string(data)) }

// Parse is UnmarshalJSON for a string, with which the members share memory.
func (m *Metadata) Parse(raw string) error {
	read := Metadata{}
	if read.scan(raw) {
		*m = read
		return nil
	}
	data := []byte(raw)
	members, err := decodeMembers(data)
	if err != nil {
		return fmt.Errorf("metadata: %w", err)
	}
	read = Metadata{}
	for name, value := range members {
		if into := read.member(name); into == nil || bytes.Equal(value, []byte("null")) {
			continue
		} else if err := json.Unmarshal(value, into); err != nil {
			return fmt.Errorf("metadata: member %s: %w", name, err)
		}
	}
	read.Unknown = encodeUnknown(members)
	*m = read
	return nil
}

// text is a member with a string value.
type text struct {
	prefix string // its name and the colon
	value  *string
}

// texts returns those members in the order of the encoded form.
func (m *Metadata) texts() [7]text {
	return [...]text{
		{`"actor":`, &m.Actor}, {`"role":`, &m.Role}, {`"credential":`, &m.Credential}, {`"command":`, &m.Command},
		{`"requestHash":`, &m.RequestHash}, {`"request":`, &m.Request}, {`"causation":`, &m.Causation},
	}
}

// member returns a pointer to the field of a member, and nil for an unknown one. Names are case-sensitive.
func (m *Metadata) member(name string) any {
	switch name {
	case "actor":
		return &m.Actor
	case "role":
		return &m.Role
	case "credential":
		return &m.Credential
	case "command":
		return &m.Command
	case "requestHash":
		return &m.RequestHash
	case "request":
		return &m.Request
	case "causation":
		return &m.Causation
	case "at":
		return &m.At
	case "salt":
		return &m.Salt
	case "recorded":
		return &m.Recorded
	}
	return nil
}

// scan parses the plain form of AppendJSON: known members, strings without escapes. For everything else it returns
// false, and encoding/json parses it. Most of the time of reading a log is spent here; the strings share one copy of
// data.
func (m *Metadata) scan(data string) bool {
	if data == "" || data[0] != '{' {
		return false
	}
	for rest := data[1:]; ; rest = rest[1:] {
		name, after, ok := cutText(rest)
		if !ok || after == "" || after[0] != ':' {
			return false
		}
		value, after, ok := cutText(after[1:])
		if !ok || after == "" || !m.set(name, value) {
			return false
		}
		switch rest = after; {
		case rest[0] == '}':
			return len(rest) == 1
		case rest[0] != ',':
			return false
		}
	}
}

func (m *Metadata) set(name, value string) bool {
	switch into := m.member(name).(type) {
	case *string:
		*into = value
		return true
	case *time.Time:
		at, err := time.Parse(time.RFC3339, value)
		*into = at
		return err == nil
	case *Salt:
		return into.decode(value) == nil
	}
	return false
}

// cutText cuts a JSON string without escapes from the beginning.
func cutText(b string) (text, after string, ok bool) {
	if b == "" || b[0] != '"' {
		return "", "", false
	}
	ascii := true
	for i := 1; i < len(b); i++ {
		switch c := b[i]; {
		case c == '"':
			return b[1:i], b[i+1:], ascii || utf8.ValidString(b[1:i])
		case c == '\\' || c < ' ':
			return "", "", false
		case c >= utf8.RuneSelf:
			ascii = false
		}
	}
	return "", "", false
}

// appendText appends the content of a JSON string, without the quotes.
func appendText(b []byte, s string) []byte {
	for i := range len(s) {
		if c := s[i]; c < ' ' || c == '"' || c == '\\' || c >= utf8.RuneSelf {
			quoted, _ := json.Marshal(s) // a string can always be encoded
			return append(b, quoted[1:len(quoted)-1]...)
		}
	}
	return append(b, s...)
}

func appendTime(b []byte, t time.Time) []byte {
	return append(t.AppendFormat(append(b, '"'), time.RFC3339Nano), '"')
}

// decodeMembers splits a JSON object into its members.
func decodeMembers(data []byte) (map[string]json.RawMessage, error) {
	var members map[string]json.RawMessage
	if err := json.Unmarshal(data, &members); err != nil {
		return nil, err
	}
	if members == nil {
		return nil, errors.New("no object")
	}
	return members, nil
}

// encodeUnknown returns the members that this program does not define as an object, sorted by name, each value
// unchanged except for spaces; empty if there are none. Names that begin with $ belong to an engine: KurrentDB adds
// some.
func encodeUnknown(members map[string]json.RawMessage) string {
	var b bytes.Buffer
	next := byte('{')
	for _, name := range slices.Sorted(maps.Keys(members)) {
		if (&Metadata{}).member(name) != nil || strings.HasPrefix(name, "$") {
			continue
		}
		b.WriteByte(next)
		next = ','
		b.WriteByte('"')
		b.Write(appendText(nil, name))
		b.WriteString(`":`)
		_ = json.Compact(&b, members[name]) // the value was decoded as JSON before
	}
	if b.Len() == 0 {
		return ""
	}
	b.WriteByte('}')
	return b.String()
}
