package httpkit

import (
	"reflect"
	"strings"

	"github.com/danielgtaylor/huma/v2"
)

// schemaNames gives each type a name of its own in the documentation: where two types are called alike, the later one is
// named with its package, and by what the package is in where that does not do.
func schemaNames() func(reflect.Type, string) string {
	taken := map[string]reflect.Type{}
	return func(t reflect.Type, hint string) string {
		for t.Kind() == reflect.Pointer {
			t = t.Elem()
		}
		name := huma.DefaultSchemaNamer(t, hint)
		if t.Name() == "" {
			return name // takes no place of its own
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
