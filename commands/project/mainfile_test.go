package project_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/modyard/modyard/domain/project"
)

// mainOf is the name of a version's main file.
func (w *world) mainOf(id string) string {
	w.Helper()
	files := w.versionState(id).Files
	i := slices.IndexFunc(files, func(f project.File) bool { return f.Primary })
	if i < 0 {
		w.Fatal("no main file")
	}
	return files[i].Name
}

func TestWithoutAWordFromTheAuthorTheMainFileIsNoneThatAccompaniesIt(t *testing.T) {
	w := newWorld(t)
	id := w.project("reed")
	jar := func(n string) []byte {
		return zipOf(t, map[string]string{"fabric.mod.json": fmt.Sprintf(`{"id":"reed","n":%q}`, n)})
	}
	create := func(change fields, names ...string) string {
		t.Helper()
		v := newVersion(id)
		var parts []part
		var sent []string
		for i, name := range names {
			sent = append(sent, fmt.Sprint("p", i))
			parts = append(parts, part{fmt.Sprint("p", i), name, jar(name)})
		}
		v["file_parts"] = sent
		for name, value := range change {
			v[name] = value
		}
		return want(t, w.form(owner, "POST", "/v2/version", append([]part{data(v)}, parts...)), 200).JSON(t)["id"].(string)
	}
	hash := func(version, name string) string {
		files := w.versionState(version).Files
		return files[slices.IndexFunc(files, func(f project.File) bool { return f.Name == name })].SHA512
	}
	first := create(nil, "reed-1.1-sources.jar", "reed-1.1-api.jar", "reed-1.1.jar")
	if got := w.mainOf(first); got != "reed-1.1.jar" {
		t.Error(got)
	}
	if got := w.mainOf(create(fields{"primary_file": "p0"}, "reed-1.2-sources.jar", "reed-1.2.jar")); got != "reed-1.2-sources.jar" {
		t.Errorf("%s: the author named another one", got)
	}
	if got := w.mainOf(create(fields{"file_types": fields{"p0": "dev-jar"}}, "reed-1.3-a.jar", "reed-1.3-b.jar")); got != "reed-1.3-b.jar" {
		t.Error(got)
	}
	// The main file is deleted.
	want(t, w.Ask(owner, "DELETE", "/v2/version_file/"+hash(first, "reed-1.1.jar")+"?algorithm=sha512", nil), 204)
	if got := w.mainOf(first); got != "reed-1.1-api.jar" {
		t.Error(got)
	}
	// The main file comes later, with a file that no loader reads before it.
	late := create(nil, "reed-1.4-sources.jar")
	want(t, w.form(owner, "POST", "/v2/version/"+late+"/file", []part{data(fields{}), {"n", "notes.zip", zipOf(t, map[string]string{"a.txt": "x"})}, {"f", "reed-1.4.jar", jar("late")}}), 204)
	if got := w.mainOf(late); got != "reed-1.4.jar" {
		t.Error(got)
	}
	// A whole project.
	if got := w.mainOf(w.projectWith("reed-2", "reed-1.5-javadoc.jar", "reed-1.5.jar")); got != "reed-1.5.jar" {
		t.Error(got)
	}
}

// projectWith creates a project with one version of two files, and returns the version's id.
func (w *world) projectWith(slug string, names ...string) string {
	w.Helper()
	v := newVersion("")
	delete(v, "project_id")
	var sent []string
	var parts []part
	for i, name := range names {
		sent = append(sent, fmt.Sprint("p", i))
		parts = append(parts, part{fmt.Sprint("p", i), name, zipOf(w, map[string]string{"fabric.mod.json": fmt.Sprintf(`{"id":"reed","n":%q}`, slug+name)})})
	}
	v["file_parts"] = sent
	p := newProject(slug)
	p["initial_versions"] = []fields{v}
	a := w.form(owner, "POST", "/v2/project", append([]part{data(p)}, parts...))
	if a.Status != 200 {
		w.Fatal(a)
	}
	return a.JSON(w)["versions"].([]any)[0].(string)
}

func TestAPlaceholderIsRefusedAsAVersionNumberOverTheAPI(t *testing.T) {
	w := newWorld(t)
	v := newVersion(w.project("reed"))
	v["version_number"] = "${version}"
	a := w.form(owner, "POST", "/v2/version", []part{data(v), {"file", "a.jar", w.jar()}})
	if a.Status != 400 || !strings.Contains(string(a.Body), "${version}") || !strings.Contains(string(a.Body), "占位符") {
		t.Error(a)
	}
}
