package main

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/modyard/modyard/cmd/modyard/app"
	"github.com/modyard/modyard/platform/pgtest"
	"github.com/modyard/modyard/platform/until"
)

// A new database has no read model for a moment, and a site of a large log for minutes after its first start.
func TestASiteWithoutReadModelsAsksToComeBackLater(t *testing.T) {
	t.Parallel()
	core, err := app.Open(t.Context(), testConfig(t, pgtest.Migrated(t)), slog.New(slog.NewTextHandler(io.Discard, nil)), app.Share)
	if err != nil {
		t.Fatal(err)
	}
	site, err := app.NewSite(t.Context(), core, app.SiteOptions{Hasher: plainHasher{}})
	if err != nil {
		t.Fatal(errors.Join(err, core.Close()))
	}
	t.Cleanup(func() { _ = core.Close() })
	server := httptest.NewServer(site.Handler())
	t.Cleanup(server.Close)
	ask := func(path string) (*http.Response, string) {
		r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, server.URL+path, nil)
		if err != nil {
			t.Fatal(err)
		}
		res, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		body, err := io.ReadAll(res.Body)
		if err := errors.Join(err, res.Body.Close()); err != nil {
			t.Fatal(err)
		}
		return res, string(body)
	}
	answers := map[string]int{
		"/v2/search": http.StatusOK, "/v2/search?query=%E9%BD%BF%E8%BD%AE": http.StatusOK, "/v3/search": http.StatusOK,
		"/v2/project/gears": http.StatusNotFound, "/v2/version/AAAAAAAA": http.StatusNotFound, "/v2/projects_random?count=3": http.StatusOK,
		"/_internal/directory/organizations": http.StatusOK,
	}
	for path := range answers {
		if res, body := ask(path); res.StatusCode != http.StatusServiceUnavailable || res.Header.Get("Retry-After") != "1" || !strings.Contains(body, `"unavailable"`) {
			t.Errorf("GET %s before: %d %v %s", path, res.StatusCode, res.Header, body)
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- site.Run(ctx) }()
	t.Cleanup(func() {
		cancel()
		if err := <-done; err != nil {
			t.Errorf("the site's work: %v", err)
		}
	})
	for path, status := range answers {
		until.True(t, path+" is answered", func() bool {
			res, _ := ask(path)
			return res.StatusCode == status
		})
	}
}
