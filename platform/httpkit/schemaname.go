package httpkit

import (
	"reflect"
	"strings"

	"github.com/danielgtaylor/huma/v2"
)

// schemaNames gives each type a unique name in the documentation: of two types with the same name, the later one is
// prefixed with its package and, if that is not unique, with the parent of the package.
func schemaNames() func(reflect.Type, string) string {
	taken := map[string]reflect.Type{}
	return func(t reflect.Type, hint string) string {
		for t.Kind() == reflect.Pointer {
			t = t.Elem()
		}
		name := huma.DefaultSchemaNamer(t, hint)
		if t.Name() == "" {
			return name // it does not reserve the name
		}
		directories := strings.Split(t.PkgPath(), "/")
		for i := len(directories) - 1; i >= 0 && taken[name] != nil && taken[name] != t; i-- {
			if d := directories[i]; d != "" {
				name = strings.ToUpper(d[:1]) + d[1:] + name
			}
		}
		if taken[name] == nil {
			taken[name] = t
		}
		return name
	}
}
