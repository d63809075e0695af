package view

import (
	"encoding/json"
	"net/http"
	"net/url"
	"strings"
	"unicode/utf8"

	"github.com/modyard/modyard/platform/httpkit"
)

// Values reads the query parameters, refusing what cannot be decoded.
func Values(r *http.Request) (url.Values, error) {
	q, err := url.ParseQuery(r.URL.RawQuery)
	if err != nil {
		return nil, httpkit.Invalid("请求参数的编码不正确")
	}
	for name, values := range q {
		for _, v := range values {
			if !utf8.ValidString(v) || strings.IndexByte(v, 0) >= 0 {
				return nil, httpkit.Invalid("参数 " + printable(name) + " 含有无效字符")
			}
		}
	}
	return q, nil
}

// ListOf reads an optional parameter that is a JSON array of strings; nil where it is missing or empty.
func ListOf(q url.Values, name string) ([]string, error) {
	raw := q.Get(name)
	if raw == "" {
		return nil, nil
	}
	list := []string{}
	if err := json.Unmarshal([]byte(raw), &list); err != nil {
		return nil, httpkit.Invalid("参数 " + name + ` 应为 JSON 字符串数组，例如 ["a","b"]`)
	}
	if len(list) == 0 {
		return nil, nil
	}
	return list, Texts(name, list)
}

// Texts refuses a list that is too long or that holds what no stored text can.
func Texts(name string, list []string) error {
	if len(list) > httpkit.MaxIDs {
		return httpkit.Invalid("参数 " + name + " 不能超过 1000 项")
	}
	for _, s := range list {
		if !utf8.ValidString(s) || strings.IndexByte(s, 0) >= 0 {
			return httpkit.Invalid("参数 " + name + " 含有无效字符")
		}
	}
	return nil
}

// Bool reads an optional parameter that is true or false; nil where it is missing.
func Bool(q url.Values, name string) (*bool, error) {
	var v bool
	switch q.Get(name) {
	case "":
		return nil, nil
	case "true":
		v = true
	case "false":
	default:
		return nil, httpkit.Invalid("参数 " + name + " 应为 true 或 false")
	}
	return &v, nil
}

func printable(s string) string {
	s = strings.ToValidUTF8(strings.ReplaceAll(s, "\x00", ""), "�")
	if r := []rune(s); len(r) > 40 {
		return string(r[:40]) + "…"
	}
	return s
}

// Present is nil for a text that is absent or empty.
func Present(s *string) *string {
	if s == nil || *s == "" {
		return nil
	}
	return s
}
