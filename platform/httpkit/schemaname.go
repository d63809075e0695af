package httpkit

import (
	"path"
	"reflect"
	"strings"

	"github.com/danielgtaylor/huma/v2"
)

// schemaNames gives each type a name of its own in the documentation: two packages may each have an "input", and
// the second to come is told apart by its package, a third by the folder of its package too.
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
		for pkg := t.PkgPath(); pkg != "." && pkg != ""; pkg = path.Dir(pkg) {
			if first, there := taken[name]; !there || first == t {
				break
			}
			folder := path.Base(pkg)
			name = strings.ToUpper(folder[:1]) + folder[1:] + name
		}
		taken[name] = t
		return name
	}
}
