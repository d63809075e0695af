package project_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/modyard/modyard/commands/upload"
	"github.com/modyard/modyard/domain/actor"
	"github.com/modyard/modyard/domain/project"
	"github.com/modyard/modyard/identity"
	"github.com/modyard/modyard/platform/archive/archivetest"
	"github.com/modyard/modyard/platform/manifest"
	"github.com/modyard/modyard/platform/pgtest"
)

// stagingWorld stores staged files in Postgres and all bytes in a directory; days moves its clock.
func stagingWorld(t *testing.T) (w *world, dir string, days *int) {
	dir, days = t.TempDir(), new(int)
	db := pgtest.Database(t)
	w = newWorld(t, func(o *options) {
		o.files.Pool, o.blobs, o.files.TempDir = db.Pool, openBlobs(t, dir), dir
		o.Handler.Now = func() time.Time { return time.Now().AddDate(0, 0, *days) }
		for _, v := range strings.Fields("1.21.1 1.21 1.20.2 1.20.1 1.20") {
			o.GameVersions = append(o.GameVersions, manifest.GameVersion{Version: v, Release: true})
		}
		o.files.GameVersions = o.GameVersions
	})
	return w, dir, days
}

func (w *world) stage(who, projectID, name string, body []byte) answer {
	w.Helper()
	return w.Ask(who, "POST", "/_internal/version-file"+query("project_id", projectID, "name", name), body, "Content-Type", "application/octet-stream")
}

func (w *world) staged(projectID, name string, body []byte) string {
	w.Helper()
	a := w.stage(owner, projectID, name, body)
	if a.Status != 200 {
		w.Fatal(a)
	}
	return a.JSON(w)["id"].(string)
}

func fabricJar(w *world, id, number string) []byte {
	return zipOf(w, map[string]string{"fabric.mod.json": fmt.Sprintf(
		`{"id":%q,"name":"Tide Loom","version":%q,"environment":"client","n":%d,"depends":{"minecraft":"~1.20.1","sodium":"*","elsewhere":">=1"}}`, id, number, w.n.Add(1))})
}

func stagedVersion(projectID string, files ...fields) fields {
	v := newVersion(projectID)
	v["file_parts"], v["staged_files"] = []string{}, files
	return v
}

func TestTheAnswerForAStagedFileDescribesItsContent(t *testing.T) {
	w, dir, _ := stagingWorld(t)
	needed := w.project("sodium")
	id := w.project("tide-loom")
	a := w.stage(owner, id, "tide.jar", fabricJar(w, "tide_loom", "1.2.0-beta.1"))
	if a.Status != 200 {
		t.Fatal(a)
	}
	body := string(a.Body)
	for _, part := range []string{
		`"version_number":{"value":"1.2.0-beta.1","source":"fabric.mod.json › version"}`, `"version_type":{"value":"beta"`, `"loaders":{"value":["fabric"]`,
		`"game_versions":{"value":["1.20.1","1.20.2"],"source":"fabric.mod.json › minecraft ~1.20.1"}`, `"client_side":"required","server_side":"unsupported"`,
		`{"id":"elsewhere","dependency_type":"required","range":"\u003e=1","source":"fabric.mod.json","project":null}`, `"project":{"id":"` + needed + `","slug":"sodium"`, `"level":"pass"`,
	} {
		if !strings.Contains(body, part) {
			t.Errorf("%s is missing in %s", part, body)
		}
	}
	if list := w.Ask(owner, "GET", "/_internal/version-file"+query("project_id", id), nil); list.Status != 200 || !strings.Contains(string(list.Body), `"name":"tide.jar"`) {
		t.Fatal(list)
	}
	staged := a.JSON(t)["id"].(string)
	if x := w.Ask(stranger, "DELETE", "/_internal/version-file/"+staged, nil); x.Status != 204 || len(filesIn(t, dir)) == 0 {
		t.Fatal("another account deleted it", x)
	}
	if x := w.Ask(owner, "DELETE", "/_internal/version-file/"+staged, nil); x.Status != 204 || len(filesIn(t, dir)) != 0 {
		t.Fatal(x, filesIn(t, dir))
	}
}

func TestStagedFilesBecomeAVersionInOneCommand(t *testing.T) {
	w, dir, _ := stagingWorld(t)
	id := w.project("sodium")
	main, extra := w.staged(id, "a.jar", w.jar()), w.staged(id, "a-sources.jar", w.jar())
	data := data(stagedVersion(id, fields{"id": extra, "file_type": "sources-jar"}, fields{"id": main, "primary": true}))
	key := []string{"Idempotency-Key", "once"}
	v := want(t, w.form(owner, "POST", "/v2/version", []part{data}, key...), 200).JSON(t)
	files := v["files"].([]any)
	first, second := files[0].(map[string]any), files[1].(map[string]any)
	if first["filename"] != "a-sources.jar" || first["file_type"] != "sources-jar" || first["primary"] != false || second["primary"] != true {
		t.Fatal(files)
	}
	if !w.stored(first["url"].(string)) || !w.stored(second["url"].(string)) {
		t.Fatal("a file of the version is not stored")
	}
	again := want(t, w.form(owner, "POST", "/v2/version", []part{data}, key...), 200).JSON(t)
	if again["id"] != v["id"] || w.versions(id).Len() != 1 {
		t.Fatal("the command was executed twice")
	}
	want(t, w.form(owner, "POST", "/v2/version", []part{data}), 400) // they are deleted
	for _, f := range filesIn(t, dir) {
		if strings.Contains(f, "private") {
			t.Errorf("%s was not deleted", f)
		}
	}
	more := w.staged(id, "more.jar", w.jar())
	part := []part{{name: "data", body: fmt.Appendf(nil, `{"staged_files":[{"id":%q,"file_type":"dev-jar"}]}`, more)}}
	want(t, w.form(owner, "POST", "/v2/version/"+v["id"].(string)+"/file", part), 204)
}

func TestStagingRejectsFilesThatCannotBePublished(t *testing.T) {
	w, dir, _ := stagingWorld(t)
	id := w.project("sodium")
	jar := w.jar()
	want(t, w.form(owner, "POST", "/v2/version", []part{data(newVersion(id)), {"main", "a.jar", jar}}), 200)
	before := len(filesIn(t, dir))
	for name, c := range map[string]struct {
		status   int
		wantText string
		answer   func() answer
	}{
		"hostile":         {400, "不安全的路径", func() answer { return w.stage(owner, id, "x.jar", zipOf(t, map[string]string{"../x": "y"})) }},
		"bomb":            {400, "压缩炸弹", func() answer { return w.stage(owner, id, "x.zip", archivetest.Bomb(t, 100)) }},
		"no archive":      {400, "不是有效的压缩包", func() answer { return w.stage(owner, id, "x.jar", []byte("text")) }},
		"published":       {400, "已在「Sodium」的版本 1.0.0 中", func() answer { return w.stage(owner, id, "b.jar", jar) }},
		"ending":          {400, "不支持此文件类型", func() answer { return w.stage(owner, id, "x.html", jar) }},
		"name":            {400, "文件名无效", func() answer { return w.stage(owner, id, "../x.jar", jar) }},
		"empty":           {400, "文件是空的", func() answer { return w.stage(owner, id, "x.jar", nil) }},
		"too large":       {413, "", func() answer { return w.stage(owner, id, "x.exe", make([]byte, 1<<20+1)) }},
		"unknown project": {404, "", func() answer { return w.stage(owner, "nosuchid", "x.jar", jar) }},
		"no project":      {400, "", func() answer { return w.stage(owner, "", "x.jar", jar) }},
		"anonymous":       {401, "", func() answer { return w.stage(anonymous, id, "x.jar", jar) }},
		"stranger":        {404, "", func() answer { return w.stage(stranger, id, "x.jar", jar) }},
		"broken line":     {400, "上传中断", func() answer { return w.cut(id, w.jar()) }},
	} {
		if a := c.answer(); a.Status != c.status || !strings.Contains(string(a.Body), c.wantText) {
			t.Errorf("%s: want %d %s, got %s", name, c.status, c.wantText, a)
		}
	}
	if left := filesIn(t, dir); len(left) != before {
		t.Fatalf("not deleted: %v", left)
	}
	if a := w.Ask(owner, "GET", "/_internal/version-file"+query("project_id", id), nil); string(bytes.TrimSpace(a.Body)) != "[]" {
		t.Fatal(a)
	}
	w.Scopes = identity.AllScopes &^ identity.ScopeVersionCreate
	if a := w.stage(owner, id, "x.jar", w.jar()); a.Status != 401 {
		t.Fatal(a)
	}
}

// cut declares more bytes than it sends.
func (w *world) cut(projectID string, body []byte) answer {
	w.Helper()
	return w.AskCut(owner, "POST", "/_internal/version-file"+query("project_id", projectID, "name", "x.jar"), body, 10,
		"Content-Type", "application/octet-stream")
}

func TestOnlyTheUploaderSeesAStagedFile(t *testing.T) {
	w, _, _ := stagingWorld(t)
	id, other := w.project("sodium"), w.project("other")
	w.invite(id, member, project.AllPermissions)
	file := w.staged(id, "a.jar", w.jar())
	want(t, w.form(member, "POST", "/v2/version", []part{data(stagedVersion(id, fields{"id": file}))}), 400)
	want(t, w.form(owner, "POST", "/v2/version", []part{data(stagedVersion(other, fields{"id": file}))}), 400)
	for _, bad := range [][]fields{{{"id": "x"}}, {{"id": file}, {"id": file}}, {{"id": "nosuchid"}}, {{"id": file, "file_type": "virus"}}, {}} {
		want(t, w.form(owner, "POST", "/v2/version", []part{data(stagedVersion(id, bad...))}), 400)
	}
	a := w.Ask(anonymous, "GET", "/data/private/staged/"+owner+"/"+file+"/a.jar", nil)
	if a.Status != 404 {
		t.Fatal(a)
	}
	want(t, w.form(owner, "POST", "/v2/version", []part{data(stagedVersion(id, fields{"id": file}))}), 200)
}

func TestStagedFilesAreLimitedAndExpire(t *testing.T) {
	w, dir, days := stagingWorld(t)
	id := w.project("sodium")
	for i := range 20 {
		w.staged(id, fmt.Sprintf("%d.jar", i), w.jar())
	}
	if a := w.stage(owner, id, "more.jar", w.jar()); a.Status != 400 || !strings.Contains(string(a.Body), "20 个文件") {
		t.Fatal(a)
	}
	*days = 2
	if n, err := w.files.Sweep(t.Context()); err != nil || n != 20 {
		t.Fatal(n, err)
	}
	if left := filesIn(t, dir); len(left) != 0 {
		t.Fatal(left)
	}
	w.staged(id, "more.jar", w.jar())
}

func TestPublishingChecksFilesByTheChosenLoaders(t *testing.T) {
	w, _, _ := stagingWorld(t)
	id := w.project("sodium")
	plugin := w.staged(id, "gate.jar", zipOf(t, map[string]string{"plugin.yml": "name: Gate\nversion: 1\n"}))
	ask := fields{"project_id": id, "loaders": []string{"fabric"}, "game_versions": []string{"1.20.1"}, "staged_files": []fields{{"id": plugin, "primary": true}}}
	a := w.Ask(owner, "POST", "/_internal/version-problems", ask)
	if a.Status != 200 || !strings.Contains(string(a.Body), `"level":"refusal","field":"loaders"`) || !strings.Contains(string(a.Body), "它看起来适用于 Bukkit") {
		t.Fatal(a)
	}
	v := stagedVersion(id, fields{"id": plugin, "primary": true})
	refused := want(t, w.form(owner, "POST", "/v2/version", []part{data(v)}), 400)
	if !strings.Contains(string(refused.Body), "没有 fabric.mod.json") {
		t.Fatal(refused)
	}
	v["loaders"] = []string{"spigot", "paper"}
	v["game_versions"] = []string{"1.20.9"}
	if a := want(t, w.form(owner, "POST", "/v2/version", []part{data(v)}), 400); !strings.Contains(string(a.Body), "未知的游戏版本：1.20.9") {
		t.Fatal(a)
	}
	v["game_versions"] = []string{"1.20.1"}
	want(t, w.form(owner, "POST", "/v2/version", []part{data(v)}), 200)
}

func TestAnEditOfFilesAndFieldsIsOneCommand(t *testing.T) {
	w, dir, _ := stagingWorld(t)
	id := w.project("sodium")
	v := want(t, w.form(owner, "POST", "/v2/version", []part{data(stagedVersion(id, fields{"id": w.staged(id, "old.jar", w.jar())}, fields{"id": w.staged(id, "notes-sources.jar", w.jar())}))}), 200).JSON(t)
	path := "/v2/version/" + v["id"].(string)
	hash := func(i int) string {
		return v["files"].([]any)[i].(map[string]any)["hashes"].(map[string]any)["sha512"].(string)
	}
	fresh := w.staged(id, "new.jar", w.jar())
	before := w.Head()
	plugin := w.staged(id, "plugin.jar", zipOf(t, map[string]string{"plugin.yml": "name: x"}))
	for name, body := range map[string]fields{
		"last files":                   {"remove_files": []string{hash(0), hash(1)}},
		"another's file":               {"remove_files": []string{strings.Repeat("0", 128)}},
		"primary file that is removed": {"remove_files": []string{hash(0)}, "primary_file": []string{"sha512", hash(0)}},
		"two primaries":                {"staged_files": []fields{{"id": fresh, "primary": true}}, "primary_file": []string{"sha512", hash(1)}},
		"kind":                         {"file_types": []fields{{"hash": hash(1), "file_type": "virus"}}},
		"kind of an unknown file":      {"file_types": []fields{{"hash": "x", "file_type": "dev-jar"}}},
		"wrong main file":              {"staged_files": []fields{{"id": plugin, "primary": true}}},
		"wrong loader":                 {"loaders": []string{"paper"}},
		"unknown game":                 {"game_versions": []string{"9.9"}},
		"name":                         {"name": "a\u202eb", "staged_files": []fields{{"id": fresh}}},
	} {
		if a := w.Ask(owner, "PATCH", path, body); a.Status != 400 {
			t.Errorf("%s: %s", name, a)
		}
	}
	if w.Head() != before {
		t.Fatal("a rejected edit appended an event")
	}
	edit := fields{
		"name": "Second", "staged_files": []fields{{"id": fresh, "primary": true}}, "remove_files": []string{hash(0)},
		"file_types": []fields{{"algorithm": "sha512", "hash": hash(1), "file_type": "dev-jar"}},
	}
	for range 2 {
		want(t, w.Ask(owner, "PATCH", path, edit, "Idempotency-Key", "edit"), 204)
	}
	now := w.versionState(v["id"].(string))
	if now.Name != "Second" || len(now.Files) != 2 || now.Files[0].Kind != "dev-jar" || now.Files[0].Primary || now.Files[1].Name != "new.jar" || !now.Files[1].Primary {
		t.Fatalf("%+v", now)
	}
	for _, f := range now.Files {
		if !w.stored(f.URL) {
			t.Errorf("%s is not stored", f.Name)
		}
	}
	kept := false // the removed file, for the staff
	for _, f := range filesIn(t, dir) {
		kept = kept || strings.HasSuffix(f, "old.jar")
		if strings.Contains(f, fresh) {
			t.Errorf("%s was not deleted", f)
		}
	}
	if !kept {
		t.Error("the bytes of the removed file are gone")
	}
	// The removed file can be used again.
	want(t, w.Ask(owner, "PATCH", path, fields{"featured": true}), 204)
}

func TestACopyWithoutAVersionIsSwept(t *testing.T) {
	w, dir, days := stagingWorld(t)
	id := w.project("sodium")
	kept := w.staged(id, "kept.jar", w.jar())
	want(t, w.form(owner, "POST", "/v2/version", []part{data(stagedVersion(id, fields{"id": kept}))}), 200)
	before := len(filesIn(t, dir))
	lost := w.staged(id, "lost.jar", w.jar())
	// A command that stops between the copy and the append leaves both files and the record of the copy's place.
	place := upload.Place{Project: id, Version: "Version9"}
	if _, err := w.files.Take(t.Context(), w.files.Begin(), actor.Actor{Account: owner}, place, []upload.StagedInput{{ID: lost}}); err != nil {
		t.Fatal(err)
	}
	if n := len(filesIn(t, dir)); n <= before+1 {
		t.Fatal(n)
	}
	*days = 3
	if _, err := w.files.Sweep(t.Context()); err != nil {
		t.Fatal(err)
	}
	if left := filesIn(t, dir); len(left) != before {
		t.Fatalf("%d files before, %v", before, left)
	}
}
