package retention_test

import (
	"encoding/json"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"testing"

	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/domain/image"
	"github.com/modyard/modyard/domain/project"
	domain "github.com/modyard/modyard/domain/retention"
	"github.com/modyard/modyard/identity"
	"github.com/modyard/modyard/identity/identitytest"
	"github.com/modyard/modyard/platform/httpkit"
	"github.com/modyard/modyard/projections/catalog/catalogtest"
	projected "github.com/modyard/modyard/projections/retention"
	"github.com/modyard/modyard/readapi/retention"
	"github.com/modyard/modyard/readapi/view"
)

const (
	owner, stranger, staff = "UserOwn1", "UserStr2", "UserMod3"

	quay, version = "ProjOne1", "VersOne1"

	site = "https://site.example/data/"
	jar  = quay + "/versions/" + version + "/b1/a.jar"
	icon = quay + "/icons/b1/i.png"
	pic  = "images/" + owner + "/b1/0123456789012345678901234567890123456789.png"
	pic2 = "images/" + owner + "/b2/0123456789012345678901234567890123456789.png"
)

type world struct {
	*catalogtest.World
	t   *testing.T
	api http.Handler
}

func newWorld(t *testing.T) *world {
	t.Helper()
	w := &world{World: catalogtest.New(t), t: t}
	w.Also(projected.New())
	api := httpkit.New(httpkit.Options{Logger: slog.New(slog.NewTextHandler(io.Discard, nil))})
	api.Use(identitytest.Middleware(func(r *http.Request) identity.Caller {
		if r.Header.Get("As") == "" {
			return identity.Caller{}
		}
		c := identitytest.Session(r.Header.Get("As"), identity.RoleUser)
		if c.Account == staff {
			c.Role = identity.RoleModerator
		}
		return c
	}))
	retention.New(&view.Source{Pool: w.DB.Pool, Board: w.Board}, func(key string) string { return site + key }).Register(api)
	w.api = api.Handler()
	w.Slug("quay", quay)
	w.Project(quay, owner, project.Created{Project: quay, Slug: "quay", Type: project.TypeMod, Title: "Quay", Owner: owner},
		project.IconChanged{URL: site + icon}, project.ListedByImport{Status: project.Listed})
	w.Happen("version-"+version, owner, project.VersionCreated{
		Version: version, Project: quay, Author: owner, Name: "一", Number: "1.0", Channel: project.Release, Status: project.VersionListed,
		Changelog: "![图](" + site + pic2 + ")",
		Files:     []project.File{{SHA1: strings.Repeat("a", 40), SHA512: strings.Repeat("b", 128), URL: site + jar, Name: "a.jar", Size: 7, Primary: true}},
	})
	w.Happen("images-"+owner, owner,
		image.Added{Image: "Image001", Owner: owner, URL: site + pic, Size: 3, Context: image.Report},
		image.Added{Image: "Image002", Owner: owner, URL: site + pic2, Size: 4, Context: image.Version})
	return w
}

func ask[T any](w *world, status int, as, path string) (v T) {
	w.t.Helper()
	head, err := w.Log.Head(w.t.Context())
	if err != nil {
		w.t.Fatal(err)
	}
	r := httptest.NewRequest(http.MethodGet, path, nil)
	r.Header.Set("As", as)
	r.Header.Set("Min-Position", strconv.FormatUint(uint64(head), 10))
	rec := httptest.NewRecorder()
	w.api.ServeHTTP(rec, r)
	if rec.Code != status {
		w.t.Fatalf("%s as %q: %d %s, want %d", path, as, rec.Code, rec.Body, status)
	}
	if status == http.StatusOK {
		if err := json.Unmarshal(rec.Body.Bytes(), &v); err != nil {
			w.t.Fatalf("%s: %v: %s", path, err, rec.Body)
		}
	}
	return v
}

const stored = "/_internal/project/quay/stored"

func TestOnlyTheStaffSeesWhatWasStored(t *testing.T) {
	w := newWorld(t)
	for _, who := range []string{"", owner, stranger} {
		ask[any](w, 401, who, stored)
	}
	ask[any](w, 404, staff, "/_internal/project/nothing/stored")
	ask[any](w, 404, staff, "/_internal/project/"+strings.Repeat("x", 600)+"/stored")
	got := ask[contract.StoredFiles](w, 200, staff, stored)
	if got.Total != 2 || len(got.Files) != 2 || got.Title != "Quay" || got.Deleted != nil {
		t.Fatalf("%+v", got)
	}
	for _, f := range got.Files {
		if f.State != "kept" || f.URL == nil || f.Removed != nil || f.Entries == nil {
			t.Errorf("%+v", f)
		}
	}
}

func TestRemovedFilesAreShownUntilTheyAreClearedAndDescribedAfterwards(t *testing.T) {
	w := newWorld(t)
	w.Happen("version-"+version, owner, project.VersionDeleted{Version: version, Project: quay})
	w.Project(quay, owner, project.Deleted{Slug: "quay"})
	byID := "/_internal/project/" + quay + "/stored"
	got := ask[contract.StoredFiles](w, 200, staff, byID)
	if got.Deleted == nil || len(got.Files) != 2 || got.Files[0].Removed == nil || got.Files[0].State != "kept" || got.Files[0].URL == nil {
		t.Fatalf("%+v", got)
	}
	if _, err := w.DB.Pool.Exec(t.Context(), `insert into cleared.blobs values ($1, 7, '', '', array['plugin.yml'], 5, 'old', now(), now()), ($2, 9, 'aa', 'bb', null, 0, 'old', now(), null)`, jar, icon); err != nil {
		t.Fatal(err)
	}
	files := map[string]contract.StoredFile{}
	for _, f := range ask[contract.StoredFiles](w, 200, staff, byID).Files {
		files[f.Kind] = f
	}
	f := files["file"]
	if f.State != "cleared" || f.URL != nil || f.Cleared == nil || f.Size != 7 || *f.SHA512 != strings.Repeat("b", 128) || len(f.Entries) != 1 || f.TotalEntries != 5 || f.Number != nil {
		t.Errorf("%+v", f)
	}
	if f := files["icon"]; f.State != "kept" || f.URL == nil || f.Size != 9 || *f.SHA512 != "bb" {
		t.Errorf("half cleared: %+v", f)
	}
	w.Happen("retention-"+quay, staff, domain.Destroyed{Key: icon, Kind: "icon"})
	for _, f := range ask[contract.StoredFiles](w, 200, staff, byID+"?limit=1").Files {
		files[f.Kind] = f
	}
	for _, f := range ask[contract.StoredFiles](w, 200, staff, byID+"?limit=1&offset=1").Files {
		files[f.Kind] = f
	}
	if f := files["icon"]; f.State != "destroyed" || f.URL != nil {
		t.Errorf("%+v", f)
	}
}

func TestAnAccountSeesItsOwnTextPictures(t *testing.T) {
	w := newWorld(t)
	ask[any](w, 401, "", "/_internal/images")
	if got := ask[contract.TextPictures](w, 200, stranger, "/_internal/images"); got.Total != 0 || got.Images == nil || got.Most != image.Most {
		t.Errorf("%+v", got)
	}
	got := ask[contract.TextPictures](w, 200, owner, "/_internal/images")
	if got.Total != 2 || len(got.Images) != 2 || got.Images[0].ID != "Image002" || got.Images[0].URL != site+pic2 || got.Images[1].Used || got.Images[1].Project != nil {
		t.Fatalf("%+v", got)
	}
	if p := got.Images[0]; !p.Used || p.Project == nil || p.Project.ID != quay || p.Project.Title != "Quay" {
		t.Errorf("%+v", p)
	}
	w.Happen("images-"+owner, owner, image.Deleted{Image: "Image002", Owner: owner, URL: site + pic2})
	if got := ask[contract.TextPictures](w, 200, owner, "/_internal/images"); got.Total != 1 || got.Images[0].ID != "Image001" {
		t.Errorf("%+v", got)
	}
}
