package talksearch_test

import (
	"encoding/xml"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"github.com/modyard/modyard/cmd/modyard/talktest"
	"github.com/modyard/modyard/domain/project"
	"github.com/modyard/modyard/projections/catalog/catalogtest"
	"github.com/modyard/modyard/readapi/feed"
	readforum "github.com/modyard/modyard/readapi/forum"
	readissue "github.com/modyard/modyard/readapi/issue"
)

// entry is an entry of a feed.
type entry struct {
	Title   string `xml:"title"`
	Content string `xml:"content"`
	Link    struct {
		Href string `xml:"href,attr"`
	} `xml:"link"`
}

func TestFeedsAndSitemapsOfTalkHaveOnlyWhatEverybodyMayRead(t *testing.T) {
	w := newWorld(t)
	long := strings.Repeat("很长的正文", 20)
	d := w.made(talktest.Writer, "/v3/forum", map[string]any{"title": "灯笼", "content": "正文 <b>&", "forum_type": "chat"})
	first := w.made(talktest.Stranger, "/v3/forum/"+d+"/post", map[string]any{"content": "第一楼"})
	w.made(talktest.Keeper, "/v3/forum/"+d+"/post", map[string]any{"content": "第二楼"})
	board := w.made(talktest.Keeper, "/v3/project/quay/forum", map[string]any{"content": "讨论板"})
	dark := w.made(talktest.Keeper, "/v3/project/dark/forum", map[string]any{"content": "秘密"})
	i := w.made(talktest.Writer, "/v3/project/quay/issues", map[string]any{"title": "崩溃", "body": long})
	w.made(talktest.Writer, "/v3/project/quay/issues", map[string]any{"title": "短", "body": "短"})
	w.made(talktest.Keeper, "/v3/project/dark/issues", map[string]any{"title": "秘密", "body": long})
	w.Settle()
	mux := http.NewServeMux()
	feed.New(feed.Options{
		Pool: w.DB.Pool, URL: "https://site.example", Brand: "Modyard", Sections: map[string]string{"all": "社区", "chat": "矿工茶馆", "project": "资源讨论"}, Render: catalogtest.Markdown,
		Sitemaps: []feed.Sitemap{readforum.Sitemap(), readissue.Sitemap()},
	}).Mount(mux)
	get := func(path string) *httptest.ResponseRecorder {
		rec := httptest.NewRecorder()
		mux.ServeHTTP(rec, httptest.NewRequest(http.MethodGet, path, nil))
		return rec
	}
	links := func(path string) (list []string) {
		t.Helper()
		var f struct {
			Entries []entry `xml:"entry"`
		}
		rec := get(path)
		if err := xml.Unmarshal(rec.Body.Bytes(), &f); rec.Code != 200 || err != nil {
			t.Fatalf("%s: %d %v", path, rec.Code, err)
		}
		for _, e := range f.Entries {
			list = append(list, strings.TrimPrefix(e.Link.Href, "https://site.example"))
		}
		return list
	}
	expect := func(path string, want ...string) {
		t.Helper()
		if got := links(path); !slices.Equal(got, want) {
			t.Errorf("%s: %q, want %q", path, got, want)
		}
	}
	expect("/feeds/forum/chat", "/d/"+d)
	expect("/feeds/forum/all.atom", "/mod/quay/forum", "/d/"+d)
	expect("/feeds/forum/project", "/mod/quay/forum")
	expect("/feeds/discussion/"+d, "/d/"+d+"#floor-2", "/d/"+d+"#floor-1", "/d/"+d)
	expect("/feeds/discussion/"+board, "/mod/quay/forum")
	expect("/feeds/issues/quay", "/mod/quay/issues/2", "/mod/quay/issues/1")
	for _, path := range []string{"/feeds/forum/nothing", "/feeds/discussion/" + dark, "/feeds/discussion/nothing", "/feeds/issues/dark", "/feeds/issues/nothing", "/feeds/issues/%00"} {
		if rec := get(path); rec.Code != http.StatusNotFound {
			t.Errorf("%s: %d", path, rec.Code)
		}
	}
	if body := get("/sitemaps/issues-1.xml").Body.String(); !strings.Contains(body, "/mod/quay/issues/1<") || strings.Contains(body, "issues/2<") || strings.Contains(body, "dark") {
		t.Error(body)
	}
	w.Do(talktest.Staff, "POST", "/v3/forum/posts/"+first+"/hide", talktest.Because)
	w.Do(talktest.Keeper, "POST", "/v3/issues/"+i+"/hide", talktest.Because)
	w.Settle()
	expect("/feeds/discussion/"+d, "/d/"+d+"#floor-2", "/d/"+d)
	expect("/feeds/issues/quay", "/mod/quay/issues/2")
	w.Project(talktest.Quay, talktest.Keeper, project.StatusChanged{From: project.Listed, To: project.Private})
	w.Settle()
	for _, path := range []string{"/feeds/discussion/" + board, "/feeds/issues/quay"} {
		if rec := get(path); rec.Code != http.StatusNotFound {
			t.Errorf("%s of a private project: %d", path, rec.Code)
		}
	}
}
