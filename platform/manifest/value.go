package manifest

import (
	"bytes"
	"encoding/json"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/pelletier/go-toml/v2"
	"gopkg.in/yaml.v3"
)

const (
	maxWord = 128 // runes of an id, a name or a range
	maxList = 512 // entries of any list
)

// table is a JSON object, a TOML table or a YAML map with members of unverified types.
type table map[string]any

func parseJSON(data []byte) any {
	var v any
	data = bytes.TrimPrefix(data, []byte("\xef\xbb\xbf"))
	if json.Unmarshal(data, &v) == nil {
		return v
	}
	// Loaders accept raw line breaks in strings, so this parser does too.
	data = bytes.Map(func(r rune) rune {
		if unicode.IsControl(r) {
			return ' '
		}
		return r
	}, data)
	if json.Unmarshal(data, &v) != nil {
		return nil
	}
	return v
}

func parseTOML(data []byte) table {
	var v map[string]any
	if toml.Unmarshal(bytes.TrimPrefix(data, []byte("\xef\xbb\xbf")), &v) != nil {
		return nil
	}
	return v
}

func parseYAML(data []byte) table {
	var v map[string]any
	if len(data) > maxYAML || yaml.Unmarshal(data, &v) != nil {
		return nil
	}
	return v
}

// maxYAML bounds the text after alias expansion, in addition to the parser's own limit.
const maxYAML = 256 << 10

func object(v any) table {
	switch v := v.(type) {
	case map[string]any:
		return v
	case table:
		return v
	case map[any]any:
		t := table{}
		for k, value := range v {
			if name, ok := k.(string); ok {
				t[name] = value
			}
		}
		return t
	}
	return nil
}

func (t table) object(name string) table { return object(t[name]) }

// text is a member that is a text or a number.
func (t table) text(name string) string { return text(t[name]) }

func text(v any) string {
	switch v := v.(type) {
	case string:
		return word(v, maxWord)
	case float64:
		return strconv.FormatFloat(v, 'f', -1, 64)
	case int:
		return strconv.Itoa(v)
	case int64:
		return strconv.FormatInt(v, 10)
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
		switch t.text(name) {
		case "true":
			return true, true
		case "false":
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
