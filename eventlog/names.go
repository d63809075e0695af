package eventlog

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// ValidStream is true if a stream may have this name: a category of lower-case ASCII letters and digits that begins
// with a letter, a hyphen, and an id of printable characters without spaces ("project-AABBCCDD", "slug-钠"). Names are
// compared byte by byte; the maximum length is MaxStreamBytes.
func ValidStream(name string) bool {
	if len(name) > MaxStreamBytes {
		return false
	}
	category, id, ok := strings.Cut(name, "-")
	if !ok || id == "" || !validWord(category) {
		return false
	}
	return printable(id)
}

// Category is the part of a stream's name before the first hyphen.
func Category(stream string) string {
	category, _, _ := strings.Cut(stream, "-")
	return category
}

// ValidType is true if an event type may have this name: lower-case words of ASCII letters, digits and hyphens, joined
// by dots, with a version at the end ("project.submitted.v1").
func ValidType(name string) bool {
	if len(name) > MaxTypeBytes {
		return false
	}
	rest, version, ok := cutLast(name, ".v")
	if !ok || !validVersion(version) {
		return false
	}
	words := strings.Split(rest, ".")
	for _, word := range words {
		for part := range strings.SplitSeq(word, "-") {
			if !validWord(part) {
				return false
			}
		}
	}
	return len(words) >= 2
}

func cutLast(s, sep string) (before, after string, ok bool) {
	i := strings.LastIndex(s, sep)
	if i < 0 {
		return s, "", false
	}
	return s[:i], s[i+len(sep):], true
}

func validVersion(s string) bool {
	if s == "" || len(s) > 4 || s[0] == '0' {
		return false
	}
	for i := range len(s) {
		if s[i] < '0' || s[i] > '9' {
			return false
		}
	}
	return true
}

func validWord(s string) bool {
	if s == "" || s[0] < 'a' || s[0] > 'z' {
		return false
	}
	for i := range len(s) {
		if c := s[i]; (c < 'a' || c > 'z') && (c < '0' || c > '9') {
			return false
		}
	}
	return true
}

// printable rejects control characters, spaces and invisible format characters (direction marks, joiners), so that
// names that look the same are the same.
func printable(s string) bool {
	for i, r := range s {
		if r == utf8.RuneError {
			if _, size := utf8.DecodeRuneInString(s[i:]); size == 1 {
				return false // not UTF-8
			}
		}
		if !unicode.IsGraphic(r) || unicode.IsSpace(r) {
			return false
		}
	}
	return true
}

// plain is true if a text is UTF-8 without control characters and short enough for Metadata.
func plain(s string) bool {
	if len(s) > MaxMetaBytes || !utf8.ValidString(s) {
		return false
	}
	return !strings.ContainsFunc(s, unicode.IsControl)
}
