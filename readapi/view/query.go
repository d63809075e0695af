package view

import (
	"net/http"
	"net/url"
	"strings"
	"unicode/utf8"

	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/platform/httpkit"
)

// Values reads the query parameters and rejects what cannot be decoded.
func Values(r *http.Request) (url.Values, error) {
	q, err := url.ParseQuery(r.URL.RawQuery)
	if err != nil {
		return nil, httpkit.Invalid("", "请求参数的编码不正确")
	}
	for name, values := range q {
		for _, v := range values {
			if !utf8.ValidString(v) || strings.IndexByte(v, 0) >= 0 {
				return nil, httpkit.Invalid(printable(name), "参数 "+printable(name)+" 含有无效字符")
			}
		}
	}
	return q, nil
}

func printable(s string) string {
	s = strings.ToValidUTF8(strings.ReplaceAll(s, "\x00", ""), "�")
	if r := []rune(s); len(r) > 40 {
		return string(r[:40]) + "…"
	}
	return s
}

// Author is an account as documents show it; nil where it is deleted.
func Author(id, name, avatar *string) *contract.Author {
	if id == nil || name == nil {
		return nil
	}
	return &contract.Author{ID: *id, Username: *name, AvatarURL: Present(avatar)}
}

// Present is nil for an absent or empty text.
func Present(s *string) *string {
	if s == nil || *s == "" {
		return nil
	}
	return s
}
