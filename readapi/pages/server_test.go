package pages

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"golang.org/x/net/html"
)

const index = `<!doctype html><html lang="zh-Hans"><head><meta charset="utf-8"><title>x</title><script>theme()</script>` +
	`<script type="module" src="/assets/main-1.js"></script></head><body><div id="root"></div></body></html>`

func built() fstest.MapFS {
	return fstest.MapFS{
		"index.html":          {Data: []byte(index)},
		"assets/main-1.js":    {Data: []byte("main()")},
		".vite/manifest.json": {Data: []byte(`{"index.html":{"file":"assets/main-1.js","isEntry":true},"src/routes/$type.$id.tsx?tsr-split=component":{"file":"assets/project-2.js","imports":["index.html","shared"]},"shared":{"file":"assets/shared-3.js"}}`)},
	}
}

// api answers for one project, gears, which only members see while it is hidden.
func api(status string) http.Handler {
	mux := http.NewServeMux()
	document := func(w http.ResponseWriter, r *http.Request) {
		if status == "rejected" && r.Header.Get("Cookie") == "" {
			w.WriteHeader(http.StatusNotFound)
			return
		}
		fmt.Fprintf(w, `{"id":"AAAAAAAA","slug":"gears","url_type":"mod","title":"齿轮 </script><b>","description":"简介 \"&\"","body_html":"<p>正文</p>","status":%q,"icon_url":"/data/icon.png","versions":[{"id":"BBBBBBBB","version_number":"1.0"}]}`, status)
	}
	for _, id := range []string{"gears", "old-gears", "AAAAAAAA"} {
		mux.HandleFunc("/_internal/project/"+id, document)
	}
	mux.HandleFunc("/_internal/project/AAAAAAAA/versions", func(w http.ResponseWriter, _ *http.Request) {
		_, _ = io.WriteString(w, `{"versions":[{"id":"BBBBBBBB","name":"第一版","version_number":"1.0"}],"total":1}`)
	})
	mux.HandleFunc("/_internal/project/AAAAAAAA/places", func(w http.ResponseWriter, _ *http.Request) {
		_, _ = io.WriteString(w, `{"loaders":[],"game_versions":[],"version_types":["release"],"pairs":{}}`)
	})
	for _, name := range []string{"BBBBBBBB", "1.0"} {
		mux.HandleFunc("/_internal/project/AAAAAAAA/version/"+name, func(w http.ResponseWriter, _ *http.Request) {
			_, _ = io.WriteString(w, `{"id":"BBBBBBBB","name":"第一版","version_number":"1.0","changelog_html":"<p>修了</p>"}`)
		})
	}
	mux.HandleFunc("/_internal/user/Owner/page", func(w http.ResponseWriter, _ *http.Request) {
		_, _ = io.WriteString(w, `{"username":"Owner","bio":"</script><script>alert(1)</script>","avatar_url":null}`)
	})
	mux.HandleFunc("/_internal/organization/team/page", func(w http.ResponseWriter, _ *http.Request) {
		_, _ = io.WriteString(w, `{"slug":"team","name":"团队","description":"一起做","icon_url":"/data/team.png"}`)
	})
	for id, status := range map[string]string{"CollLis1": "listed", "CollUnl2": "unlisted"} {
		mux.HandleFunc("/_internal/collection/"+id, func(w http.ResponseWriter, _ *http.Request) {
			fmt.Fprintf(w, `{"id":%q,"name":"好东西","description":null,"status":%q,"icon_url":null}`, id, status)
		})
	}
	mux.HandleFunc("/v2/search", func(w http.ResponseWriter, _ *http.Request) {
		_, _ = io.WriteString(w, `{"hits":[{"slug":"gears","project_type":"mod","title":"齿轮"}],"total_hits":1}`)
	})
	return mux
}

func open(t *testing.T, h http.Handler) *Server {
	t.Helper()
	s, err := New(built(), h, Site{URL: "https://site.example/", Brand: "Modyard", Game: "Minecraft"},
		Home(), Listings(), Projects(), Users(), Organizations(), Collections(), Legal(),
		Private("/dashboard", "控制台"), Private("/dashboard/", "控制台"), Private("/auth/sign-in", "登录"), Private("/collection/following", "关注的资源"))
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestAPageWaitsForAPositionOnlyOnce(t *testing.T) {
	waits := 0
	s := open(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("Min-Position") != "" {
			waits++
			w.Header().Set("Stale", "true")
		}
		_, _ = io.WriteString(w, `{"hits":[]}`)
	}))
	r := httptest.NewRequest(http.MethodGet, "/", nil)
	r.Header.Set("Min-Position", "1000000")
	w := httptest.NewRecorder()
	s.ServeHTTP(w, r)
	if w.Code != http.StatusOK || waits != 1 {
		t.Errorf("%d after %d waits", w.Code, waits)
	}
}

func get(s http.Handler, path, cookie string) *httptest.ResponseRecorder {
	r := httptest.NewRequest(http.MethodGet, path, nil)
	if cookie != "" {
		r.Header.Set("Cookie", cookie)
	}
	w := httptest.NewRecorder()
	s.ServeHTTP(w, r)
	return w
}

func TestAProjectPageContainsItsHeadBodyAndData(t *testing.T) {
	w := get(open(t, api("approved")), "/mod/gears", "")
	body := w.Body.String()
	for _, want := range []string{
		"<title>齿轮 &lt;/script&gt;&lt;b&gt; - Minecraft 模组</title>", `<link rel="canonical" href="https://site.example/mod/gears">`,
		`hreflang="x-default"`, `<meta property="og:image" content="https://site.example/data/icon.png">`, "<p>正文</p>",
		`<script type="application/json" id="modules">["/assets/shared-3.js","/assets/project-2.js","/assets/main-1.js"]</script>`,
		`content="简介 &#34;&amp;&#34;"`, `<meta name="game" content="Minecraft">`,
	} {
		if !strings.Contains(body, want) {
			t.Errorf("without %s", want)
		}
	}
	if w.Code != http.StatusOK || strings.Contains(body, "noindex") || strings.Contains(body, `rel="modulepreload"`) || strings.Contains(body, `<script type="module"`) {
		t.Errorf("status %d", w.Code)
	}
	if got := preloaded(t, body); !slices.Equal(got, []string{"/_internal/project/gears"}) {
		t.Errorf("the page carries %v", got)
	}
}

// preloaded are the addresses whose answers a page carries.
func preloaded(t *testing.T, page string) []string {
	t.Helper()
	var preload map[string]json.RawMessage
	if err := json.Unmarshal([]byte(script(t, page, "preload")), &preload); err != nil {
		t.Fatal(err)
	}
	delete(preload, "position")
	return slices.Sorted(maps.Keys(preload))
}

func TestAPageOfVersionsCarriesItsPartOfThem(t *testing.T) {
	const of = "/_internal/project/AAAAAAAA"
	for path, want := range map[string][]string{
		"/mod/gears/versions":               {of + "/places", of + "/versions?limit=20&offset=0"},
		"/mod/gears/versions?page=3":        {of + "/places", of + "/versions?limit=20&offset=40"},
		"/mod/gears/versions?page=x":        {of + "/places", of + "/versions?limit=20&offset=0"},
		"/mod/gears/version/1.0":            {of + "/version/1.0"},
		"/mod/gears/version/1.0-new":        {},
		"/mod/gears/versions?page=99999999": {of + "/places", of + "/versions?limit=20&offset=0"},
	} {
		want = append(slices.Clone(want), "/_internal/project/gears")
		if got := preloaded(t, get(open(t, api("approved")), path, "").Body.String()); !slices.Equal(got, want) {
			t.Errorf("%s carries %v, want %v", path, got, want)
		}
	}
}

// script parses the page as a browser would and returns the text of the script with an id.
func script(t *testing.T, page, id string) string {
	t.Helper()
	doc, err := html.Parse(strings.NewReader(page))
	if err != nil {
		t.Fatal(err)
	}
	for n := range doc.Descendants() {
		for _, a := range n.Attr {
			if a.Key == "id" && a.Val == id && n.FirstChild != nil {
				return n.FirstChild.Data
			}
		}
	}
	t.Fatalf("no script %s", id)
	return ""
}

func TestTheFirstPaintHasTheApplicationsHeader(t *testing.T) {
	body := get(open(t, api("approved")), "/mods", "").Body.String()
	header := strings.Index(body, `<div id="root"><header class="app-header"><div class="ui__wrap app-header__inner"><a class="app-header__brand" href="/">`)
	listing := strings.Index(body, `<main class="plain"><h1>模组</h1><ul class="plain-list" data-mode="list"><li><a href="/mod/gears">齿轮</a>`)
	if header < 0 || listing < header || !strings.Contains(body[header:listing], `<a href="/modpacks">整合包</a>`) {
		t.Error(body)
	}
}

func TestAPageWithoutAFirstPaintLoadsItsScriptsAtOnce(t *testing.T) {
	body := get(open(t, api("approved")), "/dashboard", "").Body.String()
	if !strings.Contains(body, `<script type="module" src="/assets/main-1.js"></script>`) || strings.Contains(body, `id="modules"`) {
		t.Error(body)
	}
}

func TestThePolicyAllowsTheInlineScriptsOfThePageAndNoOthers(t *testing.T) {
	w := get(open(t, api("approved")), "/mod/gears", "")
	policy := w.Header().Get("Content-Security-Policy")
	scripts := inlineScript.FindAllStringSubmatch(w.Body.String(), -1)
	for _, m := range scripts {
		sum := sha256.Sum256([]byte(m[1]))
		if !strings.Contains(policy, "'sha256-"+base64.StdEncoding.EncodeToString(sum[:])+"'") {
			t.Errorf("%s does not allow %s", policy, m[1])
		}
	}
	if len(scripts) != 3 || strings.Count(policy, "sha256-") != 3 || !strings.Contains(policy, "script-src 'self' 'sha256-") {
		t.Errorf("%d scripts under %s", len(scripts), policy)
	}
}

func TestAMissingAssetIsNotFound(t *testing.T) {
	for _, path := range []string{"/assets/main-0.js", "/assets/", "/assets/a/b.css"} {
		w := get(open(t, api("approved")), path, "")
		kind, kept := w.Header().Get("Content-Type"), w.Header().Get("Cache-Control")
		if w.Code != http.StatusNotFound || !strings.HasPrefix(kind, "text/plain") || kept != "no-store" || strings.Contains(w.Body.String(), "<") {
			t.Errorf("%s: %d, %s, %s: %s", path, w.Code, kind, kept, w.Body)
		}
	}
}

func TestStatusesAndRedirects(t *testing.T) {
	for _, c := range []struct {
		path, status, cookie string
		code                 int
		location             string
		index                bool
	}{
		{"/", "approved", "", 200, "", true},
		{"/mods", "approved", "", 200, "", true},
		{"/mods?q=x", "approved", "", 200, "", false},
		{"/mod/gears", "approved", "", 200, "", true},
		{"/mod/gears", "withheld", "", 200, "", false},
		{"/mod/gears", "rejected", "", 404, "", false},
		{"/mod/gears", "rejected", "modyard_session=x", 200, "", false},
		{"/mod/gears/versions", "approved", "", 200, "", true},
		{"/mod/gears/version/BBBBBBBB", "approved", "", 200, "", true},
		{"/mod/gears/version/first-new", "approved", "", 200, "", false},
		{"/mod/gears/version/ZZZZZZZZ", "approved", "", 404, "", false},
		{"/mod/gears/nonsense", "approved", "", 404, "", false},
		{"/mod/old-gears", "approved", "", 301, "/mod/gears", false},
		{"/plugin/gears/versions?v=1", "approved", "", 301, "/mod/gears/versions?v=1", false},
		{"/project/AAAAAAAA", "approved", "", 301, "/mod/gears", false},
		{"/mod/unknown", "approved", "", 404, "", false},
		{"/car/gears", "approved", "", 404, "", false},
		{"/mods/", "approved", "", 301, "/mods", false},
		{"/auth/sign-in", "approved", "", 200, "", false},
		{"/collection/following", "approved", "", 200, "", false},
		{"/collection/CollLis1", "approved", "", 200, "", true},
		{"/collection/CollLis1/mod", "approved", "", 200, "", false},
		{"/collection/CollLis1/car", "approved", "", 404, "", false},
		{"/collection/CollUnl2", "approved", "", 200, "", false},
		{"/collection/none", "approved", "", 404, "", false},
		{"/user/Owner", "approved", "", 200, "", true},
		{"/user/Owner/mod", "approved", "", 200, "", false},
		{"/user/Owner/collections", "approved", "", 200, "", false},
		{"/user/Nobody", "approved", "", 404, "", false},
		{"/organization/team", "approved", "", 200, "", true},
		{"/organization/team/settings/members", "approved", "", 200, "", false},
		{"/legal2/privacy", "approved", "", 200, "", true},
		{"/legal2/nonsense", "approved", "", 404, "", false},
		{"/dashboard/projects", "approved", "", 200, "", false},
		{"/no/such/page", "approved", "", 404, "", false},
		{"/index.html", "approved", "", 404, "", false},
		{"/.vite/manifest.json", "approved", "", 404, "", false},
	} {
		w := get(open(t, api(c.status)), c.path, c.cookie)
		if w.Code != c.code || w.Header().Get("Location") != c.location {
			t.Errorf("%s (%s) answers %d to %q, want %d to %q", c.path, c.status, w.Code, w.Header().Get("Location"), c.code, c.location)
		}
		if c.code == 200 && strings.Contains(w.Body.String(), "noindex") == c.index {
			t.Errorf("%s (%s): indexable must be %v", c.path, c.status, c.index)
		}
	}
}

func TestStructuredDataCannotCloseItsScriptElement(t *testing.T) {
	s := open(t, api("approved"))
	for path, want := range map[string][]string{
		"/":                           {"WebSite", "SearchAction"},
		"/mods":                       {"CollectionPage", `"numberOfItems":1`, "https://site.example/mod/gears"},
		"/mod/gears":                  {"SoftwareApplication", "BreadcrumbList", `"softwareVersion":"1.0"`},
		"/mod/gears/version/BBBBBBBB": {"BreadcrumbList", "第一版"},
		"/user/Owner":                 {"ProfilePage", "alert(1)"},
		"/organization/team":          {"Organization", "https://site.example/data/team.png"},
	} {
		page := get(s, path, "").Body.String()
		doc, err := html.Parse(strings.NewReader(page))
		if err != nil {
			t.Fatal(err)
		}
		var data string
		for n := range doc.Descendants() {
			for _, a := range n.Attr {
				if a.Key == "type" && a.Val == "application/ld+json" && n.FirstChild != nil {
					data = n.FirstChild.Data
				}
			}
		}
		var parsed any
		if err := json.Unmarshal([]byte(data), &parsed); err != nil {
			t.Errorf("%s: %v in %s", path, err, data)
		}
		for _, part := range want {
			if !strings.Contains(data, part) {
				t.Errorf("%s: without %s: %s", path, part, data)
			}
		}
	}
}

func TestPagesLinkToTheirFeeds(t *testing.T) {
	s := open(t, api("approved"))
	if body := get(s, "/mod/gears", "").Body.String(); !strings.Contains(body, `type="application/atom+xml"`) || !strings.Contains(body, "/feeds/project/AAAAAAAA") {
		t.Error("a project's page names no feed")
	}
	if body := get(open(t, api("withheld")), "/mod/gears", "").Body.String(); strings.Contains(body, "atom+xml") {
		t.Error("a withheld project has a feed")
	}
	if body := get(s, "/", "").Body.String(); !strings.Contains(body, updatesFeed) || !strings.Contains(body, "https://site.example/social.png") {
		t.Error("the home page names no feed or picture")
	}
}

func TestNoPathRedirectsToAnotherHost(t *testing.T) {
	for _, path := range []string{"//evil.example/", "/\\evil.example/", "/%5C%5Cevil.example/", "/%2F%2Fevil.example/"} {
		r := httptest.NewRequest(http.MethodGet, "/", nil)
		r.URL.Path, r.URL.RawPath = strings.NewReplacer("%5C", `\`, "%2F", "/").Replace(path), ""
		w := httptest.NewRecorder()
		open(t, api("approved")).ServeHTTP(w, r)
		if to := w.Header().Get("Location"); strings.HasPrefix(to, "//") || strings.HasPrefix(to, `/\`) {
			t.Errorf("%s leads to %s", path, to)
		}
	}
}

func TestAPageHasSecurityHeadersAndIsNotCachedByProxies(t *testing.T) {
	s := open(t, api("approved"))
	h := get(s, "/mod/gears", "").Header()
	if csp := h.Get("Content-Security-Policy"); !strings.Contains(csp, "'sha256-") || strings.Contains(csp, "script-src 'self' 'unsafe-inline'") {
		t.Errorf("policy %s", csp)
	}
	if !strings.Contains(h.Get("Cache-Control"), "private") {
		t.Errorf("proxies may cache a page: %s", h.Get("Cache-Control"))
	}
	if cc := get(s, "/assets/main-1.js", "").Header().Get("Cache-Control"); !strings.Contains(cc, "immutable") {
		t.Errorf("the Cache-Control of a hashed file is %q", cc)
	}
	r := httptest.NewRequest(http.MethodPost, "/mods", nil)
	w := httptest.NewRecorder()
	s.ServeHTTP(w, r)
	if w.Code != http.StatusMethodNotAllowed {
		t.Errorf("a POST answers %d", w.Code)
	}
}

func TestAnIndexWithoutTheRequiredElementsIsRejected(t *testing.T) {
	for _, broken := range []string{"", "<html></html>", `<div id="root"></div></head>`} {
		if _, err := New(fstest.MapFS{"index.html": {Data: []byte(broken)}}, api("approved"), Site{}); err == nil {
			t.Errorf("accepted: %s", broken)
		}
	}
}
