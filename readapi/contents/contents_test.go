package contents_test

import (
	"archive/zip"
	"bytes"
	"crypto/sha1" //nolint:gosec // the hash of files
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"github.com/modyard/modyard/domain/project"
	"github.com/modyard/modyard/identity"
	"github.com/modyard/modyard/identity/identitytest"
	"github.com/modyard/modyard/platform/archive/archivetest"
	"github.com/modyard/modyard/platform/blobs"
	"github.com/modyard/modyard/platform/httpkit"
	"github.com/modyard/modyard/projections/catalog/catalogtest"
	"github.com/modyard/modyard/readapi/contents"
	"github.com/modyard/modyard/readapi/view"
)

const (
	maker = "UserMak1"
	staff = "UserMod2"
	quay  = "ProjOne1"
)

type world struct {
	*catalogtest.World
	t     *testing.T
	api   http.Handler
	files *blobs.Store
}

func newWorld(t *testing.T) *world {
	t.Helper()
	w := &world{World: catalogtest.New(t), t: t}
	var err error
	if w.files, err = blobs.Open(t.Context(), t.TempDir(), "https://modyard.test"); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = w.files.Close() })
	api := httpkit.New(httpkit.Options{Logger: slog.New(slog.NewTextHandler(io.Discard, nil))})
	api.Use(identitytest.Middleware(func(r *http.Request) identity.Caller {
		c := identitytest.Session(r.Header.Get("As"), identity.RoleUser)
		if c.Account == staff {
			c.Role = identity.RoleModerator
		}
		return c
	}))
	contents.New(&view.Source{Pool: w.DB.Pool, Board: w.Board}, w.files).Register(api)
	w.api = api.Handler()
	w.Account(maker, "舟大工", "user")
	w.Project(quay, maker, project.Created{Project: quay, Slug: "quay", Type: project.TypeMod, Title: "蒸汽码头", Owner: maker})
	return w
}

// version adds a version with a file for the loaders; an address stands for a file on another site.
func (w *world) version(id, number, address string, data []byte, loaders ...string) {
	w.t.Helper()
	sum := sha1.Sum(data) //nolint:gosec // as above
	file := project.File{Name: "quay.jar", URL: address, Size: int64(len(data)), Primary: true, SHA1: hex.EncodeToString(sum[:]), SHA512: strings.Repeat("0", 128)}
	if address == "" {
		key := quay + "/versions/" + id + "/quay-" + number + ".jar"
		if _, err := w.files.Put(w.t.Context(), key, "application/java-archive", bytes.NewReader(data)); err != nil {
			w.t.Fatal(err)
		}
		file.URL = w.files.URL(key)
	}
	w.Happen("version-"+id, maker, project.VersionCreated{
		Version: id, Project: quay, Name: number, Number: number, Channel: project.Release, Status: project.VersionListed,
		Loaders: loaders, GameVersions: []string{"1.21.1"}, Files: []project.File{file},
	})
	w.Settle()
}

func get[T any](w *world, status int, as, path string) (out T) {
	w.t.Helper()
	r := httptest.NewRequest(http.MethodGet, path, nil)
	r.Header.Set("As", as)
	answer := httptest.NewRecorder()
	w.api.ServeHTTP(answer, r)
	if answer.Code != status {
		w.t.Fatalf("GET %s as %s answers %d: %s", path, as, answer.Code, answer.Body)
	}
	if status == http.StatusOK {
		if err := json.Unmarshal(answer.Body.Bytes(), &out); err != nil {
			w.t.Fatal(err)
		}
	}
	return out
}

func of(version string) string { return "/_internal/moderation/version/" + version + "/contents" }

func in(version, path, inside string) string {
	return "/_internal/moderation/version/" + version + "/entry?path=" + url.QueryEscape(path) + "&in=" + url.QueryEscape(inside)
}

func pack(t *testing.T, files map[string]string) []byte {
	t.Helper()
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	for name, body := range files {
		e, err := w.Create(name)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := io.WriteString(e, body); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

const fabric = `{"schemaVersion":1,"id":"quay","name":"Steam Quay","version":"1.2.0"}`

func paths(list []contents.Entry) string {
	var names []string
	for _, e := range list {
		names = append(names, e.Path)
	}
	return strings.Join(names, " ")
}

func TestTheStaffSeeWhatAnArchiveContainsAndWhatChangedInIt(t *testing.T) {
	w := newWorld(t)
	inner := string(pack(t, map[string]string{"lib/Kit.class": "kit", "readme.txt": "内层说明"}))
	w.version("VersOne1", "1.1.0", "", pack(t, map[string]string{
		"fabric.mod.json": fabric, "quay/Boat.class": "boat", "quay/Sail.class": "sail", "assets/quay/icon.png": "png",
	}), "fabric")
	w.version("VersFor1", "1.1.5", "", pack(t, map[string]string{"META-INF/mods.toml": "", "quay/Boat.class": "forge"}), "forge")
	w.version("VersTwo2", "1.2.0", "", pack(t, map[string]string{
		"fabric.mod.json": fabric, "quay/Boat.class": "goat", "assets/quay/icon.png": "png", "META-INF/jars/kit.jar": inner,
	}), "fabric")

	c := get[contents.Contents](w, 200, staff, of("VersTwo2"))
	if c.Name != "quay-1.2.0.jar" || c.Number != "1.2.0" || c.Project.Slug != "quay" || c.Project.Title != "蒸汽码头" || c.Problem != "" || c.Total != 4 || len(c.Entries) != 4 {
		t.Errorf("the contents are %+v", c)
	}
	if len(c.Manifests) != 1 || c.Manifests[0].ID != "quay" || c.Manifests[0].Version != "1.2.0" {
		t.Errorf("the manifests are %+v", c.Manifests)
	}
	b := c.Before
	if b == nil || b.Number != "1.1.0" {
		t.Fatalf("it is compared with %+v, want the version before it for the same loader", b)
	}
	if paths(b.Added.Entries) != "META-INF/jars/kit.jar" || paths(b.Removed.Entries) != "quay/Sail.class" || paths(b.Changed.Entries) != "quay/Boat.class" || b.Same != 2 {
		t.Errorf("the changes are %+v", b)
	}

	for path, want := range map[string]string{"fabric.mod.json": fabric, "quay/Boat.class": "goat"} {
		if l := get[contents.Looked](w, 200, staff, in("VersTwo2", path, "")); l.Text == nil || *l.Text != want || l.Cut {
			t.Errorf("%s is %+v", path, l)
		}
	}
	if l := get[contents.Looked](w, 200, staff, in("VersTwo2", "META-INF/jars/kit.jar", "")); l.Total != 2 {
		t.Errorf("the nested archive is %+v", l)
	}
	if l := get[contents.Looked](w, 200, staff, in("VersTwo2", "readme.txt", "META-INF/jars/kit.jar")); l.Text == nil || *l.Text != "内层说明" {
		t.Errorf("a text of the nested archive is %+v", l)
	}
	get[contents.Looked](w, 404, staff, in("VersTwo2", "missing.txt", ""))
	get[contents.Contents](w, 404, staff, of("VersNone"))
	get[contents.Contents](w, 404, staff, of("VersTwo2")+"?file="+strings.Repeat("a", 40))
	for _, path := range []string{of("VersTwo2"), in("VersTwo2", "fabric.mod.json", "")} {
		get[contents.Contents](w, 401, maker, path)
	}
}

func TestAnEntryThatOnlyForgesItsChecksumIsAChange(t *testing.T) {
	w := newWorld(t)
	// "plumless" and "buckeroo" have the same CRC-32.
	w.version("VersOne1", "1.0.0", "", pack(t, map[string]string{"quay/Boat.class": "plumless"}), "fabric")
	w.version("VersTwo2", "1.0.1", "", pack(t, map[string]string{"quay/Boat.class": "buckeroo"}), "fabric")
	b := get[contents.Contents](w, 200, staff, of("VersTwo2")).Before
	if b == nil || b.Changed.Total != 1 || b.Same != 0 {
		t.Errorf("the changes are %+v", b)
	}
}

func TestWhatCannotBeReadSaysWhy(t *testing.T) {
	w := newWorld(t)
	w.version("VersOne1", "1", "https://elsewhere.example/quay.jar", []byte("there"), "fabric")
	w.version("VersTwo2", "2", "", []byte("no archive"), "fabric")
	w.version("VersBom3", "3", "", archivetest.Bomb(t, 512), "fabric")
	w.version("VersBin4", "4", "", pack(t, map[string]string{"a.dat": "\x00\xff", "long.txt": strings.Repeat("长", 100_000), "no.jar": "no archive"}), "fabric")

	if c := get[contents.Contents](w, 200, staff, of("VersTwo2")); c.Problem == "" || c.Before != nil {
		t.Errorf("a file that is no archive is %+v", c)
	}
	if c := get[contents.Contents](w, 200, staff, of("VersBom3")); !strings.Contains(c.Problem, "过大") {
		t.Errorf("a bomb is %+v", c)
	}
	c := get[contents.Contents](w, 200, staff, of("VersBin4"))
	if c.Problem != "" || c.Before == nil || c.Before.Problem == "" {
		t.Errorf("a file after a broken one is %+v, %+v", c.Problem, c.Before)
	}
	if l := get[contents.Looked](w, 200, staff, in("VersBin4", "a.dat", "")); l.Text != nil || l.Size != 2 {
		t.Errorf("a file that is no text is %+v", l)
	}
	l := get[contents.Looked](w, 200, staff, in("VersBin4", "long.txt", ""))
	if l.Text == nil || !l.Cut || len(*l.Text) > 256<<10 || strings.Contains(*l.Text, "\ufffd") {
		t.Errorf("a long text is cut: %v", l.Cut)
	}
	for _, path := range []string{in("VersBin4", "no.jar", ""), in("VersBin4", "x.txt", "no.jar")} {
		if l := get[contents.Looked](w, 200, staff, path); l.Problem == "" {
			t.Errorf("%s is %+v", path, l)
		}
	}
}

func TestALongListIsCutAndCounted(t *testing.T) {
	w := newWorld(t)
	files := map[string]string{}
	for n := range 10_050 {
		files[fmt.Sprintf("a/%d.class", n)] = ""
	}
	w.version("VersOne1", "1", "", pack(t, map[string]string{"b.txt": ""}), "fabric")
	w.version("VersTwo2", "2", "", pack(t, files), "fabric")
	c := get[contents.Contents](w, 200, staff, of("VersTwo2"))
	if c.Total != 10_050 || len(c.Entries) != 10_000 || c.Before.Added.Total != 10_050 || len(c.Before.Added.Entries) != 1000 {
		t.Errorf("%d of %d entries, %d of %d added", len(c.Entries), c.Total, len(c.Before.Added.Entries), c.Before.Added.Total)
	}
}
