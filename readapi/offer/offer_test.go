package offer_test

import (
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/modyard/modyard/platform/httpkit"
	"github.com/modyard/modyard/readapi/offer"
)

func load(t *testing.T, text string) (offer.Offers, error) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "offers.json")
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return offer.Load(path)
}

func TestWithoutAFileNothingIsOffered(t *testing.T) {
	o, err := offer.Load("")
	if err != nil || len(o.Offers) != 0 {
		t.Fatal(o, err)
	}
}

func TestACodeReturnsTheOperatorsOffer(t *testing.T) {
	o, err := load(t, `{"offers":[{"code":"pcl","title":"联机","note":"说明","url":"https://example.org/a"}],"projects":{"AAAA0001":"pcl"}}`)
	if err != nil {
		t.Fatal(err)
	}
	api := httpkit.New(httpkit.Options{})
	offer.New(o).Register(api)
	for query, want := range map[string]bool{"code=pcl": true, "code=nobody": false, "": false, "project=AAAA0001": true, "project=AAAA0002": false} {
		w := httptest.NewRecorder()
		api.Handler().ServeHTTP(w, httptest.NewRequest("GET", "/_internal/offer?"+query, nil))
		if w.Code != 200 || strings.Contains(w.Body.String(), "https://example.org/a") != want {
			t.Errorf("%s: %d %s", query, w.Code, w.Body)
		}
	}
}

func TestAnInvalidFileIsRejectedAtStart(t *testing.T) {
	for _, text := range []string{
		"{", `{"offers":[{"code":"A B","title":"x","url":"https://example.org"}]}`, `{"offers":[{"code":"a","title":"x","url":"javascript:alert(1)"}]}`,
		`{"offers":[{"code":"a","title":"","url":"https://example.org"}]}`, `{"projects":{"AAAA0001":"a"}}`,
		`{"offers":[{"code":"a","title":"x","url":"https://example.org"},{"code":"a","title":"x","url":"https://example.org"}]}`,
	} {
		if o, err := load(t, text); err == nil {
			t.Errorf("%s was accepted: %v", text, o)
		}
	}
	if _, err := offer.Load("/nonexistent"); err == nil {
		t.Error("a missing file was accepted")
	}
}
