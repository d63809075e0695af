package readapi_test

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/domain/organization"
	"github.com/modyard/modyard/domain/project"
	"github.com/modyard/modyard/eventlog/read"
	"github.com/modyard/modyard/identity"
	"github.com/modyard/modyard/identity/erasure"
	"github.com/modyard/modyard/identity/identitytest"
	"github.com/modyard/modyard/platform/httpkit"
	"github.com/modyard/modyard/projections/asof"
	"github.com/modyard/modyard/projections/catalog/catalogtest"
	"github.com/modyard/modyard/projections/report"
	projectedreview "github.com/modyard/modyard/projections/review"
	"github.com/modyard/modyard/readapi/account"
	"github.com/modyard/modyard/readapi/activity"
	"github.com/modyard/modyard/readapi/curation"
	"github.com/modyard/modyard/readapi/family"
	"github.com/modyard/modyard/readapi/frog"
	"github.com/modyard/modyard/readapi/markdown"
	"github.com/modyard/modyard/readapi/maven"
	readorganization "github.com/modyard/modyard/readapi/organization"
	readproject "github.com/modyard/modyard/readapi/project"
	"github.com/modyard/modyard/readapi/review"
	readsearch "github.com/modyard/modyard/readapi/search"
	"github.com/modyard/modyard/readapi/stats"
	"github.com/modyard/modyard/readapi/tag"
	"github.com/modyard/modyard/readapi/transparency"
	"github.com/modyard/modyard/readapi/view"
	searchpg "github.com/modyard/modyard/search/postgres"
)

const (
	owner     = "UserOwn1"
	invited   = "UserInv2"
	stranger  = "UserStr3"
	moderator = "UserMod4"
	admin     = "UserAdm5"
	orgOwner  = "UserOrg6"

	listedID   = "ProjLis1"
	hiddenID   = "ProjHid2"
	withheldID = "ProjWit3"
	unlistedID = "ProjUnl4"
	ownedID    = "ProjOrg5"
	orgID      = "Org00001"

	release = "VersLis1"
	beta    = "VersLis2"
	draft   = "VersLis3"
	secret  = "VersHid1"
)

// site is a world with the routes mounted on it.
type site struct {
	*catalogtest.World
	t        testing.TB
	handler  http.Handler
	projects *readproject.Routes
}

// callers are the callers of the visibility tables, by name.
func callers() map[string]identity.Caller {
	session := identitytest.Session
	token := func(account string, role identity.Role) identity.Caller {
		return identity.Caller{Account: account, Role: role, Scopes: identity.ScopeUserRead | identity.ScopeNotificationRead, Kind: identity.KindPAT}
	}
	return map[string]identity.Caller{
		"anonymous": {}, "stranger": session(stranger, identity.RoleUser), "owner": session(owner, identity.RoleUser),
		"invited": session(invited, identity.RoleUser), "org owner": session(orgOwner, identity.RoleUser),
		"moderator": session(moderator, identity.RoleModerator), "admin": session(admin, identity.RoleAdmin),
		"owner's token without the scope": token(owner, identity.RoleUser), "moderator's token without the scope": token(moderator, identity.RoleModerator),
	}
}

const (
	asHeader = "Test-Caller"
	visits   = 60 // to the past, of one visitor a minute
)

func newSite(t testing.TB) *site {
	t.Helper()
	w := catalogtest.New(t)
	return newSiteOver(t, w, w.DB.Pool)
}

// newSiteOver makes a site that reads through the given pool.
func newSiteOver(t testing.TB, w *catalogtest.World, pool *pgxpool.Pool) *site {
	t.Helper()
	quiet := slog.New(slog.NewTextHandler(io.Discard, nil))
	accounts, err := identity.New(context.Background(), identity.Options{Pool: pool, Logger: quiet})
	if err != nil {
		t.Fatal(err)
	}
	api := httpkit.New(httpkit.Options{Logger: quiet})
	api.Use(identitytest.Middleware(func(r *http.Request) identity.Caller { return callers()[r.Header.Get(asHeader)] }))
	source := &view.Source{Pool: pool, Board: w.Board}
	projects := readproject.New(source)
	projects.Register(api)
	account.New(source, accounts, projects).Register(api)
	readorganization.New(source, accounts).Register(api)
	readsearch.New(source, searchpg.NewEngine(pool, "catalog")).Register(api)
	if w.Texts == nil {
		w.Texts = erasure.NewMemory()
	}
	w.Also(projectedreview.New(), report.New(catalogtest.Markdown)) // the queue says what was handed over, and written
	w.Settle()
	past, err := httpkit.NewMinuteAllowance(visits)
	if err != nil {
		t.Fatal(err)
	}
	review.New(review.Options{
		Source: source, AsOf: asof.New(asof.Options{Log: read.Only(w.Log), Codec: w.Codec, Markdown: catalogtest.Markdown, Texts: w.Texts}),
		Points:   map[string]contract.DecisionPoint{"summary-insufficient": {ID: "summary-insufficient", Name: "不足", Step: "summary", Title: "简介"}},
		Visitors: past, Key: func(r *http.Request) string { return r.Header.Get(asHeader) },
		Figures: transparency.New(transparency.Options{Source: source}),
	}).Register(api)
	stats.New(source).Register(api)
	activity.New(source, nil).Register(api)
	curation.New(source).Register(api)
	frog.New(source).Register(api)
	family.New(source, family.Options{Public: "https://site.example/", Limits: family.Limits{Collections: 32}, Unmet: unmet}).Register(api)
	maven.New(source, maven.Options{Brand: "Mod Yard", Open: openUpload}).Register(api)
	markdown.Register(api, catalogtest.Markdown)
	if err := tag.Register(api); err != nil {
		t.Fatal(err)
	}
	return &site{World: w, t: t, handler: api.Handler(), projects: projects}
}

// ask sends a request as one of the callers.
func (s *site) ask(method, path, as, body string, headers ...string) *httptest.ResponseRecorder {
	s.t.Helper()
	r := httptest.NewRequest(method, path, strings.NewReader(body))
	r.Header.Set(asHeader, as)
	if body != "" {
		r.Header.Set("Content-Type", "application/json")
	}
	for i := 0; i+1 < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	w := httptest.NewRecorder()
	s.handler.ServeHTTP(w, r)
	return w
}

func (s *site) get(path, as string) *httptest.ResponseRecorder {
	s.t.Helper()
	return s.ask(http.MethodGet, path, as, "")
}

// answer sends a request and decodes a successful answer.
func answer[T any](s *site, method, path, as, body string) T {
	s.t.Helper()
	w := s.ask(method, path, as, body)
	if w.Code != http.StatusOK {
		s.t.Fatalf("%s %s as %s: %d %s", method, path, as, w.Code, w.Body)
	}
	var v T
	if err := json.NewDecoder(bytes.NewReader(w.Body.Bytes())).Decode(&v); err != nil {
		s.t.Fatalf("%s %s as %s: %v in %s", method, path, as, err, w.Body)
	}
	return v
}

func hash(n byte, length int) string { return strings.Repeat(string('a'+n), length) }

func jar(n byte) project.File {
	return project.File{
		SHA1: hash(n, 40), SHA512: hash(n, 128), URL: "https://cdn.example/" + string('a'+n) + ".jar",
		Name: string('a'+n) + ".jar", Size: 10, Primary: true,
	}
}

func newProject(id, slug, title string) project.Created {
	return project.Created{
		Project: id, Slug: slug, Type: project.TypeMod, Title: title, Summary: "简介 " + title, Body: "正文", Owner: owner,
		License: project.License{ID: "MIT"}, Environments: project.Environment{Client: "required", Server: "optional"},
		Categories: []string{"adventure"}, Aliases: []project.Alias{{Text: "灯笼码头", Kind: "zh"}},
	}
}

func newVersion(id, of, number string, channel project.Channel, file byte, loaders, games []string) project.VersionCreated {
	return project.VersionCreated{
		Version: id, Project: of, Author: owner, Name: number, Number: number, Changelog: "改动 " + number, Channel: channel,
		Status: project.VersionListed, Loaders: loaders, GameVersions: games, Files: []project.File{jar(file)},
	}
}

// harbour is a site with projects of every visibility.
func harbour(t testing.TB) *site {
	t.Helper()
	s := newSite(t)
	for id, name := range map[string]string{owner: "Owner舟", invited: "Invited", stranger: "Stranger", orgOwner: "OrgOwner"} {
		s.Account(id, name, "user")
	}
	s.Account(moderator, "Moderator", "moderator")
	s.Account(admin, "Admin", "admin")
	s.Happen("organization-"+orgID, orgOwner, organization.Created{Organization: orgID, Slug: "Repost", Name: "搬运团队", Owner: orgOwner, Repost: true})
	s.Happen("orgslug-repost", orgOwner, organization.SlugReserved{Slug: "repost", Organization: orgID})

	s.Slug("Lanternquay", listedID)
	s.Project(listedID, owner, newProject(listedID, "Lanternquay", "Lanternquay"), project.DownloadsOpened{Count: 1234, Estimated: true},
		project.MemberInvited{Account: invited, Role: "美术", Permissions: project.UploadVersion, Weight: 700})
	first := newVersion(release, listedID, "1.0.0", project.Release, 0, []string{"fabric"}, []string{"1.20.1"})
	first.Featured = true
	s.Happen("version-"+release, owner, first)
	second := newVersion(beta, listedID, "1.1.0", project.Beta, 1, []string{"fabric", "forge"}, []string{"1.20.1", "1.21"})
	second.Dependencies = []project.Dependency{
		{Project: unlistedID, Kind: "required"}, {Project: hiddenID, Kind: "optional"}, {Version: release, Kind: "incompatible"}, {FileName: "x.jar", Kind: "embedded"},
	}
	s.Happen("version-"+beta, owner, second)
	third := newVersion(draft, listedID, "2.0.0", project.Alpha, 2, []string{"fabric"}, []string{"1.21"})
	third.Status = project.VersionDraft
	s.Happen("version-"+draft, owner, third)
	s.Project(listedID, owner, project.Submitted{From: project.Draft, Requested: project.Listed})
	s.Project(listedID, moderator, project.Approved{From: project.Processing, Status: project.Listed, Message: "欢迎"})

	s.Slug("hidden", hiddenID)
	s.Project(hiddenID, owner, newProject(hiddenID, "hidden", "Hidden"), project.MemberInvited{Account: invited, Role: "测试"})
	s.Happen("version-"+secret, owner, newVersion(secret, hiddenID, "1.0.0", project.Release, 3, []string{"fabric"}, []string{"1.20.1"}))
	s.Project(hiddenID, owner, project.Submitted{From: project.Draft, Requested: project.Listed})

	s.Slug("withheld", withheldID)
	s.Project(withheldID, owner, newProject(withheldID, "withheld", "Withheld"))
	s.Project(withheldID, moderator, project.Withheld{From: project.Processing, Message: "版权不明"})

	s.Slug("unlisted", unlistedID)
	s.Project(unlistedID, owner, newProject(unlistedID, "unlisted", "Unlisted"))
	s.Project(unlistedID, moderator, project.Approved{From: project.Draft, Status: project.Unlisted})

	s.Slug("owned", ownedID)
	owned := newProject(ownedID, "owned", "Owned")
	owned.Owner, owned.Organization = "", orgID
	s.Project(ownedID, orgOwner, owned)
	s.Settle()
	return s
}
