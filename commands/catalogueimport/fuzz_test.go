package catalogueimport_test

import (
	"strings"
	"testing"
)

// A line of a catalogue is imported or reported, and importing it again adds nothing.
func FuzzALineIsImportedOnceOrReported(f *testing.F) {
	for _, line := range []string{
		`{"slug":"a-mod","title":"A","project_type":"mod","loaders":["fabric"],"game_versions":["1.20.1"],"date_created":"2021-01-25"}`,
		`{"slug":"..","title":"${name}","project_type":"plugin","downloads":-1,"source_url":"javascript:x"}`,
		`{"slug":"\u0000","title":"\u202e","title_zh":"\ufffd","project_type":"modpack","icon_url":"http://[::1]/"}`,
		`{"slug":"long","title":"` + strings.Repeat("长", 400) + `","project_type":"shader","aliases":[{"text":"","kind":"?"}],"mod_ids":["","a","A"]}`,
		"{", "[]", "null", `{"slug":1}`, "\xff",
	} {
		f.Add(line)
	}
	f.Fuzz(func(t *testing.T, line string) {
		if strings.ContainsAny(line, "\r\n") {
			t.Skip("more than one line")
		}
		w := newWorld(t)
		file := files(t, map[string]string{"projects.jsonl": line + "\n", "game_versions.json": games})
		w.must(file)
		once := len(w.all())
		w.must(file)
		if again := len(w.all()); again != once {
			t.Fatalf("%d events, then %d", once, again)
		}
	})
}
