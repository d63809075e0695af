package main

import (
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/modyard/modyard/cmd/modyard/app"
	"github.com/modyard/modyard/identity"
	"github.com/modyard/modyard/platform/config"
)

// frontEnd is a directory with the files that pages need of a built front end.
func frontEnd(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	for name, content := range map[string]string{
		"index.html": `<!doctype html><html lang="zh-Hans"><head><meta charset="utf-8"><title>x</title><script>theme()</script>` +
			`<script type="module" src="/assets/main-1.js"></script></head><body><div id="root"></div></body></html>`,
		"assets/main-1.js": "main()", ".vite/manifest.json": `{"index.html":{"file":"assets/main-1.js","isEntry":true}}`,
	} {
		file := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func TestTheNamesOfTheSiteAndItsGameAreThoseOfTheConfiguration(t *testing.T) {
	t.Parallel()
	const brand, game = "铜锈工坊", "体素世界"
	s := newTestSiteWith(t, app.SiteOptions{}, func(c *config.Config) { c.Brand, c.Game, c.UIDir = brand, game, frontEnd(t) })
	author, staff := s.person("author", identity.RoleUser), s.person("staff", identity.RoleModerator)
	id := s.made(author, "/v3/project", inV3("quay", map[string]any{"environment": "client_and_server"}), nil)
	s.made(author, "/v3/version", versionInV3(id, "1.0", nil), map[string][]byte{"file": jar(t, "quay1")})
	s.change(staff, http.MethodPatch, "/v2/project/"+id, map[string]any{"status": "approved", "reason": because})
	text := func(auth, path string) string {
		t.Helper()
		got := s.ask(auth, http.MethodGet, path, nil, "Accept", "*/*")
		if got.Status != http.StatusOK {
			t.Fatalf("GET %s: %d %.300s", path, got.Status, got.Body)
		}
		return string(got.Body)
	}
	check := func(what, body string, names ...string) {
		t.Helper()
		for _, name := range names {
			if !strings.Contains(body, name) {
				t.Errorf("%s is without %s: %.400s", what, name, body)
			}
		}
		for _, other := range []string{"Modyard", "Minecraft"} {
			if at := strings.Index(body, other); at >= 0 {
				t.Errorf("%s names %s: …%s…", what, other, body[max(0, at-80):min(len(body), at+80)])
			}
		}
	}
	text(staff, "/v2/project/quay") // waits for the read models
	for path, names := range map[string][]string{
		"/": {brand, game}, "/mods": {brand}, "/mod/quay": {brand}, "/mod/quay/versions": {brand}, "/user/author": {brand}, "/auth/sign-in": {brand}, "/legal2/privacy": {brand},
		"/feeds/updates.atom": {brand, game}, "/openapi.json": {brand}, "/docs": {brand},
	} {
		check(path, text("", path), names...)
	}

	s.ask("", http.MethodPost, "/v2/auth/create", map[string]any{"username": "visitor", "email": "visitor@example.org", "password": password})
	letter := regexp.MustCompile(`/dev/mail/[^"]+`)
	var list, address string
	s.until("a letter", func() bool { list = text("", "/dev/mail"); address = letter.FindString(list); return address != "" })
	check("the list of letters", list, brand)
	check("a letter", text("", address), brand)
}
