package pages

import (
	"encoding/json"
	"net/url"
	"os"
	"testing"
)

// The same file is read by the front end's tests.
func TestAListingAsksTheAPIInTheFrontEndsWords(t *testing.T) {
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
