package collection

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/modyard/modyard/domain/fault"
)

func nameOf(value string) (string, error) {
	value = strings.TrimSpace(value)
	if err := readable("name", "收藏夹名称", value, false); err != nil {
		return "", err
	}
	if n := utf8.RuneCountInString(value); n < MinName || n > MaxName {
		return "", fault.Invalid("name", "收藏夹名称须为 3 至 64 个字符。")
	}
	return value, nil
}

func descriptionOf(value string) (string, error) {
	value = strings.TrimSpace(strings.ReplaceAll(value, "\r\n", "\n"))
	if err := readable("description", "收藏夹简介", value, true); err != nil {
		return "", err
	}
	if utf8.RuneCountInString(value) > MaxDescription {
		return "", fault.Invalid("description", "收藏夹简介不能超过 255 个字符。")
	}
	return value, nil
}

// readable rejects invalid text and characters that would change the display of other text.
func readable(field, label, value string, lines bool) error {
	if !utf8.ValidString(value) {
		return fault.Invalid(field, label+"不是有效的 UTF-8 文本。")
	}
	for _, r := range value {
		if lines && r == '\n' {
			continue
		}
		if unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r) || r == '\u2028' || r == '\u2029' {
			return fault.Invalid(field, label+"包含不允许的控制字符。")
		}
	}
	return nil
}
