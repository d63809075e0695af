package elastic_test

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/modyard/modyard/search"
	"github.com/modyard/modyard/search/elastic"
)

func TestAddressesAreParsedAndErrorsOmitSecrets(t *testing.T) {
	for _, good := range []string{"http://localhost:9200", "https://elastic:hunter2@a:9200,https://b:9200/sub/?x", "http://h/?index=yard-2&api_key=hunter2"} {
		if strings.Contains(good, "?x") {
			if _, err := elastic.Open(good); err != nil { // only the parameters of the first address are read
				t.Errorf("%s: %v", good, err)
			}
			continue
		}
		if _, err := elastic.Open(good); err != nil {
			t.Errorf("%s: %v", good, err)
		}
	}
	for _, bad := range []string{"hunter2", "ftp://u:hunter2@h", "http://u:hunter2@ho st", "http://u:hunter2@h/?index=A", "http://u:hunter2@h/?nope=hunter2x", "http://h?ca=/no/such", ""} {
		if _, err := elastic.Open(bad); err == nil || strings.Contains(err.Error(), "hunter2") {
			t.Errorf("%s: %v", bad, err)
		}
	}
}

func TestSecretsAreSentButNeverShownInErrors(t *testing.T) {
	var got string
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		got = r.Header.Get("Authorization")
		w.WriteHeader(http.StatusUnauthorized)
		_, _ = w.Write([]byte(`{"error":{"type":"security_exception","reason":"no"},"status":401}`))
	}))
	address := strings.Replace(server.URL, "http://", "http://elastic:hunter2@", 1)
	c, err := elastic.Open(address)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	_, err = elastic.NewIndex(c).Search(t.Context(), search.Query{Limit: 1})
	if err == nil || !strings.Contains(err.Error(), "security_exception") || got == "" {
		t.Errorf("%v, sent %q", err, got)
	}
	server.Close()
	if _, err = elastic.NewIndex(c).Search(t.Context(), search.Query{Limit: 1}); err == nil || strings.Contains(err.Error(), "hunter2") {
		t.Errorf("from a stopped server: %v", err)
	}
}

func TestAnAnswerFromAnotherServerIsRejected(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write([]byte(`{}`)) }))
	defer server.Close()
	c, err := elastic.Open(server.URL)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	if page, err := elastic.NewIndex(c).Search(t.Context(), search.Query{Limit: 1}); err == nil {
		t.Errorf("it answered %+v", page)
	}
}
