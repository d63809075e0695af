package talksearch

// Reread reads a cursor and writes it again.
func Reread(raw string) (string, bool) {
	p, err := parseCursor(raw)
	return cursorOf(p), err == nil
}
