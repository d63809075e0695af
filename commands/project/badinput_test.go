package project_test

import (
	"encoding/binary"
	"image/color"
	"net/http"
	"strings"
	"testing"

	"github.com/modyard/modyard/domain/project"
	"github.com/modyard/modyard/platform/archive/archivetest"
)

// untouched runs a test on a project and fails if anything was appended.
func untouched(t *testing.T, do func(w *world, id string)) {
	t.Helper()
	w := newWorld(t)
	id := w.project("sodium")
	before := w.Head()
	do(w, id)
	if w.Head() != before {
		t.Fatal("a rejected request appended an event")
	}
}

func TestInvalidNewProjectsAreRejected(t *testing.T) {
	untouched(t, func(w *world, _ string) {
		with := func(key string, value any) []part {
			in := newProject("another")
			in[key] = value
			return []part{data(in)}
		}
		for name, c := range map[string]struct {
			status int
			parts  []part
		}{
			"no data":          {400, nil},
			"Cyrillic letters": {400, with("slug", "sоdium")},
			"Cyrillic title":   {400, with("title", "钠 Sоdium 优化")},
			"files first":      {400, []part{{"icon", "i.png", []byte("x")}, data(newProject("another"))}},
			"no JSON":          {400, []part{{name: "data", body: []byte("{")}}},
			"an array":         {400, []part{{name: "data", body: []byte("[]")}}},
			"bytes":            {400, []part{{name: "data", body: []byte("{\"title\":\"\xff\xfe\"}")}}},
			"too large":        {413, []part{{name: "data", body: []byte(`{"body":"` + strings.Repeat("a", 3<<20) + `"}`)}}},
			"title number":     {400, with("title", 5)},
			"title override":   {400, with("title", "Sod\u202eium")},
			"title mark":       {400, with("title", "Sod\u200fium")},
			"title zero":       {400, with("title", "Sod\x00ium")},
			"title missing":    {400, with("title", "")},
			"summary long":     {400, with("description", strings.Repeat("a", 257))},
			"slug traversal":   {400, with("slug", "../../x")},
			"slug taken":       {400, with("slug", "SODIUM")},
			"type":             {400, with("project_type", "virus")},
			"side":             {400, with("client_side", "<script>")},
			"category":         {400, with("categories", []string{"<script>"})},
			"category text":    {400, with("categories", "magic")},
			"licence":          {400, with("license_id", "<script>")},
			"link":             {400, with("source_url", "javascript:alert(1)")},
			"organization":     {400, with("organization_id", "nosuchid")},
			"organization bad": {400, with("organization_id", "../../../x")},
			"requested":        {400, with("requested_status", "withheld")},
			"versions":         {400, with("initial_versions", []fields{{"version_number": "1"}})},
			"many versions":    {400, with("initial_versions", make([]fields, 33))},
			"gallery":          {400, with("gallery_items", []fields{{"item": "data"}})},
			"submitted bare":   {400, with("is_draft", false)},
			"stray file":       {400, append(with("title", "Fine"), part{"x", "x.jar", []byte("x")})},
			"icon is text":     {400, append(with("title", "Fine"), part{"icon", "i.png", []byte("not a picture")})},
			"icon is SVG":      {400, append(with("title", "Fine"), part{"icon", "i.svg", []byte(`<svg xmlns="http://www.w3.org/2000/svg"/>`)})},
			"icon too large":   {413, append(with("title", "Fine"), part{"icon", "i.png", make([]byte, 256<<10+1)})},
		} {
			if a := w.form(owner, "POST", "/v2/project", c.parts); a.Status != c.status {
				t.Errorf("%s: want %d, got %s", name, c.status, a)
			}
		}
		want(t, w.Ask(owner, "POST", "/v2/project", newProject("another")), 400) // not a form
	})
}

func TestInvalidEditsAreRejected(t *testing.T) {
	untouched(t, func(w *world, id string) {
		for name, c := range map[string]struct {
			status int
			body   any
		}{
			"nothing": {400, ""}, "no JSON": {400, "{"}, "an array": {400, "[]"}, "text": {400, `"x"`},
			"title number":   {400, `{"title":5}`},
			"title null ok":  {204, `{"title":null}`},
			"title bytes":    {400, "{\"title\":\"abc\xff\"}"},
			"title override": {400, fields{"title": "abc\u2066def"}},
			"body long":      {400, fields{"body": strings.Repeat("字", project.MaxBody+1)}},
			"body huge":      {413, fields{"body": strings.Repeat("字", 1<<20)}},
			"categories":     {400, `{"categories":{"a":1}}`},
			"deep":           {400, `{"categories":` + strings.Repeat("[", 100_000) + `}`},
			"link":           {400, fields{"issues_url": "http://example.com"}},
			"donation":       {400, fields{"donation_urls": []fields{{"id": "site", "platform": "x", "url": "data:text/html,x"}}}},
			"status":         {400, fields{"status": "public"}},
			"status number":  {400, `{"status":1}`},
			"scheduled":      {400, fields{"status": "scheduled"}},
			"message":        {401, fields{"status": "processing", "moderation_message": "x"}},
			"slug":           {400, fields{"slug": "%2e%2e%2f"}},
			"Cyrillic title": {400, fields{"title": "Fаbric API（最新）"}},
			"alias":          {400, fields{"aliases": []fields{{"text": "\u202e", "kind": "zh"}}}},
		} {
			if a := w.Ask(owner, "PATCH", "/v2/project/"+id, c.body); a.Status != c.status {
				t.Errorf("%s: want %d, got %s", name, c.status, a)
			}
		}
		for _, unknown := range []string{"nosuchid", "nosuch", "%2e%2e", "..%2f..%2fetc", "a%00b", strings.Repeat("a", 300), "%ff", "%E2%80%AE"} {
			for _, method := range []string{"PATCH", "DELETE"} {
				if a := w.Ask(owner, method, "/v2/project/"+unknown, fields{"title": "New"}); a.Status != 404 && a.Status != 400 {
					t.Errorf("%s %q: %s", method, unknown, a)
				}
			}
		}
		for _, ids := range []string{"", "[]", "[1]", "x", `["nosuchid"]`, `["` + strings.Repeat(`x","`, 101) + `"]`} {
			if a := w.Ask(owner, "PATCH", "/v2/projects"+query("ids", ids), fields{}); a.Status != 400 && a.Status != 404 {
				t.Errorf("%q: %s", ids, a)
			}
		}
	})
}

func TestInvalidPicturesAreRejected(t *testing.T) {
	huge := hugePNG(t)
	for _, path := range []string{"/icon", "/gallery"} {
		method := map[string]string{"/icon": "PATCH", "/gallery": "POST"}[path]
		untouched(t, func(w *world, id string) {
			for name, body := range map[string][]byte{
				"nothing": nil, "text": []byte("hello"), "HTML": []byte("<html><script>alert(1)</script>"), "SVG": []byte(`<svg onload="alert(1)"/>`),
				"cut": pngOf(t, 64, 64, color.White)[:60], "pixels": huge, "zip": w.jar(),
			} {
				if a := w.Ask(owner, method, "/v2/project/"+id+path+"?ext=png", body, "Content-Type", "image/png"); a.Status != 400 {
					t.Errorf("%s %s: %s", path, name, a)
				}
			}
			want(t, w.Ask(owner, method, "/v2/project/"+id+path+"?ext=svg", pngOf(t, 4, 4, color.White), "Content-Type", "image/svg+xml"), 400)
			want(t, w.Ask(owner, method, "/v2/project/"+id+path+"?ext=png", make([]byte, 6<<20), "Content-Type", "image/png"), 413)
			want(t, w.Ask(owner, method, "/v2/project/nosuchid"+path, pngOf(t, 4, 4, color.White), "Content-Type", "image/png"), 404)
		})
	}
	untouched(t, func(w *world, id string) {
		for _, q := range []string{
			query("url", "https://example.com/x.png"), "", query("url", "x", "featured", "yes!"), query("url", "x", "ordering", "1e9"), "?url=%ff", "?url=%zz",
		} {
			if a := w.Ask(owner, "PATCH", "/v2/project/"+id+"/gallery"+q, nil); a.Status != 400 {
				t.Errorf("PATCH %q: %s", q, a)
			}
		}
		want(t, w.Ask(owner, "DELETE", "/v2/project/"+id+"/gallery"+query("url", "x"), nil), 400)
		want(t, w.Ask(owner, "PUT", "/v2/project/"+id+"/gallery/order", fields{"urls": []string{"x"}}), 400)
		for _, texts := range []string{query("title", strings.Repeat("a", 256)), query("title", "a\u202eb"), query("description", strings.Repeat("a", 2049)), query("ordering", "x")} {
			want(t, w.Ask(owner, "POST", "/v2/project/"+id+"/gallery"+texts, pngOf(t, 4, 4, color.White), "Content-Type", "image/png"), 400)
		}
	})
}

// hugePNG declares more pixels than the server decodes.
func hugePNG(t *testing.T) []byte {
	b := pngOf(t, 1, 1, color.White)
	binary.BigEndian.PutUint32(b[16:], 60000)
	binary.BigEndian.PutUint32(b[20:], 60000)
	return b
}

func TestInvalidNewVersionsAreRejected(t *testing.T) {
	untouched(t, func(w *world, id string) {
		with := func(key string, value any) []part {
			in := newVersion(id)
			in[key] = value
			return []part{data(in), {"main", "a.jar", w.jar()}}
		}
		file := func(name string, body []byte) []part { return []part{data(newVersion(id)), {"main", name, body}} }
		for name, c := range map[string]struct {
			status int
			parts  []part
		}{
			"no data":            {400, nil},
			"no files":           {400, []part{data(newVersion(id))}},
			"not announced":      {400, []part{data(newVersion(id)), {"other", "a.jar", w.jar()}}},
			"sent twice":         {400, []part{data(newVersion(id)), {"main", "a.jar", w.jar()}, {"main", "b.jar", w.jar()}}},
			"unknown project":    {404, with("project_id", "nosuchid")},
			"project slug":       {400, with("project_id", "../../etc")},
			"number":             {400, with("version_number", "1/../2")},
			"number long":        {400, with("version_number", strings.Repeat("1", 33))},
			"name":               {400, with("name", "a\u202eb")},
			"type":               {400, with("version_type", "stable")},
			"type number":        {400, with("version_type", 5)},
			"loader":             {400, with("loaders", []string{"iris"})},
			"loaders text":       {400, with("loaders", "fabric")},
			"game version":       {400, with("game_versions", []string{"<script>"})},
			"unknown dependency": {400, with("dependencies", []fields{{"project_id": "nosuchid", "dependency_type": "required"}})},
			"empty dependency":   {400, with("dependencies", []fields{{"dependency_type": "required"}})},
			"status":             {400, with("status", "scheduled")},
			"primary":            {400, with("primary_file", "other")},
			"file type":          {400, with("file_types", fields{"main": "virus"})},
			"parts":              {400, with("file_parts", []string{"main", "main"})},
			"part data":          {400, with("file_parts", []string{"data"})},
			"many parts":         {400, with("file_parts", make([]string, 257))},
			"ending":             {400, file("a.html", []byte("<script>"))},
			"script in a name":   {400, file(`"><script>.jar`, w.jar())},
			"override in a name": {400, file("a\u202eraj.exe", []byte("x"))},
			"empty file":         {400, file("a.exe", nil)},
			"no archive":         {400, file("a.jar", []byte("PK but not really"))},
			"bomb":               {400, file("a.zip", archivetest.Bomb(t, 100))},
			"no index":           {400, file("a.mrpack", zipOf(t, map[string]string{"x": "y"}))},
			"too large":          {413, file("a.exe", make([]byte, 1<<20+1))},
		} {
			if a := w.form(owner, "POST", "/v2/version", c.parts); a.Status != c.status {
				t.Errorf("%s: want %d, got %s", name, c.status, a)
			}
		}
		body, contentType := encodeForm(t, file("a.jar", w.jar()))
		want(t, w.Ask(owner, "POST", "/v2/version", body[:len(body)-30], "Content-Type", contentType), 400) // the connection broke
	})
}

func TestInvalidVersionEditsAreRejected(t *testing.T) {
	w := newWorld(t)
	id := w.project("sodium")
	v := w.version(id)["id"].(string)
	before := w.Head()
	for name, body := range map[string]any{
		"nothing": "", "no JSON": "{", "name": `{"name":7}`, "bytes": "{\"name\":\"\xff\"}", "override": fields{"name": "a\u202eb"}, "loaders": fields{"loaders": []string{}},
		"primary": fields{"primary_file": []any{"sha512", "x"}}, "primary number": `{"primary_file":5}`, "featured": `{"featured":"yes"}`,
		"dependency": fields{"dependencies": []fields{{"version_id": "nosuchid", "dependency_type": "required"}}},
		"changelog":  fields{"changelog": strings.Repeat("a", project.MaxBody+1)},
	} {
		if a := w.Ask(owner, "PATCH", "/v2/version/"+v, body); a.Status != 400 {
			t.Errorf("%s: %s", name, a)
		}
	}
	for _, unknown := range []string{"nosuchid", "x", "%2e%2e", strings.Repeat("a", 300)} {
		want(t, w.Ask(owner, "PATCH", "/v2/version/"+unknown, fields{"name": "x"}), 404)
		want(t, w.Ask(owner, "DELETE", "/v2/version/"+unknown, nil), 404)
		want(t, w.form(owner, "POST", "/v2/version/"+unknown+"/file", []part{data(fields{}), {"m", "c.jar", w.jar()}}), 404)
	}
	want(t, w.form(owner, "POST", "/v2/version/"+v+"/file", []part{data(fields{})}), 400)
	want(t, w.form(owner, "POST", "/v2/version/"+v+"/file", []part{data(fields{}), {"m", "../c.html", w.jar()}}), 400)
	want(t, w.form(owner, "POST", "/v2/version/"+v+"/file", []part{data(fields{"file_types": fields{"m": "virus"}}), {"m", "c.jar", w.jar()}}), 400)
	want(t, w.form(owner, "POST", "/v2/version/"+v+"/file", []part{data(fields{}), {"m", "c.jar", archivetest.Bomb(t, 100)}}), 400)
	for hash, status := range map[string]int{
		strings.Repeat("a", 40): 400, strings.Repeat("a", 128): 404, "x": 400, strings.Repeat("z", 128): 400, strings.Repeat("a", 128) + "?algorithm=sha1": 400,
	} {
		want(t, w.Ask(owner, "DELETE", "/v2/version_file/"+hash, nil), status)
	}
	if w.Head() != before {
		t.Fatal("a rejected request appended an event")
	}
}

func TestTeamRoutesRejectInvalidInput(t *testing.T) {
	untouched(t, func(w *world, id string) {
		path := "/v2/team/" + id
		for name, body := range map[string]any{
			"nothing": "", "no JSON": "{", "no user": fields{"role": "x"}, "unknown user": fields{"user_id": "nobodyat"}, "bad id": fields{"user_id": "../x"},
			"number": `{"user_id":5}`, "rights": `{"user_id":"another1","permissions":-1}`, "rights text": `{"user_id":"another1","permissions":"all"}`,
			"rights unknown": fields{"user_id": "another1", "permissions": 1 << 40}, "split": fields{"user_id": "another1", "payouts_split": 5001},
			"split text": `{"user_id":"another1","payouts_split":"x"}`, "role": fields{"user_id": "another1", "role": "a\u202eb"}, "role long": fields{"user_id": "another1", "role": strings.Repeat("a", 65)},
		} {
			if a := w.Ask(owner, "POST", path+"/members", body); a.Status != 400 {
				t.Errorf("%s: %s", name, a)
			}
		}
		want(t, w.Ask(owner, "PATCH", path+"/members/another1", fields{"role": "x"}), 404)
		want(t, w.Ask(owner, "DELETE", path+"/members/another1", nil), 404)
		want(t, w.Ask(owner, "PATCH", path+"/members/"+owner, fields{"permissions": 0}), 400)
		want(t, w.Ask(owner, "PATCH", path+"/members/"+owner, `{"permissions":"x"}`), 400)
		want(t, w.Ask(owner, "DELETE", path+"/members/"+owner, nil), 400)
		want(t, w.Ask(owner, "PATCH", path+"/owner", fields{"user_id": "another1"}), 404)
		want(t, w.Ask(owner, "PATCH", path+"/owner", `{"user_id":[]}`), 400)
		want(t, w.Ask(owner, "POST", "/v2/team/nosuchid/members", fields{"user_id": "another1"}), 404)
	})
}

func TestScriptInMarkdownIsStoredUnchanged(t *testing.T) {
	w := newWorld(t)
	id := w.project("sodium")
	body := "<script>alert(1)</script>\n[x](javascript:alert(1)) \u202e"
	want(t, w.Ask(owner, "PATCH", "/v2/project/"+id, fields{"body": body}), 204) // rendering removes the script
	if w.state(id).Body != body {
		t.Fatal(w.state(id).Body)
	}
}

func TestAnUnknownMethodIsRejected(t *testing.T) {
	w := newWorld(t)
	if a := w.Ask(owner, "PUT", "/v2/project/"+w.project("sodium"), nil); a.Status != http.StatusMethodNotAllowed {
		t.Fatal(a)
	}
}
