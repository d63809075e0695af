package files

import (
	"path"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/modyard/modyard/contract/node"
)

// name is a checked path relative to a server's folder, with "." for the folder itself: what os.Root takes.
type name string

// parsePath checks a path of a request. Its form is the only one that a file has, so that no two paths name the same place.
func parsePath(s, field string) (name, error) {
	bad := refuse(node.FileInvalid, field)
	if !strings.HasPrefix(s, "/") || len(s) > (node.MaxNameBytes+1)*node.MaxDepth || !utf8.ValidString(s) || strings.ContainsFunc(s, malformed) {
		return "", bad
	}
	if s == "/" {
		return ".", nil
	}
	parts := strings.Split(s[1:], "/")
	if len(parts) > node.MaxDepth {
		return "", bad
	}
	for _, p := range parts {
		if !validName(p) {
			return "", bad
		}
	}
	return name(s[1:]), nil
}

func validName(s string) bool {
	return s != "" && s != "." && s != ".." && len(s) <= node.MaxNameBytes && utf8.ValidString(s) && !strings.ContainsFunc(s, malformed)
}

// malformed are characters that no name of a request has. Line separators are line breaks to some programs; U+FFFD is what is left of text that
// was not UTF-8.
func malformed(r rune) bool {
	return unicode.IsControl(r) || r == '\\' || r == '\u2028' || r == '\u2029' || r == utf8.RuneError
}

// parseNew is parsePath for something that will be made: its name must also not change the direction of the text around it.
func parseNew(s, field string) (name, error) {
	n, err := parsePath(s, field)
	if err == nil && strings.ContainsFunc(s, func(r rune) bool { return unicode.Is(unicode.Bidi_Control, r) }) {
		return "", refuse(node.FileInvalid, field)
	}
	return n, err
}

func (n name) isRoot() bool { return n == "." }

// dir and base are the parent and the last name. The folder itself has neither.
func (n name) dir() name    { return name(path.Dir(string(n))) }
func (n name) base() string { return path.Base(string(n)) }

// shown is the path as a client writes it.
func (n name) shown() string {
	if n.isRoot() {
		return "/"
	}
	return "/" + string(n)
}

// join is the path of an entry of the folder, and fits says whether it is one that a request could name.
func (n name) join(entry name) name { return name(path.Join(string(n), string(entry))) }

func (n name) fits() bool {
	_, err := parsePath(n.shown(), "")
	return err == nil
}

// below says whether n is in the folder other, or is it.
func (n name) below(other name) bool {
	return n == other || other.isRoot() || strings.HasPrefix(string(n), string(other)+"/")
}
