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
	fence := ""
	for line := range strings.Lines(markdown) {
		line = strings.TrimRight(line, "\r\n")
		if mark := fenceOf(line); mark != "" && (fence == "" || closes(line, mark, fence)) {
			if fence == "" {
				fence = mark
			} else {
				fence = ""
			}
			continue
		}
		if fence != "" || strings.HasPrefix(line, "    ") || strings.HasPrefix(line, "\t") {
			continue
		}
		if names = namesIn(withoutCode(line), names); len(names) >= maxNames {
			return names[:maxNames]
		}
	}
	return names
}

// fenceOf is the run of backquotes or tildes that begins or ends a block of code; empty for other lines.
func fenceOf(line string) string {
	trimmed := strings.TrimLeft(line, " ")
	if len(line)-len(trimmed) > 3 || trimmed == "" {
		return ""
	}
	mark := trimmed[0]
	if mark != '`' && mark != '~' {
		return ""
	}
	run := trimmed[:len(trimmed)-len(strings.TrimLeft(trimmed, string(mark)))]
	if len(run) < 3 || mark == '`' && strings.Contains(trimmed[len(run):], "`") {
		return ""
	}
	return run
}

// closes is true for the last line of a block of code.
func closes(line, mark, fence string) bool {
	return mark[0] == fence[0] && len(mark) >= len(fence) && strings.TrimSpace(line) == mark
}

// withoutCode replaces code within a line by a space. A run of backquotes without a partner is text.
func withoutCode(line string) string {
	if !strings.Contains(line, "`") {
		return line
	}
	var out strings.Builder
	for line != "" {
		begin := strings.IndexByte(line, '`')
		if begin < 0 {
			break
		}
		run := len(line[begin:]) - len(strings.TrimLeft(line[begin:], "`"))
		out.WriteString(line[:begin])
		out.WriteByte(' ')
		line = line[begin+run:]
		if end := findRun(line, run); end >= 0 {
			line = line[end+run:]
		}
	}
	out.WriteString(line)
	return out.String()
}

// findRun finds a run of exactly so many backquotes.
func findRun(s string, length int) int {
	for at := 0; at < len(s); {
		next := strings.IndexByte(s[at:], '`')
		if next < 0 {
			return -1
		}
		at += next
		run := len(s[at:]) - len(strings.TrimLeft(s[at:], "`"))
		if run == length {
			return at
		}
		at += run
	}
	return -1
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
