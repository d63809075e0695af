package httpkit

import (
	"reflect"
	"slices"
	"strings"

	"github.com/danielgtaylor/huma/v2"
)

// AllowNull documents every pointer member of t, whose schema is s, and of its member types, as nullable. huma omits
// null for a pointer to a struct, whose schema it only references, and for an enum.
func AllowNull(registry huma.Registry, t reflect.Type, s *huma.Schema) {
	allowNull(registry, t, s, map[reflect.Type]bool{})
}

func allowNull(registry huma.Registry, t reflect.Type, s *huma.Schema, seen map[reflect.Type]bool) {
	if s == nil {
		return
	}
	switch t.Kind() {
	case reflect.Pointer:
		allowNull(registry, t.Elem(), s, seen)
	case reflect.Slice, reflect.Array:
		allowNull(registry, t.Elem(), s.Items, seen)
	case reflect.Map:
		values, _ := s.AdditionalProperties.(*huma.Schema)
		allowNull(registry, t.Elem(), values, seen)
	case reflect.Struct:
		if s.Ref != "" && !seen[t] {
			seen[t] = true
			allowNullMembers(registry, t, registry.SchemaFromRef(s.Ref), seen)
		}
	}
}

func allowNullMembers(registry huma.Registry, t reflect.Type, object *huma.Schema, seen map[reflect.Type]bool) {
	if object == nil {
		return
	}
	for _, f := range reflect.VisibleFields(t) {
		name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		p := object.Properties[name]
		if p == nil {
			continue
		}
		allowNull(registry, f.Type, p, seen)
		if f.Type.Kind() == reflect.Pointer && p.Type == huma.TypeNumber { // an alias (Options.Numbers) has lost it
			p.Nullable = true
		}
		if p.Nullable && len(p.Enum) > 0 && !slices.Contains(p.Enum, nil) {
			p.Enum = append(p.Enum, nil)
		}
		if f.Type.Kind() == reflect.Pointer && p.Ref != "" {
			object.Properties[name] = &huma.Schema{AnyOf: []*huma.Schema{{Ref: p.Ref}, {Type: "null"}}, Description: p.Description}
		}
	}
}
