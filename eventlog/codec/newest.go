package codec

import "reflect"

// Newest is the name of the version that Decode gives for a type: the end of its chain of upcasters,
// or the name itself.
func (c *Codec) Newest(typ string) string {
	for {
		u, ok := c.upcasters[typ]
		if !ok {
			return typ
		}
		typ = u.to
	}
}

// Payload is the Go type that Decode gives for a type, or nil where it gives none.
func (c *Codec) Payload(typ string) reflect.Type { return c.byName[c.Newest(typ)] }
