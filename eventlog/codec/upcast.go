package codec

import (
	"fmt"
	"maps"

	"github.com/modyard/modyard/eventlog"
)

// upcaster turns the JSON of one version into that of a later one. It is pure.
type upcaster struct {
	to string
	do func([]byte) ([]byte, error)
}

// WithUpcaster gives a codec that also reads events of type from, by turning their JSON into that of
// type to, which is registered or upcast itself. It never runs on writing.
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
		// Registering the newest version first also keeps chains free of circles.
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

// upcast runs the chain that begins at typ.
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
