package pages

import (
	"encoding/json"
	"net/url"
	"os"
	"testing"
	"time"

	"github.com/modyard/modyard/contract"
)

// The front end's tests read the same file.
func TestAListingSendsTheSameRequestAsTheFrontEnd(t *testing.T) {
	raw, err := os.ReadFile("testdata/requests.json")
	if err != nil {
		t.Fatal(err)
	}
	var cases []struct{ Type, Search, Path string }
	if err := json.Unmarshal(raw, &cases); err != nil || len(cases) == 0 {
		t.Fatalf("%d cases: %v", len(cases), err)
	}
	for _, c := range cases {
		q, err := url.ParseQuery(c.Search)
		if err != nil {
			t.Fatal(err)
		}
		if path, ok := searchRequest(c.Type, q); !ok || path != c.Path {
			t.Errorf("%s?%s asks %s, want %s", c.Type, c.Search, path, c.Path)
		}
	}
}

func TestAListingWithFiltersIsLeftToTheBrowser(t *testing.T) {
	if path, ok := searchRequest("mod", url.Values{"f": {"categories:magic"}}); ok {
		t.Errorf("asks %s", path)
	}
}

func TestThePreloadedPictureIsTheFirstOnThePage(t *testing.T) {
	at := func(month time.Month) time.Time { return time.Date(2026, month, 1, 0, 0, 0, 0, time.UTC) }
	gallery := []contract.Picture{
		{URL: "/late.png", Ordering: 2, Created: at(1)}, {URL: "/second.png", Ordering: 1, Created: at(2)},
		{URL: "/first.png", Ordering: 1, Created: at(1)},
	}
	if got := firstPicture(gallery); got != "/first.png" {
		t.Errorf("a project begins with %s", got)
	}
	if got := firstPicture(append(gallery, contract.Picture{URL: "/featured.png", Featured: true, Ordering: 9})); got != "/featured.png" {
		t.Errorf("a project with a featured picture begins with %s", got)
	}
	if got := firstPicture(nil); got != "" {
		t.Errorf("a project without pictures begins with %s", got)
	}
	popular := hits{Hits: []contract.Hit{{}, {Gallery: []string{"/hit.png"}}}}
	if got := showcase(nil, popular); got != "/hit.png" {
		t.Errorf("home begins with %s", got)
	}
	if got := showcase([]contract.CuratedEntry{{Image: "/slide.png"}}, popular); got != "/slide.png" {
		t.Errorf("a curated home begins with %s", got)
	}
}
