package audit

import (
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/google/uuid"

	"github.com/modyard/modyard/platform/httpkit"
	projected "github.com/modyard/modyard/projections/audit"
)

// Filter selects entries. Each set parameter narrows the selection.
type Filter struct {
	Actor   string `query:"actor" doc:"操作者的账户 ID 或用户名；system 表示程序"`
	Subject string `query:"subject" doc:"对象的 ID：资源、版本、团队、收藏夹、账户或举报"`
	Kind    string `query:"kind" doc:"种类，以逗号分隔"`
	Reason  string `query:"reason" doc:"操作原因的代码"`
	From    string `query:"from" doc:"不早于，ISO 8601"`
	To      string `query:"to" doc:"早于，ISO 8601"`
	Text    string `query:"text" doc:"名称、消息与原因中的文字，至少 2 个字符；或事件 ID"`
	Mark    string `query:"mark" enum:"none,import,demo" doc:"none：本站的操作；import：目录导入；demo：演示数据；省略时为全部"`
}

// System as the actor stands for the program.
const System = "system"

const maxText = 200

// where is the condition of a filter over the entries e and its arguments, or a fault that names the parameter.
func (f Filter) where(codes []string) (string, []any, error) {
	c := conditions{}
	switch f.Actor {
	case "":
	case System:
		c.add("e.actor = ?", "")
	default:
		// Accounts are found by id or name before the entries are read.
		c.add("e.actor = coalesce((select p.id from identity.profiles p where p.id = ?), "+
			"(select a.id from identity.accounts a where a.username_key = lower(?)), ?)", f.Actor, f.Actor, f.Actor)
	}
	if f.Subject != "" {
		c.add("e.concerns @> array[?::text]", f.Subject)
	}
	if f.Kind != "" {
		kinds := strings.Split(f.Kind, ",")
		for _, kind := range kinds {
			if !slices.Contains(projected.Kinds(), kind) {
				return "", nil, httpkit.Invalid("kind", "没有这个种类")
			}
		}
		if len(kinds) == 1 {
			c.add("e.kind = ?", kinds[0])
		} else {
			c.add("e.kind = any(?)", kinds)
		}
	}
	if f.Reason != "" {
		if !slices.Contains(codes, f.Reason) {
			return "", nil, httpkit.Invalid("reason", "没有这个原因")
		}
		c.add("e.reason_code = ? and e.reason_code <> ''", f.Reason)
	}
	var bounds []time.Time
	for _, bound := range []struct{ name, text, sql string }{{"from", f.From, "e.at >= ?"}, {"to", f.To, "e.at < ?"}} {
		if bound.text == "" {
			continue
		}
		at, err := time.Parse(time.RFC3339, bound.text)
		if err != nil {
			return "", nil, httpkit.Invalid(bound.name, "参数 "+bound.name+" 应为 ISO 8601 时间")
		}
		c.add(bound.sql, at)
		bounds = append(bounds, at)
	}
	if len(bounds) == 2 && !bounds[0].Before(bounds[1]) {
		return "", nil, httpkit.Invalid("to", "结束时间早于开始时间")
	}
	if f.Mark == "none" {
		c.add("e.mark = ?", "")
	} else if f.Mark != "" {
		c.add("e.mark = ?", f.Mark)
	}
	if err := c.text(f.Text); err != nil {
		return "", nil, err
	}
	return strings.Join(c.parts, " and "), c.args, nil
}

// conditions are joined with "and". A question mark stands for an argument.
type conditions struct {
	parts []string
	args  []any
}

func (c *conditions) add(sql string, args ...any) {
	for _, arg := range args {
		c.args = append(c.args, arg)
		sql = strings.Replace(sql, "?", "$"+strconv.Itoa(len(c.args)), 1)
	}
	c.parts = append(c.parts, sql)
}

// text finds a word in the texts of the entries: by the hashes of its pairs of characters, then by itself.
func (c *conditions) text(text string) error {
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
		c.add("e.event = ?", id.String())
		return nil
	}
	c.add("e.grams @> ?::integer[]", projected.Grams(text))
	c.add(`strpos(lower(e.name || E'\n' || e.message || E'\n' || e.reason_text || E'\n' || e.value), lower(?)) > 0`, text)
	return nil
}
