package readapi_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/domain/collection"
)

func TestTheEntityTagChangesWithTheCountersInTheAnswer(t *testing.T) {
	s := harbour(t)
	for _, path := range []string{"/v2/project/lanternquay", "/v3/project/lanternquay", "/_internal/project/lanternquay"} {
		for _, as := range []string{"anonymous", "owner", "anonymous"} {
			before := s.get(path, as).Header().Get("ETag")
			if w := s.ask("GET", path, as, "", "If-None-Match", before); w.Code != http.StatusNotModified {
				t.Errorf("%s as %s: %d for the tag %s that it has", path, as, w.Code, before)
			}
			s.Happen("follows-"+stranger, stranger, collection.FollowAdded{Account: stranger, Project: listedID})
			s.Settle()
			w := s.ask("GET", path, as, "", "If-None-Match", before)
			if w.Code != http.StatusOK || !strings.Contains(w.Body.String(), `"followers":1,`) {
				t.Errorf("%s as %s after a follow: %d %.60s", path, as, w.Code, w.Body)
			}
			position, _, _ := strings.Cut(before, ".")
			if after := w.Header().Get("ETag"); after == before || !strings.HasPrefix(after, position+".") {
				t.Errorf("%s as %s: the tag was %s and is %s, want another counter part only", path, as, before, after)
			}
			s.Happen("follows-"+stranger, stranger, collection.FollowRemoved{Account: stranger, Project: listedID})
			s.Settle()
		}
	}
}

func TestEveryListShowsTheCurrentFollowerCount(t *testing.T) {
	s := harbour(t)
	s.Happen("follows-"+stranger, stranger, collection.FollowAdded{Account: stranger, Project: listedID})
	s.Settle()
	for path, want := range map[string]string{
		"/v2/projects?ids=" + `["` + listedID + `"]`:    `"followers":1,`,
		"/v3/projects?ids=" + `["` + listedID + `"]`:    `"followers":1,`,
		"/v2/user/owner舟/projects":                      `"followers":1,`,
		"/v2/search?query=lanternquay":                  `"follows":1`,
		"/v3/search?query=lanternquay":                  `"follows":1,`,
		"/_internal/user/owner舟/projects?index=follows": `"follows":1,`,
	} {
		if w := s.get(path, "anonymous"); w.Code != http.StatusOK || !strings.Contains(w.Body.String(), want) {
			t.Errorf("%s: %d, no %s in %s", path, w.Code, want, w.Body)
		}
	}
	found := answer[contract.SearchPage[contract.Hit]](s, "GET", "/v2/search?index=follows", "anonymous", "")
	if len(found.Hits) == 0 || found.Hits[0].ProjectID != listedID || found.Hits[0].Follows != 1 {
		t.Errorf("the search sorted by follows returned %+v", found.Hits)
	}
	list := answer[[]contract.Project](s, "GET", "/v2/projects?ids="+`["`+listedID+`"]`, "anonymous", "")
	if len(list) != 1 || list[0].Followers != 1 {
		t.Errorf("the list says %+v", list)
	}
}
