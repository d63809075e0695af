package httpkit

import (
	"bytes"
	"errors"
	"net/url"
	"strings"
	"unicode/utf8"
)

var errBadText = errors.New("invalid text: not UTF-8, or a NUL")

func validText(s string) bool {
	return utf8.ValidString(s) && strings.IndexByte(s, 0) < 0
}

func validQuery(raw string) bool {
	if strings.IndexByte(raw, '%') < 0 {
		return validText(raw)
	}
	// The reader of the parameter handles broken escapes: url.Values drops them.
	s, err := url.QueryUnescape(raw)
	return err != nil || validText(s)
}

// checkText rejects JSON that is not UTF-8 or that contains a NUL, raw or as the escape \u0000.
func checkText(data []byte) error {
	if !utf8.Valid(data) || bytes.IndexByte(data, 0) >= 0 {
		return errBadText
	}
	for rest := data; ; {
		i := bytes.IndexByte(rest, '\\')
		if i < 0 || i+1 >= len(rest) {
			return nil
		}
		if bytes.HasPrefix(rest[i+1:], []byte("u0000")) {
			return errBadText
		}
		rest = rest[i+2:] // the character after an escaped backslash is no escape
	}
}
