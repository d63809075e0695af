package pages

import (
	"io"
	"net/http"
	"strings"
	"testing"
)

// withForum is the API of a forum with one discussion of 25 answers, one that is short and one that was deleted.
func withForum() http.Handler {
	mux := http.NewServeMux()
	says := func(path string, status int, body string) {
		mux.HandleFunc(path, func(w http.ResponseWriter, r *http.Request) {
			said := body
			if r.URL.Query().Get("page") == "9" {
				said = `{"forums":[],"posts":[]}`
			}
			w.WriteHeader(status)
			_, _ = io.WriteString(w, said)
		})
	}
	says("/v3/forum/chat/lists", 200, `{"forums":[{"id":"Disc0001"}],"sections":[{"id":"chat","title":"矿工茶馆"}]}`)
	says("/v3/forum/Disc0001", 200, `{"id":"Disc0001","title":"灯 <笼>","content":"**很亮**的灯。","section_title":"矿工茶馆","replies":25,"user_name":"写手"}`)
	says("/v3/forum/Disc0001/posts", 200, `{"posts":[{"floor_number":1,"content":"</script>","user_name":"路人"},{"floor_number":2,"deleted":true}]}`)
	says("/v3/forum/Short002", 200, `{"id":"Short002","title":"短","content":"短","section_title":"资源讨论","project":{"title":"齿轮"}}`)
	says("/v3/forum/Short002/posts", 200, `{"posts":[]}`)
	says("/v3/forum/Gone0003", 410, `{"error":"gone"}`)
	return mux
}

func TestAPageOfTheForumHasItsStatusTitleAndAddress(t *testing.T) {
	s, err := New(built(), withForum(), Site{URL: "https://site.example/", Brand: "Modyard", Game: "Minecraft"}, Forums())
	if err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]struct {
		status           int
		title, canonical string
		indexed          bool
	}{
		"/forums/chat":           {200, "矿工茶馆 - Modyard", "/forums/chat", true},
		"/forums/chat?page=2":    {200, "矿工茶馆 - Modyard", "/forums/chat?page=2", true},
		"/forums/chat?page=9":    {404, "没有这个页面", "", false},
		"/forums/chat?page=x":    {404, "没有这个页面", "", false},
		"/forums/chat?sort=last": {200, "矿工茶馆 - Modyard", "/forums/chat", false},
		"/forums/lost":           {404, "没有这个页面", "", false},
		"/forums":                {404, "没有这个页面", "", false},
		"/d/Disc0001":            {200, "灯 &lt;笼&gt; - 矿工茶馆 - Modyard", "/d/Disc0001", true},
		"/d/Disc0001?page=2":     {200, "灯 &lt;笼&gt; - 矿工茶馆 - Modyard", "/d/Disc0001?page=2", true},
		"/d/Disc0001?page=9":     {404, "讨论不存在", "", false},
		"/d/Disc0001?page=-1":    {404, "讨论不存在", "", false},
		"/d/Disc0001/further":    {404, "没有这个页面", "", false},
		"/d/Short002":            {200, "短 - 齿轮 - Modyard", "/d/Short002", false},
		"/d/Gone0003":            {410, "该讨论已被删除", "", false},
		"/d/Nothing1":            {404, "讨论不存在", "", false},
	} {
		w := get(s, path, "")
		body := w.Body.String()
		if w.Code != want.status || !strings.Contains(body, "<title>"+want.title+"</title>") {
			t.Errorf("%s: %d %.400s", path, w.Code, body)
		}
		if canonical := `<link rel="canonical" href="https://site.example` + want.canonical + `">`; want.canonical != "" && !strings.Contains(body, canonical) {
			t.Errorf("%s: without %s", path, canonical)
		}
		if want.indexed == strings.Contains(body, "noindex") {
			t.Errorf("%s: indexed is to be %v", path, want.indexed)
		}
		if strings.Contains(body, `"text":"</script>`) {
			t.Errorf("%s: an answer ends the script", path)
		}
	}
}
