package post

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

const (
	// maxNames is how many different names of a text are looked up. The others are text.
	maxNames = 50

	// maxName is the maximum length of a user name, in characters.
	maxName = 39
)

// Names are the user names after an @ in a text in Markdown, each once, in the order of the text. Names in code and in
// addresses (me@example.org) are none. Whether an account has the name is known elsewhere.
func Names(markdown string) []string {
	var names []string
	for line := range prose(markdown) {
		if names = namesIn(line, names); len(names) >= maxNames {
			return names[:maxNames]
		}
	}
	return names
}

// namesIn adds the names in a line without code.
func namesIn(line string, names []string) []string {
	before := ' '
	for i, r := range line {
		if r == '@' && !addressRune(before) {
			name := line[i+1:]
			if end := strings.IndexFunc(name, func(r rune) bool { return !nameRune(r) }); end >= 0 {
				name = name[:end]
			}
			name = strings.TrimRight(name, ".")
			if n := utf8.RuneCountInString(name); n > 0 && n <= maxName && !slices.Contains(names, name) {
				names = append(names, name)
			}
			if len(names) >= maxNames {
				return names
			}
		}
		before = r
	}
	return names
}

// addressRune is true for a character after which an @ begins no name: it belongs to an address, or is escaped. Chinese is
// written without spaces.
func addressRune(r rune) bool {
	return r == '@' || r == '\\' || r < utf8.RuneSelf && nameRune(r)
}

// nameRune is true for the characters of user names.
func nameRune(r rune) bool {
	return r == '_' || r == '-' || r == '.' || unicode.IsLetter(r) || unicode.IsDigit(r)
}
