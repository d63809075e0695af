package talksearch_test

import (
	"context"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/modyard/modyard/cmd/modyard/talktest"
	commandforum "github.com/modyard/modyard/commands/forum"
	commandissue "github.com/modyard/modyard/commands/issue"
	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/domain/account"
	"github.com/modyard/modyard/domain/project"
	"github.com/modyard/modyard/platform/httpkit"
	projectedforum "github.com/modyard/modyard/projections/forum"
	projectedissue "github.com/modyard/modyard/projections/issue"
	projected "github.com/modyard/modyard/projections/talksearch"
	"github.com/modyard/modyard/readapi/talksearch"
	"github.com/modyard/modyard/search/talk"
)

type world struct{ *talktest.World }

func newWorld(t testing.TB) *world {
	t.Helper()
	w := &world{talktest.New(t, projectedforum.New(), projectedissue.New(), projected.New())}
	verified := func(context.Context, string) (bool, error) { return true, nil }
	forums, err := commandforum.New(commandforum.Options{Handler: w.Handler, Verified: verified, Named: w.Accounts.IDsByName})
	if err != nil {
		t.Fatal(err)
	}
	issues, err := commandissue.New(commandissue.Options{
		Handler: w.Handler, Verified: verified, Named: w.Accounts.IDsByName,
		Fixed: func(context.Context, string, uint64) ([]string, error) { return nil, nil },
	})
	if err != nil {
		t.Fatal(err)
	}
	reads := talksearch.New(w.Source, talksearch.Options{
		Engine: talk.NewPostgres(w.DB.Pool, projected.Name, talksearch.Scopes()), Sections: []contract.ForumSection{{ID: "chat", Title: "矿工茶馆"}},
		Person: func(ctx context.Context, name string) (string, error) {
			p, err := w.Accounts.ByUsername(ctx, name)
			return p.ID, err
		},
	})
	w.Serve(forums.Routes, issues.Routes, func(api *httpkit.API) { reads.Register(api) })
	for _, id := range []string{talktest.Quay, talktest.Dark} {
		w.Do(talktest.Keeper, "PATCH", "/v3/project/"+id+"/issues/board", `{"issues_type":2}`)
	}
	return w
}

// made is the id in the answer to a command.
func (w *world) made(as, path string, fields map[string]any) string {
	w.T.Helper()
	out := talktest.Ask[struct {
		Discussion, Issue string
		Post              string `json:"post_id"`
		Comment           struct{ ID string }
	}](w.World, 200, as, "POST", path, talktest.Quoted(fields))
	for _, id := range []string{out.Discussion, out.Post, out.Issue, out.Comment.ID} {
		if id != "" {
			return id
		}
	}
	w.T.Fatalf("%s made nothing", path)
	return ""
}

func (w *world) find(pairs ...string) contract.TalkHits {
	w.T.Helper()
	q := url.Values{}
	for i := 0; i < len(pairs); i += 2 {
		q.Set(pairs[i], pairs[i+1])
	}
	return talktest.Get[contract.TalkHits](w.World, talktest.Nobody, "/v3/search/talk?"+q.Encode())
}

func (w *world) ids(pairs ...string) (list []string) {
	w.T.Helper()
	for _, h := range w.find(pairs...).Hits {
		list = append(list, h.ID)
	}
	return list
}

func marked(pieces []contract.TalkPiece) string {
	var b strings.Builder
	for _, p := range pieces {
		if p.Match {
			b.WriteString("[" + p.Text + "]")
		} else {
			b.WriteString(p.Text)
		}
	}
	return b.String()
}

func TestWordsAreFoundWhereTheyWereSaid(t *testing.T) {
	w := newWorld(t)
	d := w.made(talktest.Writer, "/v3/forum", map[string]any{"title": "灯笼怎么放", "content": "**求助**：打開背包就崩溃", "forum_type": "chat"})
	p := w.made(talktest.Stranger, "/v3/forum/"+d+"/post", map[string]any{"content": "我的背包也崩溃，用的是 Fabric"})
	i := w.made(talktest.Writer, "/v3/project/quay/issues", map[string]any{"title": "打开背包崩溃", "body": "版本 1.2"})
	c := w.made(talktest.Keeper, "/v3/issues/"+i+"/comments", map[string]any{"body": "背包崩溃已修复"})
	if got := w.ids("query", "背包 崩溃"); !slices.Equal(got, []string{c, i, p, d}) {
		t.Errorf("%q", got)
	}
	for query, want := range map[string][]string{
		"灯笼 崩溃": {d}, "fabric": {p}, "1.2": {i}, "": nil, "没有说过": nil, "!": nil,
	} {
		if got := w.ids("query", query); !slices.Equal(got, want) {
			t.Errorf("%q: %q, want %q", query, got, want)
		}
	}
	for _, f := range []struct {
		name, value string
		want        []string
	}{
		{"section", "chat", []string{p, d}}, {"section", "issues", []string{c, i}}, {"author", "写手", []string{i, d}}, {"author", "无此人", nil},
		{"project", "quay", []string{c, i}}, {"project", "dark", nil}, {"until", "2001-01-01", nil}, {"since", "2001-01-01", []string{c, i, p, d}},
	} {
		if got := w.ids("query", "崩溃", f.name, f.value); !slices.Equal(got, f.want) {
			t.Errorf("%s=%s: %q, want %q", f.name, f.value, got, f.want)
		}
	}
	closed := w.made(talktest.Writer, "/v3/project/quay/issues", map[string]any{"title": "灯笼闪烁", "body": "闪烁"})
	said := w.made(talktest.Keeper, "/v3/issues/"+closed+"/comments", map[string]any{"body": "闪烁已修复"})
	w.Do(talktest.Keeper, "PATCH", "/v3/issues/"+closed, `{"state":"closed","state_reason":"done","labels":["1"]}`)
	for _, f := range []struct {
		pairs []string
		want  []string
	}{
		{[]string{"state", "closed"}, []string{said, closed}}, {[]string{"state", "open"}, nil}, {[]string{"label", "1"}, []string{said, closed}}, {[]string{"label", "2"}, nil},
		{[]string{"label", "1", "state", "closed", "section", "issues"}, []string{said, closed}}, {[]string{"state", "closed", "section", "chat"}, nil},
	} {
		if got := w.ids(append(f.pairs, "query", "闪烁")...); !slices.Equal(got, f.want) {
			t.Errorf("%q: %q, want %q", f.pairs, got, f.want)
		}
	}
	for query, want := range map[string][]string{"denglongshanshuo": {closed}, "dlss": {closed}, "shanshuo denglong": {closed}, "shanshuo": {closed}} {
		if got := w.ids("query", query); !slices.Equal(got, want) {
			t.Errorf("%q: %q, want %q", query, got, want)
		}
	}
	hits := w.find("query", "背包 崩溃").Hits
	if h := hits[0]; h.Kind != "comment" || h.Title != "打开背包崩溃" || h.Number != 1 || h.Floor != 1 || h.Project == nil || h.Project.Slug != "quay" || h.Author.Username != "管理者" ||
		marked(h.Excerpt) != "[背包崩溃]已修复" || h.Section != "issues" {
		t.Errorf("%+v %q", h, marked(h.Excerpt))
	}
	if h := hits[3]; h.Kind != "discussion" || marked(h.Excerpt) != "求助：打開[背包]就[崩溃]" || h.SectionTitle != "矿工茶馆" || h.Project != nil || h.Floor != 0 {
		t.Errorf("%+v %q", h, marked(h.Excerpt))
	}
	first := w.find("query", "崩溃", "limit", "3")
	if first.Next == nil || len(first.Hits) != 3 {
		t.Fatalf("%+v", first)
	}
	if rest := w.find("query", "崩溃", "limit", "3", "cursor", *first.Next); rest.Next != nil || len(rest.Hits) != 1 || rest.Hits[0].ID != d {
		t.Errorf("%+v", rest)
	}
	for _, bad := range []string{"cursor=x", "since=yesterday", "until=2026-13-01", "section=nothing", "state=half", "label=" + strings.Repeat("a", 40), "label=%00", "query=" + strings.Repeat("a", 600)} {
		if rec := w.Send(talktest.Nobody, "GET", "/v3/search/talk?"+bad, ""); rec.Code != 400 {
			t.Errorf("%s: %d", bad, rec.Code)
		}
	}
}

func TestWhatNotEverybodyMayReadIsFoundByNobody(t *testing.T) {
	w := newWorld(t)
	d := w.made(talktest.Writer, "/v3/forum", map[string]any{"title": "讨论", "content": "灯笼", "forum_type": "chat"})
	p := w.made(talktest.Stranger, "/v3/forum/"+d+"/post", map[string]any{"content": "灯笼 回复"})
	board := w.made(talktest.Keeper, "/v3/project/quay/forum", map[string]any{"content": "灯笼 讨论板"})
	i := w.made(talktest.Writer, "/v3/project/quay/issues", map[string]any{"title": "灯笼", "body": "正文"})
	w.made(talktest.Keeper, "/v3/project/dark/forum", map[string]any{"content": "灯笼 秘密"})
	w.made(talktest.Keeper, "/v3/project/dark/issues", map[string]any{"title": "灯笼 秘密", "body": "正文"})
	all := []string{i, board, p, d}
	expect := func(what string, want ...string) {
		t.Helper()
		for _, as := range []string{talktest.Nobody, talktest.Keeper, talktest.Staff} {
			var got []string
			for _, h := range talktest.Get[contract.TalkHits](w.World, as, "/v3/search/talk?query="+url.QueryEscape("灯笼")).Hits {
				got = append(got, h.ID)
			}
			if !slices.Equal(got, want) {
				t.Errorf("%s, as %q: %q, want %q", what, as, got, want)
			}
		}
	}
	expect("at first", all...)
	w.Do(talktest.Staff, "POST", "/v3/forum/posts/"+p+"/hide", talktest.Because)
	expect("an answer is hidden", i, board, d)
	w.Do(talktest.Staff, "POST", "/v3/forum/"+d+"/hide", talktest.Because)
	expect("its discussion too", i, board)
	w.Do(talktest.Staff, "POST", "/v3/forum/"+d+"/restore", talktest.Because)
	expect("the discussion is shown again", i, board, d)
	w.Do(talktest.Staff, "POST", "/v3/forum/posts/"+p+"/restore", talktest.Because)
	w.Do(talktest.Keeper, "POST", "/v3/issues/"+i+"/hide", talktest.Because)
	expect("an issue is hidden", board, p, d)
	w.Do(talktest.Keeper, "POST", "/v3/issues/"+i+"/restore", talktest.Because)
	w.Project(talktest.Quay, talktest.Keeper, project.StatusChanged{From: project.Listed, To: project.Private})
	expect("a project becomes private", p, d)
	w.Project(talktest.Quay, talktest.Keeper, project.StatusChanged{From: project.Private, To: project.Listed})
	expect("and public", all...)
	w.Do(talktest.Stranger, "PATCH", "/v3/forum/posts/"+p, `{"content":"别的"}`)
	expect("the word is edited away", i, board, d)
	w.Do(talktest.Stranger, "PATCH", "/v3/forum/posts/"+p, `{"content":"灯笼"}`)
	w.Do(talktest.Writer, "DELETE", "/v3/forum/"+d, "")
	expect("the opening text is deleted", i, board, p)
	w.Happen("account-"+talktest.Stranger, talktest.Stranger, account.Erased{Account: talktest.Stranger})
	expect("an account is erased", i, board)
}

func TestOnlyTextsThatEverybodyReadsStand(t *testing.T) {
	w := newWorld(t)
	d := w.made(talktest.Writer, "/v3/forum", map[string]any{"title": "讨论", "content": "灯笼", "forum_type": "chat"})
	dark := w.made(talktest.Keeper, "/v3/project/dark/forum", map[string]any{"content": "灯笼 秘密"})
	var posts []string
	for _, text := range []string{"一", "二", "三"} {
		posts = append(posts, w.made(talktest.Stranger, "/v3/forum/"+d+"/post", map[string]any{"content": text}))
	}
	w.made(talktest.Keeper, "/v3/forum/"+dark+"/post", map[string]any{"content": "秘密"})
	stood := func(account string, before time.Time, most int) int {
		t.Helper()
		w.Settle()
		n, err := talksearch.Stood(w.DB.Pool)(t.Context(), account, before, most)
		if err != nil {
			t.Fatal(err)
		}
		return n
	}
	if n := stood(talktest.Stranger, w.Now, 3); n != 3 {
		t.Errorf("%d stand", n)
	}
	if stood(talktest.Stranger, w.Now, 2) != 2 || stood(talktest.Stranger, w.Now.Add(-time.Hour), 3) != 0 || stood(talktest.Keeper, w.Now, 3) != 0 {
		t.Error("too many are counted")
	}
	w.Do(talktest.Staff, "POST", "/v3/forum/posts/"+posts[0]+"/hide", talktest.Because)
	w.Do(talktest.Stranger, "DELETE", "/v3/forum/posts/"+posts[1], "")
	if n := stood(talktest.Stranger, w.Now, 3); n != 1 {
		t.Errorf("hidden and deleted texts count: %d", n)
	}
	w.Do(talktest.Staff, "POST", "/v3/forum/posts/"+posts[0]+"/restore", talktest.Because)
	if n := stood(talktest.Stranger, w.Now, 3); n != 2 {
		t.Errorf("%d stand", n)
	}
}

func FuzzCursorsOfTheSearch(f *testing.F) {
	f.Add("MTIzLkFiQ2Q")
	f.Add("x")
	f.Fuzz(func(t *testing.T, raw string) {
		if again, ok := talksearch.Reread(raw); ok && again != raw {
			t.Errorf("%q is read as %q", raw, again)
		}
	})
}
