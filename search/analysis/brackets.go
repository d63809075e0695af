package analysis

import "strings"

var closing = map[rune]rune{'(': ')', '[': ']', '{': '}', '【': '】', '〔': '〕', '〖': '〗'}

// splitBrackets separates the bracketed parts of a normalised name. An unclosed bracket is kept.
func splitBrackets(s string) (bare string, pieces []string) {
	var b strings.Builder
	for s != "" {
		at := strings.IndexAny(s, "([{【〔〖")
		if at < 0 {
			break
		}
		var open rune
		for _, r := range s[at:] {
			open = r
			break
		}
		inside := s[at+len(string(open)):]
		end := strings.IndexRune(inside, closing[open])
		if end < 0 {
			break
		}
		b.WriteString(s[:at])
		b.WriteByte(' ')
		pieces = append(pieces, inside[:end])
		s = inside[end+len(string(closing[open])):]
	}
	b.WriteString(s)
	return b.String(), pieces
}
