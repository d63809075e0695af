package readapi_test

import (
	"encoding/json"
	"net/http"
	"testing"

	"github.com/modyard/modyard/contract"
	readsearch "github.com/modyard/modyard/readapi/search"
)

func TestTheLastUpdatesOfferTheNewestListedVersionOfEachProject(t *testing.T) {
	s := harbour(t)
	got := answer[[]readsearch.UpdatedProject](s, "GET", "/_internal/search/updated", "anonymous", "")
	found := answer[contract.SearchPage[contract.Hit]](s, "GET", "/v2/search?index=updated", "anonymous", "")
	if len(got) == 0 || len(got) != len(found.Hits) {
		t.Fatalf("%d last updates, and the search finds %d", len(got), len(found.Hits))
	}
	for i, one := range got {
		if one.ProjectID != found.Hits[i].ProjectID {
			t.Errorf("place %d has %s, and the search has %s there", i, one.ProjectID, found.Hits[i].ProjectID)
		}
		versions := answer[[]contract.Version](s, "GET", "/v2/project/"+one.ProjectID+"/version", "anonymous", "")
		if len(versions) == 0 {
			if one.Newest != nil {
				t.Errorf("%s has no version that visitors see, and offers %+v", one.Slug, one.Newest)
			}
			continue
		}
		want := versions[0].Chosen()
		if one.Newest == nil || one.Newest.ID != want.ID || one.Newest.Number != want.VersionNumber || one.Newest.Channel != want.VersionType {
			t.Errorf("%s offers %+v, want %+v", one.Slug, one.Newest, want)
		}
	}
	if one := answer[[]readsearch.UpdatedProject](s, "GET", "/_internal/search/updated?limit=1", "anonymous", ""); len(one) != 1 {
		t.Errorf("limit=1 gave %d", len(one))
	}
	for _, limit := range []string{"-1", "x", "1e9"} {
		w := s.get("/_internal/search/updated?limit="+limit, "anonymous")
		var body struct{ Field string }
		if err := json.Unmarshal(w.Body.Bytes(), &body); err != nil || w.Code != http.StatusBadRequest || body.Field != "limit" {
			t.Errorf("limit=%s: %d %s", limit, w.Code, w.Body)
		}
	}
}
