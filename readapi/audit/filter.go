package audit

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/google/uuid"

	"github.com/modyard/modyard/platform/httpkit"
	projected "github.com/modyard/modyard/projections/audit"
	"github.com/modyard/modyard/readapi/view"
)

// Filter selects entries. Each set parameter narrows the selection.
type Filter struct {
	Actor   string `query:"actor" doc:"操作者的账户 ID 或用户名；system 表示程序"`
	Subject string `query:"subject" doc:"对象的 ID：资源、版本、团队、收藏夹、账户或举报"`
	Kind    string `query:"kind" doc:"种类，以逗号分隔"`
	Reason  string `query:"reason" doc:"操作原因的代码"`
	view.Between
	Text string `query:"text" doc:"名称、消息与原因中的文字，至少 2 个字符；或事件 ID"`
	Mark string `query:"mark" enum:"none,import,demo" doc:"none：本站的操作；import：目录导入；demo：演示数据；省略时为全部"`
}

// System as the actor stands for the program.
const System = "system"

const maxText = 200

// where is the condition of a filter over the entries e and its arguments, or a fault that names the parameter.
func (f Filter) where(codes []string) (string, []any, error) {
	c := view.Conditions{}
	switch f.Actor {
	case "":
	case System:
		c.Add("e.actor = ?", "")
	default:
		// Accounts are found by id or name before the entries are read.
		c.Add("e.actor = coalesce((select p.id from identity.profiles p where p.id = ?), "+
			"(select a.id from identity.accounts a where a.username_key = lower(?)), ?)", f.Actor, f.Actor, f.Actor)
	}
	if f.Subject != "" {
		c.Add("e.concerns @> array[?::text]", f.Subject)
	}
	if f.Kind != "" {
		kinds := strings.Split(f.Kind, ",")
		for _, kind := range kinds {
			if !slices.Contains(projected.Kinds(), kind) {
				return "", nil, httpkit.Invalid("kind", "没有这个种类")
			}
		}
		if len(kinds) == 1 {
			c.Add("e.kind = ?", kinds[0])
		} else {
			c.Add("e.kind = any(?)", kinds)
		}
	}
	if f.Reason != "" {
		if !slices.Contains(codes, f.Reason) {
			return "", nil, httpkit.Invalid("reason", "没有这个原因")
		}
		c.Add("e.reason_code = ? and e.reason_code <> ''", f.Reason)
	}
	if err := f.Between.Add(&c, "e.at"); err != nil {
		return "", nil, err
	}
	if f.Mark == "none" {
		c.Add("e.mark = ?", "")
	} else if f.Mark != "" {
		c.Add("e.mark = ?", f.Mark)
	}
	if err := addText(&c, f.Text); err != nil {
		return "", nil, err
	}
	return c.SQL(), c.Args(), nil
}

// addText finds a word in the texts of the entries: by the hashes of its pairs of characters, then by itself.
func addText(c *view.Conditions, text string) error {
	text = strings.TrimSpace(text)
	switch n := utf8.RuneCountInString(text); {
	case n == 0:
		return nil
	case n < projected.MinText:
		return httpkit.Invalid("text", "请输入至少 2 个字符")
	case n > maxText:
		return httpkit.Invalid("text", "搜索的文字不能超过 200 个字符")
	}
	if id, err := uuid.Parse(text); err == nil {
		c.Add("e.event = ?", id.String())
		return nil
	}
	c.Add("e.grams @> ?::integer[]", projected.Grams(text))
	c.Add(`strpos(lower(e.name || E'\n' || e.message || E'\n' || e.reason_text || E'\n' || e.value), lower(?)) > 0`, text)
	return nil
}
