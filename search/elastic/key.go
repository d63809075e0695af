package elastic

import (
	"errors"
	"fmt"
)

// maxKeyed is the maximum length of an id with a key: 63 to the power of it fits into an int64.
const maxKeyed = 10

var errUnkeyed = errors.New("the id has no key to sort by")

// keyOf encodes an id of base62 characters as a number. Numbers compare like the bytes of the ids, which is the order
// of the tables: each character is a digit from 1 on, and 0 pads a shorter id. So ties of a sort are broken by a
// number, without reading texts.
func keyOf(id string) (int64, error) {
	if id == "" || len(id) > maxKeyed {
		return 0, fmt.Errorf("%w: it has %d characters, of 1 to %d", errUnkeyed, len(id), maxKeyed)
	}
	var key int64
	for i := range maxKeyed {
		key *= 63
		if i >= len(id) {
			continue
		}
		switch c := id[i]; {
		case c >= '0' && c <= '9':
			key += int64(c-'0') + 1
		case c >= 'A' && c <= 'Z':
			key += int64(c-'A') + 11
		case c >= 'a' && c <= 'z':
			key += int64(c-'a') + 37
		default:
			return 0, fmt.Errorf("%w: %q is not a letter or digit", errUnkeyed, c)
		}
	}
	return key, nil
}
