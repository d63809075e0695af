package httpkit

import (
	"bytes"
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
		Groups  []docGroup
		Schemas []string
	}
)

func contentTag(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:8])
}

// renderDocs renders an OpenAPI document as one static page, grouped by tag.
func renderDocs(spec []byte) ([]byte, error) {
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
			tag := "其他"
			if len(op.Tags) > 0 {
				tag = op.Tags[0]
			}
			byTag[tag] = append(byTag[tag], op)
		}
	}
	page := docPage{Doc: &doc, Schemas: slices.Sorted(maps.Keys(doc.Components.Schemas))}
	for _, tag := range slices.Sorted(maps.Keys(byTag)) {
		page.Groups = append(page.Groups, docGroup{tag, byTag[tag]})
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
