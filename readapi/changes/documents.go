package changes

import (
	"encoding/json"

	"github.com/modyard/modyard/projections/document"
)

// Encoded are documents by id.
func Encoded[T any](list []T, id func(T) string) (map[string]json.RawMessage, error) {
	out := make(map[string]json.RawMessage, len(list))
	for _, one := range list {
		data, err := document.Encode(one)
		if err != nil {
			return nil, err
		}
		out[id(one)] = data
	}
	return out, nil
}
