package project

import (
	"regexp"
	"strings"
	"unicode/utf8"

	"github.com/modyard/modyard/domain/fault"
)

var slugForm = regexp.MustCompile("^[\\p{L}\\p{N}!@$()`.+,_\"-]+$")

// maxSlugBytes limits a slug so that its stream has a valid name.
const maxSlugBytes = 240

// NormalSlug returns the stored form of a slug: trimmed and in lower case, 3 to 64 characters of the slug alphabet.
func NormalSlug(slug string) (string, error) {
	if !utf8.ValidString(slug) {
		return "", fault.Invalid("slug", "链接名不是有效的 UTF-8 文本。")
	}
	slug = strings.ToLower(strings.TrimSpace(slug))
	if n := utf8.RuneCountInString(slug); n < 3 || n > 64 {
		return "", fault.Invalid("slug", "链接名的长度须为 3 到 64 个字符。")
	}
	if len(slug) > maxSlugBytes {
		return "", fault.Invalid("slug", "链接名过长。")
	}
	if !slugForm.MatchString(slug) || strings.Trim(slug, ".") == "" {
		return "", fault.Invalid("slug", "链接名只能包含文字、数字和 !@$()`.+,_\"- 这些符号。")
	}
	return slug, nil
}
