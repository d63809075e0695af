// Package text checks texts of people: lines and prose without characters that make one text look like another.
package text

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/modyard/modyard/domain/fault"
)

// Line is a text of one line, trimmed, with lowest to highest characters. Control characters and marks that change the
// text direction are rejected: they make a text look like another.
func Line(field, label, value string, lowest, highest int) (string, error) {
	if !utf8.ValidString(value) {
		return "", fault.Invalid(field, label+"不是有效的 UTF-8 文本。")
	}
	value = strings.TrimSpace(value)
	visible := false
	for _, r := range value {
		if Hostile(r) {
			return "", fault.Invalid(field, label+"包含不允许的控制字符。")
		}
		if unicode.In(r, unicode.L, unicode.N, unicode.P, unicode.S) {
			visible = true
		}
	}
	n := utf8.RuneCountInString(value)
	if lowest > 0 && (n == 0 || !visible) {
		return "", fault.Invalid(field, label+"不能为空。")
	}
	if n < lowest || n > highest {
		return "", fault.Invalid(field, fmt.Sprintf("%s的长度须为 %d 到 %d 个字符。", label, lowest, highest))
	}
	return value, nil
}

// Hostile is true if r is a control character, a line separator or a mark that changes the direction of a text.
func Hostile(r rune) bool {
	switch {
	case unicode.IsControl(r), r == '\u2028', r == '\u2029', r == '\uFEFF':
		return true
	case r >= '\u202A' && r <= '\u202E', r >= '\u2066' && r <= '\u2069':
		return true
	case r == '\u200E', r == '\u200F', r == '\u061C':
		return true
	case r >= 0xE0000 && r <= 0xE007F: // invisible tag characters
		return true
	}
	return false
}

// Visible is true if a text shows anything: a letter, a digit, a sign or a symbol. Spaces, control and format characters (such as
// those of no width), marks without a letter, and the letters and symbols that are drawn as nothing do not.
func Visible(value string) bool {
	return strings.IndexFunc(value, func(r rune) bool {
		switch r {
		case '\u115F', '\u1160', '\u3164', '\uFFA0', '\u2800': // fillers of Hangul, and the empty Braille pattern
			return false
		}
		return unicode.In(r, unicode.L, unicode.N, unicode.P, unicode.S) && r != utf8.RuneError
	}) >= 0
}

// Prose is a text of many lines (Markdown): valid UTF-8 without control characters other than line breaks and tabs, at
// most highest characters. It is stored unchanged.
func Prose(field, label, value string, highest int) (string, error) {
	if !utf8.ValidString(value) {
		return "", fault.Invalid(field, label+"不是有效的 UTF-8 文本。")
	}
	for _, r := range value {
		if unicode.IsControl(r) && r != '\n' && r != '\r' && r != '\t' {
			return "", fault.Invalid(field, label+"包含不允许的控制字符。")
		}
	}
	if utf8.RuneCountInString(value) > highest {
		return "", fault.Invalid(field, fmt.Sprintf("%s不能超过 %d 个字符。", label, highest))
	}
	return value, nil
}
