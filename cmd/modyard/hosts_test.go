package main

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/modyard/modyard/cmd/modyard/app"
	"github.com/modyard/modyard/platform/config"
)

// status is the status of a request with another Host and with headers.
func (s *testSite) status(path, host string, headers ...string) int {
	s.t.Helper()
	r, err := http.NewRequestWithContext(s.t.Context(), http.MethodGet, s.url+path, nil)
	if err != nil {
		s.t.Fatal(err)
	}
	r.Host = host
	for i := 0; i+1 < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	res, err := http.DefaultClient.Do(r)
	if err != nil {
		s.t.Fatal(err)
	}
	_ = res.Body.Close()
	return res.StatusCode
}

func TestLettersAreShownToThisMachineAlone(t *testing.T) {
	t.Parallel()
	s := newTestSite(t)
	for _, c := range []struct {
		path, host string
		headers    []string
		want       int
	}{
		{"/dev/mail", "localhost:8080", nil, 200},
		{"/dev/mail", "127.0.0.1", nil, 200},
		{"/dev/mail", "rebound.example", nil, 421},
		{"/v2/search", "rebound.example", nil, 421},
		{"/healthz", "rebound.example", nil, 200},
		{"/dev/mail", "localhost", []string{"X-Forwarded-For", "203.0.113.9"}, 404},
		{"/dev/mail", "localhost", []string{"Via", "1.1 proxy"}, 404},
	} {
		if got := s.status(c.path, c.host, c.headers...); got != c.want {
			t.Errorf("%s at %s with %v: %d, want %d", c.path, c.host, c.headers, got, c.want)
		}
	}
	for peer, want := range map[string]int{
		"127.0.0.1:40000": 200, "[::1]:40000": 200,
		"203.0.113.9:40000": 404, "[2001:db8::9]:40000": 404, "[::ffff:203.0.113.9]:40000": 404, "192.168.1.9:40000": 404, "": 404,
	} {
		r := httptest.NewRequestWithContext(t.Context(), http.MethodGet, "http://localhost/dev/mail", nil)
		r.RemoteAddr = peer
		w := httptest.NewRecorder()
		s.Handler().ServeHTTP(w, r)
		if w.Code != want {
			t.Errorf("/dev/mail for the peer %q: %d, want %d", peer, w.Code, want)
		}
	}
}

func TestABinaryWithoutAFrontEndAnswersTheAPIAndSaysWhatIsMissing(t *testing.T) {
	t.Parallel()
	s := newTestSiteWith(t, app.SiteOptions{}, func(c *config.Config) { c.UIDir = t.TempDir() })
	for _, path := range []string{"/", "/mod/quay", "/settings/profile"} {
		if got := s.ask("", http.MethodGet, path, nil); got.Status != http.StatusServiceUnavailable || !strings.Contains(string(got.Body), "make build") {
			t.Errorf("%s: %d %s", path, got.Status, got.Body)
		}
	}
	for path, want := range map[string]int{"/v2/tag/loader": 200, "/openapi.json": 200, "/v2/nothing": 404, "/healthz": 200} {
		if got := s.ask("", http.MethodGet, path, nil); got.Status != want {
			t.Errorf("%s: %d %s", path, got.Status, got.Body)
		}
	}
}

func TestMetricsAndProfilesAreNotOnThePublicAddress(t *testing.T) {
	t.Parallel()
	s := newTestSite(t)
	for _, path := range []string{"/metrics", "/debug/pprof/", "/debug/pprof/heap", "/debug/pprof/cmdline", "/debug/vars"} {
		if got := s.status(path, "localhost"); got != http.StatusNotFound {
			t.Errorf("%s: %d", path, got)
		}
	}
}

func TestLettersAreNotShownOnAnAddressOfTheNetwork(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		set   func(*config.Config)
		host  string
		shown bool
	}{
		"all addresses, as in the container": {func(c *config.Config) { c.Addr = "0.0.0.0:8080" }, "localhost", false},
		"a public name":                      {func(c *config.Config) { c.PublicURL = "https://site.example" }, "site.example", false},
		"a further name":                     {func(c *config.Config) { c.Hosts = "site.example" }, "site.example", false},
		"shown by the setting":               {func(c *config.Config) { c.Addr, c.PublicURL, c.DevMail = "0.0.0.0:8080", "https://site.example", true }, "site.example", true},
	} {
		if got := newTestSiteWith(t, app.SiteOptions{}, c.set).status("/dev/mail", c.host); (got == http.StatusOK) != c.shown {
			t.Errorf("%s: %d", name, got)
		}
	}
}
