package main

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/modyard/modyard/cmd/modyard/app"
	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/domain/download"
	"github.com/modyard/modyard/eventlog"
	"github.com/modyard/modyard/identity"
)

// recordedHits are the hits of the log, by whether a program told of them.
func (s *testSite) recordedHits() (calls, files int) {
	s.t.Helper()
	log, err := s.Core.Hits.Whole(s.t.Context())
	if err != nil {
		s.t.Fatal(err)
	}
	head, err := log.Head(s.t.Context())
	if err != nil {
		s.t.Fatal(err)
	}
	for batch, err := range log.Read(s.t.Context(), 0, head, eventlog.Filter{}) {
		if err != nil {
			s.t.Fatal(err)
		}
		for _, e := range batch.Events {
			payload, err := s.Core.Hits.Codec.Decode(e.Type, e.Data)
			if err != nil {
				s.t.Fatal(err)
			}
			hits, err := payload.(download.Recorded).Hits.Hits()
			if err != nil {
				s.t.Fatal(err)
			}
			for _, h := range hits {
				if h.Call {
					calls++
				} else {
					files++
				}
			}
		}
	}
	return calls, files
}

// toldTotals tells the totals, once what was recorded is counted.
func (s *testSite) toldTotals() {
	s.t.Helper()
	calls, files := s.recordedHits()
	s.until("every hit is judged", func() bool {
		return s.count(`select coalesce(sum(hits), 0)::int from download.verdicts`) == calls+files
	})
	if err := s.Downloads.Tell(s.t.Context()); err != nil {
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
	if err := s.Downloads.Tell(t.Context()); err != nil {
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

// happened appends hits as another process would.
func (s *testSite) happened(hits []download.Hit) {
	s.t.Helper()
	packed, err := download.Pack(hits)
	if err != nil {
		s.t.Fatal(err)
	}
	typ, data, err := s.Core.Hits.Codec.Encode(download.Recorded{Hits: packed})
	if err != nil {
		s.t.Fatal(err)
	}
	log, err := s.Core.Hits.Log(s.t.Context())
	if err != nil {
		s.t.Fatal(err)
	}
	if _, err := log.Append(s.t.Context(), eventlog.Write{Stream: "download-test", Expected: eventlog.Any, Events: []eventlog.Event{{ID: eventlog.NewEventID(), Type: typ, Data: data}}}); err != nil {
		s.t.Fatal(err)
	}
}

func TestAnalyticsShowTheDaysAndTheTimeBeforeToWhoMaySeeThem(t *testing.T) {
	t.Parallel()
	s := newTestSite(t)
	author, staff := s.person("author", identity.RoleUser), s.person("staff", identity.RoleModerator)
	helper, seer := s.person("helper", identity.RoleUser), s.person("seer", identity.RoleUser)
	project, version, _ := s.published(author, staff, "analysed")
	other, _, _ := s.published(author, staff, "other")
	for session, permissions := range map[string]int{helper: 1, seer: 256} {
		id := read[struct{ ID string }](s, session, "/v2/user").ID
		s.change(author, http.MethodPost, "/v2/team/"+project+"/members", map[string]any{"user_id": id, "role": "成员", "permissions": permissions})
		s.change(session, http.MethodPost, "/v2/team/"+project+"/join", nil)
	}
	zone, err := time.LoadLocation("Asia/Shanghai")
	if err != nil {
		t.Fatal(err)
	}
	at := func(day, hour int) time.Time { return time.Date(2026, 3, day, hour, 30, 0, 0, zone) }
	var hits []download.Hit
	for n, h := range []download.Hit{
		{At: at(8, 23), Project: project, Version: version}, // before the time before
		{At: at(9, 0), Project: project, Version: version, Client: download.Launcher, Family: "prism"},
		{At: at(11, 23), Project: project, Version: version, Loader: "fabric"}, // the last hour before
		{At: at(12, 0), Project: project, Version: version, Loader: "fabric"},
		{At: at(14, 23), Project: project, Version: "Gone0000", Loader: "quilt"},
		{At: at(14, 23), Project: other, Version: "Other000"},
		{At: at(15, 0), Project: project, Version: version}, // after
	} {
		h.Visitor = download.Visitor{byte(n)}
		hits = append(hits, h)
	}
	s.happened(hits)
	s.until("every hit is judged", func() bool { return s.count(`select coalesce(sum(hits), 0)::int from download.verdicts`) == len(hits) })
	type answer struct {
		From, To         string
		Opening, Counted int64
		Sums             struct{ Downloads, Views, Playtime, Followers struct{ Value, Before int64 } }
		Slices           []struct{ Value, Before int64 }
		Groups           []struct {
			Key, Name     string
			Value, Before int64
		}
	}
	const address = "/_internal/analytics?from=2026-03-12&to=2026-03-14&zone=Asia/Shanghai"
	one := address + "&project_ids=" + project
	for name, session := range map[string]string{"author": author, "staff": staff, "seer": seer} {
		got := read[answer](s, session, one)
		if got.From != "2026-03-12" || got.To != "2026-03-14" || got.Counted != 6 || got.Sums.Downloads.Value != 2 || got.Sums.Downloads.Before != 2 || fmt.Sprint(got.Slices) != "[{1 1} {0 0} {1 1}]" {
			t.Errorf("%s reads %+v", name, got)
		}
	}
	for by, want := range map[string]string{
		"project": "[{" + project + " 试验 analysed 2 2}]", "version": "[{" + version + " 1.0 1 2} {Gone0000  1 0}]",
		"client": "[{0 0 2 1} {2 prism 2 prism 0 1}]", "loader": "[{fabric fabric 1 1} {quilt quilt 1 0} {   0 1}]", "game": "[{   2 2}]",
	} {
		got := fmt.Sprint(read[answer](s, author, one+"&by="+by).Groups)
		if strings.Join(strings.Fields(got), " ") != strings.Join(strings.Fields(want), " ") {
			t.Errorf("by %s: %s, want %s", by, got, want)
		}
	}
	if all := read[answer](s, author, address); all.Sums.Downloads.Value != 3 || len(all.Groups) != 2 {
		t.Errorf("of all projects: %+v", all)
	}
	if none := read[answer](s, helper, address); none.Sums.Downloads.Value != 0 || len(none.Slices) != 3 {
		t.Errorf("a member without the permission reads %+v", none)
	}
	for name, c := range map[string]struct {
		session, path string
		want          int
	}{
		"a member without the permission": {helper, one, 404}, "one of two": {seer, address + "&project_ids=" + project + "," + other, 404}, "nobody": {"", one, 401},
		"a range that ends before it begins": {author, "/_internal/analytics?from=2026-03-12&to=2026-03-11", 400},
		"a long range":                       {author, "/_internal/analytics?from=2020-03-12&to=2026-03-11", 400},
		"a day that is none":                 {author, "/_internal/analytics?from=2026-02-30", 400},
		"another zone":                       {author, "/_internal/analytics?zone=../etc/passwd", 400},
		"another dimension":                  {author, "/_internal/analytics?by=color", 400},
		"a short time":                       {author, "/v3/analytics/downloads?resolution_minutes=5", 400},
		"a wrong time":                       {author, "/v3/analytics/downloads?start_date=yesterday", 400},
	} {
		if got := s.ask(c.session, http.MethodGet, c.path, nil); got.Status != c.want {
			t.Errorf("%s: %d %s, want %d", name, got.Status, got.Body, c.want)
		}
	}
	series := read[map[string]map[string]int64](s, author, "/v3/analytics/downloads?project_ids="+project+"&start_date=2026-03-01T00:00:00Z&end_date=2026-03-31T00:00:00Z")
	total := int64(0)
	for _, n := range series[project] {
		total += n
	}
	if len(series) != 1 || total != 6 {
		t.Errorf("the series is %v", series)
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

func TestWhatIsDownloadedThisWeekComesFirstAndHasATrend(t *testing.T) {
	t.Parallel()
	s := newTestSite(t)
	author, staff := s.person("author", identity.RoleUser), s.person("staff", identity.RoleModerator)
	calm, version, _ := s.published(author, staff, "calm")
	busy, _, _ := s.published(author, staff, "busy")
	gone, _, _ := s.published(author, staff, "gone")
	type trending struct {
		By   string
		Hits []struct {
			ID    string `json:"project_id"`
			Trend *struct {
				Week, Before int64
				Days         []int64
			}
		}
	}
	if got := read[trending](s, "", "/_internal/trending"); got.By != "total" || len(got.Hits) != 3 || got.Hits[0].Trend != nil {
		t.Errorf("before any download: %+v", got)
	}
	today := time.Now().UTC().Truncate(24 * time.Hour).Add(time.Minute)
	var hits []download.Hit
	for i := range 9 {
		h := download.Hit{At: today.AddDate(0, 0, -i), Visitor: download.Visitor{byte(i)}, Project: busy, Version: "B"}
		hits = append(hits, h)
		h.Project, h.Version = gone, "G"
		hits = append(hits, h)
	}
	hits = append(hits, download.Hit{At: today.AddDate(0, 0, -3), Visitor: download.Visitor{99}, Project: calm, Version: version})
	s.happened(hits)
	s.change(staff, http.MethodPatch, "/v2/project/"+gone, map[string]any{"status": "withheld", "moderation_message": "稍后再看", "reason": because})
	s.until("every hit is judged", func() bool { return s.count(`select coalesce(sum(hits), 0)::int from download.verdicts`) == len(hits) })
	trend := read[[]struct {
		Day       string
		Downloads int64
		Releases  []struct{ Number, Channel string }
	}](s, "", "/_internal/project/CALM/trend")
	if len(trend) != 31 || trend[27].Downloads != 1 || len(trend[30].Releases) != 1 || trend[30].Releases[0].Number != "1.0" {
		t.Errorf("the trend is %+v", trend)
	}
	spark := read[map[string][]int64](s, author, "/_internal/analytics/trends")
	if len(spark) != 3 || fmt.Sprint(spark[busy]) != "[0 0 0 0 0 0 1 1 1 1 1 1 1 1 1]" {
		t.Errorf("the trends are %v", spark)
	}
	if other := read[map[string][]int64](s, staff, "/_internal/analytics/trends"); len(other) != 0 {
		t.Errorf("the trends of somebody without projects are %v", other)
	}
	// Another site has not read its ranks yet.
	s.stop()
	again := newTestSiteOn(t, s.Core.Config, app.SiteOptions{})
	got := read[trending](again, "", "/_internal/trending?type=mod&limit=1")
	if got.By != "week" || len(got.Hits) != 1 || got.Hits[0].ID != busy || got.Hits[0].Trend.Week != 7 || got.Hits[0].Trend.Before != 2 || len(got.Hits[0].Trend.Days) != 15 {
		t.Errorf("this week: %+v", got)
	}
	got = read[trending](again, "", "/_internal/trending")
	if got.By != "total" || len(got.Hits) != 2 || got.Hits[1].ID != calm {
		t.Errorf("of all types: %+v", got)
	}
	if shader := read[trending](again, "", "/_internal/trending?type=shader"); len(shader.Hits) != 0 {
		t.Errorf("shaders: %+v", shader)
	}
	if bad := again.ask("", http.MethodGet, "/_internal/trending?type="+url.QueryEscape(`"]]`), nil); bad.Status >= 500 {
		t.Errorf("a hostile type: %d %s", bad.Status, bad.Body)
	}
}

// slicedSums are the sums of each metric of a project in a time, as the new form of the API answers them.
func (s *testSite) slicedSums(auth, project string, from, to time.Time) (views, downloads, seconds int64) {
	s.t.Helper()
	one := map[string]any{"bucket_by": []string{"project_id", "country"}}
	got := s.ask(auth, http.MethodPost, "/v3/analytics", map[string]any{
		"time_range":     map[string]any{"start": from, "end": to, "resolution": map[string]any{"minutes": 24 * 60}},
		"return_metrics": map[string]any{"project_views": one, "project_downloads": one, "project_playtime": one}, "project_ids": []string{project},
	})
	var answer struct {
		Metrics [][]struct {
			Project                   string `json:"source_project"`
			Views, Downloads, Seconds int64
		}
	}
	if err := json.Unmarshal(got.Body, &answer); err != nil || got.Status != http.StatusOK {
		s.t.Fatalf("%d %s: %v", got.Status, got.Body, err)
	}
	for _, slice := range answer.Metrics {
		for _, b := range slice {
			if b.Project != project {
				s.t.Errorf("an answer about %s has %+v", project, b)
			}
			views, downloads, seconds = views+b.Views, downloads+b.Downloads, seconds+b.Seconds
		}
	}
	return views, downloads, seconds
}

func TestViewsAndPlaytimeAreCountedBesideDownloads(t *testing.T) {
	t.Parallel()
	s := newTestSite(t)
	author, staff := s.person("author", identity.RoleUser), s.person("staff", identity.RoleModerator)
	project, version, _ := s.published(author, staff, "looked-at")
	draft := s.made(author, "/v3/project", inV3("unseen", nil), nil)
	page := s.url + "/mod/looked-at"
	for name, c := range map[string]struct {
		session, path string
		body          any
		want          int
	}{
		"an address elsewhere":          {"", "/analytics/view", map[string]any{"url": "https://elsewhere.test/mod/looked-at"}, 400},
		"no address":                    {"", "/analytics/view", map[string]any{"url": "::"}, 400},
		"a script":                      {"", "/analytics/view", map[string]any{"url": "javascript:alert(1)"}, 400},
		"a long address":                {"", "/analytics/view", map[string]any{"url": page + strings.Repeat("a", 2048)}, 400},
		"another body":                  {"", "/analytics/view", map[string]any{"url": 1}, 400},
		"a page of no project":          {"", "/analytics/view", map[string]any{"url": s.url + "/user/author"}, 204},
		"a draft":                       {author, "/analytics/view", map[string]any{"url": s.url + "/mod/" + draft}, 204},
		"another type of project":       {"", "/analytics/view", map[string]any{"url": s.url + "/shader/looked-at"}, 204},
		"play by nobody":                {"", "/analytics/playtime", map[string]any{version: map[string]any{"seconds": 9}}, 401},
		"play of no time":               {author, "/analytics/playtime", map[string]any{version: map[string]any{"seconds": 0}}, 400},
		"play of a long time":           {author, "/analytics/playtime", map[string]any{version: map[string]any{"seconds": 301}}, 400},
		"play of nothing":               {author, "/analytics/playtime", map[string]any{}, 400},
		"play of what is not there":     {author, "/analytics/playtime", map[string]any{"AAAAAAAA": map[string]any{"seconds": 9}}, 204},
		"the first view":                {"", "/analytics/view", map[string]any{"url": page + "/versions?page=2#a"}, 204},
		"play of what is there and not": {author, "/analytics/playtime", map[string]any{"AAAAAAAA": map[string]any{"seconds": 9}, version: map[string]any{"seconds": 200, "loader": "fabric"}}, 204},
	} {
		if got := s.ask(c.session, http.MethodPost, c.path, c.body, "User-Agent", "Mozilla/5.0"); got.Status != c.want {
			t.Errorf("%s: %d %s, want %d", name, got.Status, got.Body, c.want)
		}
	}
	// A repeat within a moment, and a program that reads everything.
	for _, agent := range []string{"Mozilla/5.0", "Googlebot/2.1"} {
		if got := s.ask("", http.MethodPost, "/analytics/view", map[string]any{"url": s.url + "/project/" + project}, "User-Agent", agent); got.Status != http.StatusNoContent {
			t.Errorf("%s: %d %s", agent, got.Status, got.Body)
		}
	}
	s.until("every hit is judged", func() bool { return s.count(`select coalesce(sum(hits), 0)::int from download.verdicts`) == 4 })
	s.change(staff, http.MethodPost, "/v2/project/"+project+"/follow", nil)
	type sum struct{ Value, Before int64 }
	type answer struct {
		Sums   struct{ Downloads, Views, Playtime, Followers sum }
		Slices []struct {
			Start         string
			Value, Before int64
		}
		Groups []struct {
			Key   string
			Value int64
		}
	}
	for metric, want := range map[string]int64{"views": 1, "playtime": 200, "followers": 1, "downloads": 0} {
		got := read[answer](s, author, "/_internal/analytics?zone=UTC&metric="+metric)
		if got.Sums.Views.Value != 1 || got.Sums.Playtime.Value != 200 || got.Sums.Followers.Value != 1 || got.Sums.Downloads.Value != 0 {
			t.Errorf("the sums are %+v", got.Sums)
		}
		if last := got.Slices[len(got.Slices)-1]; len(got.Slices) != 30 || last.Value != want {
			t.Errorf("%s: the last of %d days is %+v, want %d", metric, len(got.Slices), last, want)
		}
		if want > 0 && (len(got.Groups) != 1 || got.Groups[0].Key != project || got.Groups[0].Value != want) {
			t.Errorf("%s by project: %+v", metric, got.Groups)
		}
	}
	for name, c := range map[string]struct {
		session, query string
		want           int
	}{
		"hours":                        {author, "slice=hour&from=2026-11-01&to=2026-11-14&zone=Asia/Shanghai", 200},
		"the hours of more days":       {author, "slice=hour&from=2026-11-01&to=2026-11-15", 400},
		"the hours of followers":       {author, "slice=hour&metric=followers&from=2026-11-01&to=2026-11-02", 400},
		"views by version":             {author, "metric=views&by=version", 400},
		"followers by loader":          {author, "metric=followers&by=loader", 400},
		"the site for an author":       {author, "of=site", 404},
		"the site for the staff":       {staff, "of=site", 200},
		"the site by country":          {staff, "of=site&metric=playtime&by=country", 200},
		"the site by version":          {staff, "of=site&by=version", 400},
		"the site and one project":     {staff, "of=site&project_ids=" + project, 404},
		"the followers of all":         {staff, "of=site&metric=followers", 200},
		"the hours of a day with 25 h": {author, "slice=hour&from=2026-10-24&to=2026-10-26&zone=Europe/Berlin", 200},
	} {
		if got := s.ask(c.session, http.MethodGet, "/_internal/analytics?"+c.query, nil); got.Status != c.want {
			t.Errorf("%s: %d %s, want %d", name, got.Status, got.Body, c.want)
		}
	}
	if all := read[answer](s, staff, "/_internal/analytics?of=site&metric=views&zone=UTC"); all.Sums.Views.Value != 1 || len(all.Groups) != 1 {
		t.Errorf("of the site: %+v", all)
	}
	now := time.Now()
	if views, downloads, seconds := s.slicedSums(author, project, now.AddDate(0, 0, -2), now.AddDate(0, 0, 1)); views != 1 || downloads != 0 || seconds != 200 {
		t.Errorf("the new form answers %d views, %d downloads and %d seconds", views, downloads, seconds)
	}
	for path, want := range map[string]string{
		"/v3/analytics/views": "1", "/v3/analytics/playtime": "200", "/v3/analytics/countries/views": "1", "/v3/analytics/countries/downloads": "",
	} {
		got := ""
		for _, n := range read[map[string]map[string]int64](s, author, path)[project] {
			got += fmt.Sprint(n)
		}
		if got != want {
			t.Errorf("%s answers %q, want %q", path, got, want)
		}
	}
}
