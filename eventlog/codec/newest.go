package codec

import "reflect"

// Newest is the name of the newest version of a type: the end of its chain of upcasters, or the name itself.
func (c *Codec) Newest(typ string) string {
	for {
		u, ok := c.upcasters[typ]
		if !ok {
			return typ
		}
		typ = u.to
	}
}

// Payload is the Go type to which Decode decodes a type, or nil if it is unknown.
func (c *Codec) Payload(typ string) reflect.Type { return c.byName[c.Newest(typ)] }
