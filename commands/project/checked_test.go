package project_test

import (
	"fmt"
	"testing"

	"github.com/modyard/modyard/domain/project"
)

// everything is a file that is a mod, a plugin and a data pack.
func (w *world) everything() []byte {
	return zipOf(w, map[string]string{
		"fabric.mod.json": fmt.Sprintf(`{"id":"x","n":%d}`, w.n.Add(1)), "plugin.yml": "name: x\nmain: x.X\nversion: 1\n",
		"pack.mcmeta": `{"pack":{"pack_format":15,"description":"x"}}`, "data/x/functions/a.mcfunction": "say x",
	})
}

// versionFor uploads a version for loaders and returns its id.
func (w *world) versionFor(id string, loaders []string, status project.VersionStatus) string {
	w.Helper()
	v := newVersion(id)
	v["loaders"], v["status"] = loaders, status
	a := want(w, w.form(owner, "POST", "/v2/version", []part{data(v), {"main", "a.jar", w.everything()}}), 200)
	return a.JSON(w)["id"].(string)
}

func TestOnlyListedVersionsThatAreModsNeedAnEnvironmentForAReview(t *testing.T) {
	w := newWorld(t)
	p := newProject("paper-only")
	delete(p, "client_side")
	delete(p, "server_side")
	id := want(t, w.form(owner, "POST", "/v2/project", []part{data(p)}), 200).JSON(t)["id"].(string)
	w.versionFor(id, []string{"paper"}, project.VersionListed)
	w.versionFor(id, []string{"datapack"}, project.VersionListed)
	w.versionFor(id, []string{"fabric"}, project.VersionUnlisted)
	mod := w.versionFor(id, []string{"paper", "fabric"}, project.VersionListed)
	submit := fields{"status": "processing"}
	want(t, w.Ask(owner, "PATCH", "/v2/project/"+id, submit), 400)
	want(t, w.Ask(owner, "DELETE", "/v2/version/"+mod, nil), 204)
	want(t, w.Ask(owner, "PATCH", "/v2/project/"+id, submit), 204)
	if s := w.state(id); s.Status != project.Processing {
		t.Errorf("the plugin is %s", s.Status)
	}
}

func TestAProjectThatIsCreatedForAReviewHasTheTypesOfItsInitialVersions(t *testing.T) {
	w := newWorld(t)
	for loader, status := range map[string]int{"paper": 200, "fabric": 400} {
		p, v := newProject("new-"+loader), newVersion("")
		delete(p, "client_side")
		delete(p, "server_side")
		delete(v, "project_id")
		v["loaders"] = []string{loader}
		p["is_draft"], p["initial_versions"] = false, []any{v}
		want(t, w.form(owner, "POST", "/v2/project", []part{data(p), {"main", loader + ".jar", w.everything()}}), status)
	}
}
