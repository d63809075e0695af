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
	"io"
	"log/slog"
	"mime/multipart"
	"net/http"
	"net/http/httptest"
	"net/textproto"
	"net/url"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	commands "github.com/modyard/modyard/commands/project"
	"github.com/modyard/modyard/domain/organization"
	"github.com/modyard/modyard/domain/project"
	"github.com/modyard/modyard/eventlog"
	"github.com/modyard/modyard/eventlog/codec"
	"github.com/modyard/modyard/eventlog/memory"
	"github.com/modyard/modyard/identity"
	"github.com/modyard/modyard/platform/blobs"
	"github.com/modyard/modyard/platform/httpkit"
)

// The people of the tests. Their account ids are their names.
const (
	owner     = "owner001"
	member    = "member01" // invited with the rights that a test gives
	stranger  = "stranger"
	moderator = "moderato"
	admin     = "admin001"
	nobody    = ""
)

// world is the real routes on a log in memory, with blobs in a directory.
type world struct {
	testing.TB
	log     eventlog.Log
	service *commands.Service
	codec   *codec.Codec
	blobs   *blobs.Store
	url     string
	client  *http.Client
	scopes  identity.Scopes // of the token that requests come with
	n       atomic.Int64
}

func newWorld(t testing.TB, change ...func(*commands.Options)) *world {
	t.Helper()
	types, err := codec.New(project.EventTypes(), organization.EventTypes())
	if err != nil {
		t.Fatal(err)
	}
	w := &world{TB: t, log: memory.New(), codec: types, scopes: identity.AllScopes}
	w.blobs, err = blobs.Open(context.Background(), "mem://", "https://example.test")
	if err != nil {
		t.Fatal(err)
	}
	quiet := slog.New(slog.NewTextHandler(io.Discard, nil))
	o := commands.Options{
		Log: w.log, Codec: types, Blobs: w.blobs, TempDir: t.TempDir(), Logger: quiet, MaxFile: 1 << 20, MaxUpload: 16 << 20,
		AccountExists: func(_ context.Context, id string) (bool, error) { return id != "nobodyat", nil },
	}
	for _, c := range change {
		c(&o)
	}
	w.log, w.blobs = o.Log, o.Blobs
	service, err := commands.New(o)
	if err != nil {
		t.Fatal(err)
	}
	w.service = service
	api := httpkit.New(httpkit.Options{Logger: quiet})
	api.Use(func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) {
			if who := r.Header.Get("X-Test-Who"); who != "" {
				c := identity.Caller{Account: who, Role: identity.RoleUser, Scopes: w.scopes, Kind: identity.KindPAT}
				switch who {
				case moderator:
					c.Role = identity.RoleModerator
				case admin:
					c.Role = identity.RoleAdmin
				}
				r = r.WithContext(identity.WithCaller(r.Context(), c))
			}
			next.ServeHTTP(rw, r)
		})
	})
	service.Routes(api)
	api.Mux.Handle("/data/", w.blobs.Handler())
	server := httptest.NewServer(api.Handler())
	t.Cleanup(server.Close)
	w.url, w.client = server.URL, server.Client()
	return w
}

type answer struct {
	status   int
	body     []byte
	position string
}

func (a answer) text() string { return fmt.Sprintf("%d %s", a.status, a.body) }

func (a answer) json(t testing.TB) map[string]any {
	t.Helper()
	var v map[string]any
	if err := json.Unmarshal(a.body, &v); err != nil {
		t.Fatalf("%v: %s", err, a.text())
	}
	return v
}

// ask sends one request; headers come in pairs.
func (w *world) ask(who, method, path, contentType string, body []byte, headers ...string) answer {
	w.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), 30*time.Second)
	defer cancel()
	r, err := http.NewRequestWithContext(ctx, method, w.url+path, bytes.NewReader(body))
	if err != nil {
		w.Fatal(err)
	}
	if contentType != "" {
		r.Header.Set("Content-Type", contentType)
	}
	r.Header.Set("X-Test-Who", who)
	for i := 0; i+1 < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	res, err := w.client.Do(r)
	if err != nil {
		w.Fatal(err)
	}
	defer res.Body.Close()
	data, err := io.ReadAll(res.Body)
	if err != nil {
		w.Fatal(err)
	}
	return answer{status: res.StatusCode, body: data, position: res.Header.Get("Log-Position")}
}

func (w *world) json(who, method, path string, v any, headers ...string) answer {
	w.Helper()
	var body []byte
	switch v := v.(type) {
	case nil:
	case string:
		body = []byte(v)
	default:
		var err error
		if body, err = json.Marshal(v); err != nil {
			w.Fatal(err)
		}
	}
	return w.ask(who, method, path, "application/json", body, headers...)
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
	return w.ask(who, method, path, contentType, body, headers...)
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
	if a.status != status {
		t.Fatalf("want %d, got %s", status, a.text())
	}
	if status >= 400 {
		body := a.json(t)
		if body["error"] == "" || body["description"] == "" {
			t.Fatalf("an error without code or words: %s", a.text())
		}
	} else if a.position == "" {
		t.Fatalf("no Log-Position: %s", a.text())
	}
	return a
}

// jar is a small archive that no other test has.
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

// project makes a draft of the owner and returns its id.
func (w *world) project(slug string) string {
	w.Helper()
	a := want(w, w.form(owner, "POST", "/v2/project", []part{data(newProject(slug))}), 200)
	return a.json(w)["id"].(string)
}

// version uploads a version with one fresh jar and returns the answer.
func (w *world) version(projectID string) map[string]any {
	w.Helper()
	a := want(w, w.form(owner, "POST", "/v2/version", []part{data(newVersion(projectID)), {"main", "a.jar", w.jar()}}), 200)
	return a.json(w)
}

// invite makes somebody an accepted member with rights.
func (w *world) invite(projectID, who string, rights project.Permissions) {
	w.Helper()
	want(w, w.json(owner, "POST", "/v2/team/"+projectID+"/members", fields{"user_id": who, "role": "Member", "permissions": rights}), 204)
	want(w, w.json(who, "POST", "/v2/team/"+projectID+"/join", nil), 204)
}

// state folds a project from the log.
func (w *world) state(id string) project.State {
	w.Helper()
	var s project.State
	w.events("project-"+id, func(e any) { s = project.Evolve(s, e) })
	return s
}

func (w *world) events(stream string, see func(any)) {
	w.Helper()
	for r, err := range w.log.Stream(context.Background(), stream, 0) {
		if err != nil {
			w.Fatal(err)
		}
		e, err := w.codec.Decode(r.Type, r.Data)
		if err != nil {
			w.Fatal(err)
		}
		see(e)
	}
}

func (w *world) head() eventlog.Position {
	p, err := w.log.Head(context.Background())
	if err != nil {
		w.Fatal(err)
	}
	return p
}

func (w *world) stored(address string) bool {
	w.Helper()
	key, ok := w.blobs.KeyOf(address)
	if !ok {
		w.Fatalf("%s is no blob", address)
	}
	found, err := w.blobs.Exists(context.Background(), key)
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
