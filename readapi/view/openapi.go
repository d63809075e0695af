package view

import (
	"maps"
	"net/http"
	"path"
	"reflect"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"github.com/modyard/modyard/platform/httpkit"
)

// Docs mounts query routes and describes their answers. Its schema names begin with "Read" and the
// package, because commands and other packages use the same words for other shapes.
type Docs struct {
	API      *httpkit.API
	registry huma.Registry
}

// NewDocs describes routes of api.
func NewDocs(api *httpkit.API) *Docs {
	name := func(t reflect.Type, hint string) string {
		for t.Kind() == reflect.Pointer { // which has no package of its own
			t = t.Elem()
		}
		pkg := path.Base(t.PkgPath())
		return "Read" + strings.ToUpper(pkg[:1]) + pkg[1:] + huma.DefaultSchemaNamer(t, hint)
	}
	return &Docs{API: api, registry: huma.NewMapRegistry("#/components/schemas/", name)}
}

// Answers describes a success whose body is a T.
func Answers[T any](d *Docs, description string) map[string]*huma.Response {
	return map[string]*huma.Response{"200": {
		Description: description,
		Content:     map[string]*huma.MediaType{"application/json": {Schema: schemaOf[T](d)}},
	}}
}

// Either describes a success that is as one or as the other says, in the words of the other.
func Either(one, other map[string]*huma.Response) map[string]*huma.Response {
	schema := func(answers map[string]*huma.Response) *huma.Schema {
		return answers["200"].Content["application/json"].Schema
	}
	return map[string]*huma.Response{"200": {
		Description: other["200"].Description,
		Content: map[string]*huma.MediaType{"application/json": {
			Schema: &huma.Schema{OneOf: []*huma.Schema{schema(one), schema(other)}},
		}},
	}}
}

// Body describes a request body that is a T.
func Body[T any](d *Docs) *huma.RequestBody {
	return &huma.RequestBody{Required: true, Content: map[string]*huma.MediaType{
		"application/json": {Schema: schemaOf[T](d)},
	}}
}

func schemaOf[T any](d *Docs) *huma.Schema {
	t := reflect.TypeFor[T]()
	s := d.registry.Schema(t, true, t.Name())
	httpkit.AllowNull(d.registry, t, s)
	return s
}

// Get mounts a query route; its parameters in the query are those given.
func (d *Docs) Get(route, summary string, answers map[string]*huma.Response, h httpkit.Handler, parameters ...*huma.Param) {
	d.Mount(huma.Operation{Method: http.MethodGet, Path: route, Summary: summary, Responses: answers, Parameters: parameters}, h)
}

// Post mounts a query that carries its question in the body.
func (d *Docs) Post(route, summary string, body *huma.RequestBody, answers map[string]*huma.Response, h httpkit.Handler) {
	d.Mount(huma.Operation{Method: http.MethodPost, Path: route, Summary: summary, Responses: answers, RequestBody: body}, h)
}

// Mount mounts a route and publishes the schemas that it uses.
func (d *Docs) Mount(op huma.Operation, h httpkit.Handler) {
	op.OperationID = operationID(op)
	op.Tags = []string{area(op.Path)}
	maps.Copy(d.API.Huma.OpenAPI().Components.Schemas.Map(), d.registry.Map())
	d.API.Raw(op, h)
}

// operationID is the method and the path in one word: get-v2-project-id.
func operationID(op huma.Operation) string {
	return strings.ToLower(op.Method) + strings.NewReplacer("/_", "-", "/", "-", "_", "-", "{", "", "}", "").Replace(op.Path)
}

// area is the heading under which a route is documented: the plural of what its path begins with.
func area(route string) string {
	_, rest, _ := strings.Cut(strings.TrimPrefix(route, "/"), "/")
	first, _, _ := strings.Cut(rest, "/")
	switch first, _, _ := strings.Cut(first, "_"); strings.TrimSuffix(first, "s") {
	case "project", "version", "team", "user", "tag", "organization", "notification":
		return strings.TrimSuffix(first, "s") + "s"
	case "search", "moderation":
		return first
	}
	return "site"
}
