package project_test

import (
	"fmt"
	"image/color"
	"io/fs"
	"os"
	"strings"
	"testing"
	"time"

	organizations "github.com/modyard/modyard/commands/organization"
	"github.com/modyard/modyard/domain/organization"
	"github.com/modyard/modyard/domain/project"
	"github.com/modyard/modyard/platform/blobs"
)

func TestAProjectIsCreatedReviewedRejectedAndApproved(t *testing.T) {
	w := newWorld(t)
	id := w.project("sodium")
	path := "/v2/project/" + id
	want(t, w.Ask(owner, "PATCH", path, fields{"status": "processing"}), 400) // no version yet
	v := w.version(id)
	if v["project_id"] != id || v["author_id"] != owner {
		t.Fatalf("%v", v)
	}
	want(t, w.Ask(owner, "PATCH", path, fields{"status": "processing"}), 204)
	want(t, w.Ask(moderator, "PATCH", path, fields{"status": "rejected", "reason": because}), 400) // no message
	want(t, w.Ask(moderator, "PATCH", path, fields{"status": "rejected", "moderation_message": "请补充描述", "reason": because}), 204)
	if s := w.state(id); s.Status != project.Refused || s.Message != "请补充描述" {
		t.Fatalf("%+v", s)
	}
	want(t, w.Ask(owner, "PATCH", path, fields{"body": "better", "status": "processing", "requested_status": "unlisted"}), 204)
	want(t, w.Ask(moderator, "PATCH", path, fields{"status": "approved", "reason": because}), 204)
	s := w.state(id)
	if s.Status != project.Listed || s.Body != "better" || s.Round != 2 || s.Requested != project.Unlisted {
		t.Fatalf("%+v", s)
	}
	want(t, w.Ask(owner, "PATCH", path, fields{"status": "archived"}), 204)
	want(t, w.Ask(moderator, "PATCH", path, fields{"status": "withheld", "moderation_message": "x", "reason": because}), 204)
	want(t, w.Ask(owner, "PATCH", path, fields{"status": "approved", "reason": because}), 401)
}

func TestANewProjectHasTheDocumentThatClientsExpect(t *testing.T) {
	w := newWorld(t)
	in := newProject("Sodium-钠")
	in["categories"] = []string{"magic"}
	in["initial_versions"] = []fields{func() fields { v := newVersion(""); delete(v, "project_id"); return v }()}
	in["gallery_items"] = []fields{{"item": "shot", "featured": true, "title": "Shot"}}
	in["is_draft"] = false
	a := want(t, w.form(owner, "POST", "/v2/project", []part{
		data(in), {"icon", "icon.png", pngOf(t, 200, 100, color.NRGBA{0x20, 0x40, 0x60, 0xFF})},
		{"main", "mod.jar", w.jar()}, {"shot", "shot.png", pngOf(t, 10, 10, color.Black)},
	}), 200)
	d := a.JSON(t)
	for key, value := range map[string]any{
		"slug": "sodium-钠", "project_type": "mod", "title": "Sodium", "status": "processing", "team": d["id"], "thread_id": w.state(d["id"].(string)).Thread,
		"client_side": "required", "color": float64(0x204060), "followers": 0.0, "body_url": nil, "approved": nil,
	} {
		if d[key] != value {
			t.Errorf("%s is %v, want %v", key, d[key], value)
		}
	}
	if len(d["versions"].([]any)) != 1 || d["loaders"].([]any)[0] != "fabric" || d["queued"] == nil || len(d["gallery"].([]any)) != 1 {
		t.Fatalf("%s", a.Body)
	}
	if !w.stored(d["icon_url"].(string)) {
		t.Fatal("the icon is not stored")
	}
}

func TestAnEmptyListIsEncodedAsAnEmptyArray(t *testing.T) {
	w := newWorld(t)
	in := newProject("bare")
	in["categories"] = []string{}
	for _, path := range []string{"/v2/project", "/v3/project"} {
		in["slug"] = "bare-" + path[1:3]
		in["name"], in["summary"] = in["title"], in["description"]
		d := want(t, w.form(owner, "POST", path, []part{data(in)}), 200).JSON(t)
		for _, key := range []string{"categories", "additional_categories", "loaders", "game_versions", "versions", "gallery"} {
			if list, ok := d[key].([]any); !ok || len(list) != 0 {
				t.Errorf("%s: %s is %v", path, key, d[key])
			}
		}
	}
}

func TestAProjectIsFoundByItsSlugAndByAFormerOne(t *testing.T) {
	w := newWorld(t)
	id := w.project("sodium")
	want(t, w.Ask(owner, "PATCH", "/v2/project/SODIUM", fields{"slug": "lithium"}), 204)
	want(t, w.Ask(owner, "PATCH", "/v2/project/sodium", fields{"title": "By the old slug"}), 204)
	want(t, w.Ask(owner, "PATCH", "/v3/project/lithium", fields{"name": "By the new slug"}), 204)
	other := w.project("sodium") // the slug is in use
	want(t, w.Ask(owner, "PATCH", "/v2/project/sodium", fields{"title": "Another"}), 204)
	if w.state(other).Title != "Another" || w.state(id).Title != "By the new slug" {
		t.Fatal(w.state(other).Title, w.state(id).Title)
	}
	want(t, w.Ask(owner, "PATCH", "/v2/project/"+id, fields{"slug": "sodium"}), 400)
}

func TestAProjectTakesItsFormerSlugBack(t *testing.T) {
	w := newWorld(t)
	id := w.project("sodium")
	want(t, w.Ask(owner, "PATCH", "/v2/project/"+id, fields{"slug": "lithium"}), 204)
	want(t, w.Ask(owner, "PATCH", "/v2/project/"+id, fields{"slug": "Sodium"}), 204)
	want(t, w.form(owner, "POST", "/v2/project", []part{data(newProject("lithium"))}), 200)
}

func TestASlugInTheFormOfAnIDIsFreeUntilAnIDEqualsIt(t *testing.T) {
	w := newWorld(t)
	id := w.project("geckolib")
	want(t, w.Ask(owner, "PATCH", "/v2/project/geckolib", fields{"title": "By slug"}), 204)
	for _, slug := range []string{id, strings.ToLower(id), strings.ToUpper(id)} {
		want(t, w.form(owner, "POST", "/v2/project", []part{data(newProject(slug))}), 400)
		other := w.project("other" + slug[:4])
		if a := want(t, w.Ask(owner, "PATCH", "/v2/project/"+other, fields{"slug": slug}), 400).JSON(t); a["field"] != "slug" {
			t.Error(a)
		}
		want(t, w.Ask(owner, "DELETE", "/v2/project/"+other, nil), 204)
	}
	want(t, w.Ask(owner, "PATCH", "/v2/project/"+id, fields{"slug": strings.ToLower(id)}), 204)
	want(t, w.Ask(owner, "PATCH", "/v2/project/"+strings.ToLower(id), fields{"title": "By its own id"}), 204)
}

func TestADeletedProjectFreesItsSlugAndFiles(t *testing.T) {
	w := newWorld(t)
	id := w.project("sodium")
	file := w.jar()
	first := want(t, w.form(owner, "POST", "/v2/version", []part{data(newVersion(id)), {"main", "a.jar", file}}), 200).JSON(t)
	want(t, w.Ask(owner, "DELETE", "/v2/project/"+id, nil), 204)
	want(t, w.Ask(owner, "DELETE", "/v2/project/"+id, nil), 404)
	want(t, w.Ask(owner, "PATCH", "/v2/version/"+first["id"].(string), fields{"name": "x"}), 404)
	again := w.project("sodium")
	want(t, w.form(owner, "POST", "/v2/version", []part{data(newVersion(again)), {"main", "a.jar", file}}), 200)
}

func TestAFileBelongsToOneVersionOnly(t *testing.T) {
	w := newWorld(t)
	id := w.project("sodium")
	file := w.jar()
	upload := func(name string) answer {
		return w.form(owner, "POST", "/v2/version", []part{data(newVersion(id)), {"main", name, file}})
	}
	v := want(t, upload("a.jar"), 200).JSON(t)
	before := w.Head()
	a := want(t, upload("b.jar"), 400)
	if !strings.Contains(string(a.Body), "该文件已被上传过，不能重复上传。") {
		t.Fatal(a)
	}
	if w.Head() != before || len(w.versions(id).IDs()) != 1 {
		t.Fatal("a part of a version was appended")
	}
	want(t, w.Ask(owner, "DELETE", "/v2/version/"+v["id"].(string), nil), 204)
	want(t, upload("c.jar"), 200)
}

func TestAStrangersDraftDoesNotBlockAFileOfItsAuthor(t *testing.T) {
	w := newWorld(t)
	file := w.jar()
	upload := func(who, id string) answer {
		return w.form(who, "POST", "/v2/version", []part{data(newVersion(id)), {"main", "a.jar", file}})
	}
	begin := func(who, slug string) string {
		return want(t, w.form(who, "POST", "/v2/project", []part{data(newProject(slug))}), 200).JSON(t)["id"].(string)
	}
	draft, mine := begin(stranger, "stolen"), begin(owner, "sodium")
	squatted := want(t, upload(stranger, draft), 200).JSON(t)
	want(t, upload(owner, mine), 200)
	want(t, upload(owner, mine), 400) // in the same project a file stays unique
	why := fields{"code": "correction"}
	want(t, w.Ask(owner, "PATCH", "/v2/project/"+mine, fields{"status": "processing"}), 204)
	want(t, w.Ask(admin, "PATCH", "/v2/project/"+mine, fields{"status": "approved", "reason": why}), 204)
	late := begin(stranger, "later")
	want(t, upload(stranger, late), 400) // an approved project keeps its files
	hash := squatted["files"].([]any)[0].(map[string]any)["hashes"].(map[string]any)["sha512"].(string)
	more := []part{data(fields{}), {"extra", "b-sources.jar", w.jar()}}
	want(t, w.form(stranger, "POST", "/v2/version/"+squatted["id"].(string)+"/file", more), 204)
	want(t, w.Ask(stranger, "DELETE", "/v2/version_file/"+hash, nil), 204) // the own one of two
	if left := w.versions(mine).IDs(); len(left) != 1 || len(w.versionState(left[0]).Files) != 1 {
		t.Errorf("the author has lost a file: %v", left)
	}
}

func TestAFormerSlugOfAnApprovedProjectRests(t *testing.T) {
	var days int
	w := newWorld(t, func(o *options) {
		o.Handler.Now = func() time.Time { return time.Date(2026, 11, 1, 8, 0, 0, 0, time.UTC).AddDate(0, 0, days) }
	})
	create := func(who, slug string) answer {
		return w.form(who, "POST", "/v2/project", []part{data(newProject(slug))})
	}
	id := w.project("sodium")
	w.version(id)
	why := fields{"code": "correction"}
	want(t, w.Ask(owner, "PATCH", "/v2/project/"+id, fields{"status": "processing"}), 204)
	want(t, w.Ask(admin, "PATCH", "/v2/project/"+id, fields{"status": "approved", "reason": why}), 204)
	days = 90
	want(t, w.Ask(owner, "PATCH", "/v2/project/"+id, fields{"slug": "sodium-next"}), 204)
	days += 29
	if a := want(t, create(stranger, "sodium"), 400); !strings.Contains(string(a.Body), `"field":"slug"`) {
		t.Errorf("%s", a.Body)
	}
	want(t, w.Ask(owner, "PATCH", "/v2/project/"+id, fields{"slug": "sodium"}), 204) // its own
	days++
	want(t, w.Ask(owner, "DELETE", "/v2/project/"+id, nil), 204)
	want(t, create(stranger, "sodium"), 400) // the slug was held again for a day
	days++
	want(t, create(stranger, "sodium"), 200)
}

func TestFilesAreAddedToAndRemovedFromAVersion(t *testing.T) {
	w := newWorld(t)
	id := w.project("sodium")
	v := w.version(id)
	path := "/v2/version/" + v["id"].(string)
	main := v["files"].([]any)[0].(map[string]any)
	want(t, w.form(owner, "POST", path+"/file", []part{data(fields{"file_types": fields{"extra": "sources-jar"}}), {"extra", "sources.jar", w.jar()}}), 204)
	want(t, w.form(owner, "POST", path+"/file", []part{data(fields{}), {"extra", "a.jar", w.jar()}}), 400) // the same name twice
	hash := func(sum string) string { return main["hashes"].(map[string]any)[sum].(string) }
	hidden := want(t, w.Ask(stranger, "DELETE", "/v2/version_file/"+hash("sha512"), nil), 404)
	unknown := want(t, w.Ask(stranger, "DELETE", "/v2/version_file/"+strings.Repeat("0", 128), nil), 404)
	if string(hidden.Body) != string(unknown.Body) {
		t.Errorf("a hidden file says %s, an unknown one %s", hidden.Body, unknown.Body)
	}
	want(t, w.Ask(owner, "DELETE", "/v2/version_file/"+hash("sha1"), nil), 400)
	want(t, w.Ask(owner, "DELETE", "/v2/version_file/"+hash("sha512"), nil), 204)
	want(t, w.Ask(owner, "DELETE", "/v2/version_file/"+hash("sha512"), nil), 404)
	if !w.stored(main["url"].(string)) {
		t.Fatal("the bytes of a deleted file are gone before the staff could look at them")
	}
	left := w.versionState(v["id"].(string))
	if len(left.Files) != 1 || !left.Files[0].Primary || left.Files[0].Kind != "sources-jar" || !w.stored(left.Files[0].URL) {
		t.Fatalf("%+v", left.Files)
	}
	want(t, w.Ask(owner, "DELETE", "/v2/version_file/"+left.Files[0].SHA512, nil), 400) // the last one
}

func TestEditingAVersion(t *testing.T) {
	w := newWorld(t)
	id := w.project("sodium")
	v := want(t, w.form(owner, "POST", "/v2/version", []part{
		data(func() fields {
			v := newVersion(id)
			v["file_parts"] = []string{"main", "extra"}
			v["primary_file"] = "extra"
			return v
		}()),
		{"main", "a.jar", w.jar()}, {"extra", "b-sources.jar", w.jar()},
	}), 200).JSON(t)
	files := v["files"].([]any)
	if files[0].(map[string]any)["primary"] != false || files[1].(map[string]any)["primary"] != true {
		t.Fatalf("%v", files)
	}
	first := files[0].(map[string]any)["hashes"].(map[string]any)["sha1"]
	want(t, w.Ask(owner, "PATCH", "/v2/version/"+v["id"].(string), fields{
		"name": "Two", "version_type": "beta", "primary_file": []any{"sha1", first}, "changelog": "* x", "featured": true,
	}), 204)
	now := w.versionState(v["id"].(string))
	if now.Name != "Two" || now.Channel != project.Beta || !now.Files[0].Primary || now.Files[1].Primary || !now.Featured {
		t.Fatalf("%+v", now)
	}
}

func TestTheV3APIHasItsOwnNamesForTexts(t *testing.T) {
	w := newWorld(t)
	in := newProject("sodium")
	delete(in, "title")
	in["name"], in["summary"], in["description"] = "The name", "The summary", "The long text"
	d := want(t, w.form(owner, "POST", "/v3/project", []part{data(in)}), 200).JSON(t)
	_, hasTitle := d["title"]
	if d["name"] != "The name" || d["summary"] != "The summary" || d["description"] != "The long text" || hasTitle || d["team_id"] != d["id"] {
		t.Fatalf("%v", d)
	}
	want(t, w.Ask(owner, "PATCH", "/v3/project/sodium", fields{"description": "Longer", "link_urls": fields{"wiki": "https://example.com"}}), 204)
	want(t, w.Ask(owner, "PATCH", "/v3/project/sodium", fields{"link_urls": fields{"No Platform": "https://example.com"}}), 400)
	want(t, w.Ask(owner, "PATCH", "/v3/project/sodium", fields{"link_urls": fields{"other": "https://example.com"}}), 204)
	if s := w.state(d["id"].(string)); s.Body != "Longer" || s.Summary != "The summary" || s.Links.Wiki == "" || len(s.Links.Donation) != 1 {
		t.Fatalf("%+v", s)
	}
}

func TestAnOrganizationsProjectBelongsToItsMembers(t *testing.T) {
	w := newWorld(t)
	writes, err := organizations.PlanOrganization(t.Context(), w.Codec, organizations.Planned{Command: "team", Create: organization.Create{
		Account: owner, Organization: "Orgaaaa1", Slug: "team", Name: "Team", Description: "words",
	}})
	if err != nil {
		t.Fatal(err)
	}
	w.Append(writes...)
	in := newProject("sodium")
	in["organization_id"] = "Orgaaaa1"
	want(t, w.form(stranger, "POST", "/v2/project", []part{data(in)}), 401)
	d := want(t, w.form(owner, "POST", "/v2/project", []part{data(in)}), 200).JSON(t)
	if d["organization"] != "Orgaaaa1" || w.state(d["id"].(string)).Owner != "" {
		t.Fatalf("%v", d)
	}
	path := "/v2/project/" + d["id"].(string)
	want(t, w.Ask(owner, "PATCH", path, fields{"title": "By the team"}), 204)
	want(t, w.Ask(stranger, "PATCH", path, fields{"title": "By another"}), 404)
	w.version(d["id"].(string))
	want(t, w.Ask(owner, "DELETE", path, nil), 204)
}

func TestLinksAreSetAndCleared(t *testing.T) {
	w := newWorld(t)
	id := w.project("sodium")
	path := "/v2/project/" + id
	want(t, w.Ask(owner, "PATCH", path, fields{
		"issues_url": "https://example.com/i", "wiki_url": "https://example.com/w", "license_id": "GPL-3.0-only", "license_url": "https://example.com/l",
		"donation_urls": []fields{{"id": "site", "platform": "发布地址", "url": "https://example.com"}}, "aliases": []fields{{"text": "钠", "kind": "zh"}},
	}), 204)
	want(t, w.Ask(owner, "PATCH", path, `{"issues_url":null,"license_url":null,"title":null}`), 204)
	s := w.state(id)
	if s.Links.Issues != "" || s.Links.Wiki == "" || len(s.Links.Donation) != 1 || s.License != (project.License{ID: "GPL-3.0-only"}) || s.Title != "Sodium" || s.Aliases[0].Text != "钠" {
		t.Fatalf("%+v", s)
	}
}

func TestABulkEditChangesAllProjectsOrNone(t *testing.T) {
	w := newWorld(t)
	a, b := w.project("aaa"), w.project("bbb")
	path := "/v2/projects" + query("ids", `["`+a+`","bbb"]`)
	want(t, w.Ask(owner, "PATCH", path, fields{"add_categories": []string{"magic", "food"}, "source_url": "https://example.com"}), 204)
	want(t, w.Ask(owner, "PATCH", path, fields{"remove_categories": []string{"food"}}), 204)
	want(t, w.Ask(owner, "PATCH", "/v2/project/"+b, fields{"categories": []string{"magic", "mobs", "food"}}), 204)
	want(t, w.Ask(owner, "PATCH", path, fields{"add_categories": []string{"social"}}), 400) // four for b
	if s := w.state(a); len(s.Categories) != 1 || s.Links.Source == "" {
		t.Fatalf("%+v", s)
	}
}

func TestTheSameKeyIsTheSameCommand(t *testing.T) {
	w := newWorld(t)
	key := []string{"Idempotency-Key", "钥匙 1"}
	parts := []part{data(newProject("sodium"))}
	first := want(t, w.form(owner, "POST", "/v2/project", parts, key...), 200)
	head := w.Head()
	second := want(t, w.form(owner, "POST", "/v2/project", parts, key...), 200)
	id := first.JSON(t)["id"].(string)
	if second.JSON(t)["id"] != id || w.Head() != head {
		t.Fatalf("%s\n%s", first.Body, second.Body)
	}
	want(t, w.form(stranger, "POST", "/v2/project", parts, key...), 400) // another account's key is another command, and the slug is in use
	jar := w.jar()
	for range 2 {
		want(t, w.form(owner, "POST", "/v2/version", []part{data(newVersion(id)), {"main", "a.jar", jar}}, key...), 200)
	}
	for range 2 {
		want(t, w.Ask(owner, "PATCH", "/v2/project/"+id, fields{"title": "New title"}, key...), 204)
	}
	want(t, w.Ask(owner, "PATCH", "/v2/project/"+id, fields{"title": "Newer title"}), 204)
	want(t, w.Ask(owner, "PATCH", "/v2/project/"+id, fields{"title": "New title"}, key...), 204) // repeated later, so it has no effect
	if s := w.state(id); s.Title != "Newer title" || w.versions(s.ID).Len() != 1 {
		t.Fatalf("%+v", s)
	}
	for range 2 {
		want(t, w.Ask(owner, "DELETE", "/v2/project/sodium", nil, key...), 204)
	}
	want(t, w.Ask(owner, "PATCH", "/v2/project/"+id, fields{}, "Idempotency-Key", strings.Repeat("k", 129)), 400)
}

func TestAnAnswerContainsTheLogPositionOfItsCommand(t *testing.T) {
	w := newWorld(t)
	id := w.project("sodium")
	a := want(t, w.Ask(owner, "PATCH", "/v2/project/"+id, fields{"title": "New title"}), 204)
	b := want(t, w.Ask(owner, "PATCH", "/v2/project/"+id, fields{"title": "New title"}), 204) // no change
	if a.Position != b.Position || a.Position != fmt.Sprint(w.Head()) {
		t.Fatal(a.Position, b.Position, w.Head())
	}
}

func TestARejectedUploadLeavesNoBlobsOrEvents(t *testing.T) {
	dir := t.TempDir()
	w := newWorld(t, func(o *options) { o.blobs = openBlobs(t, dir); o.files.TempDir = dir })
	id := w.project("sodium")
	head := w.Head()
	good, bad := w.jar(), zipOf(t, map[string]string{"../../evil": "x"})
	v := newVersion(id)
	v["file_parts"] = []string{"main", "extra"}
	want(t, w.form(owner, "POST", "/v2/version", []part{data(v), {"main", "a.jar", good}, {"extra", "b.jar", bad}}), 400)
	want(t, w.form(owner, "POST", "/v2/version", []part{data(v), {"main", "a.jar", good}}), 400) // one is missing
	want(t, w.form(owner, "POST", "/v2/version", []part{data(v), {"main", "a.jar", good}, {"other", "b.jar", good}}), 400)
	want(t, w.form(owner, "POST", "/v2/version", []part{data(v), {"main", "a.jar", make([]byte, 1<<20+1)}, {"extra", "b.jar", good}}), 413)
	p := newProject("other")
	p["gallery_items"] = []fields{{"item": "a"}, {"item": "b"}}
	shot := pngOf(t, 4, 4, color.White)
	want(t, w.form(owner, "POST", "/v2/project", []part{data(p), {"icon", "i.png", shot}, {"a", "a.png", shot}, {"b", "b.png", shot}}), 400) // the same picture twice
	if w.Head() != head {
		t.Fatal("an event was appended")
	}
	if left := filesIn(t, dir); len(left) != 0 {
		t.Fatalf("left behind: %v", left)
	}
	want(t, w.form(owner, "POST", "/v2/version", []part{data(newVersion(id)), {"main", "a.jar", good}}), 200)
}

func openBlobs(t *testing.T, dir string) *blobs.Store {
	t.Helper()
	store, err := blobs.Open(t.Context(), dir, "https://example.test")
	if err != nil {
		t.Fatal(err)
	}
	return store
}

func filesIn(t *testing.T, dir string) []string {
	t.Helper()
	var files []string
	err := fs.WalkDir(os.DirFS(dir), ".", func(path string, e fs.DirEntry, err error) error {
		if err == nil && !e.IsDir() {
			files = append(files, path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}
