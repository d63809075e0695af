package httpkit

import (
	"reflect"
	"strings"

	"github.com/danielgtaylor/huma/v2"
)

// AllowNull lets every member of t, and of what t is made of, that is a pointer to a struct be null in
// registry's schemas: huma only points to the struct's schema, which says object.
func AllowNull(registry huma.Registry, t reflect.Type) {
	allowNull(registry, t, map[reflect.Type]bool{})
}

func allowNull(registry huma.Registry, t reflect.Type, seen map[reflect.Type]bool) {
	switch t.Kind() {
	case reflect.Pointer, reflect.Slice, reflect.Array, reflect.Map:
		allowNull(registry, t.Elem(), seen)
		return
	case reflect.Struct:
	default:
		return
	}
	if seen[t] {
		return
	}
	seen[t] = true
	ref := registry.Schema(t, true, t.Name()).Ref
	for _, f := range reflect.VisibleFields(t) {
		if !f.IsExported() && !f.Anonymous {
			continue
		}
		allowNull(registry, f.Type, seen)
		if s := registry.SchemaFromRef(ref); ref != "" && s != nil && f.Type.Kind() == reflect.Pointer {
			name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
			if p := s.Properties[name]; p != nil && p.Ref != "" {
				s.Properties[name] = &huma.Schema{AnyOf: []*huma.Schema{{Ref: p.Ref}, {Type: "null"}}, Description: p.Description}
			}
		}
	}
}
