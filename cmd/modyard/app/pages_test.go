package app

import (
	"flag"
	"fmt"
	"io/fs"
	"maps"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/modyard/modyard/readapi/pages"
)

// update writes the generated file of the browser.
var update = flag.Bool("update", false, "write ui/src/lib/titles.gen.ts")

func kindsOfPages() []pages.Kind {
	var kinds []pages.Kind
	for _, a := range areas() {
		kinds = append(kinds, a.pages...)
	}
	return kinds
}

func TestGeneratedTitlesMatchThePrivatePagesOfTheAreas(t *testing.T) {
	t.Parallel()
	var b strings.Builder
	b.WriteString("// Written by `go test ./cmd/modyard/app -run Titles -update` from the pages of the areas.\n\n" +
		"/** Titles of the private pages; a path that ends with a slash stands for the pages with one more segment, an id. */\n" +
		"export const privateTitles: Readonly<Record<string, string>> = {\n")
	titles := pages.Titles(kindsOfPages())
	for _, path := range slices.Sorted(maps.Keys(titles)) {
		if !strings.Contains(path, pages.Star) {
			fmt.Fprintf(&b, "  '%s': '%s',\n", path, titles[path])
		}
	}
	generated(t, "titles.gen.ts", b.String()+"}\n")
}

// They are in a file of their own, because the first script of every page has the other titles.
func TestGeneratedTitlesMatchThePagesOfAServer(t *testing.T) {
	t.Parallel()
	const base = "/servers/manage/" + pages.Star + "/"
	var b strings.Builder
	b.WriteString("// Written by `go test ./cmd/modyard/app -run Titles -update` from the pages of the areas.\n\n" +
		"/** Titles of the pages below that of a server. */\nexport const serverParts: Readonly<Record<string, string>> = {\n")
	titles := pages.Titles(kindsOfPages())
	for _, path := range slices.Sorted(maps.Keys(titles)) {
		if rest, below := strings.CutPrefix(path, base); below {
			key := rest
			if strings.Contains(key, "/") {
				key = "'" + key + "'"
			}
			fmt.Fprintf(&b, "  %s: '%s',\n", key, titles[path])
		}
	}
	generated(t, "server-parts.gen.ts", b.String()+"}\n")
}

func TestGeneratedTitlesMatchTheSectionsOfTheForum(t *testing.T) {
	t.Parallel()
	var b strings.Builder
	b.WriteString("// Written by `go test ./cmd/modyard/app -run Titles -update` from the sections of the forum.\n\n" +
		"/** The pages that list discussions: that of all sections first, which has no group. */\nexport const forumPages = [\n")
	for _, p := range pages.ForumPages(forumSections()) {
		fmt.Fprintf(&b, "  { id: '%s', title: '%s', group: '%s', opens: '%s', lead: '%s' },\n", p.ID, p.Title, p.Group, p.Opens, p.Lead)
		if p.Lead == "" {
			t.Errorf("the page of %s does not say what is written there", p.ID)
		}
	}
	generated(t, "forum-pages.gen.ts", b.String()+"] as const\n")
}

// generated compares a file of the browser with what it should be, or writes it.
func generated(t *testing.T, name, want string) {
	t.Helper()
	file := "../../../ui/src/lib/" + name
	if *update {
		if err := os.WriteFile(file, []byte(want), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if got, err := os.ReadFile(file); err != nil || string(got) != want {
		t.Errorf("%s is stale: run go test ./cmd/modyard/app -run Titles -update (%v)", file, err)
	}
}

// An address without a route in the browser is a missing page, and must have its status.
func TestThePrivatePagesAreThePrivateRoutesOfTheBrowser(t *testing.T) {
	t.Parallel()
	const routes = "../../../ui/src/routes/"
	titles := pages.Titles(kindsOfPages())
	private, ends := regexp.MustCompile(`^(_signedIn|auth|settings|frog|flags|status|pcl|server)\b`), regexp.MustCompile(`(/|\.)(index|route)$`)
	found := map[string]bool{}
	err := filepath.WalkDir(routes, func(file string, d fs.DirEntry, err error) error {
		name, isRoute := strings.CutSuffix(strings.TrimPrefix(file, routes), ".tsx")
		if err != nil || d.IsDir() || !isRoute || !private.MatchString(name) || strings.Contains(name, "organization.") || strings.HasSuffix(name, "/route") || strings.HasSuffix(name, "_signedIn") {
			return err // layouts have no address, and the settings of an organization belong to its kind of page
		}
		path := "/" + strings.ReplaceAll(strings.ReplaceAll(ends.ReplaceAllString(name, ""), ".", "/"), "_signedIn/", "")
		if strings.Contains(name, "/-") {
			return err // a part of a route
		}
		path = strings.TrimSuffix(path, "$id")
		if base, keyed := strings.CutSuffix(path, "/$page"); keyed { // the browser's own test compares its pages with the titles
			for declared := range titles {
				found[declared] = found[declared] || strings.HasPrefix(declared, base+"/")
			}
			return err
		}
		if base, parted := strings.CutSuffix(path, "/{-$part}"); parted { // each part is declared
			path = base
			for declared := range titles {
				found[declared] = found[declared] || strings.HasPrefix(declared, base+"/")
			}
		}
		if base, optional := strings.CutSuffix(path, "/{-$sid}/{-$part}/{-$sub}"); optional { // the list, the page of one, and those below it
			path, found[base+"/"] = base, true
			for declared := range titles {
				found[declared] = found[declared] || strings.HasPrefix(declared, base+"/"+pages.Star+"/")
			}
		}
		found[path] = true
		if titles[path] == "" {
			t.Errorf("no area declares the page %s (%s)", path, file)
		}
		return nil
	})
	if err != nil || len(found) < 25 {
		t.Errorf("%d private routes: %v", len(found), err)
	}
	for path := range titles {
		if !found[path] && path != "/collection/following" { // the route of all collections
			t.Errorf("%s is declared, and the browser has no such route", path)
		}
	}
}

func TestAnUnknownAddressBelowAPrivatePageIsMissing(t *testing.T) {
	t.Parallel()
	files := fstest.MapFS{
		"index.html": {Data: []byte(`<!doctype html><html lang="zh-Hans"><head><meta charset="utf-8"><title>x</title><script>theme()</script>` +
			`<script type="module" src="/assets/main-1.js"></script></head><body><div id="root"></div></body></html>`)},
		"assets/main-1.js":    {Data: []byte("main()")},
		".vite/manifest.json": {Data: []byte(`{"index.html":{"file":"assets/main-1.js","isEntry":true}}`)},
	}
	organization := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if strings.HasPrefix(r.URL.Path, "/_internal/report/") || strings.HasPrefix(r.URL.Path, "/v3/server/") {
			w.WriteHeader(http.StatusUnauthorized)
			return
		}
		if !strings.HasPrefix(r.URL.Path, "/_internal/organization/") && !strings.HasPrefix(r.URL.Path, "/v3/organization/") {
			http.NotFound(w, r)
			return
		}
		_, _ = w.Write([]byte(`{"id":"OrgaLis1","slug":"team","name":"工坊","projects":[],"members":[]}`))
	})
	server, err := pages.New(files, organization, pages.Site{URL: "https://site.example/", Brand: "Modyard", Game: "Minecraft"}, kindsOfPages()...)
	if err != nil {
		t.Fatal(err)
	}
	status := func(path string) int {
		w := httptest.NewRecorder()
		server.ServeHTTP(w, httptest.NewRequestWithContext(t.Context(), http.MethodGet, path, nil))
		return w.Code
	}
	titles := pages.Titles(kindsOfPages())
	for path := range titles {
		known := strings.ReplaceAll(path, pages.Star, "AAAAAAAA")
		if strings.HasSuffix(path, "/") { // of the pages with one more segment
			known += "AAAAAAAA"
		}
		if got := status(known); got != http.StatusOK {
			t.Errorf("%s: %d", known, got)
		}
		if strings.HasPrefix(path, "/collection/") || titles[path+"/nonsense/"] != "" {
			continue
		}
		for _, unknown := range []string{known + "/nonsense/more", known + "-nonsense/more"} {
			if got := status(unknown); got != http.StatusNotFound {
				t.Errorf("%s: %d", unknown, got)
			}
		}
	}
	for _, unknown := range []string{
		"/moderation/nonsense", "/moderation/review/a/b", "/settings/nonsense", "/settings/profile/more", "/dashboard/nonsense", "/dashboard/projects/more",
		"/auth/nonsense", "/auth/authorize/more", "/settings/applications/more", "/auth", "/organization/team/nonsense", "/organization/team/settings/nonsense", "/organization/team/settings/members/more",
	} {
		if got := status(unknown); got != http.StatusNotFound {
			t.Errorf("%s: %d", unknown, got)
		}
	}
}

func TestCrawlersSkipThePrivatePagesOfTheAreas(t *testing.T) {
	t.Parallel()
	closed := pages.Closed(kindsOfPages())
	for _, want := range []string{
		"/dashboard", "/moderation", "/settings", "/report", "/flags", "/frog", "/auth/sign-in", "/collection/following",
		"/*/settings", "/*/moderation", "/*?*q=", "/*?*o=",
	} {
		if !slices.Contains(closed, want) {
			t.Errorf("without %s: %v", want, closed)
		}
	}
	if slices.Contains(closed, "/dashboard/projects") {
		t.Errorf("a path is listed below a listed one: %v", closed)
	}
}
