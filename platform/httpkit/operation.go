package httpkit

import (
	"reflect"
	"regexp"
	"strings"

	"github.com/danielgtaylor/huma/v2"
)

var pathParameter = regexp.MustCompile(`\{([^}.]+)(?:\.\.\.)?\}`)

// complete fills in missing fields of an operation: its id, its documentation heading, a success and the shape of
// errors.
func (a *API) complete(op *huma.Operation) {
	if op.OperationID == "" {
		op.OperationID = operationID(op.Method, op.Path)
	}
	if op.Tags == nil {
		op.Tags = []string{heading(op.Path)}
	}
	op.Path = strings.ReplaceAll(op.Path, "...}", "}") // OpenAPI has no wildcard parameters
	if op.Responses == nil {
		op.Responses = map[string]*huma.Response{"200": {
			Description: "成功",
			Content:     map[string]*huma.MediaType{"application/json": {Schema: &huma.Schema{}}},
		}}
	}
	if op.Responses["default"] == nil {
		op.Responses["default"] = &huma.Response{
			Description: "错误",
			Content:     map[string]*huma.MediaType{"application/json": {Schema: SchemaOf[ErrorBody](a.Huma)}},
		}
	}
	a.mounted = append(a.mounted, *op)
}

// describePath documents undescribed path parameters of an operation as strings.
func describePath(op *huma.Operation) {
	documented := map[string]bool{}
	for _, p := range op.Parameters {
		if p.In == "path" {
			documented[p.Name] = true
		}
	}
	for _, m := range pathParameter.FindAllStringSubmatch(op.Path, -1) {
		if !documented[m[1]] {
			op.Parameters = append(op.Parameters, &huma.Param{
				Name: m[1], In: "path", Required: true, Schema: &huma.Schema{Type: huma.TypeString},
			})
		}
	}
}

// operationID joins method and path: get-v2-project-id.
func operationID(method, path string) string {
	return strings.ToLower(method) + strings.NewReplacer("/_", "-", "/", "-", "_", "-", "{", "", "...}", "", "}", "").Replace(path)
}

// heading is the plural of a path's first segment.
func heading(path string) string {
	_, rest, _ := strings.Cut(strings.TrimPrefix(path, "/"), "/")
	first, _, _ := strings.Cut(rest, "/")
	switch first, _, _ := strings.Cut(first, "_"); strings.TrimSuffix(first, "s") {
	case "project", "version", "team", "user", "tag", "organization", "notification", "collection", "report", "thread":
		return strings.TrimSuffix(first, "s") + "s"
	case "search", "moderation":
		return first
	case "auth", "pat", "session", "preference":
		return "accounts"
	}
	return "site"
}

// SchemaOf is the schema of T in the documentation of api.
func SchemaOf[T any](api huma.API) *huma.Schema {
	t, registry := reflect.TypeFor[T](), api.OpenAPI().Components.Schemas
	s := registry.Schema(t, true, t.Name())
	AllowNull(registry, t, s)
	return s
}

// JSONResponses documents a success with a body of type T.
func JSONResponses[T any](api huma.API, status, description string) map[string]*huma.Response {
	return map[string]*huma.Response{status: {
		Description: description,
		Content:     map[string]*huma.MediaType{"application/json": {Schema: SchemaOf[T](api)}},
	}}
}

// NoContentResponses documents a success without a body.
func NoContentResponses() map[string]*huma.Response {
	return map[string]*huma.Response{"204": {Description: "成功，没有内容"}}
}

// QueryParam documents a query parameter of the given JSON type ("string",
// "integer", "boolean").
func QueryParam(name, jsonType, description string) *huma.Param {
	return &huma.Param{Name: name, In: "query", Description: description, Schema: &huma.Schema{Type: jsonType}}
}
