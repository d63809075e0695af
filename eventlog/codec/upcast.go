package codec

import (
	"fmt"
	"maps"

	"github.com/modyard/modyard/eventlog"
)

// upcaster converts the JSON of one version to that of a later one. It is a pure function.
type upcaster struct {
	to string
	do func([]byte) ([]byte, error)
}

// WithUpcaster returns a codec that also decodes events of type from: f converts their JSON to that of type to, which
// is registered or has an upcaster itself. Upcasters are not used when encoding.
func (c *Codec) WithUpcaster(from, to string, f func([]byte) ([]byte, error)) (*Codec, error) {
	if !eventlog.ValidType(from) {
		return nil, fmt.Errorf("upcast %q: not a valid name", from)
	}
	if _, taken := c.byName[from]; taken {
		return nil, fmt.Errorf("upcast %s: a Go type is registered for it", from)
	}
	if _, taken := c.upcasters[from]; taken {
		return nil, fmt.Errorf("upcast %s: it has an upcaster", from)
	}
	if !c.reads(to) {
		// The newest version must be registered first, so chains have no cycles.
		return nil, fmt.Errorf("upcast %s to %s: %w", from, to, ErrUnknownType)
	}
	next := &Codec{byName: c.byName, byType: c.byType, upcasters: maps.Clone(c.upcasters)}
	next.upcasters[from] = upcaster{to: to, do: f}
	return next, nil
}

func (c *Codec) reads(typ string) bool {
	_, registered := c.byName[typ]
	_, upcast := c.upcasters[typ]
	return registered || upcast
}

// upcast applies the chain of upcasters that begins at typ.
func (c *Codec) upcast(typ string, data []byte) (string, []byte, error) {
	for {
		u, ok := c.upcasters[typ]
		if !ok {
			return typ, data, nil
		}
		next, err := u.do(data)
		if err != nil {
			return "", nil, fmt.Errorf("upcast %s to %s: %w", typ, u.to, err)
		}
		typ, data = u.to, next
	}
}
