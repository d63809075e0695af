package curation_test

import (
	"encoding/json"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	domain "github.com/modyard/modyard/domain/curation"
	"github.com/modyard/modyard/domain/project"
	"github.com/modyard/modyard/identity"
	"github.com/modyard/modyard/identity/identitytest"
	"github.com/modyard/modyard/platform/httpkit"
	"github.com/modyard/modyard/projections/catalog/catalogtest"
	projected "github.com/modyard/modyard/projections/curation"
	"github.com/modyard/modyard/readapi/curation"
	"github.com/modyard/modyard/readapi/view"
)

const owner, staff = "UserOwn1", "UserMod4"

func TestTheStaffReadsItsChoicesAndWhetherVisitorsSeeThem(t *testing.T) {
	w := catalogtest.New(t)
	w.Also(projected.New())
	api := httpkit.New(httpkit.Options{Logger: slog.New(slog.NewTextHandler(io.Discard, nil))})
	api.Use(identitytest.Middleware(func(r *http.Request) identity.Caller {
		c := identitytest.Session(r.Header.Get("As"), identity.RoleUser)
		if c.Account == staff {
			c.Role = identity.RoleModerator
		}
		return c
	}))
	curation.New(&view.Source{Pool: w.DB.Pool, Board: w.Board}).Register(api)
	w.Account(owner, "owner", "user")
	for id, status := range map[string]project.Status{"ProjLis1": project.Listed, "ProjHid2": project.Private} {
		slug := strings.ToLower(id)
		w.Slug(slug, id)
		w.Project(id, owner, project.Created{Project: id, Slug: slug, Type: project.TypeModpack, Title: id, Owner: owner},
			project.Submitted{From: project.Draft, Requested: status}, project.Approved{From: project.Processing, Status: status})
	}
	w.Happen("curation-modpack", staff, domain.Changed{Place: domain.Modpack, Entries: []domain.Entry{
		{Project: "ProjHid2", Image: "https://cdn.example/a.png"}, {Project: "ProjLis1", Image: "https://cdn.example/b.png", Title: "归乡"}, {Project: "ProjGone"},
	}})
	w.Happen("curation-home", staff, domain.Changed{Place: domain.Home, Entries: []domain.Entry{{Project: "ProjLis1"}}})
	w.Settle()
	ask := func(as, place string) (int, []curation.Choice) {
		r := httptest.NewRequest("GET", "/_internal/curated/"+place, nil)
		r.Header.Set("As", as)
		rec := httptest.NewRecorder()
		api.Handler().ServeHTTP(rec, r)
		var list []curation.Choice
		if rec.Code == http.StatusOK {
			if err := json.Unmarshal(rec.Body.Bytes(), &list); err != nil {
				t.Fatal(err)
			}
		}
		return rec.Code, list
	}
	for as, want := range map[string]int{"": 401, owner: 401, staff: 200} {
		if status, _ := ask(as, "modpack"); status != want {
			t.Errorf("%q is answered %d, want %d", as, status, want)
		}
	}
	if status, _ := ask(staff, "mods"); status != http.StatusNotFound {
		t.Errorf("an unknown place is answered %d", status)
	}
	if status, list := ask(staff, "software"); status != http.StatusOK || list == nil || len(list) != 0 {
		t.Error("an empty place is not an empty list", list)
	}
	_, list := ask(staff, "modpack")
	if len(list) != 3 {
		t.Fatal(list)
	}
	for n, want := range []struct {
		project, title string
		named, shown   bool
	}{{"ProjHid2", "", true, false}, {"ProjLis1", "归乡", true, true}, {"ProjGone", "", false, false}} {
		got := list[n]
		if got.Project != want.project || got.Title != want.title || (got.Name != nil) != want.named || got.Shown != want.shown {
			t.Errorf("entry %d is %+v, want %+v", n, got, want)
		}
	}
	if _, list := ask(staff, "home"); len(list) != 1 || list[0].Shown {
		t.Error("an entry without any picture is said to be shown", list)
	}
}
