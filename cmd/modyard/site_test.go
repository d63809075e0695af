package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/modyard/modyard/cmd/modyard/app"
	"github.com/modyard/modyard/identity"
	"github.com/modyard/modyard/platform/config"
	"github.com/modyard/modyard/platform/pgtest"
	"github.com/modyard/modyard/projections/runtime/runtimetest"
)

// testSite is the whole site in this process, with a database of the test.
type testSite struct {
	*app.Site
	t      *testing.T
	url    string
	stop   func()
	newest atomic.Uint64 // Log-Position of the commands that were answered
}

func newTestSite(t *testing.T) *testSite { return newTestSiteWith(t, app.SiteOptions{}) }

func newTestSiteWith(t *testing.T, o app.SiteOptions, settings ...func(*config.Config)) *testSite {
	t.Helper()
	types, err := app.Codec()
	if err != nil {
		t.Fatal(err)
	}
	c := testConfig(t, runtimetest.Database(t, "postgres", types, app.Projectors()...))
	for _, set := range settings {
		set(&c)
	}
	return newTestSiteOn(t, c, o)
}

// newFrontedSite runs a site that answers at its public address, which must be known before the site is there.
func newFrontedSite(t *testing.T, settings ...func(*config.Config)) (s *testSite, front string) {
	t.Helper()
	return newSiteBeside(t, nil, settings...)
}

// newSiteBeside is newFrontedSite with a handler for the paths that begin with /beside/; nil: there are none.
func newSiteBeside(t *testing.T, beside http.Handler, settings ...func(*config.Config)) (s *testSite, front string) {
	t.Helper()
	var target atomic.Pointer[url.URL]
	site := &httputil.ReverseProxy{
		Rewrite:  func(r *httputil.ProxyRequest) { r.SetURL(target.Load()); r.Out.Host = r.In.Host },
		ErrorLog: slog.NewLogLogger(slog.DiscardHandler, slog.LevelDebug),
	}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if beside != nil && strings.HasPrefix(r.URL.Path, "/beside/") {
			beside.ServeHTTP(w, r)
			return
		}
		site.ServeHTTP(w, r)
	}))
	t.Cleanup(server.Close)
	s = newTestSiteWith(t, app.SiteOptions{}, append(settings, func(c *config.Config) { c.PublicURL = server.URL })...)
	at, err := url.Parse(s.url)
	if err != nil {
		t.Fatal(err)
	}
	target.Store(at)
	return s, server.URL
}

// testConfig are the settings of a site with a database and a new data directory.
func testConfig(t *testing.T, owner string) config.Config {
	t.Helper()
	logins := pgtest.Logins(t, owner)
	return config.Config{
		Addr: "127.0.0.1:8080", DataDir: t.TempDir(), DatabaseURL: logins.App, DatabaseOwnerURL: logins.Owner, Game: "Minecraft", Brand: "Modyard",
	}
}

// untilReady waits until every read model of a new site can be read.
func (s *testSite) untilReady() {
	s.t.Helper()
	s.until("every read model can be read", func() bool { return s.ask("", http.MethodGet, "/readyz", nil).Status == http.StatusOK })
}

// newTestSiteOn runs a site until the test ends or stop is called. It returns when the site is ready: what a test waits for
// afterwards does not include the start.
func newTestSiteOn(t *testing.T, c config.Config, o app.SiteOptions) *testSite {
	t.Helper()
	if o.Hasher == nil {
		o.Hasher = plainHasher{} // whole programs are tested with the real one
	}
	core, err := app.Open(t.Context(), c, slog.New(slog.NewTextHandler(io.Discard, nil)), app.Share)
	if err != nil {
		t.Fatal(err)
	}
	site, err := app.NewSite(t.Context(), core, o)
	if err != nil {
		t.Fatal(errors.Join(err, core.Close()))
	}
	server := httptest.NewServer(site.Handler())
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- site.Run(ctx) }()
	stop := sync.OnceFunc(func() {
		server.Close()
		cancel()
		if err := <-done; err != nil {
			t.Errorf("the site's work: %v", err)
		}
		_ = core.Close()
	})
	t.Cleanup(stop)
	s := &testSite{Site: site, t: t, url: server.URL, stop: stop}
	s.untilReady()
	return s
}

// person creates an account with a role on the site and signs it in.
func (s *testSite) person(name string, role identity.Role) (session string) {
	s.t.Helper()
	if _, err := s.Identity.Create(s.t.Context(), identity.NewAccount{
		Username: name, Email: name + "@example.org", Password: password, Role: role, EmailVerified: true,
	}); err != nil {
		s.t.Fatal(err)
	}
	_, begun, err := s.Identity.Login(s.t.Context(), name, password, identity.Origin{})
	if err != nil {
		s.t.Fatal(err)
	}
	return begun.Token
}

// siteAnswer is the answer to a request to a test site.
type siteAnswer struct {
	Status   int
	Body     []byte
	Position string
	Stale    bool // older than the caller's last command
}

// ask sends a request with a session or a token; a body is sent as JSON, and bytes are sent unchanged.
func (s *testSite) ask(auth, method, path string, body any, headers ...string) siteAnswer {
	s.t.Helper()
	sent, raw := body.([]byte)
	if !raw && body != nil {
		var err error
		if sent, err = json.Marshal(body); err != nil {
			s.t.Fatal(err)
		}
	}
	r, err := http.NewRequestWithContext(s.t.Context(), method, s.url+path, bytes.NewReader(sent))
	if err != nil {
		s.t.Fatal(err)
	}
	if body != nil && !raw {
		r.Header.Set("Content-Type", "application/json")
	}
	if auth != "" {
		r.Header.Set("Authorization", auth)
	}
	for i := 0; i+1 < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	res, err := http.DefaultClient.Do(r)
	if err != nil {
		s.t.Fatalf("%s %s: %v", method, path, err)
	}
	defer res.Body.Close()
	data, err := io.ReadAll(res.Body)
	if err != nil {
		s.t.Fatalf("%s %s: %v", method, path, err)
	}
	got := siteAnswer{Status: res.StatusCode, Body: data, Position: res.Header.Get("Log-Position"), Stale: res.Header.Get("Stale") != ""}
	if at, err := strconv.ParseUint(got.Position, 10, 64); err == nil && method != http.MethodGet && got.Status < 300 {
		for old := s.newest.Load(); at > old && !s.newest.CompareAndSwap(old, at); old = s.newest.Load() {
		}
	}
	return got
}
