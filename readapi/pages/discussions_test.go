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

// withBoard is the API of a project, gears, whose board is the discussion; of none where it is empty.
func withBoard(status, discussion, title string) http.Handler {
	mux := api(status).(*http.ServeMux)
	mux.HandleFunc("/v3/project/AAAAAAAA/forum", func(w http.ResponseWriter, _ *http.Request) {
		if discussion == "" {
			_, _ = io.WriteString(w, `{"discussion":null,"opens":true,"why":null}`)
			return
		}
		fmt.Fprintf(w, `{"discussion":%q,"opens":false,"why":null}`, discussion)
	})
	mux.HandleFunc("/v3/forum/Board001", func(w http.ResponseWriter, _ *http.Request) {
		fmt.Fprintf(w, `{"id":"Board001","title":%q,"content":"**问**在这里。","section_title":"资源讨论","user_name":"作者","last_floor":25,"replies":24,`+
			`"project":{"id":"AAAAAAAA","slug":"gears","url_type":"mod","title":"齿轮"}}`, title)
	})
	mux.HandleFunc("/v3/forum/Board001/posts", func(w http.ResponseWriter, _ *http.Request) {
		_, _ = io.WriteString(w, `{"posts":[{"floor_number":21,"content":"换*燃料*","user_name":"矿工"}],"pagination":{}}`)
	})
	return mux
}

func TestTheBoardOfAProjectHasTheFloorsOfItsDiscussion(t *testing.T) {
	const project = "齿轮 &lt;/script&gt;&lt;b&gt;"
	for name, c := range map[string]struct {
		path, status, discussion, title string
		want                            int
		head, canonical                 string
		noindex                         bool
	}{
		"the discussion":                    {"/mod/gears/forum", "approved", "Board001", "齿轮的事", 200, "齿轮的事 - " + project + " - Modyard", "/mod/gears/forum", false},
		"one called like the project":       {"/mod/gears/forum", "approved", "Board001", "齿轮 </script><b>", 200, "讨论 - " + project + " - Modyard", "/mod/gears/forum", false},
		"a further page":                    {"/mod/gears/forum?page=2", "approved", "Board001", "齿轮的事", 200, "齿轮的事 - " + project + " - Modyard", "/mod/gears/forum?page=2", false},
		"behind the last page":              {"/mod/gears/forum?page=3", "approved", "Board001", "齿轮的事", 200, "齿轮的事 - " + project + " - Modyard", "/mod/gears/forum?page=3", true},
		"none":                              {"/mod/gears/forum", "approved", "", "", 200, "讨论 - " + project + " - Modyard", "/mod/gears/forum", true},
		"of a project that lists leave out": {"/mod/gears/forum", "unlisted", "Board001", "齿轮的事", 200, "齿轮的事 - " + project + " - Modyard", "/mod/gears/forum", true},
		"of a hidden project":               {"/mod/gears/forum", "rejected", "Board001", "齿轮的事", 404, "资源不存在", "", true},
		"of no project":                     {"/mod/unknown/forum", "approved", "Board001", "齿轮的事", 404, "资源不存在", "", true},
		"below it":                          {"/mod/gears/forum/further", "approved", "Board001", "齿轮的事", 404, "没有这个页面", "", true},
	} {
		w := get(open(t, withBoard(c.status, c.discussion, c.title)), c.path, "")
		body := w.Body.String()
		if w.Code != c.want || !strings.Contains(body, "<title>"+c.head+"</title>") || (w.Header().Get("X-Robots-Tag") == "noindex") != c.noindex {
			t.Errorf("%s: %d %v %.300s", name, w.Code, w.Header(), body)
		}
		if c.canonical != "" && !strings.Contains(body, `<link rel="canonical" href="https://site.example`+c.canonical+`">`) {
			t.Errorf("%s: another canonical address: %.600s", name, body)
		}
	}
	body := get(open(t, withBoard("approved", "Board001", "齿轮的事")), "/mod/gears/forum?page=2", "").Body.String()
	for _, part := range []string{
		`"/v3/project/AAAAAAAA/forum":`, `"/v3/forum/Board001":`, `"/v3/forum/Board001/posts?page=2\u0026page_size=20":`, `"DiscussionForumPosting"`,
		`https://site.example/mod/gears/forum?page=2#floor-21`, `<meta name="description" content="问在这里。">`, `"BreadcrumbList"`,
	} {
		if !strings.Contains(body, part) {
			t.Errorf("without %s: %s", part, body)
		}
	}
}

func TestTheAddressOfAProjectsDiscussionLeadsToTheBoardWithItsQuery(t *testing.T) {
	w := get(open(t, withBoard("approved", "Board001", "齿轮的事")), "/d/Board001?page=2", "")
	if w.Code != http.StatusMovedPermanently || w.Header().Get("Location") != "/mod/gears/forum?page=2" {
		t.Errorf("%d %v", w.Code, w.Header())
	}
}
