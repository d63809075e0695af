package collection_test

import (
	"context"
	"encoding/json"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"slices"
	"testing"

	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/domain/account"
	"github.com/modyard/modyard/domain/collection"
	"github.com/modyard/modyard/domain/project"
	"github.com/modyard/modyard/identity"
	"github.com/modyard/modyard/identity/identitytest"
	"github.com/modyard/modyard/platform/httpkit"
	"github.com/modyard/modyard/projections/catalog"
	"github.com/modyard/modyard/projections/catalog/catalogtest"
	projected "github.com/modyard/modyard/projections/collection"
	"github.com/modyard/modyard/projections/runtime"
	read "github.com/modyard/modyard/readapi/collection"
	"github.com/modyard/modyard/readapi/family"
	readproject "github.com/modyard/modyard/readapi/project"
	"github.com/modyard/modyard/readapi/view"
)

const (
	owner    = "UserOwn1"
	stranger = "UserStr2"
	staff    = "UserMod3"
	nobody   = ""

	lantern  = "Lantern1" // listed
	unlisted = "Unliste2"
	hidden   = "Hidden03" // private, of the stranger
	gone     = "Gone0004" // deleted

	open    = "ColOpen1"
	linked  = "ColLink2"
	private = "ColPriv3"
	barred  = "ColBarr4"
)

type site struct {
	*catalogtest.World
	t       *testing.T
	runner  *runtime.Runner
	handler http.Handler
}

func newSite(t *testing.T) *site {
	t.Helper()
	w := catalogtest.New(t)
	s := &site{World: w, t: t, runner: w.Also(projected.New())}
	quiet := slog.New(slog.NewTextHandler(io.Discard, nil))
	accounts, err := identity.New(context.Background(), identity.Options{Pool: w.DB.Pool, Logger: quiet})
	if err != nil {
		t.Fatal(err)
	}
	api := httpkit.New(httpkit.Options{Logger: quiet})
	api.Use(identitytest.Middleware(func(r *http.Request) identity.Caller {
		c := identitytest.Session(r.Header.Get("As"), identity.RoleUser)
		if c.Account == staff {
			c.Role = identity.RoleModerator
		}
		if r.Header.Get("Bare") != "" {
			c.Scopes = identity.ScopeNotificationRead
		}
		return c
	}))
	source := &view.Source{Pool: w.DB.Pool, Board: w.Board}
	read.New(source, accounts, readproject.New(source)).Register(api)
	family.New(source, family.Options{Limits: family.Limits{Collections: collection.MaxCollections}}).Register(api)
	s.handler = api.Handler()
	s.populate()
	return s
}

func (s *site) populate() {
	s.Account(owner, "owner", "user")
	s.Account(stranger, "stranger", "user")
	s.Account(staff, "staff", "moderator")
	for _, p := range []struct {
		id, by string
		status project.Status
	}{{lantern, owner, project.Listed}, {unlisted, owner, project.Unlisted}, {hidden, stranger, project.Private}, {gone, owner, project.Listed}} {
		s.Project(p.id, p.by, project.Created{Project: p.id, Slug: "slug-" + p.id, Type: project.TypeMod, Title: p.id, Owner: p.by,
			Aliases: []project.Alias{{Kind: "zh", Text: "灯"}}},
			project.Submitted{From: project.Draft}, project.Approved{From: project.Processing, Status: p.status})
	}
	for _, c := range []struct {
		id, name string
		status   collection.Status
	}{{open, "甲公开", collection.Listed}, {linked, "乙链接", collection.Unlisted}, {private, "丙私密", collection.Private}, {barred, "丁屏蔽", collection.Listed}} {
		s.Happen("collection-"+c.id, stranger, collection.Created{Collection: c.id, Owner: stranger, Name: c.name, Status: c.status})
		for _, p := range []string{lantern, unlisted, hidden, gone} {
			s.Happen("collection-"+c.id, stranger, collection.ProjectAdded{Collection: c.id, Project: p})
		}
	}
	s.Happen("collection-"+barred, staff, collection.Rejected{Collection: barred})
	for _, p := range []string{lantern, hidden, gone} {
		s.Happen("follows-"+stranger, stranger, collection.FollowAdded{Account: stranger, Project: p})
	}
	s.Project(gone, owner, project.Deleted{Slug: "slug-" + gone})
	s.Settle()
}

func (s *site) get(as, path string, headers ...string) *httptest.ResponseRecorder {
	s.t.Helper()
	r := httptest.NewRequest("GET", path, nil)
	r.Header.Set("As", as)
	for i := 0; i+1 < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	rec := httptest.NewRecorder()
	s.handler.ServeHTTP(rec, r)
	return rec
}

func answer[T any](s *site, as, path string, headers ...string) T {
	s.t.Helper()
	var v T
	a := s.get(as, path, headers...)
	if err := json.Unmarshal(a.Body.Bytes(), &v); err != nil || a.Code != 200 {
		s.t.Fatalf("%s as %q: %d %s", path, as, a.Code, a.Body)
	}
	return v
}

func TestWhoSeesWhichCollection(t *testing.T) {
	s := newSite(t)
	for id, want := range map[string][4]int{ // anonymous, another account, owner, staff
		open: {200, 200, 200, 200}, linked: {200, 200, 200, 200}, private: {404, 404, 200, 200}, barred: {404, 404, 200, 200},
		"nothing1": {404, 404, 404, 404}, "no": {404, 404, 404, 404},
	} {
		for i, who := range []string{nobody, owner, stranger, staff} {
			for _, path := range []string{"/v3/collection/" + id, "/_internal/collection/" + id} {
				if a := s.get(who, path); a.Code != want[i] {
					t.Errorf("%s as %q: %d, want %d", path, who, a.Code, want[i])
				}
			}
		}
	}
	if a := s.get(stranger, "/v3/collection/"+private, "Bare", "yes"); a.Code != 404 {
		t.Error("a token without the scope read a private collection:", a.Code)
	}
	names := func(as, path string) []string {
		var out []string
		for _, c := range answer[[]contract.Collection](s, as, path) {
			out = append(out, c.ID)
		}
		slices.Sort(out)
		return out
	}
	if got := names(owner, "/v3/user/stranger/collections"); !slices.Equal(got, []string{open}) {
		t.Error(got)
	}
	if got := names(stranger, "/v3/user/"+stranger+"/collections"); len(got) != 4 {
		t.Error(got)
	}
	if got := names(nobody, `/v3/collections?ids=["`+private+`","`+linked+`","`+open+`","`+linked+`","x"]`); !slices.Equal(got, []string{linked, open}) {
		t.Error(got)
	}
	for path, status := range map[string]int{"/v3/collections": 400, "/v3/collections?ids=x": 400, "/v3/user/nobody-there/collections": 404} {
		if a := s.get(nobody, path); a.Code != status {
			t.Error(path, a.Code)
		}
	}
}

func TestACollectionShowsOnlyProjectsTheReaderMaySee(t *testing.T) {
	s := newSite(t)
	ids := func(as string) []string {
		var out []string
		for _, p := range answer[contract.CollectionPage](s, as, "/_internal/collection/"+open).Projects {
			out = append(out, p.ProjectID)
		}
		return out
	}
	if got := ids(nobody); !slices.Equal(got, []string{lantern}) {
		t.Error("an anonymous viewer sees", got)
	}
	if got := ids(owner); !slices.Equal(got, []string{unlisted, lantern}) {
		t.Error("the author of the unlisted project sees", got)
	}
	if got := ids(stranger); !slices.Equal(got, []string{hidden, unlisted, lantern}) {
		t.Error("the owner of the collection sees", got)
	}
	page := answer[contract.CollectionPage](s, stranger, "/_internal/collection/"+open)
	if page.User == nil || page.User.Username != "stranger" || page.Created == nil || page.Updated.Before(*page.Created) {
		t.Errorf("%+v", page)
	}
	if p := page.Projects[1]; p.Title != unlisted || p.TitleZH == nil || *p.TitleZH != "灯" || p.Author != "owner" || p.Status != "unlisted" || p.URLType != "mod" || p.Added.IsZero() {
		t.Errorf("the row of a project that search does not show: %+v", p)
	}
	first := s.get(nobody, "/_internal/collection/"+open)
	if again := s.get(nobody, "/_internal/collection/"+open, "If-None-Match", first.Header().Get("ETag")); again.Code != 304 {
		t.Error(again.Code)
	}
}

func TestTheLibraryShowsOnlyTheCallersCollections(t *testing.T) {
	s := newSite(t)
	if a := s.get(nobody, "/_internal/library"); a.Code != 401 {
		t.Error(a.Code)
	}
	if a := s.get(stranger, "/_internal/library", "Bare", "yes"); a.Code != 401 {
		t.Error(a.Code)
	}
	l := answer[read.Library](s, stranger, "/_internal/library")
	if !slices.Equal(l.Follows, []string{hidden, lantern}) || len(l.Collections) != 4 || len(l.Collections[0].Projects) != 3 {
		t.Errorf("%+v", l)
	}
	if l := answer[read.Library](s, owner, "/_internal/library"); l.Follows == nil || l.Collections == nil || len(l.Follows)+len(l.Collections) > 0 {
		t.Errorf("%+v", l)
	}
}

func TestAnAccountReadsTheLimitOfItsCollections(t *testing.T) {
	s := newSite(t)
	for as, want := range map[string]string{stranger: `{"current":4,"max":32}`, owner: `{"current":0,"max":32}`} {
		if w := s.get(as, "/v3/limits/collections"); w.Code != http.StatusOK || w.Body.String() != want {
			t.Errorf("as %s: %d %s, want %s", as, w.Code, w.Body, want)
		}
	}
}

func TestFollowsAreVisibleToTheAccountAndStaff(t *testing.T) {
	s := newSite(t)
	for who, status := range map[string]int{nobody: 401, owner: 401, stranger: 200, staff: 200} {
		if a := s.get(who, "/v2/user/stranger/follows"); a.Code != status {
			t.Errorf("%q: %d %s", who, a.Code, a.Body)
		}
	}
	list := answer[[]contract.ProjectAnswer](s, stranger, "/v2/user/stranger/follows")
	if len(list) != 2 || list[0].ID != hidden || list[1].ID != lantern || list[1].Followers != 1 {
		t.Errorf("%+v", list)
	}
	if list := answer[[]contract.ProjectV3Answer](s, stranger, "/v3/user/stranger/follows?limit=1&offset=1"); len(list) != 1 || list[0].ID != lantern {
		t.Errorf("%+v", list)
	}
	page := answer[contract.CollectionPage](s, stranger, "/_internal/collection/following")
	if !page.Following || len(page.Projects) != 2 || page.Projects[0].ProjectID != hidden {
		t.Errorf("%+v", page)
	}
	if a := s.get(nobody, "/_internal/collection/following"); a.Code != 401 {
		t.Error(a.Code)
	}
}

func TestTheCollectionsOfALeavingAccountAreHiddenUntilItReturns(t *testing.T) {
	s := newSite(t)
	sees := func(when string, want map[string]int) {
		t.Helper()
		s.Settle()
		for id, status := range want {
			if a := s.get(owner, "/v3/collection/"+id); a.Code != status {
				t.Errorf("%s, %s: %d, want %d", when, id, a.Code, status)
			}
		}
	}
	stream := "account-" + stranger
	s.Happen(stream, stranger, account.Leaving{Account: stranger})
	sees("leaving", map[string]int{open: 404, linked: 404, private: 404, barred: 404})
	s.Happen("collection-"+linked, staff, collection.Rejected{Collection: linked})
	s.Happen("collection-"+barred, staff, collection.RejectionLifted{Collection: barred, Status: collection.Listed})
	sees("leaving, after the staff changed two", map[string]int{open: 404, linked: 404, barred: 404})
	s.Happen(stream, stranger, account.Returned{Account: stranger})
	sees("returned", map[string]int{open: 200, linked: 404, private: 404, barred: 200})
}

func TestRebuiltCollectionsAndFollowsAreIdentical(t *testing.T) {
	s := newSite(t)
	s.Happen("collection-"+open, stranger, collection.ProjectRemoved{Collection: open, Project: lantern}, collection.IconChanged{Collection: open, URL: "https://cdn.example/i.png"})
	s.Happen("collection-"+private, stranger, collection.Deleted{Collection: private})
	s.Happen("follows-"+stranger, stranger, collection.FollowRemoved{Account: stranger, Project: lantern})
	s.Happen("account-"+stranger, stranger, account.Leaving{Account: stranger})
	s.Settle()
	for name, runner := range map[string]*runtime.Runner{projected.Name: s.runner, catalog.Name: s.Runner} {
		differences, err := runner.Verify(t.Context(), name)
		if err != nil || len(differences) > 0 {
			t.Error(name, differences, err)
		}
	}
	if a := s.get(stranger, "/v3/collection/"+private); a.Code != 404 {
		t.Error(a.Code)
	}
}
