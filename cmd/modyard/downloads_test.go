package main

import (
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	commanddownload "github.com/modyard/modyard/commands/download"
	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/domain/download"
	"github.com/modyard/modyard/identity"
)

// recordedHits are the downloads of the log, by whether a program told of them.
func (s *testSite) recordedHits() (calls, files int) {
	s.t.Helper()
	err := s.Core.Hits.Each(s.t.Context(), download.Download.Category(), func(hits []download.Hit) error {
		for _, h := range hits {
			if h.Call {
				calls++
			} else {
				files++
			}
		}
		return nil
	})
	if err != nil {
		s.t.Fatal(err)
	}
	return calls, files
}

// happened appends hits as another process would.
func (s *testSite) happened(hits []download.Hit) {
	s.t.Helper()
	write, err := commanddownload.WriteOf(s.Core.Hits.Codec, download.Download, hits)
	if err != nil {
		s.t.Fatal(err)
	}
	log, err := s.Core.Hits.Log(s.t.Context())
	if err != nil {
		s.t.Fatal(err)
	}
	if _, err := log.Append(s.t.Context(), write); err != nil {
		s.t.Fatal(err)
	}
}

// judged waits until the read model has judged so many hits.
func (s *testSite) judged(hits int) {
	s.t.Helper()
	s.until("every hit is judged", func() bool { return s.count(`select coalesce(sum(hits), 0)::int from download.verdicts`) == hits })
}

// toldTotals tells the totals, once what was recorded is counted.
func (s *testSite) toldTotals() {
	s.t.Helper()
	calls, files := s.recordedHits()
	s.judged(calls + files)
	if err := s.Downloads.Announce(s.t.Context()); err != nil {
		s.t.Fatal(err)
	}
	s.caughtUp()
}

// published is a project that everybody sees, with a version; path is that of its file.
func (s *testSite) published(author, staff, slug string) (project, version, path string) {
	s.t.Helper()
	project = s.made(author, "/v3/project", inV3(slug, nil), nil)
	version = s.made(author, "/v3/version", versionInV3(project, "1.0", nil), map[string][]byte{"file": jar(s.t, slug)})
	s.change(staff, http.MethodPatch, "/v2/project/"+project, map[string]any{"status": "approved", "reason": because})
	u, err := url.Parse(read[contract.Version](s, author, "/v2/version/"+version).Files[0].URL)
	if err != nil {
		s.t.Fatal(err)
	}
	s.until("everybody sees "+slug, func() bool { return s.ask("", http.MethodGet, "/v2/version/"+version, nil).Status == http.StatusOK })
	return project, version, u.EscapedPath()
}

// answered sends requests, each to a path with a body or without one, and compares the statuses of their answers.
func (s *testSite) answered(method string, requests map[string]sent) {
	s.t.Helper()
	for name, r := range requests {
		got := s.ask(r.session, method, r.path, r.body, "User-Agent", "Mozilla/5.0")
		if got.Status != r.want || !strings.Contains(string(got.Body), r.names) {
			s.t.Errorf("%s: %d %s, want %d %s", name, got.Status, got.Body, r.want, r.names)
		}
	}
}

// sent is a request, the status of its answer, and what the answer names.
type sent struct {
	session, path string
	body          any
	want          int
	names         string
}

func TestADownloadIsRecordedCountedAndShownEverywhere(t *testing.T) {
	t.Parallel()
	s := newTestSite(t)
	author, staff := s.person("author", identity.RoleUser), s.person("staff", identity.RoleModerator)
	project, version, path := s.published(author, staff, "counted")
	want := func(status int, method, path string, headers ...string) siteAnswer {
		t.Helper()
		got := s.ask("", method, path, nil, headers...)
		if got.Status != status {
			t.Fatalf("%s %s: %d %s, want %d", method, path, got.Status, got.Body, status)
		}
		return got
	}
	// What is no download.
	want(200, http.MethodHead, path)
	want(206, http.MethodGet, path, "Range", "bytes=5-")
	want(404, http.MethodPatch, "/v3/version/AAAAAAAA/download")
	want(400, http.MethodPatch, "/v3/version/"+version+"/download?reason=fun")
	want(404, http.MethodGet, "/data/"+project+"/versions/"+version+"/no.jar")
	draft := s.made(author, "/v3/project", inV3("draft", nil), nil)
	hidden := s.made(author, "/v3/version", versionInV3(draft, "1.0", nil), map[string][]byte{"file": jar(t, "draft")})
	want(404, http.MethodPatch, "/v3/version/"+hidden+"/download")
	own, err := url.Parse(read[contract.Version](s, author, "/v2/version/"+hidden).Files[0].URL)
	if err != nil {
		t.Fatal(err)
	}
	if got := s.ask(author, http.MethodGet, own.EscapedPath(), nil); got.Status != http.StatusOK {
		t.Fatalf("the author's own file: %d", got.Status)
	}
	if calls, files := s.recordedHits(); calls+files != 0 {
		t.Fatalf("%d calls and %d files are recorded", calls, files)
	}
	// One download: the file, its resumption, and the call of the program that fetched it.
	want(200, http.MethodGet, path+"?key=one", "User-Agent", "PrismLauncher/9.1")
	want(206, http.MethodGet, path, "Range", "bytes=9-")
	want(204, http.MethodPatch, "/v3/version/"+version+"/download?key=one&loader=fabric&game_version=1.21.1&reason=modpack")
	want(204, http.MethodPatch, "/v3/version/"+version+"/download?key=one")
	if calls, files := s.recordedHits(); calls != 2 || files != 1 {
		t.Fatalf("%d calls and %d files are recorded", calls, files)
	}
	shown := func(total int64) {
		t.Helper()
		s.toldTotals()
		for place, got := range map[string]int64{
			"v2": read[contract.Project](s, author, "/v2/project/"+project).Downloads, "v3": read[contract.ProjectV3](s, author, "/v3/project/"+project).Downloads,
			"version v2": read[contract.Version](s, author, "/v2/version/"+version).Downloads, "version v3": read[contract.VersionV3](s, author, "/v3/version/"+version).Downloads,
			"search": read[contract.SearchAnswerV3](s, staff, "/v3/search").Hits[0].Downloads,
			"counts": int64(s.count(`select coalesce(sum(downloads), 0)::int from download.hours`)),
		} {
			if got != total {
				t.Errorf("%s shows %d downloads, want %d", place, got, total)
			}
		}
	}
	shown(1)
	if n := s.count(`select count(*)::int from download.hours where client = 2 and family = 'prism' and loader = 'fabric' and game = '1.21.1'`); n != 1 {
		t.Error("the download is not that of a launcher for the only loader and game version of the file")
	}
	// Others download the version too, and programs that read everything.
	var hits []download.Hit
	for i := range 40 {
		h := download.Hit{At: time.Now().UTC().Truncate(time.Millisecond), Visitor: download.Visitor{1, byte(i)}, Project: project, Version: version}
		if i >= 30 {
			h.Client = download.Bot
		}
		hits = append(hits, h)
	}
	s.happened(hits)
	shown(31)
	head, err := s.Core.Log.Head(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Downloads.Announce(t.Context()); err != nil {
		t.Fatal(err)
	}
	if again, err := s.Core.Log.Head(t.Context()); err != nil || again != head {
		t.Errorf("totals that have not changed are told: the head is %d, before %d, %v", again, head, err)
	}
	for name, found := range map[string][]string{"catalog": {"catalog"}, "download": {"download"}} {
		differences, err := s.Core.VerifyModels(t.Context(), found)
		if err != nil || len(differences[name]) > 0 {
			t.Errorf("%s differs from a new one: %v, %v", name, differences, err)
		}
	}
}

func TestTheKeyOfAVisitorEndsWithItsDayAndIsInNoBackup(t *testing.T) {
	t.Parallel()
	s := newTestSite(t)
	author, staff := s.person("author", identity.RoleUser), s.person("staff", identity.RoleModerator)
	_, version, _ := s.published(author, staff, "keyed")
	for i := range 2 {
		if got := s.ask("", http.MethodPatch, fmt.Sprintf("/v3/version/%s/download?key=%d", version, i), nil); got.Status != http.StatusNoContent {
			t.Fatalf("%d %s", got.Status, got.Body)
		}
	}
	if n := s.count(`select count(*)::int from visitors.keys where day = (now() at time zone 'UTC')::date and length(key) = 32`); n != 1 {
		t.Errorf("%d keys of today", n)
	}
	if _, err := s.DB.Pool.Exec(t.Context(), `insert into visitors.keys (day, key) values (now() - interval '2 days', sha256('x'))`); err != nil {
		t.Fatal(err)
	}
	for _, sweep := range s.Downloads.Jobs().Sweeps {
		if err := sweep.Run(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	if n := s.count(`select count(*)::int from visitors.keys`); n != 1 {
		t.Errorf("%d keys are left", n)
	}
}

func TestViewsAndPlaytimeAreRecordedOfWhatEverybodySees(t *testing.T) {
	t.Parallel()
	s := newTestSite(t)
	author, staff := s.person("author", identity.RoleUser), s.person("staff", identity.RoleModerator)
	_, version, _ := s.published(author, staff, "looked-at")
	draft := s.made(author, "/v3/project", inV3("unseen", nil), nil)
	view := func(address string) any { return map[string]any{"url": address} }
	play := func(id string, seconds int) any { return map[string]any{id: map[string]any{"seconds": seconds}} }
	page, long := s.url+"/mod/looked-at", strings.Repeat("a", 65)
	const views, playtime = "/analytics/view", "/analytics/playtime"
	s.answered(http.MethodPost, map[string]sent{
		"a page elsewhere":          {"", views, view("https://elsewhere.test/mod/looked-at"), 400, `"url"`},
		"no address":                {"", views, view("::"), 400, `"url"`},
		"a script":                  {"", views, view("javascript:alert(1)"), 400, `"url"`},
		"a long address":            {"", views, view(page + strings.Repeat("a", 2048)), 400, `"url"`},
		"a path with a NUL":         {"", views, view(s.url + "/mod/a%00b"), 400, `"url"`},
		"a type with a NUL":         {"", views, view(s.url + "/mod%00/looked-at"), 400, `"url"`},
		"a path that is not UTF-8":  {"", views, view(s.url + "/mod/%ff%fe"), 400, `"url"`},
		"another body":              {"", views, map[string]any{"url": 1}, 400, `"url"`},
		"a page of no project":      {"", views, view(s.url + "/user/author"), 204, ""},
		"a draft":                   {author, views, view(s.url + "/mod/" + draft), 204, ""},
		"another type of project":   {"", views, view(s.url + "/shader/looked-at"), 204, ""},
		"play by nobody":            {"", playtime, play(version, 9), 401, ""},
		"play of no time":           {author, playtime, play(version, 0), 400, `"` + version + `.seconds"`},
		"play of a long time":       {author, playtime, play(version, 301), 400, `"` + version + `.seconds"`},
		"play with a long id":       {author, playtime, play(long, 0), 400, "ID"},
		"play with a NUL":           {author, playtime, play("a\x00b", 9), 400, ""},
		"play of nothing":           {author, playtime, map[string]any{}, 400, ""},
		"play of what is not there": {author, playtime, play("AAAAAAAA", 9), 204, ""},
		"a view of a project":       {"", views, view(page + "/versions?page=2#a"), 204, ""},
		"play of a version":         {author, playtime, play(version, 9), 204, ""},
	})
	s.judged(2)
	got := s.ask(author, http.MethodPost, playtime, play(strings.Repeat("a", 60_000), 9))
	if got.Status != http.StatusBadRequest || len(got.Body) > 1000 {
		t.Errorf("a huge id: %d, %d bytes", got.Status, len(got.Body))
	}
}
