package httpkit

import (
	"encoding/json"
	"strconv"
	"strings"

	"github.com/danielgtaylor/huma/v2"
)

// MaxIDs is how many ids one request may ask for.
const MaxIDs = 1000

// IDs are a required parameter that is a JSON array of at most MaxIDs strings, as in ?ids=["a","b"]. Order and
// duplicates are kept.
type IDs struct {
	Items []string
	text  string
}

// UnmarshalText stores the text for Resolve, which has the parameter's name.
func (l *IDs) UnmarshalText(text []byte) error {
	l.text = string(text)
	return nil
}

// Resolve reads the array.
func (l *IDs) Resolve(_ huma.Context, path *huma.PathBuffer) (errs []error) {
	if l.text == "" {
		name := ParameterName(path)
		return []error{Invalid(name, "缺少参数 "+name)}
	}
	l.Items, errs = readIDs(path, l.text)
	return errs
}

// List is an optional IDs; Items is nil where it is missing or empty. Values without brackets are accepted, with commas
// between them, as in ?loaders=fabric.
type List struct {
	Items []string
	text  string
}

// UnmarshalText stores the text for Resolve.
func (l *List) UnmarshalText(text []byte) error {
	l.text = string(text)
	return nil
}

// Resolve reads the array.
func (l *List) Resolve(_ huma.Context, path *huma.PathBuffer) (errs []error) {
	if l.text == "" {
		return nil
	}
	text := l.text
	if trimmed := strings.TrimSpace(text); !strings.HasPrefix(trimmed, "[") && !strings.HasPrefix(trimmed, "{") {
		list, err := json.Marshal(strings.FieldsFunc(trimmed, func(r rune) bool { return r == ',' || r == ' ' }))
		if err != nil {
			return []error{err}
		}
		text = string(list)
	}
	if l.Items, errs = readIDs(path, text); len(l.Items) == 0 {
		l.Items = nil
	}
	return errs
}

func readIDs(path *huma.PathBuffer, text string) ([]string, []error) {
	name := ParameterName(path)
	refuse := func(text string) ([]string, []error) {
		return nil, []error{Invalid(name, "参数 "+name+text)}
	}
	var list []string
	if err := json.Unmarshal([]byte(text), &list); err != nil {
		return refuse(` 应为 JSON 字符串数组，例如 ["a","b"]`)
	}
	if len(list) > MaxIDs {
		return refuse(" 不能超过 " + strconv.Itoa(MaxIDs) + " 项")
	}
	for _, s := range list {
		if !validText(s) {
			return refuse(" 含有无效字符")
		}
	}
	return list, nil
}

// ParameterName is the parameter's name in a path: limit of query.limit.
func ParameterName(path *huma.PathBuffer) string {
	full := path.String()
	return full[strings.LastIndexByte(full, '.')+1:]
}
