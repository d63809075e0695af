package directory_test

import (
	"context"
	"encoding/json"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/domain/collection"
	"github.com/modyard/modyard/domain/organization"
	"github.com/modyard/modyard/domain/project"
	"github.com/modyard/modyard/identity"
	"github.com/modyard/modyard/platform/httpkit"
	"github.com/modyard/modyard/projections/catalog/catalogtest"
	projected "github.com/modyard/modyard/projections/collection"
	"github.com/modyard/modyard/readapi/directory"
	"github.com/modyard/modyard/readapi/view"
	searchpg "github.com/modyard/modyard/search/postgres"
)

const (
	mira  = "UserMir1"
	tom   = "UserTom2"
	quiet = "UserQui3" // without a listed project
	quay  = "OrgQuay1"
	empty = "OrgEmpt2"
)

func newSite(t *testing.T) http.Handler {
	t.Helper()
	w := catalogtest.New(t)
	w.Also(projected.New())
	log := slog.New(slog.NewTextHandler(io.Discard, nil))
	accounts, err := identity.New(t.Context(), identity.Options{Pool: w.DB.Pool, Logger: log})
	if err != nil {
		t.Fatal(err)
	}
	for id, name := range map[string]string{mira: "Mira", tom: "TomMiracle", quiet: "quiet-mira"} {
		w.Account(id, name, "user")
	}
	w.Happen("organization-"+quay, tom, organization.Created{Organization: quay, Slug: "quay-team", Name: "码头工坊", Owner: tom, Description: "灯塔与船"})
	w.Happen("organization-"+empty, mira, organization.Created{Organization: empty, Slug: "empty", Name: "空团队", Owner: mira})
	for _, p := range []struct {
		id, title, owner, team string
		downloads              int64
		status                 project.Status
	}{
		{"ProjLan1", "Lanternquay", mira, "", 90, project.Listed}, {"ProjLan2", "Lantern Ferry", mira, "", 10, project.Listed},
		{"ProjTom3", "Moss", tom, "", 500, project.Listed}, {"ProjQua4", "Quay", "", quay, 70, project.Listed},
		{"ProjHid5", "Lantern Hidden", quiet, "", 9, project.Private},
	} {
		slug := strings.ToLower(strings.ReplaceAll(p.title, " ", "-"))
		w.Project(p.id, tom, project.Created{Project: p.id, Slug: slug, Type: project.TypeMod, Title: p.title, Owner: p.owner, Organization: p.team},
			project.DownloadsOpened{Count: p.downloads}, project.Submitted{From: project.Draft}, project.Approved{From: project.Processing, Status: p.status})
	}
	for id, c := range map[string]struct {
		name   string
		status collection.Status
	}{"ColOpen1": {"灯塔合集", collection.Listed}, "ColOpen2": {"杂物", collection.Listed}, "ColLink3": {"灯塔外链", collection.Unlisted}, "ColPriv4": {"灯塔私密", collection.Private}} {
		w.Happen("collection-"+id, mira, collection.Created{Collection: id, Owner: mira, Name: c.name, Status: c.status},
			collection.ProjectAdded{Collection: id, Project: "ProjLan1"}, collection.ProjectAdded{Collection: id, Project: "ProjHid5"})
	}
	w.Settle()
	api := httpkit.New(httpkit.Options{Logger: log})
	directory.New(&view.Source{Pool: w.DB.Pool, Board: w.Board}, searchpg.NewEngine(w.DB.Pool, "catalog"), accounts).Register(api)
	return api.Handler()
}

func get(t *testing.T, site http.Handler, path string, pairs ...string) *httptest.ResponseRecorder {
	t.Helper()
	q := url.Values{}
	for i := 0; i < len(pairs); i += 2 {
		q.Set(pairs[i], pairs[i+1])
	}
	w := httptest.NewRecorder()
	site.ServeHTTP(w, httptest.NewRequestWithContext(context.Background(), http.MethodGet, path+"?"+q.Encode(), nil))
	return w
}

func answer[T any](t *testing.T, site http.Handler, path string, pairs ...string) T {
	t.Helper()
	w := get(t, site, path, pairs...)
	var v T
	if err := json.Unmarshal(w.Body.Bytes(), &v); w.Code != http.StatusOK || err != nil {
		t.Fatalf("%s %v: %d %s", path, pairs, w.Code, w.Body)
	}
	return v
}

func TestPeopleTeamsAndCollectionsAreBrowsedAndSearched(t *testing.T) {
	site := newSite(t)
	names := func(place string, pairs ...string) string {
		page := answer[contract.SearchPage[struct{ Name string }]](t, site, "/_internal/directory/"+place, pairs...)
		var out []string
		for _, hit := range page.Hits {
			out = append(out, hit.Name)
		}
		if page.TotalHits < len(out) {
			t.Errorf("%s %v: %d hits of %d", place, pairs, len(out), page.TotalHits)
		}
		return strings.Join(out, " ")
	}
	for _, c := range []struct {
		place string
		pairs []string
		want  string
	}{
		{"users", nil, "TomMiracle Mira"}, // authors of listed projects, by downloads
		{"users", []string{"sort", "projects"}, "Mira TomMiracle"},
		{"users", []string{"sort", "name"}, "Mira TomMiracle"},
		{"users", []string{"limit", "1", "offset", "1"}, "Mira"},
		{"users", []string{"offset", "9"}, ""},
		{"users", []string{"q", "MIRA"}, "Mira quiet-mira TomMiracle"}, // everybody is found by name, the shorter names first
		{"users", []string{"q", "mira", "sort", "downloads"}, "TomMiracle Mira quiet-mira"},
		{"users", []string{"q", "mira", "sort", "projects"}, "Mira TomMiracle quiet-mira"},
		{"users", []string{"q", "mira", "sort", "downloads", "limit", "2", "offset", "1"}, "Mira quiet-mira"}, // authors, then all others
		{"users", []string{"q", "mira", "sort", "downloads", "offset", "2"}, "quiet-mira"},
		{"users", []string{"q", "mira", "sort", "downloads", "offset", "3"}, ""},
		{"users", []string{"q", "mira", "sort", "name", "limit", "2"}, "Mira quiet-mira"},
		{"users", []string{"q", "ＭＩＲＡ", "limit", "1"}, "Mira"},
		{"users", []string{"q", "a"}, "Mira quiet-mira TomMiracle"}, // one character, anywhere
		{"users", []string{"q", "%"}, ""},
		{"organizations", nil, "码头工坊 空团队"},
		{"organizations", []string{"sort", "name"}, "码头工坊 空团队"},
		{"organizations", []string{"q", "QUAY"}, "码头工坊"},
		{"organizations", []string{"q", "空"}, "空团队"},
		{"organizations", []string{"q", "码"}, "码头工坊"},
		{"organizations", []string{"q", "头工", "sort", "projects"}, "码头工坊"},
		{"organizations", []string{"q", "坊\nquay"}, ""}, // name and slug are apart
		{"organizations", []string{"q", "_"}, ""},
		{"collections", []string{"sort", "name"}, "杂物 灯塔合集"}, // public ones alone
		{"collections", []string{"q", "灯塔"}, "灯塔合集"},
		{"collections", []string{"q", "'"}, ""},
	} {
		if got := names(c.place, c.pairs...); got != c.want {
			t.Errorf("%s %v: %q, want %q", c.place, c.pairs, got, c.want)
		}
	}
	teams := answer[contract.SearchPage[directory.Listed]](t, site, "/_internal/directory/organizations")
	if one := teams.Hits[0]; one.Projects != 1 || one.Downloads != 70 || one.Slug != "quay-team" || one.Description != "灯塔与船" {
		t.Errorf("a team is %+v", one)
	}
	found := answer[contract.SearchPage[directory.Collection]](t, site, "/_internal/directory/collections", "q", "灯塔")
	if one := found.Hits[0]; found.TotalHits != 1 || one.Projects != 1 || one.Owner == nil || one.Owner.Username != "Mira" {
		t.Errorf("a collection is %+v", one)
	}
	if got := answer[directory.Counts](t, site, "/_internal/directory/counts", "q", "灯塔"); got != (directory.Counts{Collections: 1}) {
		t.Errorf("counts are %+v", got)
	}
	if got := answer[directory.Counts](t, site, "/_internal/directory/counts"); got != (directory.Counts{Users: 2, Organizations: 2, Collections: 2}) {
		t.Errorf("counts of all are %+v", got)
	}
	if w := get(t, site, "/_internal/directory/users", "sort", "size"); w.Code != http.StatusBadRequest {
		t.Errorf("an unknown order: %d %s", w.Code, w.Body)
	}
}

func TestSuggestionsNameWhatIsBeingTyped(t *testing.T) {
	site := newSite(t)
	titles := func(text string) []string {
		var out []string
		found := answer[directory.Suggestions](t, site, "/v3/suggest", "q", text)
		for _, p := range found.Projects {
			out = append(out, p.URLType+"/"+p.Slug)
		}
		for _, a := range found.Authors {
			out = append(out, a.Kind+"/"+a.Slug)
		}
		return out
	}
	for text, want := range map[string][]string{
		"lant":                      {"mod/lanternquay", "mod/lantern-ferry"}, // never a hidden one
		"  LANT ":                   {"mod/lanternquay", "mod/lantern-ferry"},
		"mir":                       {"user/Mira", "user/quiet-mira", "user/TomMiracle"},
		"码头":                        {"mod/quay", "organization/quay-team"}, // the author is part of a project's text
		"":                          nil,
		"😀":                         nil,
		strings.Repeat("灯", 10_000): nil,
	} {
		if got := titles(text); !slices.Equal(got, want) {
			t.Errorf("%.20q suggests %v, want %v", text, got, want)
		}
	}
	w := get(t, site, "/v3/suggest", "q", "lant")
	if w.Header().Get("Cache-Control") != "public, max-age=10" || w.Header().Get("Vary") == "Cookie" {
		t.Errorf("suggestions are cached as %v", w.Header())
	}
	if w := get(t, site, "/v3/suggest", "q", "\x00"); w.Code != http.StatusBadRequest {
		t.Errorf("a zero byte: %d", w.Code)
	}
}
