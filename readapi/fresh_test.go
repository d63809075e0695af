package readapi_test

import (
	"net/http"
	"strconv"
	"strings"
	"testing"
	"unicode"

	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/domain/project"
	"github.com/modyard/modyard/projections/document"
	"github.com/modyard/modyard/readapi/stats"
	"github.com/modyard/modyard/readapi/tag"
)

func TestAReadSeesTheCallersLastCommand(t *testing.T) {
	s := harbour(t)
	for i := range 10 {
		title := "Title " + strconv.Itoa(i)
		at := strconv.FormatUint(uint64(s.Project(listedID, owner, project.Renamed{Title: title})), 10)
		for _, path := range []string{"/v2/project/lanternquay", "/v2/search?query=" + strings.ReplaceAll(title, " ", "%20")} {
			w := s.ask("GET", path, "anonymous", "", "Min-Position", at)
			if w.Code != http.StatusOK || !strings.Contains(w.Body.String(), title) {
				t.Fatalf("%s after %s: %d %s", path, at, w.Code, w.Body)
			}
			if w.Header().Get("Stale") != "" || w.Header().Get("Log-Position") < at && len(w.Header().Get("Log-Position")) <= len(at) {
				t.Errorf("%s after %s: Stale %q, Log-Position %q", path, at, w.Header().Get("Stale"), w.Header().Get("Log-Position"))
			}
		}
	}
}

func TestAReadThatTimesOutIsMarkedStale(t *testing.T) {
	s := harbour(t)
	w := s.ask("GET", "/v2/project/lanternquay", "anonymous", "", "Min-Position", "1000000")
	if w.Code != http.StatusOK || w.Header().Get("Stale") != "true" {
		t.Errorf("%d with Stale %q", w.Code, w.Header().Get("Stale"))
	}
}

func TestSearchAnswersInTheShapeOfItsVersion(t *testing.T) {
	s := harbour(t)
	v2 := answer[contract.SearchPage[contract.Hit]](s, "GET", "/v2/search?query=%E7%81%AF%E7%AC%BC&limit=0", "anonymous", "")
	if v2.TotalHits != 1 || v2.Limit != 1 || len(v2.Hits) != 1 {
		t.Fatalf("v2 answers %+v", v2)
	}
	if hit := v2.Hits[0]; hit.ProjectID != listedID || hit.Author != "Owner舟" || hit.Downloads != 1234 || hit.LatestVersion != beta || hit.ProjectType != "mod" {
		t.Errorf("the hit is %+v", hit)
	}
	v3 := answer[contract.SearchAnswerV3](s, "GET", "/v3/search?limit=5", "anonymous", "")
	if v3.TotalHits != 1 || v3.Page != 1 || v3.HitsPerPage != 5 || v3.Hits[0].Name != "Lanternquay" || v3.Hits[0].VersionID != beta {
		t.Errorf("v3 answers %+v", v3)
	}
	for facets, want := range map[string]int{
		`[["categories:forge"],["versions:1.21"]]`:    1,
		`[["categories:forge"],["versions:1.19"]]`:    0,
		`[["project_type:mod"],["open_source:true"]]`: 1,
		`[["downloads>=1234"]]`:                       1,
	} {
		path := "/v2/search?facets=" + strings.NewReplacer(`"`, "%22", "[", "%5B", "]", "%5D", ">", "%3E").Replace(facets)
		if got := answer[contract.SearchPage[contract.Hit]](s, "GET", path, "anonymous", ""); got.TotalHits != want {
			t.Errorf("%s: %d hits, want %d", facets, got.TotalHits, want)
		}
	}
	counts := answer[map[string]int](s, "GET", "/_internal/search/counts", "anonymous", "")
	if counts["categories:fabric"] != 1 || counts["project_type:mod"] != 1 || counts["versions:1.20.1"] != 1 {
		t.Errorf("counts are %v", counts)
	}
	if none := answer[contract.SearchPage[contract.Hit]](s, "GET", "/v2/search?query=zzzzzz", "anonymous", ""); none.Hits == nil || none.TotalHits != 0 {
		t.Errorf("no hits are %+v", none)
	}
}

func TestStatisticsCountWhatVisitorsMayFind(t *testing.T) {
	s := harbour(t)
	if got, want := answer[stats.Answer](s, "GET", "/v2/statistics", "anonymous", ""), (stats.Answer{Projects: 1, Versions: 2, Authors: 1, Files: 2}); got != want {
		t.Errorf("statistics are %+v, want %+v", got, want)
	}
}

func TestTagsDescribeTheSite(t *testing.T) {
	s := newSite(t)
	categories := answer[[]tag.Category](s, "GET", "/v2/tag/category", "anonymous", "")
	headers := map[string]int{}
	for _, c := range categories {
		headers[c.ProjectType+" "+c.Header]++
		if !strings.ContainsFunc(c.HeaderName, func(r rune) bool { return unicode.Is(unicode.Han, r) }) {
			t.Errorf("%s has the header name %q", c.Name, c.HeaderName)
		}
		if c.Icon == "" && c.ProjectType != "language" {
			t.Errorf("%s has no icon", c.Name)
		}
	}
	for group, n := range map[string]int{"mod categories": 19, "modpack categories": 10, "resourcepack categories": 10, "resourcepack features": 11,
		"resourcepack resolutions": 8, "shader categories": 6, "shader features": 8, "shader performance impact": 5, "language localisation method": 3} {
		if headers[group] != n {
			t.Errorf("%s has %d categories, want %d", group, headers[group], n)
		}
	}
	if loaders := answer[[]tag.Loader](s, "GET", "/v2/tag/loader", "anonymous", ""); len(loaders) != 26 {
		t.Errorf("%d loaders", len(loaders))
	}
	versions := answer[[]document.GameVersion](s, "GET", "/v2/tag/game_version", "anonymous", "")
	if len(versions) < 1000 || !versions[0].Date.After(versions[len(versions)-1].Date) {
		t.Errorf("%d game versions from %v", len(versions), versions[0])
	}
	for id, part := range map[string]string{"MIT": "Permission is hereby granted", "mit": "Permission is hereby granted", "GPL-3.0": "GNU GENERAL PUBLIC LICENSE",
		"LicenseRef-All-Rights-Reserved": "作者保留全部权利"} {
		if text := answer[tag.LicenseText](s, "GET", "/v2/tag/license/"+id, "anonymous", ""); !strings.Contains(text.Body, part) {
			t.Errorf("the text of %s is %.80q", id, text.Body)
		}
	}
	if licenses := answer[[]tag.License](s, "GET", "/v2/tag/license", "anonymous", ""); len(licenses) < 700 {
		t.Errorf("%d licences", len(licenses))
	}
	for _, list := range []string{"donation_platform", "report_type", "project_type", "side_type"} {
		w := s.get("/v2/tag/"+list, "anonymous")
		if w.Code != http.StatusOK || w.Body.Len() < 20 {
			t.Errorf("%s: %d %s", list, w.Code, w.Body)
		}
		if again := s.ask("GET", "/v2/tag/"+list, "anonymous", "", "If-None-Match", w.Header().Get("ETag")); again.Code != http.StatusNotModified {
			t.Errorf("%s again: %d", list, again.Code)
		}
	}
}

func TestThePreviewIsRenderedLikeTheSite(t *testing.T) {
	s := newSite(t)
	if got := answer[map[string]string](s, "POST", "/_internal/markdown", "anonymous", `{"body":"<script>"}`); got["html"] != "<p>&lt;script&gt;</p>" {
		t.Errorf("preview is %v", got)
	}
}

func TestEveryRouteIsDocumented(t *testing.T) {
	s := newSite(t)
	spec := answer[struct {
		Paths      map[string]map[string]any `json:"paths"`
		Components struct {
			Schemas map[string]any `json:"schemas"`
		} `json:"components"`
	}](s, "GET", "/openapi.json", "anonymous", "")
	for _, path := range []string{"/v2/project/{id}", "/v3/project/{id}/members", "/v2/version_files/update", "/v2/search", "/v2/tag/category", "/_internal/moderation/projects"} {
		if spec.Paths[path] == nil {
			t.Errorf("%s is not documented", path)
		}
	}
	seen := map[string]bool{}
	for path, methods := range spec.Paths {
		for method, operation := range methods {
			id, _ := operation.(map[string]any)["operationId"].(string)
			if id == "" || seen[id] {
				t.Errorf("%s %s has the operation id %q, which is empty or taken", method, path, id)
			}
			seen[id] = true
		}
	}
	if spec.Components.Schemas["Version"] == nil {
		t.Error("the version document has no schema")
	}
}
