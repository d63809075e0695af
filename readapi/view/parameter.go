package view

import (
	"math"
	"net/http"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/danielgtaylor/huma/v2"

	"github.com/modyard/modyard/platform/httpkit"
)

// ByID is the input of a query with one id in its path.
type ByID struct {
	ID Name `path:"id"`
}

// ByIDs is the input of a query about many ids.
type ByIDs struct {
	IDs httpkit.IDs `query:"ids" required:"true" doc:"ID 的 JSON 数组，最多 1000 项，例如 [\"a\",\"b\"]"`
}

// HeaderLimit is the limit of an answer to a request that asked for more than it may. Programs of this API family ask for
// more than they need, so that such a request is answered, but not without a word.
const HeaderLimit = "Limit-Applied"

// maxPage is the largest limit of a Page and of Before.
const maxPage = 100

// Page is the requested part of a list. Types that embed it must not have a method Resolve.
type Page struct {
	Limit  Asked `query:"limit" default:"20" doc:"数量，默认 20，最多 100"`
	Offset Count `query:"offset" doc:"跳过的数量"`
}

// Bounds are the page's limit and offset.
func (p Page) Bounds() (limit, offset int) { return int(min(p.Limit, maxPage)), int(p.Offset) }

// Before is the requested part of a list of events. Types that embed it must not have a method Resolve.
type Before struct {
	Limit    Asked    `query:"limit" default:"20" doc:"数量，默认 20，最多 100"`
	Position Position `query:"before" doc:"只要排在这一条之后的（更早的）"`
}

// Most is the requested number of entries.
func (b Before) Most() int { return int(min(b.Limit, maxPage)) }

// Asked is the requested length of a part of a list. It is a type of its own, because a Resolve of Page would be one of all types that
// embed it, and keep their members from being looked at.
type Asked Count

// Resolve rejects a number out of range, and names the limit of the answer if it is not the requested one.
func (l *Asked) Resolve(ctx huma.Context, path *huma.PathBuffer) []error {
	if faults := (*Count)(l).Resolve(ctx, path); faults != nil {
		return faults
	}
	if *l > maxPage {
		ctx.SetHeader(HeaderLimit, strconv.Itoa(maxPage))
	}
	return nil
}

// Position is an event's position in the log; zero where the parameter is missing.
type Position int64

// Resolve rejects numbers that are no position.
func (p *Position) Resolve(ctx huma.Context, path *huma.PathBuffer) []error {
	if name := httpkit.ParameterName(path); *p < 0 || *p == 0 && ctx.Query(name) != "" {
		return []error{httpkit.Invalid(name, "参数 "+name+" 应为一条记录的 position")}
	}
	return nil
}

// Name is an id, slug, number or user name in a path. A text that cannot be a name is not found.
type Name string

// Resolve rejects texts that cannot be a name.
func (n *Name) Resolve(huma.Context) []error {
	if !named(string(*n)) {
		return []error{httpkit.NotFound()}
	}
	return nil
}

// Lower is the name in lower case, as slugs are compared.
func (n Name) Lower() string { return strings.ToLower(string(n)) }

// Count is a non-negative number of at most 31 bits.
type Count int

// Resolve rejects a number out of range.
func (c *Count) Resolve(_ huma.Context, path *huma.PathBuffer) []error {
	switch name := httpkit.ParameterName(path); {
	case *c < 0:
		return []error{httpkit.Invalid(name, "参数 "+name+" 不能小于 0")}
	case *c > math.MaxInt32:
		return []error{httpkit.Invalid(name, "参数 "+name+" 应为整数")}
	}
	return nil
}

// Flag is a parameter that is true, false or missing.
type Flag string

// Schema implements huma.SchemaProvider.
func (Flag) Schema(huma.Registry) *huma.Schema { return &huma.Schema{Type: huma.TypeBoolean} }

// Resolve rejects any other value.
func (f *Flag) Resolve(_ huma.Context, path *huma.PathBuffer) []error {
	if *f == "" || *f == "true" || *f == "false" {
		return nil
	}
	name := httpkit.ParameterName(path)
	return []error{httpkit.Invalid(name, "参数 "+name+" 应为 true 或 false")}
}

// Value is nil where the parameter is missing.
func (f Flag) Value() *bool {
	if f == "" {
		return nil
	}
	set := f == "true"
	return &set
}

// maxName bounds an id, slug, number or user name in a path.
const maxName = 128

// PathName reads a name from a path parameter. A text that cannot be a name is not found.
func PathName(r *http.Request, parameter string) (string, error) {
	s := r.PathValue(parameter)
	if !named(s) {
		return "", httpkit.NotFound()
	}
	return s, nil
}

// named says whether a text can be a name.
func named(s string) bool {
	return s != "" && len(s) <= 4*maxName && utf8.RuneCountInString(s) <= maxName && utf8.ValidString(s) && strings.IndexByte(s, 0) < 0
}
