package readapi_test

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"
)

func TestInvalidInputIsRejectedWithAReason(t *testing.T) {
	s := harbour(t)
	long := strings.Repeat("x", 600)
	tooMany := "%5B" + strings.TrimSuffix(strings.Repeat("%22a%22,", 1001), ",") + "%5D"
	hashes := `{"hashes":[` + strings.TrimSuffix(strings.Repeat(`"a",`, 1001), ",") + `]}`
	huge := `{"hashes":["` + strings.Repeat("a", 3<<20) + `"]}`
	file := "/v2/version_file/" + hash(0, 40)
	for _, c := range []struct {
		method, path, body string
		status             int
		code               string
	}{
		{"GET", "/v2/project/nope", "", 404, "not_found"},
		{"GET", "/v2/project/" + long, "", 404, "not_found"},
		{"GET", "/v2/project/..%2F..%2Fetc%2Fpasswd", "", 404, "not_found"},
		{"GET", "/v2/project/%E2%80%AElanternquay", "", 404, "not_found"},
		{"GET", "/v2/project/%27%20or%201=1%20--", "", 404, "not_found"},
		{"GET", "/v3/project/nope/members", "", 404, "not_found"},
		{"GET", "/v3/project/lanternquay/organization", "", 404, "not_found"},
		{"GET", "/v3/organization/nope", "", 404, "not_found"},
		{"GET", "/v2/project/nope/version", "", 404, "not_found"},
		{"GET", "/v2/project/nope/dependencies", "", 404, "not_found"},
		{"GET", "/v2/project/lanternquay/version/nope", "", 404, "not_found"},
		{"GET", "/_internal/project/nope", "", 404, "not_found"},
		{"GET", "/_internal/project/nope/versions", "", 404, "not_found"},
		{"GET", "/_internal/project/nope/dependencies", "", 404, "not_found"},
		{"GET", "/_internal/project/nope/history", "", 404, "not_found"},
		{"GET", "/v2/version/nope", "", 404, "not_found"},
		{"GET", "/v2/team/nope/members", "", 404, "not_found"},
		{"GET", "/v2/user/nope/projects", "", 404, ""},
		{"GET", "/v2/tag/license/nope", "", 404, "not_found"},

		{"GET", "/v2/projects", "", 400, "invalid_input"},
		{"GET", "/v2/projects?ids=a,b", "", 400, "invalid_input"},
		{"GET", "/v2/projects?ids=%5B1%5D", "", 400, "invalid_input"},
		{"GET", "/v2/projects?ids=" + tooMany, "", 400, "invalid_input"},
		{"GET", "/v2/projects?ids=%5B%22%5Cu0000%22%5D", "", 400, "invalid_input"},
		{"GET", "/v2/versions?ids=x", "", 400, "invalid_input"},
		{"GET", "/v2/users?ids=x", "", 400, "invalid_input"},
		{"GET", "/v2/teams?ids=x", "", 400, "invalid_input"},
		{"GET", "/v2/projects_random", "", 400, "invalid_input"},
		{"GET", "/v2/projects_random?count=0", "", 400, "invalid_input"},
		{"GET", "/v2/projects_random?count=101", "", 400, "invalid_input"},
		{"GET", "/v2/projects_random?count=x", "", 400, "invalid_input"},

		{"GET", "/v2/project/lanternquay/version?loaders={}", "", 400, "invalid_input"},
		{"GET", "/v2/project/lanternquay/version?game_versions=%7B%7D", "", 400, "invalid_input"},
		{"GET", "/v2/project/lanternquay/version?featured=1", "", 400, "invalid_input"},
		{"GET", "/v2/project/lanternquay/version?version_type=final", "", 400, "invalid_input"},
		{"GET", "/v2/project/lanternquay/version?limit=-1", "", 400, "invalid_input"},
		{"GET", "/v2/project/lanternquay/version?offset=99999999999", "", 400, "invalid_input"},
		{"GET", "/v2/project/lanternquay/version?include_changelog=maybe", "", 400, "invalid_input"},
		{"GET", "/v2/project/lanternquay/version?loaders=%FF", "", 400, "invalid_input"},

		{"GET", "/v2/search?facets=x", "", 400, "invalid_input"},
		{"GET", "/v2/search?facets=%5B%5B%22nope:x%22%5D%5D", "", 400, "invalid_input"},
		{"GET", "/v2/search?index=best", "", 400, "invalid_input"},
		{"GET", "/v2/search?limit=x", "", 400, "invalid_input"},
		{"GET", "/v2/search?offset=-1", "", 400, "invalid_input"},
		{"GET", "/v2/search?filters=x", "", 400, "invalid_input"},
		{"GET", "/v3/search?facets=x", "", 400, "invalid_input"},
		{"GET", "/_internal/search/counts?facets=x", "", 400, "invalid_input"},

		{"GET", file + "?algorithm=md5", "", 400, "invalid_input"},
		{"GET", file + "?multiple=2", "", 400, "invalid_input"},
		{"POST", file + "/update", "", 400, "invalid_input"},
		{"POST", file + "/update", "{", 400, "json_error"},
		{"POST", file + "/update", `{"loaders":"fabric"}`, 400, "invalid_input"},
		{"POST", file + "/update", `{"version_types":["final"]}`, 400, "invalid_input"},
		{"POST", file + "/update", `{"loaders":["\u0000"]}`, 400, "invalid_input"},
		{"POST", "/v2/version_files", `{}`, 400, "invalid_input"},
		{"POST", "/v2/version_files", `[]`, 400, "invalid_input"},
		{"POST", "/v2/version_files", `{"hashes":[1]}`, 400, "invalid_input"},
		{"POST", "/v2/version_files", `{"hashes":[],"algorithm":"md5"}`, 400, "invalid_input"},
		{"POST", "/v2/version_files", hashes, 400, "invalid_input"},
		{"POST", "/v2/version_files", huge, 413, "too_large"},
		{"POST", "/v2/version_files/update", `{"hashes":["a"],"game_versions":"1.20"}`, 400, "invalid_input"},
		{"POST", "/v2/version_files/update_many", `{}`, 400, "invalid_input"},
		{"POST", "/v2/version_files/update_individual", `{"hashes":["a"]}`, 400, "invalid_input"},
		{"POST", "/v2/version_files/project", `{}`, 400, "invalid_input"},
		{"POST", "/_internal/markdown", `{"body":1}`, 400, "invalid_input"},
		{"POST", "/_internal/markdown", `{"body":"` + strings.Repeat("字", 65537) + `"}`, 400, "invalid_input"},
	} {
		shown := c.path
		if len(shown) > 80 {
			shown = shown[:80] + "…"
		}
		w := s.ask(c.method, c.path, "anonymous", c.body)
		var body struct{ Error, Description string }
		if err := json.Unmarshal(w.Body.Bytes(), &body); err != nil {
			t.Errorf("%s %s: %d without an error body: %s", c.method, shown, w.Code, w.Body)
			continue
		}
		if w.Code != c.status || c.code != "" && body.Error != c.code || body.Description == "" {
			t.Errorf("%s %s: %d %+v, want %d %s", c.method, shown, w.Code, body, c.status, c.code)
		}
	}
	for _, position := range []string{"x", "-1", "1e3", "99999999999999999999"} {
		if w := s.ask("GET", "/v2/project/lanternquay", "anonymous", "", "Min-Position", position); w.Code != http.StatusBadRequest {
			t.Errorf("Min-Position %s: %d", position, w.Code)
		}
	}
	for query, status := range map[string]int{"count=x": 400, "offset=-1": 400, "project_type=%00": 400, "project_type=mod": 200, "sort=best": 400, "round=third": 400, "waiting=-1": 400, "waiting=99999999999": 400, "query=" + strings.Repeat("x", 101): 400} {
		if w := s.get("/_internal/moderation/projects?"+query, "admin"); w.Code != status {
			t.Errorf("review queue with %s: %d, want %d", query, w.Code, status)
		}
	}
}

func TestARejectedSearchNamesTheInvalidParameter(t *testing.T) {
	s := harbour(t)
	for query, field := range map[string]string{"facets=x": "facets", "index=best": "index", "filters=x": "filters", "limit=x": "limit"} {
		var body struct{ Error, Field string }
		if w := s.ask("GET", "/v2/search?"+query, "anonymous", ""); json.Unmarshal(w.Body.Bytes(), &body) != nil || body.Error != "invalid_input" || body.Field != field {
			t.Errorf("%s: %d %s", query, w.Code, w.Body)
		}
	}
}
