package filecheck_test

import (
	"encoding/json"
	"errors"
	"reflect"
	"strings"
	"testing"

	"github.com/modyard/modyard/commands/filecheck"
	"github.com/modyard/modyard/domain/fault"
	"github.com/modyard/modyard/domain/project"
	"github.com/modyard/modyard/platform/manifest"
)

// Whatever is uploaded is refused in words or inspected, and what was found is judged the same after it was stored.
func FuzzAnUploadIsRefusedInWordsOrInspected(f *testing.F) {
	for name, files := range map[string]map[string]string{
		"a.jar":    {"fabric.mod.json": `{"id":"a","version":"${v}","depends":{"minecraft":"~1.20.1"}}`, "META-INF/jars/b.jar": "PK"},
		"b.jar":    {"plugin.yml": "name: a\napi-version: 1.20\n", "META-INF/MANIFEST.MF": "Implementation-Version: 1\n"},
		"c.mrpack": {"modrinth.index.json": index, "overrides/con": ""},
		"d.zip":    {"x/pack.mcmeta": "{}", "assets/": ""},
	} {
		f.Add(name, zipOf(f, files))
	}
	f.Add("e.tar.gz", []byte("\x1f\x8b\x08"))
	f.Add("f.exe", []byte("MZ"))
	known := []manifest.GameVersion{{Version: "1.20.1", Release: true}}
	inspector := filecheck.NewInspector(f.TempDir())
	f.Fuzz(func(t *testing.T, name string, body []byte) {
		facts, err := inspector.Read(t.Context(), name, strings.NewReader(string(body)), discard)
		if err != nil {
			var said *fault.Error
			if !errors.As(err, &said) {
				t.Fatalf("%q: %v", name, err)
			}
			return
		}
		stored, err := json.Marshal(facts)
		if err != nil {
			t.Fatal(err)
		}
		var again filecheck.Facts
		if err := json.Unmarshal(stored, &again); err != nil {
			t.Fatal(err)
		}
		for _, of := range []project.Type{project.TypeMod, project.TypePlugin, project.TypeModpack, project.TypeResourcepack, project.TypeDatapack, project.TypeShader, project.TypeLanguage, project.TypeSoftware} {
			filecheck.Detect(facts, of, known)
			v := filecheck.Version{Type: of, Loaders: project.Loaders(of), GameVersions: []string{"1.20.1"}}
			first := filecheck.Check(v, []filecheck.File{{Name: name, Primary: true, Facts: facts}})
			second := filecheck.Check(v, []filecheck.File{{Name: name, Primary: true, Facts: again}})
			if !reflect.DeepEqual(first, second) || filecheck.FirstLook(of, nil, name, facts) == nil {
				t.Fatalf("%q: %+v and %+v", name, first, second)
			}
		}
	})
}
