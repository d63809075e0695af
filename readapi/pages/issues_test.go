package pages

import (
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"
)

// gearsID is the project of the API in these tests.
const gearsID = "AAAAAAAA"

// withIssues is an API of a project's issues: 1 has 25 floors, 2 is hidden, and the third cannot be read. The board is of a type.
func withIssues(kind int) http.Handler {
	mux := api("approved").(*http.ServeMux)
	base := "/v3/project/" + gearsID + "/issues"
	answer := func(number int, hidden bool) func(http.ResponseWriter, *http.Request) {
		return func(w http.ResponseWriter, _ *http.Request) {
			fmt.Fprintf(w, `{"id":"Issue00%d","number":%d,"project":{"id":%q,"slug":"gears","url_type":"mod"},"title":"打开背包 <时> 崩溃","body":"**一打开**就崩溃。",`+
				`"author":{"username":"玩家"},"created_at":"2026-05-01T10:00:00Z","edited_at":"2026-05-01T10:00:00Z","last_floor":25,"comments_count":24,"hidden":%v}`,
				number, number, gearsID, hidden)
		}
	}
	for number, hidden := range map[int]bool{1: false, 2: true} {
		mux.HandleFunc(fmt.Sprintf("%s/%d", base, number), answer(number, hidden))
		mux.HandleFunc(fmt.Sprintf("/v3/issues/Issue00%d", number), answer(number, hidden))
		mux.HandleFunc(fmt.Sprintf("/v3/issues/Issue00%d/comments", number), func(w http.ResponseWriter, r *http.Request) {
			floor := 1
			if r.URL.Query().Get("page") == "2" {
				floor = 21
			}
			fmt.Fprintf(w, `{"comments":[{"floor_number":%d,"body":"换*版本*","author":{"username":"矿工"},"created_at":"2026-05-02T10:00:00Z"},`+
				`{"floor_number":%d,"body":"","deleted":true,"created_at":"2026-05-02T10:00:00Z"}],"events":[],"pagination":{}}`, floor, floor+1)
		})
	}
	mux.HandleFunc(base+"/3", func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusInternalServerError) })
	mux.HandleFunc(base+"/board", func(w http.ResponseWriter, _ *http.Request) { fmt.Fprintf(w, `{"issues_type":%d,"open":2}`, kind) })
	mux.HandleFunc(base, func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, `{"issues":[]}`) })
	return mux
}

func TestAPageOfAnIssueHasItsStatusTitleAndAddress(t *testing.T) {
	s := open(t, withIssues(2))
	const title, list, missing = "打开背包 &lt;时&gt; 崩溃 - 齿轮 &lt;/script&gt;&lt;b&gt; - Modyard", "反馈 - 齿轮 &lt;/script&gt;&lt;b&gt; - Modyard", "反馈不存在"
	for path, want := range map[string]struct {
		status           int
		title, canonical string
		noindex          bool
	}{
		"/mod/gears/issues":              {200, list, "/mod/gears/issues", false},
		"/mod/gears/issues?state=closed": {200, list, "/mod/gears/issues", true},
		"/mod/gears/issues/1":            {200, title, "/mod/gears/issues/1", false},
		"/mod/gears/issues/1?page=2":     {200, title, "/mod/gears/issues/1?page=2", false},
		"/mod/gears/issues/1?page=3":     {200, title, "/mod/gears/issues/1?page=3", true},
		"/mod/gears/issues/2":            {200, title, "/mod/gears/issues/2", true},
		"/mod/gears/issues/3":            {503, missing, "", true},
		"/mod/gears/issues/4":            {404, missing, "", true},
		"/mod/gears/issues/Nothing1":     {404, missing, "", true},
		"/mod/gears/issues/1/further":    {404, "没有这个页面", "", true},
	} {
		w := get(s, path, "")
		body := w.Body.String()
		if w.Code != want.status || !strings.Contains(body, "<title>"+want.title+"</title>") || (w.Header().Get("X-Robots-Tag") == "noindex") != want.noindex {
			t.Errorf("%s: %d %v %.400s", path, w.Code, w.Header(), body)
		}
		if want.canonical != "" && !strings.Contains(body, `<link rel="canonical" href="https://site.example`+want.canonical+`">`) {
			t.Errorf("%s: another canonical address: %.600s", path, body)
		}
	}
}

func TestTheIDOfAnIssueLeadsToItsNumber(t *testing.T) {
	w := get(open(t, withIssues(2)), "/mod/gears/issues/Issue001", "")
	if w.Code != http.StatusMovedPermanently || w.Header().Get("Location") != "/mod/gears/issues/1" {
		t.Errorf("%d %s", w.Code, w.Header().Get("Location"))
	}
}

func TestAPageOfAnIssueNamesItsFloorsForCrawlers(t *testing.T) {
	body := get(open(t, withIssues(2)), "/mod/gears/issues/1?page=2", "").Body.String()
	for _, part := range []string{
		`<meta name="description" content="一打开就崩溃。">`, `/issues/1":`, `"/v3/issues/Issue001/comments?page=2\u0026page_size=20":`,
		`"DiscussionForumPosting"`, `https://site.example/mod/gears/issues/1?page=2#floor-21`, `换版本`,
	} {
		if !strings.Contains(body, part) {
			t.Errorf("without %s: %s", part, body)
		}
	}
	if strings.Contains(body, "#floor-22") {
		t.Error("a deleted floor is told to crawlers")
	}
}

func TestTheListOfAClosedBoardIsNotIndexedAndHasNoIssues(t *testing.T) {
	w := get(open(t, withIssues(3)), "/mod/gears/issues", "")
	if w.Code != http.StatusOK || w.Header().Get("X-Robots-Tag") != "noindex" || strings.Contains(w.Body.String(), "state=open") {
		t.Errorf("%d %v", w.Code, w.Header())
	}
}
