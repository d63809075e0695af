// Package document puts together what readers are served (package contract): the projections write it, the read side
// copies it to the socket.
package document

import (
	"encoding/json"
	"fmt"
)

// Encode renders a document. Those of package contract always encode; another value may fail.
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
