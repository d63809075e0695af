package pages

import (
	"io"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/modyard/modyard/contract"
)

func TestASectionOfTheForumIsAPageAndAnotherNameIsNot(t *testing.T) {
	mux := http.NewServeMux()
	mux.HandleFunc("/v3/forum/chat/lists", func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, `{"forums":[]}`) })
	s, err := New(built(), mux, Site{URL: "https://site.example/", Brand: "Modyard", Game: "Minecraft"},
		Forum([]contract.ForumSection{{ID: "chat", Title: "矿工茶馆", Group: "综合交流", Opens: "everybody"}}))
	if err != nil {
		t.Fatal(err)
	}
	for path, title := range map[string]string{
		"/forums/chat": "矿工茶馆 - Modyard", "/forums/all": "社区 - Modyard", "/forums/search": "搜索讨论 - Modyard",
		"/forums": "没有这个页面", "/forums/votes": "没有这个页面", "/forums/chat/more": "没有这个页面",
	} {
		w := get(s, path, "")
		body := w.Body.String()
		found := !strings.Contains(title, "没有")
		if (w.Code == http.StatusOK) != found || !strings.Contains(body, "<title>"+title+"</title>") ||
			strings.Contains(body, `rel="canonical" href="https://site.example`+path+`"`) != found {
			t.Errorf("%s: status %d, without the title %s or its canonical address", path, w.Code, title)
		}
	}
	if body := get(s, "/forums/chat", "").Body.String(); strings.Contains(body, "noindex") || len(preloaded(t, body)) != 1 {
		t.Error("the first page of a section is not indexed or comes without its discussions")
	}
	for asked, want := range map[string]string{
		"?page=2": "?page=2", "?filter=unanswered&sort=newest": "?filter=unanswered", "?sort=newest&page=1": "?sort=newest", "?cursor=ab-C&page=3": "?cursor=ab-C",
		"?page=501&filter=all&cursor=%2F": "", "?utm=x": "",
	} {
		body := get(s, "/forums/chat"+asked, "").Body.String()
		if !slices.Contains(preloaded(t, body), "/v3/forum/chat/lists"+want) || !strings.Contains(body, "noindex") {
			t.Errorf("%s is indexed, or comes without its discussions: %v", asked, preloaded(t, body))
		}
	}
}
