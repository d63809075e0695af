package project_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/modyard/modyard/domain/project"
	"github.com/modyard/modyard/domain/translation"
)

// original is a listed mod of another account with versions, whose ids it returns.
func (w *world) original(versions int) (ids []string) {
	w.Helper()
	w.Happen("project-Original", project.Created{Project: "Original", Slug: "original", Type: project.TypeMod, Title: "Original", Owner: stranger},
		project.ListedByImport{Status: project.Listed})
	for n := range versions {
		id := fmt.Sprintf("Origi%03d", n)
		w.Happen("version-"+id, project.VersionCreated{Version: id, Project: "Original", Author: stranger, Number: id, Status: project.VersionListed})
		ids = append(ids, id)
	}
	return ids
}

func (w *world) languagePack() string {
	w.Helper()
	in := newProject("pack")
	in["project_type"] = "language"
	return want(w, w.form(owner, "POST", "/v2/project", []part{data(in)}), 200).JSON(w)["id"].(string)
}

func links(ids ...string) []any {
	list := []any{}
	for _, id := range ids {
		list = append(list, fields{"joining_version_id": id, "link_type": "translation", "language_code": "zh_CN", "description": "全部文字"})
	}
	return list
}

// linked are the links of a version that count, with their states.
func (w *world) linked(version string) string {
	w.Helper()
	var s translation.State
	for _, e := range w.Events("translation-" + version) {
		s = translation.Evolve(s, e)
	}
	var list []string
	for _, target := range s.Targets() {
		list = append(list, target+" "+string(s.Links[target].Status))
	}
	return strings.Join(list, ", ")
}

func (w *world) uploadPack(of string, list []any) answer {
	w.Helper()
	in := newVersion(of)
	in["loaders"], in["version_links"] = []string{"language"}, list
	return w.form(owner, "POST", "/v3/version", []part{data(in), {"main", "a.zip", zipOf(w, map[string]string{"pack.mcmeta": `{"pack":{"pack_format":1}}`, "n": fmt.Sprint(w.n.Add(1))})}})
}

func TestALanguagePackIsUploadedWithItsLinksAndAPatchSetsAllOfThem(t *testing.T) {
	w := newWorld(t)
	originals, of := w.original(3), w.languagePack()
	made := want(t, w.uploadPack(of, links(originals[0], originals[1])), 200).JSON(t)
	id := made["id"].(string)
	listed, _ := made["version_links"].([]any)
	if len(listed) != 2 || listed[0].(map[string]any)["approval_status"] != "pending" || listed[0].(map[string]any)["thread_id"] == "" {
		t.Fatal(made["version_links"])
	}
	if by, is := made["translated_by"].([]any); !is || len(by) != 0 {
		t.Error(made["translated_by"])
	}
	w.Happen("translation-"+id, translation.Accepted{Version: id, Project: of, Target: originals[0], TargetProject: "Original", By: owner})
	want(t, w.Ask(owner, "PATCH", "/v2/version/"+id, fields{"name": "Other"}), 204)
	if got := w.linked(id); got != "Origi000 approved, Origi001 pending" {
		t.Error(got)
	}
	want(t, w.Ask(owner, "PATCH", "/v2/version/"+id, fields{"version_links": links(originals[0], originals[2])}), 204)
	if got := w.linked(id); got != "Origi000 approved, Origi002 pending" {
		t.Error(got)
	}
	other := links(originals[0])
	other[0].(fields)["description"] = "只译界面"
	want(t, w.Ask(owner, "PATCH", "/v3/version/"+id, fields{"version_links": other}), 204)
	if got := w.linked(id); got != "Origi000 pending" {
		t.Error(got)
	}
	want(t, w.Ask(owner, "PATCH", "/v3/version/"+id, fields{"version_links": []any{}}), 204)
	if got := w.linked(id); got != "" {
		t.Error(got)
	}
}

func TestTheListOfLinksIsChecked(t *testing.T) {
	w := newWorld(t)
	originals, of := w.original(2), w.languagePack()
	own := w.version(w.project("mod"))["id"].(string)
	for name, list := range map[string][]any{
		"twice": links(originals[0], originals[0]), "missing": links("Nothing1"), "no id": links("../x"),
		"another type": {fields{"joining_version_id": originals[0], "link_type": "fork", "language_code": "zh_CN"}},
		"no language":  {fields{"joining_version_id": originals[0]}},
		"too many":     links(slices.Repeat([]string{originals[0]}, 257)...),
	} {
		if a := w.uploadPack(of, list); a.Status != 400 {
			t.Errorf("%s: %s", name, a)
		}
	}
	want(t, w.Ask(owner, "PATCH", "/v2/version/"+own, fields{"version_links": links(originals[0])}), 400) // not a language pack
	id := want(t, w.uploadPack(of, links(own)), 200).JSON(t)["id"].(string)
	if got := w.linked(id); got != own+" approved" { // its owner may decide
		t.Error(got)
	}
	want(t, w.Ask(stranger, "PATCH", "/v2/version/"+id, fields{"version_links": links(originals[0])}), 404)
}

func TestAVersionHasManyLinks(t *testing.T) {
	w := newWorld(t)
	originals, of := w.original(translation.MaxLinks), w.languagePack()
	id := want(t, w.uploadPack(of, links(originals...)), 200).JSON(t)["id"].(string)
	if n := len(strings.Split(w.linked(id), ", ")); n != translation.MaxLinks {
		t.Errorf("%d links", n)
	}
}
