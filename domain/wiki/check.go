package wiki

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/modyard/modyard/domain/fault"
	"github.com/modyard/modyard/domain/text"
)

// title checks a title, and that no other page of the tree has it.
func title(t Tree, page, value string) (string, error) {
	if !visible(value) {
		return "", fault.Invalid("title", incomplete)
	}
	value, err := text.Line("title", "标题", value, 1, MaxTitle)
	if err != nil {
		return "", err
	}
	if strings.ContainsRune(value, utf8.RuneError) { // half a character, in JSON
		return "", fault.Invalid("title", "标题含有无效字符。")
	}
	folded := foldTitle(value)
	for _, p := range t.Pages {
		if p.Gone == "" && p.ID != page && foldTitle(p.Title) == folded {
			return "", &fault.Error{Kind: fault.KindInvalid, Code: CodeExists, Field: "title", Text: "已存在相同标题"}
		}
	}
	return value, nil
}

// visible is true for a text that shows anything.
func visible(s string) bool {
	return strings.ContainsFunc(s, func(r rune) bool {
		return unicode.In(r, unicode.L, unicode.N, unicode.P, unicode.S) && !unicode.Is(unicode.Other_Default_Ignorable_Code_Point, r)
	})
}

const incomplete = "请填写完整数据"

// slug checks a slug, and that no other page of the tree has it as its slug or its id: a page is found by both. A page may
// keep the slug that it has.
func slug(t Tree, page, value string) (string, error) {
	switch {
	case value == "":
		return "", fault.Invalid("slug", incomplete)
	case len(value) > MaxSlug:
		return "", fault.Invalid("slug", "链接最多 64 个字符。")
	case strings.ContainsFunc(value, func(r rune) bool {
		return r != '-' && (r < '0' || r > '9') && (r < 'A' || r > 'Z') && (r < 'a' || r > 'z')
	}):
		return "", fault.Invalid("slug", "链接只能包含英文字母、数字和连字符。")
	}
	kept := t.Pages[page].Slug == value
	if !kept && strings.Trim(value, "-") != value {
		return "", fault.Invalid("slug", "链接须以英文字母或数字开头和结尾。")
	}
	folded := foldSlug(value)
	for id, p := range t.Pages {
		if p.Gone == "" && id != page && foldSlug(p.Slug) == folded {
			return "", &fault.Error{Kind: fault.KindInvalid, Code: CodeExists, Field: "slug", Text: "已存在相同slug"}
		}
		if !kept && id != page && foldSlug(id) == folded {
			return "", fault.Invalid("slug", "链接不能与另一页面的 ID 相同。")
		}
	}
	return value, nil
}

const tooDeep = "页面最多 5 级。"

func weight(n int) error {
	if n < 0 || n > MaxWeight {
		return fault.Invalid("sort_order", "权重须为 0 到 1000 的整数。")
	}
	return nil
}

// parent checks that a page can be under another one. Page is empty for a page without others below it.
func parent(t Tree, page, under, field string) error {
	if under == "" {
		return nil
	}
	n := t.depth(under)
	switch {
	case n == 0:
		return fault.Invalid(field, "上级页面不存在。")
	case page != "" && slices.Contains(t.Branch(page), under):
		return fault.Invalid(field, "页面不能放在自己或自己的下级页面之下。")
	case n >= MaxDepth, page != "" && n+1+height(t.below(), page) > MaxDepth:
		return fault.Invalid(field, tooDeep)
	}
	return nil
}

// Body checks the text of a page. Line ends become LF; nothing else is changed.
func Body(value string) (string, error) {
	return text.Prose("body", "正文", strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(value), MaxBody)
}
