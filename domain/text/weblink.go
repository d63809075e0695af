package text

import (
	"net/url"
	"strings"
	"unicode/utf8"

	"github.com/modyard/modyard/domain/fault"
)

// WebLink is an https address of at most 2048 bytes; an empty text is valid.
func WebLink(field, label, value string) (string, error) {
	value = strings.TrimSpace(value)
	if value == "" {
		return "", nil
	}
	bad := fault.Invalid(field, label+"必须是有效的 https 链接，且不超过 2048 个字符。")
	if len(value) > 2048 || !utf8.ValidString(value) {
		return "", bad
	}
	for _, r := range value {
		if Hostile(r) || r == ' ' || r == '"' || r == '<' || r == '>' || r == '\\' {
			return "", bad
		}
	}
	u, err := url.Parse(value)
	if err != nil || !strings.EqualFold(u.Scheme, "https") || u.Hostname() == "" || u.User != nil || u.Opaque != "" {
		return "", bad
	}
	return value, nil
}
