package view

import (
	"strconv"
	"strings"
	"time"

	"github.com/modyard/modyard/platform/httpkit"
)

// Conditions are those of a statement, joined with "and". The zero value has none.
type Conditions struct {
	parts []string
	args  []any
}

// Add adds a condition, in which each question mark stands for an argument.
func (c *Conditions) Add(sql string, args ...any) {
	for _, arg := range args {
		sql = strings.Replace(sql, "?", c.Arg(arg), 1)
	}
	c.parts = append(c.parts, sql)
}

// Arg adds an argument of the statement, and returns the text that stands for it.
func (c *Conditions) Arg(arg any) string {
	c.args = append(c.args, arg)
	return "$" + strconv.Itoa(len(c.args))
}

// SQL are the conditions; empty if there are none.
func (c *Conditions) SQL() string { return strings.Join(c.parts, " and ") }

// Args are the arguments, in their order.
func (c *Conditions) Args() []any { return c.args }

// Between is a requested span of time. Types that embed it must not have fields of its names.
type Between struct {
	From string `query:"from" doc:"不早于，ISO 8601"`
	To   string `query:"to" doc:"早于，ISO 8601"`
}

// Add adds the conditions of the span about a column, or returns a fault that names the parameter.
func (b Between) Add(c *Conditions, column string) error {
	var bounds []time.Time
	for _, bound := range []struct{ name, text, operator string }{{"from", b.From, " >= ?"}, {"to", b.To, " < ?"}} {
		if bound.text == "" {
			continue
		}
		at, err := time.Parse(time.RFC3339, bound.text)
		if err != nil {
			return httpkit.Invalid(bound.name, "参数 "+bound.name+" 应为 ISO 8601 时间")
		}
		c.Add(column+bound.operator, at)
		bounds = append(bounds, at)
	}
	if len(bounds) == 2 && !bounds[0].Before(bounds[1]) {
		return httpkit.Invalid("to", "结束时间早于开始时间")
	}
	return nil
}
