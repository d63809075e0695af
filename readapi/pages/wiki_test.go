package pages

import (
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"
)

// withWiki is the API of a project whose wiki has the pages given by their slugs; the first is featured.
func withWiki(status string, slugs ...string) http.Handler {
	mux := api(status).(*http.ServeMux)
	const base = "/v3/project/AAAAAAAA/wiki"
	mux.HandleFunc(base, func(w http.ResponseWriter, _ *http.Request) {
		var list []string
		for i, slug := range slugs {
			list = append(list, fmt.Sprintf(`{"id":"Page%d","slug":%q,"featured":%v,"child":[]}`, i, slug, i == 0))
		}
		fmt.Fprintf(w, `{"wikis":[%s],"cache":null}`, strings.Join(list, ","))
	})
	for name, slug := range map[string]string{"lamps": "lamps", "old-lamps": "lamps", "guide": "guide"} {
		mux.HandleFunc(base+"/pages/"+name, func(w http.ResponseWriter, _ *http.Request) {
			fmt.Fprintf(w, `{"slug":%q,"title":"灯 <笼>","body":"**很亮**的灯。","html":"<p>很亮</p>"}`, slug)
		})
	}
	mux.HandleFunc(base+"/pages/removed", func(w http.ResponseWriter, _ *http.Request) {
		w.WriteHeader(http.StatusGone)
		_, _ = io.WriteString(w, `{"error":"gone"}`)
	})
	mux.HandleFunc(base+"/pages/broken", func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusInternalServerError) })
	return mux
}

func TestAPageOfAWikiHasItsStatusTitleAndAddress(t *testing.T) {
	s := open(t, withWiki("approved", "guide", "lamps"))
	for path, want := range map[string]struct {
		status int
		title  string
	}{
		"/mod/gears/wiki/lamps":         {200, "灯 &lt;笼&gt; - 齿轮 &lt;/script&gt;&lt;b&gt; 百科 - Modyard"},
		"/mod/gears/wikis":              {200, "灯 &lt;笼&gt; - 齿轮 &lt;/script&gt;&lt;b&gt; 百科 - Modyard"},
		"/mod/gears/wiki/nothing":       {404, "百科里没有这一页"},
		"/mod/gears/wiki/removed":       {410, "这一页已被移除"},
		"/mod/gears/wiki/broken":        {503, "百科里没有这一页"},
		"/mod/gears/wiki":               {404, "没有这个页面"},
		"/mod/gears/wiki/lamps/further": {404, "没有这个页面"},
		"/mod/unknown/wikis":            {404, "资源不存在"},
	} {
		w := get(s, path, "")
		if body := w.Body.String(); w.Code != want.status || !strings.Contains(body, "<title>"+want.title+"</title>") {
			t.Errorf("%s: %d %.300s", path, w.Code, body)
		}
	}
	body := get(s, "/mod/gears/wiki/lamps", "").Body.String()
	for _, part := range []string{
		`<link rel="canonical" href="https://site.example/mod/gears/wiki/lamps">`, `<meta name="description" content="很亮的灯。">`,
		`"/v3/project/AAAAAAAA/wiki?include_bodies=false":`, `"/v3/project/AAAAAAAA/wiki/pages/lamps":`,
	} {
		if !strings.Contains(body, part) {
			t.Errorf("without %s", part)
		}
	}
	if body := get(s, "/mod/gears/wikis", "").Body.String(); !strings.Contains(body, `<link rel="canonical" href="https://site.example/mod/gears/wiki/guide">`) {
		t.Error(body)
	}
}

func TestAFormerAddressOfAWikiPageIsRedirectedWithItsQuery(t *testing.T) {
	s := open(t, withWiki("approved", "guide"))
	for path, want := range map[string]string{
		"/mod/gears/wiki/old-lamps?x=1": "/mod/gears/wiki/lamps?x=1", "/mod/old-gears/wiki/old-lamps?x=1": "/mod/gears/wiki/old-lamps?x=1",
		"/plugin/gears/wikis": "/mod/gears/wikis",
	} {
		if w := get(s, path, ""); w.Code != http.StatusMovedPermanently || w.Header().Get("Location") != want {
			t.Errorf("%s: %d %s", path, w.Code, w.Header().Get("Location"))
		}
	}
}

func TestAWikiIsIndexedAsItsProject(t *testing.T) {
	empty := get(open(t, withWiki("approved")), "/mod/gears/wikis", "")
	if body := empty.Body.String(); empty.Code != 200 || empty.Header().Get("X-Robots-Tag") != "" || !strings.Contains(body, " 百科 - Modyard</title>") {
		t.Error(empty.Code, body)
	}
	for path, closed := range map[string]bool{
		"/mod/gears/wiki/lamps": false, "/mod/gears/wikis/history": true, "/mod/gears/wikis/history/ChngOne1": true, "/mod/gears/wikis/edit": true,
		"/mod/gears/wikis/preview": true, "/mod/gears/wikis/review/DrftOne1": true, "/mod/gears/settings/wiki": true,
	} {
		if w := get(open(t, withWiki("approved", "guide")), path, ""); w.Code != 200 || (w.Header().Get("X-Robots-Tag") == "noindex") != closed {
			t.Errorf("%s: %d %q", path, w.Code, w.Header().Get("X-Robots-Tag"))
		}
	}
	if w := get(open(t, withWiki("unlisted", "guide")), "/mod/gears/wiki/lamps", ""); w.Header().Get("X-Robots-Tag") != "noindex" {
		t.Error(w.Header())
	}
	if w := get(open(t, withWiki("rejected", "guide")), "/mod/gears/wiki/lamps", ""); w.Code != 404 {
		t.Error(w.Code)
	}
}
