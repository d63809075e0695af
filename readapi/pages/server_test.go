package pages

import (
	"context"
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

	"github.com/modyard/modyard/platform/httpkit"
	"github.com/modyard/modyard/readapi/view"
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
	mux.HandleFunc("/_internal/offer", func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, `{"offer":null}`) })
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
	for _, owner := range []string{"user/Owner", "organization/team"} {
		mux.HandleFunc("/_internal/"+owner+"/projects", func(w http.ResponseWriter, _ *http.Request) {
			_, _ = io.WriteString(w, `{"hits":[{"slug":"gears","url_type":"mod","title":"Gears","title_zh":"齿轮"}],"total_hits":1}`)
		})
	}
	for id, status := range map[string]string{"CollLis1": "listed", "CollUnl2": "unlisted"} {
		mux.HandleFunc("/_internal/collection/"+id, func(w http.ResponseWriter, _ *http.Request) {
			fmt.Fprintf(w, `{"id":%q,"name":"好东西","description":null,"status":%q,"icon_url":null,"projects":[{"slug":"gears","url_type":"mod","title":"齿轮"}]}`, id, status)
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
		Home(), Listings(), Projects(), Users(), Organizations(), Collections(), Discussions(), Legal(),
		Private("/dashboard", "控制台", "/dashboard/projects", "我的项目", "/dashboard/report/", "举报"), Private("/auth/sign-in", "登录"), Consent(), Private("/collection/following", "关注的资源"))
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestAPageWaitsForAPositionOnlyOnce(t *testing.T) {
	board := &lateBoard{}
	queries := httpkit.New(httpkit.Options{})
	asked := 0
	view.Query(queries, &view.Source{Board: board}, view.Route{Path: "GET /v2/{rest...}", Summary: "查询"}, func(context.Context, *struct{}) (any, error) {
		asked++
		return map[string]any{"hits": []any{}}, nil
	})
	s := open(t, queries.Mux)
	r := httptest.NewRequest(http.MethodGet, "/", nil)
	r.Header.Set("Min-Position", "1000000")
	w := httptest.NewRecorder()
	s.ServeHTTP(w, r)
	if w.Code != http.StatusOK || board.waits != 1 || asked < 2 {
		t.Errorf("%d after %d waits for %d queries", w.Code, board.waits, asked)
	}
}

// lateBoard is a read model that does not move.
type lateBoard struct{ waits int }

func (b *lateBoard) At(string) uint64 { return 1 }

func (b *lateBoard) Wait(context.Context, string, uint64) error {
	b.waits++
	return context.DeadlineExceeded
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

func TestAProjectPageContainsItsHeadAndData(t *testing.T) {
	w := get(open(t, api("approved")), "/mod/gears", "")
	body := w.Body.String()
	for _, want := range []string{
		"<title>齿轮 &lt;/script&gt;&lt;b&gt; - Minecraft 模组</title>", `<link rel="canonical" href="https://site.example/mod/gears">`,
		`hreflang="x-default"`, `<meta property="og:image" content="https://site.example/pictures/card/AAAAAAAA"><meta property="og:image:width" content="1200"><meta property="og:image:height" content="630"><meta name="twitter:card" content="summary_large_image">`,
		`<link rel="alternate" type="application/json+oembed" title="齿轮 &lt;/script&gt;&lt;b&gt; - Minecraft 模组" href="https://site.example/v3/oembed?url=https%3A%2F%2Fsite.example%2Fmod%2Fgears">`,
		`<link rel="modulepreload" href="/assets/shared-3.js"><link rel="modulepreload" href="/assets/project-2.js"><script type="module" src="/assets/main-1.js"></script>`,
		`content="简介 &#34;&amp;&#34;"`, `<meta name="game" content="Minecraft">`,
	} {
		if !strings.Contains(body, want) {
			t.Errorf("without %s", want)
		}
	}
	if w.Code != http.StatusOK || strings.Contains(body, "noindex") || strings.Contains(body, `id="modules"`) {
		t.Errorf("status %d", w.Code)
	}
	if got := preloaded(t, body); !slices.Equal(got, []string{projectOffer, "/_internal/project/gears"}) {
		t.Errorf("the page carries %v", got)
	}
}

// projectOffer is the request for what the operator recommends with the project.
const projectOffer = "/_internal/offer?project=AAAAAAAA"

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
		want = append(append([]string{projectOffer}, want...), "/_internal/project/gears")
		if got := preloaded(t, get(open(t, api("approved")), path, "").Body.String()); !slices.Equal(got, want) {
			t.Errorf("%s carries %v, want %v", path, got, want)
		}
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
		{"/mod%2Fgears", "approved", "", 404, "", false},
		{"/mod/gears%2fversions", "approved", "", 404, "", false},
		{"/mods?q=a%00b&o=20", "approved", "", 301, "/mods?q=ab&o=20", false},
		{"/mods?q=%00", "approved", "", 301, "/mods?q=", false},
		{"//evil.example?q=%00", "approved", "", 404, "", false},
		{"/mods?q=a%2500b", "approved", "", 200, "", false},
		{"/auth/sign-in", "approved", "", 200, "", false},
		{"/collection/following", "approved", "", 200, "", false},
		{"/collection/CollLis1", "approved", "", 200, "", true},
		{"/collection/CollLis1/mod", "approved", "", 200, "", false},
		{"/collection/CollLis1/car", "approved", "", 404, "", false},
		{"/collection/CollUnl2", "approved", "", 200, "", false},
		{"/collection/none", "approved", "", 404, "", false},
		{"/user/Owner", "approved", "", 200, "", true},
		{"/user/Owner/mod", "approved", "", 200, "", false},
		{"/user/Owner/mods?s=newest", "approved", "", 301, "/user/Owner/mod?s=newest", false},
		{"/user/a%22b/mods", "approved", "", 301, "/user/a%22b/mod", false},
		{"/collection/CollLis1/resourcepacks", "approved", "", 301, "/collection/CollLis1/resourcepack", false},
		{"/user/Owner/collections", "approved", "", 200, "", false},
		{"/user/Nobody", "approved", "", 404, "", false},
		{"/organization/team", "approved", "", 200, "", true},
		{"/organization/team/settings/members", "approved", "", 200, "", false},
		{"/organization/team/settings/nonsense", "approved", "", 404, "", false},
		{"/organization/none/settings", "approved", "", 404, "", false},
		{"/organization/none/settings/members", "approved", "modyard_session=x", 404, "", false},
		{"/mod/gears/settings/tags", "approved", "", 200, "", false},
		{"/mod/gears/settings/nonsense", "approved", "", 404, "", false},
		{"/mod/gears/version/BBBBBBBB/edit", "approved", "", 200, "", false},
		{"/legal2/privacy", "approved", "", 200, "", true},
		{"/legal2/nonsense", "approved", "", 404, "", false},
		{"/dashboard/projects", "approved", "", 200, "", false},
		{"/dashboard/report/RRRRRRRR", "approved", "", 200, "", false},
		{"/dashboard/report/RRRRRRRR/more", "approved", "", 404, "", false},
		{"/dashboard/nonsense", "approved", "", 404, "", false},
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

// The browser's tabs are the types of the generated facts (TestGeneratedBrowserFactsMatchTheServer), under their names in the
// listings and in the addresses of projects.
func TestEveryTypeTabOfPeopleAndCollectionsIsAPage(t *testing.T) {
	s := open(t, api("approved"))
	for _, of := range []string{"/user/Owner", "/organization/team", "/collection/CollLis1"} {
		for _, c := range contentTypes() {
			if w := get(s, of+"/"+c.id, ""); w.Code != http.StatusOK {
				t.Errorf("%s/%s: %d", of, c.id, w.Code)
			}
			if w := get(s, of+"/"+c.id+"s", ""); w.Code != http.StatusMovedPermanently || w.Header().Get("Location") != of+"/"+c.id {
				t.Errorf("%s/%ss: %d to %s", of, c.id, w.Code, w.Header().Get("Location"))
			}
		}
		for _, unknown := range []string{"car", "modss", "mod/mod", "settings/nonsense", "MOD", "project"} {
			if w := get(s, of+"/"+unknown, ""); w.Code != http.StatusNotFound {
				t.Errorf("%s/%s: %d", of, unknown, w.Code)
			}
		}
	}
}

func TestAPrivatePageOfAThingThatDoesNotExistIsMissing(t *testing.T) {
	asked := http.NewServeMux()
	asked.HandleFunc("/_internal/report/{id}", func(w http.ResponseWriter, r *http.Request) {
		switch {
		case r.Header.Get("Cookie") == "":
			w.WriteHeader(http.StatusUnauthorized)
		case r.PathValue("id") != "Rep00001":
			w.WriteHeader(http.StatusNotFound)
		}
	})
	s, err := New(built(), asked, Site{URL: "https://site.example/", Brand: "Modyard", Game: "Minecraft"},
		Private("/dashboard/report/", "举报").Below("/dashboard/report/", "files", "文件").Found("/dashboard/report/", "/_internal/report/"+Star))
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		path, cookie string
		code         int
	}{
		{"/dashboard/report/Rep00001", "a=b", 200},
		{"/dashboard/report/Rep00001/files", "a=b", 200},
		{"/dashboard/report/zzz", "a=b", 404},
		{"/dashboard/report/zzz/files", "a=b", 404},
		{"/dashboard/report/..%2f..%2fRep00001", "a=b", 404},
		{"/dashboard/report/zzz%3f", "a=b", 404},
		{"/dashboard/report/zzz", "", 200}, // signing in comes first
	} {
		r := httptest.NewRequest(http.MethodGet, c.path, nil)
		if c.cookie != "" {
			r.Header.Set("Cookie", c.cookie)
		}
		w := httptest.NewRecorder()
		s.ServeHTTP(w, r)
		if w.Code != c.code {
			t.Errorf("%s with %q: %d, want %d", c.path, c.cookie, w.Code, c.code)
		}
	}
}
