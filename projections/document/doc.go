// Package document assembles the documents of package contract: the projection writes them, and the read side copies
// them to the response.
package document

import (
	"encoding/json"
	"fmt"
)

// Encode renders a document. Those of package contract never fail; other values may.
func Encode(v any) ([]byte, error) {
	b, err := json.Marshal(v)
	if err != nil {
		return nil, fmt.Errorf("encode document: %w", err)
	}
	return b, nil
}

// Join joins the members of JSON objects to one object, in order. It skips empty parts. Every part must be an object
// without a key of another part.
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

// List joins JSON values to one JSON array, in order.
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
