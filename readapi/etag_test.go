package readapi_test

import (
	"net/http"
	"testing"
)

func TestListsAreTransferredAgainOnlyAfterAChange(t *testing.T) {
	s := harbour(t)
	for _, path := range []string{
		"/v2/search", "/v3/search?limit=3", "/v2/projects?ids=%5B%22" + listedID + "%22%5D", "/v2/versions?ids=%5B%22" + release + "%22%5D",
		"/v2/project/lanternquay/version", "/v2/project/lanternquay/members", "/v3/project/lanternquay/dependencies", "/_internal/project/lanternquay/versions",
	} {
		first := s.get(path, "anonymous")
		tag := first.Header().Get("ETag")
		if first.Code != http.StatusOK || tag == "" {
			t.Errorf("%s: %d with the tag %q", path, first.Code, tag)
			continue
		}
		if again := s.ask("GET", path, "anonymous", "", "If-None-Match", tag); again.Code != http.StatusNotModified || again.Body.Len() != 0 {
			t.Errorf("%s again: %d", path, again.Code)
		}
		if other := s.ask("GET", path, "anonymous", "", "If-None-Match", `W/"other"`); other.Code != http.StatusOK {
			t.Errorf("%s with another tag: %d", path, other.Code)
		}
	}
}

func TestTheFirstVersionOfTheAPIIsGone(t *testing.T) {
	s := newSite(t)
	for _, method := range []string{"GET", "POST"} {
		if w := s.ask(method, "/api/v1/mod/anything", "anonymous", ""); w.Code != http.StatusGone || w.Header().Get("Content-Type") != "application/json" {
			t.Errorf("%s: %d %s", method, w.Code, w.Body)
		}
	}
}
