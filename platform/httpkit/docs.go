package httpkit

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	_ "embed"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"html/template"
	"maps"
	"slices"
	"strings"
)

//go:embed docs.html
var docsTemplate string

// The parts of an OpenAPI document that the documentation page needs.
type (
	openAPIDoc struct {
		Info struct {
			Title, Version, Description string
		}
		Paths      map[string]map[string]*docOperation
		Components struct {
			Schemas map[string]*docSchema
		}
	}
	docOperation struct {
		Summary, Description string
		Tags                 []string
		Parameters           []docParameter
		RequestBody          *docContent
		Responses            map[string]docContent

		Method, Path, Anchor string `json:"-"`
	}
	docParameter struct {
		Name, In, Description string
		Required              bool
		Schema                *docSchema
	}
	docContent struct {
		Description string
		Content     map[string]struct{ Schema *docSchema }
	}
	docSchema struct {
		Ref         string `json:"$ref"`
		Type        any    // a name or a list of names
		Format      string
		Description string
		Enum        []any
		Items       *docSchema
		AnyOf       []*docSchema
		Properties  map[string]*docSchema
		Required    []string
		Minimum     *float64
		Maximum     *float64
		MinLength   *int
		MaxLength   *int
		Default     any
	}
	docGroup struct {
		Name       string
		Operations []*docOperation
	}
	docPage struct {
		Doc     *openAPIDoc
		Address string // of the page itself
		Groups  []docGroup
		Schemas []string
	}
)

// internalTag is the group of the routes that serve the site's own pages and may change with any release.
const internalTag = "internal"

// tag is the group of an operation in the page.
func (op *docOperation) tag() string {
	switch {
	case strings.HasPrefix(op.Path, "/_internal/"):
		return internalTag
	case len(op.Tags) > 0:
		return op.Tags[0]
	}
	return ""
}

type docTag struct{ tag, name string }

// docTags are the groups in the order in which a reader needs them.
func docTags() []docTag {
	return []docTag{
		{"projects", "资源"}, {"versions", "版本"}, {"search", "搜索"}, {"tags", "标签"}, {"users", "用户"}, {"teams", "团队成员"}, {"organizations", "团队"},
		{"collections", "收藏集"}, {"notifications", "通知"}, {"threads", "对话"}, {"reports", "举报"}, {"accounts", "账户"}, {"moderation", "审核"},
		{"site", "站点"}, {"", "其他"}, {internalTag, "本站页面自用（随时可能改变）"},
	}
}

// placeOf is the place of a group; groups without a name of their own come last.
func placeOf(names []docTag, tag string) int {
	if i := slices.IndexFunc(names, func(t docTag) bool { return t.tag == tag }); i >= 0 {
		return i
	}
	return len(names)
}

func contentTag(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:8])
}

// renderDocs renders an OpenAPI document as one static page, grouped by tag. site is the public URL of the site, or empty.
func renderDocs(spec []byte, site string) ([]byte, error) {
	var doc openAPIDoc
	if err := json.Unmarshal(spec, &doc); err != nil {
		return nil, fmt.Errorf("read openapi document: %w", err)
	}
	byTag := map[string][]*docOperation{}
	for _, path := range slices.Sorted(maps.Keys(doc.Paths)) {
		for _, method := range []string{"get", "post", "put", "patch", "delete"} {
			op := doc.Paths[path][method]
			if op == nil {
				continue
			}
			op.Method, op.Path = strings.ToUpper(method), path
			op.Anchor = method + strings.NewReplacer("/", "-", "{", "", "}", "").Replace(path)
			tag := op.tag()
			byTag[tag] = append(byTag[tag], op)
		}
	}
	page := docPage{Doc: &doc, Address: strings.TrimRight(site, "/") + "/docs", Schemas: slices.Sorted(maps.Keys(doc.Components.Schemas))}
	names := docTags()
	for _, tag := range slices.SortedFunc(maps.Keys(byTag), func(a, b string) int {
		return cmp.Or(cmp.Compare(placeOf(names, a), placeOf(names, b)), strings.Compare(a, b))
	}) {
		name := tag
		if place := placeOf(names, tag); place < len(names) {
			name = names[place].name
		}
		page.Groups = append(page.Groups, docGroup{name, byTag[tag]})
	}
	t, err := template.New("docs").Funcs(template.FuncMap{
		"typeName": typeName, "bounds": bounds, "contains": slices.Contains[[]string], "refName": refName,
	}).Parse(docsTemplate)
	if err != nil {
		return nil, fmt.Errorf("parse docs template: %w", err)
	}
	var out bytes.Buffer
	if err := t.Execute(&out, page); err != nil {
		return nil, fmt.Errorf("render docs: %w", err)
	}
	return out.Bytes(), nil
}

// refName is the name of the component that a schema, or its items, refer to.
func refName(s *docSchema) string {
	for s != nil && s.Ref == "" && (s.Items != nil || len(s.AnyOf) > 0) {
		if s.Items != nil {
			s = s.Items
		} else {
			s = s.AnyOf[0] // the other one is null
		}
	}
	if s == nil {
		return ""
	}
	return s.Ref[strings.LastIndexByte(s.Ref, '/')+1:]
}

func typeName(s *docSchema) string {
	switch {
	case s == nil:
		return "任意"
	case s.Ref != "":
		return refName(s)
	case s.Items != nil:
		return typeName(s.Items) + "[]"
	case len(s.AnyOf) > 0:
		var names []string
		for _, one := range s.AnyOf {
			names = append(names, typeName(one))
		}
		return strings.Join(names, " | ")
	}
	name := "任意"
	switch t := s.Type.(type) {
	case string:
		name = t
	case []any:
		var names []string
		for _, one := range t {
			names = append(names, fmt.Sprint(one))
		}
		name = strings.Join(names, " | ")
	}
	if s.Format != "" {
		name += " (" + s.Format + ")"
	}
	return name
}

// bounds describes the values that a schema allows.
func bounds(s *docSchema) string {
	if s == nil {
		return ""
	}
	var parts []string
	if len(s.Enum) > 0 {
		var values []string
		for _, v := range s.Enum {
			if v != nil { // the type says so already
				values = append(values, fmt.Sprint(v))
			}
		}
		parts = append(parts, strings.Join(values, "、"))
	}
	if s.Minimum != nil {
		parts = append(parts, fmt.Sprintf("≥ %v", *s.Minimum))
	}
	if s.Maximum != nil {
		parts = append(parts, fmt.Sprintf("≤ %v", *s.Maximum))
	}
	if s.MinLength != nil {
		parts = append(parts, fmt.Sprintf("至少 %d 个字符", *s.MinLength))
	}
	if s.MaxLength != nil {
		parts = append(parts, fmt.Sprintf("至多 %d 个字符", *s.MaxLength))
	}
	if s.Default != nil {
		parts = append(parts, fmt.Sprintf("默认 %v", s.Default))
	}
	return strings.Join(parts, "；")
}
