package catalogueimport

import (
	"net/url"
	"strings"
	"unicode"
	"unicode/utf8"
)

// plain returns a text of one line without the characters that the rules reject: control characters and marks that
// change the direction of the text.
func plain(s string) string {
	s = strings.Map(func(r rune) rune {
		switch {
		case r == '\t' || r == '\n' || r == '\r' || r == '\u2028' || r == '\u2029' || r == '\u00a0':
			return ' '
		case unicode.IsControl(r), unicode.Is(unicode.Bidi_Control, r), r == '\ufeff', r >= 0xE0000 && r <= 0xE007F, r == utf8.RuneError:
			return -1
		}
		return r
	}, s)
	return strings.Join(strings.Fields(s), " ")
}

// visible is true if a text has a visible character.
func visible(s string) bool {
	return strings.ContainsFunc(s, func(r rune) bool { return unicode.In(r, unicode.L, unicode.N, unicode.P, unicode.S) })
}

// clip shortens a text to at most n characters and ends it with an ellipsis if it was shortened.
func clip(s string, n int) string {
	runes := []rune(s)
	if len(runes) <= n {
		return s
	}
	return strings.TrimSpace(string(runes[:n-1])) + "…"
}

// cut shortens a text to at most n characters.
func cut(s string, n int) string {
	runes := []rune(s)
	return string(runes[:min(n, len(runes))])
}

// https returns a valid address with http replaced by https, or an empty text if there is none.
func https(address string) string {
	address = strings.TrimSpace(address)
	if address == "" || len(address) > 2000 || strings.ContainsFunc(address, func(r rune) bool { return unicode.IsControl(r) || r == '\\' }) {
		return ""
	}
	u, err := url.Parse(address)
	if err != nil || u.Hostname() == "" || u.User != nil || u.Opaque != "" {
		return ""
	}
	switch strings.ToLower(u.Scheme) {
	case "http", "https":
		u.Scheme = "https"
	default:
		return ""
	}
	clean := u.String()
	if strings.ContainsAny(clean, " \"<>") || strings.ContainsFunc(clean, unicode.IsControl) {
		return ""
	}
	return clean
}

// markdown escapes a text of one line so that it renders unchanged.
func markdown(s string) string {
	var b strings.Builder
	for _, r := range s {
		if strings.ContainsRune("\\`*_[]<>#|~!", r) {
			b.WriteByte('\\')
		}
		b.WriteRune(r)
	}
	return b.String()
}
