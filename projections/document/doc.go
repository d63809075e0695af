// Package document holds the shapes that readers are served: the projection writes them, the
// read side copies them to the socket. Every list is present, never null.
package document

import (
	"encoding/json"
	"fmt"
	"time"
)

// Time is an instant as documents show it: RFC 3339 in UTC.
type Time = time.Time

// License is the licence of a project; URL is null where it has a standard text.
type License struct {
	ID   string  `json:"id"`
	Name string  `json:"name"`
	URL  *string `json:"url"`
}

// Donation is a link of a platform from the link platform list.
type Donation struct {
	ID       string `json:"id"`
	Platform string `json:"platform"`
	URL      string `json:"url"`
}

// Message is what a moderator said with the last decision. Only members and staff see it.
type Message struct {
	Message string  `json:"message"`
	Body    *string `json:"body"`
}

// Encode renders a document. The shapes of this package always encode; another value may fail.
func Encode(v any) ([]byte, error) {
	b, err := json.Marshal(v)
	if err != nil {
		return nil, fmt.Errorf("encode document: %w", err)
	}
	return b, nil
}

// Join puts the members of JSON objects into one object, in order. Empty parts are skipped.
// Every part must be an object without a key of another part.
func Join(parts ...[]byte) []byte {
	size := 2
	for _, p := range parts {
		size += len(p)
	}
	out := append(make([]byte, 0, size), '{')
	for _, p := range parts {
		if len(p) <= 2 {
			continue
		}
		if len(out) > 1 {
			out = append(out, ',')
		}
		out = append(out, p[1:len(p)-1]...)
	}
	return append(out, '}')
}

// List puts JSON values into one JSON array, in order.
func List(values [][]byte) []byte {
	size := 2
	for _, v := range values {
		size += len(v) + 1
	}
	out := append(make([]byte, 0, size), '[')
	for i, v := range values {
		if i > 0 {
			out = append(out, ',')
		}
		out = append(out, v...)
	}
	return append(out, ']')
}
