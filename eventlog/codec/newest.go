package codec

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
