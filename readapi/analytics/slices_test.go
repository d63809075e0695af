package analytics_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/modyard/modyard/domain/download"
	"github.com/modyard/modyard/domain/project"
	"github.com/modyard/modyard/readapi/analytics"
)

const (
	slicesPath = "/v3/analytics"
	facetsPath = "/v3/analytics/facets"
)

// send sends a request, with a token of analytics alone where as begins with an asterisk.
func (w *world) send(status int, as, method, path, body string) *httptest.ResponseRecorder {
	w.t.Helper()
	r := httptest.NewRequest(method, path, strings.NewReader(body))
	account, token := strings.CutPrefix(as, "*")
	r.Header.Set("As", account)
	if token {
		r.Header.Set("Token", "yes")
	}
	r.Header.Set("Content-Type", "application/json")
	out := httptest.NewRecorder()
	w.api.ServeHTTP(out, r)
	if out.Code != status {
		w.t.Fatalf("%s %s %.200s as %s: %d %s, want %d", method, path, body, as, out.Code, out.Body, status)
	}
	return out
}

type answered = analytics.Sliced[json.RawMessage]

// asked is the answer to a question.
func asked[T any](w *world, as, path, body string) (out T) {
	w.t.Helper()
	if err := json.Unmarshal(w.send(http.StatusOK, as, http.MethodPost, path, body).Body.Bytes(), &out); err != nil {
		w.t.Fatal(err)
	}
	return out
}

// question asks about a time; resolution and metrics are JSON, projects are ids.
func question(from, to time.Time, resolution, metrics string, projects ...string) string {
	ids, _ := json.Marshal(projects) // texts can always be encoded
	return fmt.Sprintf(`{"time_range":{"start":%q,"end":%q,"resolution":{%s}},"return_metrics":{%s},"project_ids":%s}`,
		from.Format(time.RFC3339Nano), to.Format(time.RFC3339Nano), resolution, metrics, ids)
}

const allDownloads = `"project_downloads":{}`

// sums are the sums of the slices.
func sums(metrics [][]analytics.Bucket) (out []int64) {
	for _, slice := range metrics {
		sum := int64(0)
		for _, b := range slice {
			sum += b.Views + b.Downloads + b.Seconds
		}
		out = append(out, sum)
	}
	return out
}

func TestSlicesHaveTheSumsOfTheOldFormByWhateverTheyAreDivided(t *testing.T) {
	w := newWorld(t)
	random := rand.New(rand.NewPCG(32, 1))
	from := time.Date(2026, 2, 2, 0, 0, 0, 0, time.UTC)
	to := from.AddDate(0, 0, 9)
	var hits []download.Hit
	for n := range 3000 {
		h := hit([]string{own, other}[random.IntN(2)], n, from.Add(time.Duration(random.IntN(12*24*60)-24*60)*time.Minute), []string{"CN", "JP", ""}[random.IntN(3)])
		h.Version, h.Loader, h.Game = []string{"Version1", "Version2"}[random.IntN(2)], []string{"fabric", "quilt", ""}[random.IntN(3)], []string{"1.21.1", ""}[random.IntN(2)]
		if random.IntN(2) == 0 {
			h.Client, h.Family = download.Site, ""
		}
		hits = append(hits, h)
	}
	w.happened(w.now, hits...)
	w.counted()
	for _, minutes := range []int{60, 180, 1440} {
		old := map[string]map[string]int64{}
		query := fmt.Sprintf("/v3/analytics/downloads?project_ids=%s&start_date=%s&end_date=%s&resolution_minutes=%d", own, from.Format(time.RFC3339), to.Format(time.RFC3339), minutes)
		if err := json.Unmarshal(w.send(http.StatusOK, owner, http.MethodGet, query, "").Body.Bytes(), &old); err != nil {
			t.Fatal(err)
		}
		length := time.Duration(minutes) * time.Minute
		var want []int64
		for at := from; at.Before(to); at = at.Add(length) {
			want = append(want, old[own][strconv.FormatInt(at.Unix(), 10)])
		}
		for _, by := range []string{
			``, `"project_id"`, `"version_id"`, `"user_agent"`, `"country"`, `"game_version"`, `"loader"`, `"loader","loader"`, `"project_id","version_id","user_agent","country","game_version","loader"`,
		} {
			for _, resolution := range []string{fmt.Sprintf(`"minutes":%d`, minutes), fmt.Sprintf(`"slices":%d`, len(want)), fmt.Sprintf(`"slices":%d,"minutes":null`, len(want))} {
				got := asked[answered](w, owner, slicesPath, question(from, to, resolution, `"project_downloads":{"bucket_by":[`+by+`]}`, own, other))
				if !slices.Equal(sums(got.Metrics), want) {
					t.Errorf("%s by %s: %v, want %v", resolution, by, sums(got.Metrics), want)
				}
				if _, there := got.Projects[own]; there != strings.Contains(by, "project_id") || len(got.Users) > 0 {
					t.Errorf("by %s: the projects %v and users %v", by, slices.Collect(maps.Keys(got.Projects)), got.Users)
				}
			}
		}
	}
	all := asked[answered](w, owner, slicesPath, question(from, to, `"slices":1`, `"project_downloads":{"bucket_by":["user_agent","loader","version_id","project_id"]}`))
	for _, b := range all.Metrics[0] {
		if b.Project != own || b.Kind != "downloads" || b.UserAgent != "prism" && b.UserAgent != "website" || b.Version == "" || b.Country != "" || b.Game != "" {
			t.Errorf("a bucket is %+v", b)
		}
	}
	if len(all.Metrics[0]) != 2*3*2 {
		t.Errorf("%d buckets: %+v", len(all.Metrics[0]), all.Metrics[0])
	}
}

func TestAnHourBelongsToTheSliceInWhichItBegins(t *testing.T) {
	w := newWorld(t)
	from := time.Date(2026, 2, 2, 0, 0, 0, 0, time.UTC)
	var hits []download.Hit
	for hour := range 48 {
		hits = append(hits, hit(own, hour, from.Add(time.Duration(hour)*time.Hour+59*time.Minute), ""))
	}
	w.happened(w.now, hits...)
	w.counted()
	for _, c := range []struct {
		start, end time.Duration // after from
		resolution string
		n          int
		slice      func(hour int) int
	}{
		{0, 48 * time.Hour, `"slices":48`, 48, func(hour int) int { return hour }},
		{0, 48 * time.Hour, `"slices":14`, 14, func(hour int) int { return hour * 14 / 48 }}, // hour 24 begins slice 7 exactly
		{0, 48 * time.Hour, `"slices":1`, 1, func(int) int { return 0 }},
		{0, 48 * time.Hour, `"minutes":420`, 7, func(hour int) int { return hour / 7 }}, // the last has 6 hours
		{0, 48 * time.Hour, `"minutes":525600`, 1, func(int) int { return 0 }},
		{-30 * time.Minute, 48 * time.Hour, `"minutes":90`, 33, func(hour int) int { return (hour*60 + 30) / 90 }},
		{30 * time.Minute, 47 * time.Hour, `"slices":31`, 31, func(hour int) int {
			if hour == 0 || hour == 47 { // begin before and at the end
				return -1
			}
			return (hour*60 - 30) * 31 / (47*60 - 30)
		}},
	} {
		want := make([]int64, c.n)
		for hour := range 48 {
			if at := c.slice(hour); at >= 0 {
				want[at]++
			}
		}
		got := asked[answered](w, owner, slicesPath, question(from.Add(c.start), from.Add(c.end), c.resolution, allDownloads, own))
		if !slices.Equal(sums(got.Metrics), want) {
			t.Errorf("%s: %v, want %v", c.resolution, sums(got.Metrics), want)
		}
	}
}

func TestCountriesWithFewHitsAreOne(t *testing.T) {
	w := newWorld(t)
	from := time.Date(2026, 2, 2, 0, 0, 0, 0, time.UTC)
	n := 0
	some := func(count int, at time.Time, country string) (hits []download.Hit) {
		for range count {
			n++
			hits = append(hits, hit(own, n, at, country))
		}
		return hits
	}
	w.happened(w.now, slices.Concat(
		some(50, from, "CN"), some(49, from, "JP"), some(2, from, "US"), some(3, from, ""), some(40, from.Add(24*time.Hour), "CN"), some(30, from.Add(25*time.Hour), "CN"))...)
	w.recorded(w.now, download.View, slices.Concat(some(60, from, "DE"), some(10, from, "FR"))...)
	plays := slices.Concat(some(51, from, "CN"), some(49, from, "JP"))
	for i := range plays {
		plays[i].Seconds = 300
	}
	w.recorded(w.now, download.Playtime, plays...)
	w.counted()
	by := `{"bucket_by":["country"]}`
	got := asked[answered](w, owner, slicesPath, question(from, from.AddDate(0, 0, 2), `"slices":48`, `"project_views":`+by+`,"project_downloads":`+by+`,"project_playtime":`+by))
	read := func(slice []analytics.Bucket) string {
		var out []string
		for _, b := range slice {
			out = append(out, fmt.Sprintf("%s %s %d", b.Kind, b.Country, b.Views+b.Downloads+b.Seconds))
		}
		return strings.Join(out, ", ")
	}
	for slice, want := range map[int]string{
		0: "views DE 60, views XX 10, downloads  3, downloads CN 50, downloads XX 51, playtime CN 15300, playtime XX 14700", 1: "", 24: "downloads XX 40", 25: "downloads XX 30",
	} {
		if said := read(got.Metrics[slice]); said != want {
			t.Errorf("slice %d: %s, want %s", slice, said, want)
		}
	}
	facets := asked[analytics.FacetsAnswer](w, owner, facetsPath, question(from, from.AddDate(0, 0, 2), `"slices":48`, "")).Facets
	if !slices.Equal(facets.Downloads.Countries, []string{"CN", "XX"}) || !slices.Equal(facets.Views.Countries, []string{"DE", "XX"}) || !slices.Equal(facets.Playtime.Countries, []string{"CN", "XX"}) {
		t.Errorf("the facets are %+v", facets)
	}
	if !slices.Equal(facets.Downloads.Versions, []string{"Version1"}) || !slices.Equal(facets.Downloads.UserAgents, []string{"prism"}) || !slices.Equal(facets.Downloads.Loaders, []string{"fabric"}) ||
		!slices.Equal(facets.Playtime.Games, []string{"1.21.1"}) {
		t.Errorf("the facets are %+v", facets)
	}
	later := asked[analytics.FacetsAnswer](w, owner, facetsPath, question(from.AddDate(0, 0, 3), from.AddDate(0, 0, 4), `"slices":1`, "")).Facets
	if later.Downloads.Versions == nil || len(later.Downloads.Versions)+len(later.Views.Countries)+len(later.Playtime.Games) > 0 {
		t.Errorf("of a time without hits the facets are %+v", later)
	}
	old := map[string]map[string]int64{}
	if err := json.Unmarshal(w.send(http.StatusOK, owner, http.MethodGet, "/v3/analytics/countries/downloads?start_date=2026-02-02T00:00:00Z&end_date=2026-02-02T01:00:00Z", "").Body.Bytes(), &old); err != nil {
		t.Fatal(err)
	}
	if want := map[string]int64{"CN": 50, "XX": 51, "": 3}; !maps.Equal(old[own], want) {
		t.Errorf("the old form answers %v, want %v", old[own], want)
	}
}

func TestOnlyTheOwnProjectsAreAnswered(t *testing.T) {
	w := newWorld(t)
	const draft = "ProjDra3"
	w.Project(draft, owner, project.Created{Project: draft, Slug: "draft", Type: project.TypeMod, Title: draft, Owner: owner})
	for of, version := range map[string]string{own: "VersOwn1", other: "VersOth2", draft: "VersDra3"} {
		w.Project(of, owner, project.VersionAdded{Version: version})
		w.Happen("version-"+version, owner, project.VersionCreated{Version: version, Project: of, Author: owner, Name: "第一版", Number: "1.0", Channel: project.Release, Status: project.VersionListed, Loaders: []string{"fabric"}})
	}
	w.Settle()
	at := w.now.Add(-24 * time.Hour)
	w.happened(at, hit(own, 1, at, ""), hit(other, 1, at, ""), hit(draft, 1, at, ""))
	w.counted()
	const metrics = `"project_downloads":{"bucket_by":["project_id"]}`
	ask := func(as string, projects ...string) (told, documents, happened string) {
		t.Helper()
		body := question(time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC), w.now, `"slices":2`, metrics, projects...)
		got := asked[answered](w, as, slicesPath, body)
		var all, events []string
		for _, b := range slices.Concat(got.Metrics...) {
			all = append(all, b.Project)
		}
		for _, e := range got.Events {
			events = append(events, strings.Join(strings.Fields(strings.Join([]string{e.Project, e.Kind, e.Version, e.Name, e.Number, e.From, e.To}, " ")), " "))
		}
		slices.Sort(all)
		slices.Sort(events)
		return strings.Join(all, " "), strings.Join(slices.Sorted(maps.Keys(got.Projects)), " "), strings.Join(events, ", ")
	}
	of := func(id, version string) string { return id + " version_uploaded " + version + " 第一版 1.0" }
	listed := func(id string) string {
		return id + " status_changed " + string(project.Draft) + " " + string(project.Listed)
	}
	for name, c := range map[string]struct {
		as                        string
		projects                  []string
		told, documents, happened string
	}{
		"all of the owner":                    {owner, nil, draft + " " + own, draft + " " + own, of(draft, "VersDra3") + ", " + listed(own) + ", " + of(own, "VersOwn1")},
		"all by a token of analytics alone":   {"*" + owner, nil, draft + " " + own, own, listed(own) + ", " + of(own, "VersOwn1")},
		"one of two":                          {owner, []string{own, other}, own, own, listed(own) + ", " + of(own, "VersOwn1")},
		"that of somebody else":               {owner, []string{other, draft + "'"}, "", "", ""},
		"a draft, for a stranger":             {rival, []string{draft}, "", "", ""},
		"all of somebody without any":         {analyst, nil, "", "", ""},
		"one of others, for the staff":        {staff, []string{other}, other, other, listed(other) + ", " + of(other, "VersOth2")},
		"all of the staff, who have none":     {staff, nil, "", "", ""},
		"a project twice and one that is not": {owner, []string{own, own, "ProjNone"}, own, own, listed(own) + ", " + of(own, "VersOwn1")},
	} {
		told, documents, happened := ask(c.as, c.projects...)
		if told != c.told || documents != c.documents || happened != c.happened {
			t.Errorf("%s: %q, the documents %q, the events %q; want %q, %q, %q", name, told, documents, happened, c.told, c.documents, c.happened)
		}
	}
	for _, path := range []string{slicesPath, facetsPath} {
		body := question(at, at.AddDate(0, 0, 1), `"slices":1`, metrics, own)
		w.send(http.StatusUnauthorized, "", http.MethodPost, path, body)
	}
	mine := asked[analytics.FacetsAnswer](w, owner, facetsPath, question(at, w.now, `"slices":1`, "", other)).Facets
	if len(mine.Downloads.Versions) > 0 {
		t.Errorf("the facets of somebody else's project are %+v", mine)
	}
}

func TestAQuestionWithABadValueIsRefusedWithItsName(t *testing.T) {
	w := newWorld(t)
	const times = `"start":"2026-02-01T00:00:00Z","end":"2026-02-03T00:00:00Z"`
	ranged := func(rest string) string { return `{"time_range":{` + rest + `}}` }
	for body, field := range map[string]string{
		``: "", `[]`: "", `{`: "", `{"time_range":7}`: "time_range", `{}`: "time_range.start", `{"colour":1}`: "colour",
		ranged(``):                               "time_range.start",
		ranged(`"start":7`):                      "time_range.start",
		ranged(`"start":"yesterday"`):            "time_range.start",
		ranged(`"start":"2026-02-30T00:00:00Z"`): "time_range.start",
		ranged(`"start":"2026-02-01T00:00:00Z"`): "time_range.end",
		ranged(`"start":"2026-02-01T00:00:00Z","end":"2026-02-01T00:59:59Z","resolution":{"slices":1}`): "time_range.end",
		ranged(`"start":"2026-02-03T00:00:00Z","end":"2026-02-01T00:00:00Z","resolution":{"slices":1}`): "time_range.end",
		ranged(`"start":"2020-02-03T00:00:00Z","end":"2026-02-01T00:00:00Z","resolution":{"slices":1}`): "time_range.end",
		ranged(`"start":"0000-01-01T00:00:00Z","end":"9999-12-31T23:59:59Z","resolution":{"slices":1}`): "time_range.end",
		ranged(times):                                                                                                    "time_range.resolution",
		ranged(times + `,"resolution":{}`):                                                                               "time_range.resolution",
		ranged(times + `,"resolution":{"slices":null}`):                                                                  "time_range.resolution",
		ranged(times + `,"resolution":{"slices":1,"minutes":60}`):                                                        "time_range.resolution",
		ranged(times + `,"resolution":{"hours":1}`):                                                                      "time_range.resolution.hours",
		ranged(times + `,"resolution":{"slices":0}`):                                                                     "time_range.resolution.slices",
		ranged(times + `,"resolution":{"slices":-1}`):                                                                    "time_range.resolution.slices",
		ranged(times + `,"resolution":{"slices":49}`):                                                                    "time_range.resolution.slices",
		ranged(times + `,"resolution":{"slices":1025}`):                                                                  "time_range.resolution.slices",
		ranged(times + `,"resolution":{"slices":1.5}`):                                                                   "time_range.resolution.slices",
		ranged(times + `,"resolution":{"slices":9223372036854775807}`):                                                   "time_range.resolution.slices",
		ranged(times + `,"resolution":{"slices":9223372036854775808}`):                                                   "time_range.resolution.slices",
		ranged(times + `,"resolution":{"slices":"7"}`):                                                                   "time_range.resolution.slices",
		ranged(times + `,"resolution":{"minutes":59}`):                                                                   "time_range.resolution.minutes",
		ranged(times + `,"resolution":{"minutes":525601}`):                                                               "time_range.resolution.minutes",
		ranged(times + `,"resolution":{"minutes":-9223372036854775808}`):                                                 "time_range.resolution.minutes",
		`{"time_range":{"start":"2026-01-01T00:00:00Z","end":"2026-03-01T00:00:00Z","resolution":{"minutes":60}}}`:       "time_range.resolution.minutes",
		question(w.now.AddDate(0, 0, -1), w.now, `"slices":1`, `"project_views":{"bucket_by":["loader"]}`):               "return_metrics.project_views.bucket_by",
		question(w.now.AddDate(0, 0, -1), w.now, `"slices":1`, `"project_downloads":{"bucket_by":["country","domain"]}`): "return_metrics.project_downloads.bucket_by",
		question(w.now.AddDate(0, 0, -1), w.now, `"slices":1`, `"project_playtime":{"bucket_by":["h.project); drop table download.hours"]}`): "return_metrics.project_playtime.bucket_by",
		question(w.now.AddDate(0, 0, -1), w.now, `"slices":1`, `"project_downloads":{"bucket_by":[null]}`):                                   "return_metrics.project_downloads.bucket_by",
		question(w.now.AddDate(0, 0, -1), w.now, `"slices":1`, `"project_downloads":{"filter_by":{"country":["CN"]}}`):                       "return_metrics.project_downloads.filter_by",
		question(w.now.AddDate(0, 0, -1), w.now, `"slices":1`, `"project_sales":{}`):                                                         "return_metrics.project_sales",
		question(w.now.AddDate(0, 0, -1), w.now, `"slices":1`, allDownloads, slices.Repeat([]string{own}, 1001)...):                          "project_ids",
		question(w.now.AddDate(0, 0, -1), w.now, `"slices":1`, allDownloads, "a\x00b"):                                                       "",
	} {
		for _, path := range []string{slicesPath, facetsPath} {
			var got struct{ Error, Description, Field string }
			if err := json.Unmarshal(w.send(http.StatusBadRequest, owner, http.MethodPost, path, body).Body.Bytes(), &got); err != nil || got.Field != field || got.Description == "" {
				t.Errorf("%.200s is refused with %+v, want the field %q", body, got, field)
			}
		}
	}
	large := question(w.now.AddDate(0, 0, -1), w.now, `"slices":1`, allDownloads, strings.Repeat("a", 64<<10))
	w.send(http.StatusRequestEntityTooLarge, owner, http.MethodPost, slicesPath, large)
	w.send(http.StatusRequestEntityTooLarge, owner, http.MethodPost, facetsPath, large)
	most := question(w.now.AddDate(0, 0, -400), w.now, `"slices":1024`, `"project_views":null`)
	if got := asked[answered](w, owner, slicesPath, most); len(got.Metrics) != 1024 || got.Metrics[1023] == nil {
		t.Errorf("%d slices", len(got.Metrics))
	}
}
