package project_test

import (
	"crypto/sha1" //nolint:gosec // as a pack's index has it
	"crypto/sha512"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/modyard/modyard/domain/project"
)

func sum512(body []byte) string {
	sum := sha512.Sum512(body)
	return hex.EncodeToString(sum[:])
}

// packOf is a modpack whose index lists some files, and which brings others along.
func (w *world) packOf(listed [][]byte, along map[string][]byte) []byte {
	w.Helper()
	files := []fields{}
	for i, body := range listed {
		sum := sha1.Sum(body) //nolint:gosec // as a pack's index has it
		files = append(files, fields{
			"path": fmt.Sprintf("mods/%d.jar", i), "fileSize": len(body), "hashes": fields{"sha1": hex.EncodeToString(sum[:]), "sha512": strings.ToUpper(sum512(body))},
			"downloads": []string{"https://github.com/a/b.jar"},
		})
	}
	index, err := json.Marshal(fields{
		"formatVersion": 1, "game": "minecraft", "versionId": fmt.Sprint(w.n.Add(1)), "name": "Pack",
		"dependencies": fields{"minecraft": "1.20.1", "fabric-loader": "0.15"}, "files": files,
	})
	if err != nil {
		w.Fatal(err)
	}
	content := map[string]string{"modrinth.index.json": string(index)}
	for name, body := range along {
		content[name] = string(body)
	}
	return zipOf(w, content)
}

// modFile publishes a version of a new project of an account, and returns it as the dependency of a pack.
func (w *world) modFile(who, slug string) (project.Dependency, []byte) {
	w.Helper()
	a := want(w, w.form(who, "POST", "/v2/project", []part{data(newProject(slug))}), 200)
	id, body := a.JSON(w)["id"].(string), w.jar()
	v := want(w, w.form(who, "POST", "/v2/version", []part{data(newVersion(id)), {"main", slug + ".jar", body}}), 200)
	return project.Dependency{Project: id, Version: v.JSON(w)["id"].(string), Kind: "embedded"}, body
}

func (w *world) approve(who, id string) {
	w.Helper()
	want(w, w.Ask(who, "PATCH", "/v2/project/"+id, fields{"status": "processing"}), 204)
	want(w, w.Ask(admin, "PATCH", "/v2/project/"+id, fields{"status": "approved", "reason": fields{"code": "complies"}}), 204)
}

func TestAPackEmbedsTheFilesThatStandHere(t *testing.T) {
	w, _, _ := stagingWorld(t)
	listed, listedFile := w.modFile(stranger, "listed")
	along, alongFile := w.modFile(stranger, "along")
	mine, mineFile := w.modFile(owner, "mine")
	_, hiddenFile := w.modFile(stranger, "hidden")
	later, laterFile := w.modFile(stranger, "later")
	last, lastFile := w.modFile(stranger, "last")
	for _, d := range []project.Dependency{listed, along, later, last} {
		w.approve(stranger, d.Project)
	}
	p := newProject("pack")
	p["project_type"] = "modpack"
	pack := want(t, w.form(owner, "POST", "/v2/project", []part{data(p)}), 200).JSON(t)["id"].(string)
	v := newVersion(pack)
	v["dependencies"] = []fields{{"project_id": mine.Project, "dependency_type": "required"}}
	body := w.packOf([][]byte{listedFile, mineFile, hiddenFile, []byte("unknown"), listedFile}, map[string][]byte{
		"overrides/mods/a.jar": alongFile, "client-overrides/b.jar": listedFile, "overrides/config/a.txt": []byte("x"), "other/c.jar": hiddenFile,
	})
	a := want(t, w.form(owner, "POST", "/v2/version", []part{data(v), {"main", "pack.mrpack", body}}), 200)
	id := a.JSON(t)["id"].(string)
	needs := func() []project.Dependency { t.Helper(); return w.versionState(id).Dependencies }
	said := project.Dependency{Project: mine.Project, Kind: "required"}
	if got := needs(); !slices.Equal(got, []project.Dependency{said, listed, mine, along}) {
		t.Fatalf("%+v", got)
	}
	for _, part := range []string{`"version_id":"` + listed.Version + `","project_id":"` + listed.Project + `","file_name":null,"dependency_type":"embedded"`} {
		if !strings.Contains(string(a.Body), part) {
			t.Errorf("%s is missing in %s", part, a.Body)
		}
	}

	// A file that is added.
	more := w.packOf([][]byte{laterFile}, nil)
	want(t, w.form(owner, "POST", "/v2/version/"+id+"/file", []part{data(fields{}), {"f", "more.mrpack", more}}), 204)
	if got := needs(); !slices.Equal(got, []project.Dependency{said, listed, mine, along, later}) {
		t.Errorf("%+v", got)
	}
	// An edit that replaces the first file.
	next := w.staged(pack, "next.mrpack", w.packOf([][]byte{lastFile, listedFile}, nil))
	want(t, w.Ask(owner, "PATCH", "/v2/version/"+id, fields{
		"staged_files": []fields{{"id": next, "primary": true}}, "remove_files": []string{sum512(body)},
	}), 204)
	if got := needs(); !slices.Equal(got, []project.Dependency{said, listed, later, last}) {
		t.Errorf("%+v", got)
	}
	// The author's own list, without a new file.
	want(t, w.Ask(owner, "PATCH", "/v2/version/"+id, fields{"dependencies": []fields{}}), 204)
	if got := needs(); len(got) != 0 {
		t.Errorf("%+v", got)
	}
}
