package catalogueimport_test

import (
	"strings"
	"testing"

	"github.com/modyard/modyard/domain/project"
	"github.com/modyard/modyard/domain/role"
	"github.com/modyard/modyard/domain/thread"
)

func TestImportedEventsHaveTheRoleOfTheImport(t *testing.T) {
	w := newWorld(t)
	w.must(files(t, map[string]string{
		"projects.jsonl": `{"slug":"first","title":"The first","project_type":"mod","loaders":["fabric"],"game_versions":["1.20.1"]}
{"slug":"second","title":"The second","project_type":"plugin","archived":true}`,
		"game_versions.json": games,
	}))
	listed, threads := 0, map[string]string{}
	for _, e := range w.all() {
		if strings.HasPrefix(e.Type, "organization.") || strings.HasPrefix(e.Type, "orgslug.") {
			continue
		}
		if e.Meta.Role != string(role.Import) {
			t.Errorf("%s is decided as %q", e.Type, e.Meta.Role)
		}
		payload, err := w.Codec.Decode(e.Type, e.Data)
		if err != nil {
			t.Fatal(err)
		}
		switch p := payload.(type) {
		case project.Created:
			threads[p.Project] = p.Thread
		case project.ListedByImport:
			listed++
			if p.Source == "" || !p.Status.Approved() {
				t.Errorf("%+v", p)
			}
		case project.Approved:
			t.Error("an imported event has a role of the staff")
		case thread.Opened:
			if e.Stream != "thread-"+p.Thread || threads[p.Subject] != p.Thread || p.Kind != thread.AboutProject || p.Owner != "" {
				t.Errorf("%s: %+v", e.Stream, p)
			}
			delete(threads, p.Subject)
		case project.VersionAdded:
			if !strings.HasPrefix(e.Stream, "projectversions-") {
				t.Errorf("a version is listed in %s", e.Stream)
			}
		}
	}
	if listed == 0 || len(threads) != 0 {
		t.Errorf("%d projects are listed, %d have no thread", listed, len(threads))
	}
}
