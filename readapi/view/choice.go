package view

import (
	"net/url"
	"reflect"
	"slices"
	"strings"

	"github.com/modyard/modyard/platform/httpkit"
)

// choice is a parameter with a fixed set of values: a field tagged `query` and `enum`, as it is documented.
type choice struct {
	name     string
	values   []string
	required bool
}

func choicesOf(t reflect.Type) []choice {
	var found []choice
	for _, f := range reflect.VisibleFields(t) {
		if values := f.Tag.Get("enum"); values != "" && f.Tag.Get("query") != "" {
			found = append(found, choice{f.Tag.Get("query"), strings.Split(values, ","), f.Tag.Get("required") == "true"})
		}
	}
	return found
}

// check rejects every other value.
func (c choice) check(q url.Values) error {
	v := q.Get(c.name)
	if slices.Contains(c.values, v) || v == "" && !c.required {
		return nil
	}
	last := len(c.values) - 1
	allowed := c.values[last]
	if last > 0 {
		allowed = strings.Join(c.values[:last], "、") + " 或 " + allowed
	}
	return httpkit.Invalid(c.name, "参数 "+c.name+" 应为 "+allowed)
}
