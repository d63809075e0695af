package readapi_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/modyard/modyard/contract"
)

func TestSearchUnderstandsTheParametersOfOlderAndNewerClients(t *testing.T) {
	s := harbour(t)
	for _, c := range []struct {
		query string
		want  int
	}{
		{`filters=categories="fabric"`, 1}, {`filters=categories="quilt"`, 0}, {`filters=NOT categories="quilt"`, 1},
		{`filters=categories="fabric"&version=versions="1.20.1" OR versions="1.19"`, 1}, {`filters=categories="fabric"&version=versions="1.19"`, 0},
		{`facets=[["project_type:mod"]]&filters=categories=quilt`, 0}, {`facets=[["project_type:mod"]]&filters=categories=forge`, 1},
		{`new_filters=project_types = mod AND downloads >= 1234&facets=[["categories:quilt"]]`, 1}, {`new_filters=downloads > 1234`, 0},
		{`facets=[["environment:client_only_server_optional"]]`, 1}, {`facets=[["environment:server_only"]]`, 0}, {`facets=[["color:255"]]`, 0}, {`facets=[["color!=255"]]`, 1},
		{`index=date_created`, 1}, {`index=date_modified`, 1},
	} {
		name, values := c.query, url.Values{}
		for pair := range strings.SplitSeq(c.query, "&") {
			key, value, _ := strings.Cut(pair, "=")
			values.Set(key, value)
		}
		for _, path := range []string{"/v2/search?", "/v2/search/?"} {
			if got := answer[contract.SearchPage[contract.Hit]](s, "GET", path+values.Encode(), "anonymous", ""); got.TotalHits != c.want {
				t.Errorf("%s: %d hits, want %d", name, got.TotalHits, c.want)
			}
		}
		if got := answer[contract.SearchAnswerV3](s, "GET", "/v3/search?"+values.Encode(), "anonymous", ""); got.TotalHits != c.want {
			t.Errorf("v3 %s: %d hits, want %d", name, got.TotalHits, c.want)
		}
	}
	for parameter, text := range map[string]string{"filters": `categories=`, "version": `1.20`, "new_filters": `(`, "facets": `[`} {
		if w := s.get("/v2/search?"+parameter+"="+url.QueryEscape(text), "anonymous"); w.Code != http.StatusBadRequest || !strings.Contains(w.Body.String(), `"field":"`+parameter+`"`) {
			t.Errorf("%s=%s: %d %s", parameter, text, w.Code, w.Body)
		}
	}
}

func TestAListNeedsNoBrackets(t *testing.T) {
	s := harbour(t)
	for query, want := range map[string]int{
		`loaders=forge`: 1, `loaders=%5B%22forge%22%5D`: 1, `loaders=quilt,fabric`: 2, `loaders=quilt`: 0, `game_versions=1.21&loaders=fabric`: 1, `loaders=`: 2,
	} {
		for _, path := range []string{"/v2/project/lanternquay/version", "/v3/project/lanternquay/version/"} {
			if got := answer[[]contract.Version](s, "GET", path+"?"+query, "anonymous", ""); len(got) != want {
				t.Errorf("%s?%s: %d versions, want %d", path, query, len(got), want)
			}
		}
	}
	if w := s.ask("POST", "/v2/version_files/", "anonymous", `{"hashes":[]}`); w.Code != http.StatusOK || w.Body.String() != "{}" {
		t.Errorf("a slash at the end of a POST: %d %s", w.Code, w.Body)
	}
}
