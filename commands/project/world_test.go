package project_test

import (
	"archive/zip"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"mime/multipart"
	"net/textproto"
	"net/url"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/modyard/modyard/commands/commandstest"
	"github.com/modyard/modyard/commands/icon"
	commands "github.com/modyard/modyard/commands/project"
	"github.com/modyard/modyard/commands/team"
	translations "github.com/modyard/modyard/commands/translation"
	"github.com/modyard/modyard/commands/upload"
	commandwiki "github.com/modyard/modyard/commands/wiki"
	"github.com/modyard/modyard/domain/organization"
	"github.com/modyard/modyard/domain/project"
	"github.com/modyard/modyard/domain/quota"
	"github.com/modyard/modyard/domain/thread"
	"github.com/modyard/modyard/domain/translation"
	"github.com/modyard/modyard/domain/wiki"
	"github.com/modyard/modyard/platform/blobs"
	"github.com/modyard/modyard/platform/httpkit"
)

// The accounts of the tests. Their names are their ids.
const (
	owner     = "owner001"
	member    = "member01" // invited with the rights of a test
	stranger  = "stranger"
	moderator = commandstest.Moderator
	admin     = commandstest.Admin
	anonymous = commandstest.Anonymous
)

// world is the real routes on a memory log.
type world struct {
	*commandstest.World
	service *commands.Service
	files   *upload.Files
	n       atomic.Int64
}

type answer = commandstest.Answer

// options can be changed by a test.
type options struct {
	commands.Options
	files upload.FileOptions
	blobs *blobs.Store
}

func newWorld(t testing.TB, change ...func(*options)) *world {
	t.Helper()
	w := &world{World: commandstest.New(t, project.EventTypes(), thread.EventTypes(), organization.EventTypes(), quota.EventTypes(), wiki.EventTypes(), translation.EventTypes())}
	o := options{
		Options: commands.Options{Handler: w.Handler(), OpenWiki: commandwiki.SetOpen, Translations: translations.OfVersions{}, MaxUpload: 16 << 20},
		files:   upload.FileOptions{TempDir: t.TempDir(), MaxFile: 1 << 20}, blobs: w.Blobs,
	}
	for _, c := range change {
		c(&o)
	}
	w.EventLog, w.Blobs = o.Handler.Log, o.blobs
	o.files.Uploads, o.files.Projects = &upload.Store{Blobs: o.blobs, Handler: o.Handler, Logger: w.Logger}, commands.Uploads{Handler: o.Handler}
	var err error
	if o.Files, err = upload.NewFiles(o.files); err != nil {
		t.Fatal(err)
	}
	o.Icons = icon.New(o.files.Uploads)
	members, err := team.New(team.Options{
		Handler: o.Handler, AccountExists: func(_ context.Context, id string) (bool, error) { return id != "nobodyat", nil },
	})
	if err != nil {
		t.Fatal(err)
	}
	if w.service, err = commands.New(o.Options); err != nil {
		t.Fatal(err)
	}
	w.files = o.Files
	w.Serve(w.service.Routes, w.files.Routes, members.Routes, func(api *httpkit.API) { api.Mux.Handle("/data/", w.Blobs.Handler(nil)) })
	return w
}

// part is one part of a form.
type part struct {
	name, file string
	body       []byte
}

func data(v any) part {
	body, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	return part{name: "data", body: body}
}

func (w *world) form(who, method, path string, parts []part, headers ...string) answer {
	w.Helper()
	body, contentType := encodeForm(w, parts)
	return w.Ask(who, method, path, body, append([]string{"Content-Type", contentType}, headers...)...)
}

func encodeForm(t testing.TB, parts []part) ([]byte, string) {
	var b bytes.Buffer
	form := multipart.NewWriter(&b)
	for _, p := range parts {
		h := textproto.MIMEHeader{}
		disposition := `form-data; name="` + p.name + `"`
		if p.file != "" {
			disposition += `; filename="` + strings.ReplaceAll(p.file, `"`, `\"`) + `"`
		}
		h.Set("Content-Disposition", disposition)
		body, err := form.CreatePart(h)
		if err != nil {
			t.Fatal(err)
		}
		_, _ = body.Write(p.body)
	}
	_ = form.Close()
	return b.Bytes(), form.FormDataContentType()
}

func want(t testing.TB, a answer, status int) answer {
	t.Helper()
	return a.Want(t, status)
}

// jar is a small archive with unique content.
func (w *world) jar() []byte {
	return zipOf(w, map[string]string{"fabric.mod.json": fmt.Sprintf(`{"id":"x","n":%d}`, w.n.Add(1))})
}

func zipOf(t testing.TB, files map[string]string) []byte {
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for name, body := range files {
		f, err := z.Create(name)
		if err != nil {
			t.Fatal(err)
		}
		_, _ = f.Write([]byte(body))
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func pngOf(t testing.TB, w, h int, c color.Color) []byte {
	m := image.NewNRGBA(image.Rect(0, 0, w, h))
	for y := range h {
		for x := range w {
			m.Set(x, y, c)
		}
	}
	var b bytes.Buffer
	if err := png.Encode(&b, m); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

type fields map[string]any

// because is the reason that the staff gives in the tests.
var because = fields{"code": "correction", "text": "ok"}

func newProject(slug string) fields {
	return fields{
		"title": "Sodium", "slug": slug, "description": "A summary", "body": "Some words", "project_type": "mod",
		"client_side": "required", "server_side": "optional", "license_id": "MIT", "is_draft": true,
	}
}

func newVersion(projectID string) fields {
	return fields{
		"project_id": projectID, "name": "One", "version_number": "1.0.0", "version_type": "release", "featured": false,
		"loaders": []string{"fabric"}, "game_versions": []string{"1.20.1"}, "dependencies": []any{}, "file_parts": []string{"main"},
	}
}

// project creates a draft of the owner and returns its id.
func (w *world) project(slug string) string {
	w.Helper()
	a := want(w, w.form(owner, "POST", "/v2/project", []part{data(newProject(slug))}), 200)
	return a.JSON(w)["id"].(string)
}

// version uploads a version with one fresh jar and returns the answer.
func (w *world) version(projectID string) map[string]any {
	w.Helper()
	a := want(w, w.form(owner, "POST", "/v2/version", []part{data(newVersion(projectID)), {"main", "a.jar", w.jar()}}), 200)
	return a.JSON(w)
}

// invite makes an account an accepted member with rights.
func (w *world) invite(projectID, who string, rights project.Permissions) {
	w.Helper()
	want(w, w.Ask(owner, "POST", "/v2/team/"+projectID+"/members", fields{"user_id": who, "role": "Member", "permissions": rights}), 204)
	want(w, w.Ask(who, "POST", "/v2/team/"+projectID+"/join", nil), 204)
}

// state folds a project from the log.
func (w *world) state(id string) (s project.State) {
	w.Helper()
	for _, e := range w.Events("project-" + id) {
		s = project.Evolve(s, e)
	}
	return s
}

func (w *world) versions(id string) (v project.Versions) {
	w.Helper()
	for _, e := range w.Events("projectversions-" + id) {
		v = project.EvolveVersions(v, e)
	}
	return v
}

func (w *world) versionState(id string) (v project.Version) {
	w.Helper()
	for _, e := range w.Events("version-" + id) {
		v = project.EvolveVersion(v, e)
	}
	return v
}

func (w *world) stored(address string) bool {
	w.Helper()
	key, ok := w.Blobs.KeyOf(address)
	if !ok {
		w.Fatalf("%s is no blob", address)
	}
	found, err := w.Blobs.Exists(context.Background(), key)
	if err != nil {
		w.Fatal(err)
	}
	return found
}

func query(pairs ...string) string {
	q := url.Values{}
	for i := 0; i+1 < len(pairs); i += 2 {
		q.Set(pairs[i], pairs[i+1])
	}
	return "?" + q.Encode()
}
