package text

import (
	"net/url"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/modyard/modyard/domain/fault"
)

// WebLink is an https address of at most 2048 bytes; an empty text is valid.
func WebLink(field, label, value string) (string, error) {
	return link(field, label+"必须是有效的 https 链接，且不超过 2048 个字符。", value, "https")
}

// HTTPLink is WebLink for an address that may also be one of http.
func HTTPLink(field, label, value string) (string, error) {
	return link(field, label+"必须是有效的 http 或 https 链接，且不超过 2048 个字符。", value, "https", "http")
}

func link(field, complaint, value string, schemes ...string) (string, error) {
	value = strings.TrimSpace(value)
	if value == "" {
		return "", nil
	}
	bad := fault.Invalid(field, complaint)
	if len(value) > 2048 || !utf8.ValidString(value) {
		return "", bad
	}
	for _, r := range value {
		if Hostile(r) || r == ' ' || r == '"' || r == '<' || r == '>' || r == '\\' {
			return "", bad
		}
	}
	u, err := url.Parse(value)
	if err != nil || !slices.Contains(schemes, strings.ToLower(u.Scheme)) || u.Hostname() == "" || u.User != nil || u.Opaque != "" {
		return "", bad
	}
	return value, nil
}
