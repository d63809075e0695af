package pages

import (
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"
)

// withDiscussions is an API of discussions of 25 floors: an open one, and a hidden one.
func withDiscussions() http.Handler {
	mux := api("approved").(*http.ServeMux)
	for id, hidden := range map[string]bool{"Disc0001": false, "Disc0002": true} {
		mux.HandleFunc("/v3/forum/"+id, func(w http.ResponseWriter, _ *http.Request) {
			fmt.Fprintf(w, `{"id":%q,"title":"熔炉 <不> 点火","content":"**装好**以后没有反应。","section_title":"矿工茶馆","user_name":"茶客",`+
				`"created_at":"2026-05-01T10:00:00Z","updated_at":"2026-05-01T10:00:00Z","last_floor":25,"replies":24,"hidden":%v}`, id, hidden)
		})
		mux.HandleFunc("/v3/forum/"+id+"/posts", func(w http.ResponseWriter, r *http.Request) {
			floor := 1
			if r.URL.Query().Get("page") == "2" {
				floor = 21
			}
			fmt.Fprintf(w, `{"posts":[{"floor_number":%d,"content":"换*燃料*","user_name":"矿工","created_at":"2026-05-02T10:00:00Z"},`+
				`{"floor_number":%d,"content":"","deleted":true,"created_at":"2026-05-02T10:00:00Z"}],"pagination":{}}`, floor, floor+1)
		})
	}
	mux.HandleFunc("/v3/forum/Removed1", func(w http.ResponseWriter, _ *http.Request) {
		w.WriteHeader(http.StatusGone)
		_, _ = io.WriteString(w, `{"error":"gone"}`)
	})
	mux.HandleFunc("/v3/forum/Broken01", func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusInternalServerError) })
	return mux
}

func TestAPageOfADiscussionHasItsStatusTitleAndAddress(t *testing.T) {
	s := open(t, withDiscussions())
	const title = "熔炉 &lt;不&gt; 点火 - 矿工茶馆 - Modyard"
	for path, want := range map[string]struct {
		status           int
		title, canonical string
		noindex          bool
	}{
		"/d/Disc0001":            {200, title, "/d/Disc0001", false},
		"/d/Disc0001?page=2":     {200, title, "/d/Disc0001?page=2", false},
		"/d/Disc0001?page=wrong": {200, title, "/d/Disc0001", false},
		"/d/Disc0001?page=3":     {200, title, "/d/Disc0001?page=3", true},
		"/d/Disc0002":            {200, title, "/d/Disc0002", true},
		"/d/Removed1":            {410, "该讨论已被删除", "", true},
		"/d/Nothing1":            {404, "讨论不存在", "", true},
		"/d/Broken01":            {503, "讨论不存在", "", true},
		"/d/Disc0001/further":    {404, "没有这个页面", "", true},
	} {
		w := get(s, path, "")
		body := w.Body.String()
		if w.Code != want.status || !strings.Contains(body, "<title>"+want.title+"</title>") || (w.Header().Get("X-Robots-Tag") == "noindex") != want.noindex {
			t.Errorf("%s: %d %v %.300s", path, w.Code, w.Header(), body)
		}
		if want.canonical != "" && !strings.Contains(body, `<link rel="canonical" href="https://site.example`+want.canonical+`">`) {
			t.Errorf("%s: another canonical address: %.600s", path, body)
		}
	}
}

func TestAPageOfADiscussionNamesItsFloorsForCrawlers(t *testing.T) {
	s := open(t, withDiscussions())
	body := get(s, "/d/Disc0001?page=2", "").Body.String()
	for _, part := range []string{
		`<meta name="description" content="装好以后没有反应。">`, `"/v3/forum/Disc0001":`, `"/v3/forum/Disc0001/posts?page=2\u0026page_size=20":`,
		`"DiscussionForumPosting"`, `https://site.example/d/Disc0001?page=2#floor-21`, `换燃料`,
	} {
		if !strings.Contains(body, part) {
			t.Errorf("without %s: %s", part, body)
		}
	}
	if strings.Contains(body, "#floor-22") {
		t.Error("a deleted floor is told to crawlers")
	}
}
