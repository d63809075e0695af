package main

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/modyard/modyard/domain/download"
	"github.com/modyard/modyard/identity"
)

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
	s.judged(len(hits))
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
	s.answered(http.MethodGet, map[string]sent{
		"a member without the permission":    {helper, one, nil, 404, ""},
		"one of two":                         {seer, address + "&project_ids=" + project + "," + other, nil, 404, ""},
		"nobody":                             {"", one, nil, 401, ""},
		"a range that ends before it begins": {author, "/_internal/analytics?from=2026-03-12&to=2026-03-11", nil, 400, `"from"`},
		"a long range":                       {author, "/_internal/analytics?from=2020-03-12&to=2026-03-11", nil, 400, `"from"`},
		"a day that is none":                 {author, "/_internal/analytics?from=2026-02-30", nil, 400, `"from"`},
		"another zone":                       {author, "/_internal/analytics?zone=../etc/passwd", nil, 400, `"zone"`},
		"another dimension":                  {author, "/_internal/analytics?by=color", nil, 400, `"by"`},
		"a short time":                       {author, "/v3/analytics/downloads?resolution_minutes=5", nil, 400, `"resolution_minutes"`},
		"a wrong time":                       {author, "/v3/analytics/downloads?start_date=yesterday", nil, 400, `"start_date"`},
	})
	series := read[map[string]map[string]int64](s, author, "/v3/analytics/downloads?project_ids="+project+"&start_date=2026-03-01T00:00:00Z&end_date=2026-03-31T00:00:00Z")
	total := int64(0)
	for _, n := range series[project] {
		total += n
	}
	if len(series) != 1 || total != 6 {
		t.Errorf("the series is %v", series)
	}
}

func TestViewsAndPlaytimeAreCountedBesideDownloads(t *testing.T) {
	t.Parallel()
	s := newTestSite(t)
	author, staff := s.person("author", identity.RoleUser), s.person("staff", identity.RoleModerator)
	project, version, _ := s.published(author, staff, "looked-at")
	s.answered(http.MethodPost, map[string]sent{
		"the first view":                {"", "/analytics/view", map[string]any{"url": s.url + "/mod/looked-at/versions?page=2#a"}, 204, ""},
		"play of what is there and not": {author, "/analytics/playtime", map[string]any{"AAAAAAAA": map[string]any{"seconds": 9}, version: map[string]any{"seconds": 200, "loader": "fabric"}}, 204, ""},
	})
	// A repeat within a moment, and a program that reads everything.
	for _, agent := range []string{"Mozilla/5.0", "Googlebot/2.1"} {
		if got := s.ask("", http.MethodPost, "/analytics/view", map[string]any{"url": s.url + "/project/" + project}, "User-Agent", agent); got.Status != http.StatusNoContent {
			t.Errorf("%s: %d %s", agent, got.Status, got.Body)
		}
	}
	s.judged(4)
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
	of := func(query string) string { return "/_internal/analytics?" + query }
	s.answered(http.MethodGet, map[string]sent{
		"hours":                        {author, of("slice=hour&from=2026-11-01&to=2026-11-14&zone=Asia/Shanghai"), nil, 200, ""},
		"the hours of more days":       {author, of("slice=hour&from=2026-11-01&to=2026-11-15"), nil, 400, `"slice"`},
		"the hours of followers":       {author, of("slice=hour&metric=followers&from=2026-11-01&to=2026-11-02"), nil, 400, `"slice"`},
		"views by version":             {author, of("metric=views&by=version"), nil, 400, `"by"`},
		"followers by loader":          {author, of("metric=followers&by=loader"), nil, 400, `"by"`},
		"the site for an author":       {author, of("of=site"), nil, 404, ""},
		"the site for the staff":       {staff, of("of=site"), nil, 200, ""},
		"the site by country":          {staff, of("of=site&metric=playtime&by=country"), nil, 200, ""},
		"the site by version":          {staff, of("of=site&by=version"), nil, 400, `"by"`},
		"the site and one project":     {staff, of("of=site&project_ids=" + project), nil, 400, `"of"`},
		"a day that the zone skips":    {author, of("from=2011-12-29&to=2012-01-01&zone=Pacific/Apia"), nil, 200, ""},
		"the end before the beginning": {author, of("from=2026-01-02&to=2026-01-01"), nil, 400, `"from"`},
		"the followers of all":         {staff, of("of=site&metric=followers"), nil, 200, ""},
		"the hours of a day with 25 h": {author, of("slice=hour&from=2026-10-24&to=2026-10-26&zone=Europe/Berlin"), nil, 200, ""},
	})
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
