package main

import (
	"context"
	"encoding/json"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/modyard/modyard/cmd/modyard/app"
	"github.com/modyard/modyard/identity"
)

// beside is another process of the same site.
func (s *testSite) beside() *testSite {
	s.t.Helper()
	config := s.Config
	config.KeysFile = filepath.Join(config.DataDir, "keys.json")
	config.DataDir = s.t.TempDir()
	core, err := app.Open(s.t.Context(), config, slog.New(slog.NewTextHandler(io.Discard, nil)), app.Share)
	if err != nil {
		s.t.Fatal(err)
	}
	s.t.Cleanup(func() { _ = core.Close() })
	site, err := app.NewSite(s.t.Context(), core, app.SiteOptions{})
	if err != nil {
		s.t.Fatal(err)
	}
	server := httptest.NewServer(site.Handler())
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- site.Run(ctx) }()
	s.t.Cleanup(func() {
		server.Close()
		cancel()
		if err := <-done; err != nil {
			s.t.Errorf("the other site's work: %v", err)
		}
	})
	return &testSite{Site: site, t: s.t, url: server.URL}
}

func TestEveryClientReadsItsOwnWritesInEveryProcess(t *testing.T) {
	t.Parallel()
	here := newTestSite(t)
	there := here.beside()
	author := here.person("author", identity.RoleUser)
	pat := here.ask(author, http.MethodPost, "/v2/pat", map[string]any{"name": "launcher", "scopes": identity.ScopeProjectRead | identity.ScopeProjectWrite | identity.ScopeUserRead, "expires": time.Now().AddDate(0, 1, 0)})
	var token struct {
		AccessToken string `json:"access_token"`
	}
	if err := json.Unmarshal(pat.Body, &token); err != nil || token.AccessToken == "" {
		t.Fatalf("POST /v2/pat: %d %s", pat.Status, pat.Body)
	}
	sees := func(s *testSite, who, path, text string) {
		t.Helper()
		var got siteAnswer // on a busy machine one may be late, and says so
		s.until("a fresh "+path, func() bool { got = s.ask(who, http.MethodGet, path, nil); return !got.Stale })
		if got.Status != http.StatusOK || !strings.Contains(string(got.Body), text) {
			t.Errorf("GET %s right after the command: %d without %q: %.200s", path, got.Status, text, got.Body)
		}
	}
	for i, slug := range []string{"harbour-one", "harbour-two", "harbour-three"} {
		body, kind := form(map[string]any{
			"title": "灯塔 " + slug, "slug": slug, "description": "写完立刻就能读到", "body": "正文", "project_type": "mod",
			"client_side": "required", "server_side": "optional", "license_id": "MIT", "is_draft": true, "initial_versions": []any{},
		}, nil)
		made := here.ask(author, http.MethodPost, "/v2/project", body, "Content-Type", kind)
		if made.Status != http.StatusOK {
			t.Fatalf("POST /v2/project: %d %s", made.Status, made.Body)
		}
		sees([]*testSite{here, there}[i%2], author, "/v2/project/"+slug, slug)
	}
	for i := range 20 {
		title := "灯塔的第 " + string(rune('a'+i)) + " 个名字"
		if got := here.ask(token.AccessToken, http.MethodPatch, "/v2/project/harbour-one", map[string]any{"title": title}); got.Status != http.StatusNoContent {
			t.Fatalf("PATCH: %d %s", got.Status, got.Body)
		}
		sees(there, []string{token.AccessToken, author}[i%2], "/v2/project/harbour-one", title)
		sees(here, token.AccessToken, "/v3/project/harbour-one", title)
		if page := there.ask("", http.MethodGet, "/v2/tag/loader", nil); page.Status != http.StatusOK {
			t.Errorf("a stranger's read: %d", page.Status)
		}
	}
	for i := range 5 {
		bio := "简介 " + string(rune('a'+i))
		if got := there.ask(author, http.MethodPatch, "/v2/user/author", map[string]any{"bio": bio}); got.Status != http.StatusNoContent {
			t.Fatalf("PATCH /v2/user: %d %s", got.Status, got.Body)
		}
		sees(here, author, "/v2/user/author", bio)
	}
}
