package manifest

import (
	"bytes"
	"encoding/json"
	"strings"
	"unicode"
	"unicode/utf8"
)

const (
	maxWord = 128 // runes of an id, a name or a range
	maxList = 512 // entries of any list
)

// table is a JSON object, a TOML table or a YAML map with members of unverified types. Numbers are as they are written:
// json.Number in JSON, texts in TOML and YAML.
type table map[string]any

func parseJSON(data []byte) any {
	data = bytes.TrimPrefix(data, []byte("\xef\xbb\xbf"))
	if v, ok := readJSON(data); ok {
		return v
	}
	// Loaders accept raw line breaks in strings, so this parser does too.
	data = bytes.Map(func(r rune) rune {
		if unicode.IsControl(r) {
			return ' '
		}
		return r
	}, data)
	v, _ := readJSON(data)
	return v
}

// readJSON reads one JSON value with its numbers as they are written.
func readJSON(data []byte) (any, bool) {
	if !json.Valid(data) {
		return nil, false
	}
	var v any
	d := json.NewDecoder(bytes.NewReader(data))
	d.UseNumber()
	err := d.Decode(&v)
	return v, err == nil
}

func object(v any) table {
	switch v := v.(type) {
	case map[string]any:
		return v
	case table:
		return v
	}
	return nil
}

func (t table) object(name string) table { return object(t[name]) }

// text is a member that is a text or a number, as it is written; empty for a placeholder.
func (t table) text(name string) string { return text(t[name]) }

func text(v any) string {
	switch v := v.(type) {
	case string:
		if placeholder(v) {
			return ""
		}
		return word(v, maxWord)
	case json.Number:
		return word(v.String(), maxWord)
	}
	return ""
}

// list is a member that is a list, or a list of one where it is a single value.
func (t table) list(name string) []any { return list(t[name]) }

func list(v any) []any {
	switch v := v.(type) {
	case nil:
		return nil
	case []any:
		return v[:min(len(v), maxList)]
	}
	return []any{v}
}

// texts are the texts of a list.
func (t table) texts(name string) []string {
	var out []string
	for _, v := range t.list(name) {
		if s := text(v); s != "" {
			out = append(out, s)
		}
	}
	return out
}

func (t table) flag(name string) (value, given bool) {
	value, given = t[name].(bool)
	if !given {
		switch strings.ToLower(t.text(name)) {
		case "true", "yes", "on":
			return true, true
		case "false", "no", "off":
			return false, true
		}
	}
	return value, given
}

// word is a text on one line of at most n runes, without direction marks.
func word(s string, n int) string {
	if !utf8.ValidString(s) {
		s = strings.ToValidUTF8(s, "")
	}
	s = strings.Map(func(r rune) rune {
		switch {
		case unicode.IsSpace(r):
			return ' '
		case unicode.IsControl(r), unicode.Is(unicode.Cf, r):
			return -1
		}
		return r
	}, s)
	s = strings.TrimSpace(s)
	if utf8.RuneCountInString(s) > n {
		return ""
	}
	return s
}
