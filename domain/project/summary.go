package project

import (
	"regexp"
	"strings"

	"github.com/modyard/modyard/domain/fault"
)

// formatting are the marks of Markdown and HTML that change how a text is displayed. A mark alone, such as the number
// sign of C# or an underscore in a name, is text.
var formatting = []*regexp.Regexp{
	regexp.MustCompile(`\*\*[^*]+\*\*|__[^_]+__|~~[^~]+~~|` + "`[^`]+`"),                                                                  // bold, struck out, code
	regexp.MustCompile(`(^|[^\p{L}\p{N}*])\*[^\s*]([^*]*[^\s*])?\*([^\p{L}\p{N}*]|$)`),                                                    // italic
	regexp.MustCompile(`(^|[^\p{L}\p{N}_])_[^\s_]([^_]*[^\s_])?_([^\p{L}\p{N}_]|$)`),                                                      // italic
	regexp.MustCompile(`!?\[[^\[\]]*\]\([^()\s]+\)|\[[^\[\]]+\]\[[^\[\]]*\]`),                                                             // link, picture
	regexp.MustCompile(`^(#{1,6}|>|[-*+]|\d{1,9}[.)])\s+\S|^>\S`),                                                                         // heading, quotation, list
	regexp.MustCompile(`(?i)</?(a|b|i|u|s|p|h[1-6]|br|hr|em|img|div|del|code|span|strong|center|font)(\s[^<>]*)?/?>|<https?://[^<>\s]+>`), // HTML, address
}

// titleOf returns a title in normal form. A manifest's placeholder that nobody filled is no title.
func titleOf(title string) (string, error) {
	title, err := line("title", "标题", title, 3, maxTitle)
	if err == nil && Unfilled(title) {
		return "", fault.Invalid("title", "标题「"+title+"」里有没有填写的占位符，请填写真实的名称。")
	}
	return title, err
}

// clearSummary rejects a summary that says no more than the title, and one with formatting: it is displayed as it is.
func clearSummary(title, summary string) error {
	plain := func(s string) string { return strings.ToLower(strings.Join(strings.Fields(s), " ")) }
	if plain(title) == plain(summary) {
		return fault.Invalid("description", "简介与标题相同。请用一两句话写明它做什么，再提交审核。")
	}
	for _, mark := range formatting {
		if mark.MatchString(strings.TrimSpace(summary)) {
			return fault.Invalid("description", "简介按普通文字显示，请去掉 Markdown 标记，再提交审核。")
		}
	}
	return nil
}
