package main

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"testing"

	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/identity"
)

// wikiSite is a site in two processes, with a project whose wiki everybody with a verified address may edit.
type wikiSite struct {
	*testSite
	there                 *testSite
	owner, first, second  string
	path, page, published string
}

func newWikiSite(t *testing.T) *wikiSite {
	t.Helper()
	s := &wikiSite{testSite: newTestSite(t)}
	s.there = s.beside()
	s.owner, s.first, s.second = s.person("owner", identity.RoleUser), s.person("first", identity.RoleUser), s.person("second", identity.RoleUser)
	project, _, _ := s.testSite.published(s.owner, s.person("staff", identity.RoleModerator), "harbour-wiki")
	s.path = "/v3/project/" + project + "/wiki"
	s.want(204, s.owner, http.MethodPatch, s.path+"/settings", map[string]any{"editing": "open"}, nil)
	draft := s.begin(s.owner)
	s.page = s.add(s.owner, draft, "首页", "home")
	s.write(s.owner, draft, s.page, "# 灯塔\n\n第一段。")
	var out contract.WikiSubmitted
	s.want(200, s.owner, http.MethodPost, draft+"/submit", map[string]any{"msg": "新建"}, &out)
	s.published = out.Change
	return s
}

// want sends a request to the first process and decodes its answer.
func (s *wikiSite) want(status int, who, method, path string, body, into any) {
	s.t.Helper()
	a := s.ask(who, method, path, body)
	if a.Status != status {
		s.t.Fatalf("%s %s: %d %s, want %d", method, path, a.Status, a.Body, status)
	}
	if into != nil {
		if err := json.Unmarshal(a.Body, into); err != nil {
			s.t.Fatalf("%s %s: %v", method, path, err)
		}
	}
}

// begin begins a draft and returns its path.
func (s *wikiSite) begin(who string) string {
	s.t.Helper()
	var d contract.WikiDraft
	s.want(200, who, http.MethodPost, s.path+"/drafts", map[string]any{}, &d)
	return s.path + "/drafts/" + d.ID
}

func (s *wikiSite) add(who, draft, title, slug string) string {
	s.t.Helper()
	var p contract.WikiDraftPage
	s.want(200, who, http.MethodPost, draft+"/pages", map[string]any{"title": title, "slug": slug}, &p)
	return p.ID
}

func (s *wikiSite) write(who, draft, page, body string) {
	s.t.Helper()
	s.want(200, who, http.MethodPatch, draft+"/pages/"+page, map[string]any{"body": body}, nil)
}

// waiting is a draft in review that changes the published page.
func (s *wikiSite) waiting(who, body string) string {
	s.t.Helper()
	draft := s.begin(who)
	s.write(who, draft, s.page, body)
	s.want(200, who, http.MethodPost, draft+"/submit", map[string]any{"msg": "改一段"}, nil)
	return draft
}

func (s *wikiSite) seen(draft string) string {
	s.t.Helper()
	var p contract.WikiPreview
	s.want(200, s.owner, http.MethodGet, draft+"/preview", nil, &p)
	return p.Seen
}

// body is what everybody reads of the published page.
func (s *wikiSite) body() string {
	s.t.Helper()
	var a contract.WikiArticle
	s.want(200, s.owner, http.MethodGet, s.path+"/pages/home", nil, &a)
	return a.Body
}

// racing sends requests at the same time, in turn to the two processes, and returns how many succeeded. A refusal says why.
func (s *wikiSite) racing(requests ...func(*testSite) siteAnswer) (succeeded int) {
	s.t.Helper()
	answers := make([]siteAnswer, len(requests))
	var group sync.WaitGroup
	for i, send := range requests {
		group.Go(func() { answers[i] = send([]*testSite{s.testSite, s.there}[i%2]) })
	}
	group.Wait()
	for _, a := range answers {
		var fault struct{ Error, Description string }
		switch {
		case a.Status < 300:
			succeeded++
		case a.Status >= 500 || json.Unmarshal(a.Body, &fault) != nil || fault.Description == "":
			s.t.Errorf("%d %s", a.Status, a.Body)
		}
	}
	return succeeded
}

func posts(who, path string, body any) func(*testSite) siteAnswer {
	return func(s *testSite) siteAnswer { return s.ask(who, http.MethodPost, path, body) }
}

func TestOfTwoProcessesOneDecidesAboutADraft(t *testing.T) {
	t.Parallel()
	s := newWikiSite(t)
	var author struct{ ID string }
	s.want(200, s.first, http.MethodGet, "/v2/user", nil, &author)
	for round, rival := range []func(draft, seen string) func(*testSite) siteAnswer{
		func(draft, seen string) func(*testSite) siteAnswer {
			return posts(s.owner, draft+"/accept", map[string]any{"seen": seen})
		},
		func(draft, _ string) func(*testSite) siteAnswer { return posts(s.first, draft+"/take-back", nil) },
		func(draft, _ string) func(*testSite) siteAnswer {
			return posts(s.owner, draft+"/reject", map[string]any{"msg": "不行"})
		},
		func(draft, _ string) func(*testSite) siteAnswer { return posts(s.first, draft+"/give-up", nil) },
	} {
		text := fmt.Sprintf("# 灯塔\n\n第 %d 次。", round)
		draft, before := s.waiting(s.first, text), s.body()
		if n := s.racing(posts(s.owner, draft+"/accept", map[string]any{"seen": s.seen(draft)}), rival(draft, s.seen(draft))); n != 1 {
			t.Errorf("round %d: %d decisions", round, n)
		}
		var d contract.WikiDraft
		s.want(200, s.first, http.MethodGet, draft, nil, &d)
		if got := s.body(); (got == text) != (d.Status == "success") || got != text && got != before {
			t.Errorf("round %d: the draft is %s and the page %q", round, d.Status, got)
		}
		if d.Status == "draft" || d.Status == "reject" {
			s.ask(s.first, http.MethodPost, draft+"/give-up", nil)
		}
		// A command sees a ban of a moment ago; the list of bans may be older than the author's own command.
		s.ask(s.owner, http.MethodDelete, s.path+"/bans/"+author.ID+"?msg=x", nil)
	}
}

func TestTwoAcceptancesOfTheSamePageLoseNoText(t *testing.T) {
	t.Parallel()
	s := newWikiSite(t)
	one, other := s.waiting(s.first, "# 灯塔\n\n甲的一段。"), s.waiting(s.second, "# 灯塔\n\n乙的一段。")
	if n := s.racing(posts(s.owner, one+"/accept", map[string]any{"seen": s.seen(one)}), posts(s.owner, other+"/accept", map[string]any{"seen": s.seen(other)})); n != 1 {
		t.Errorf("%d were accepted", n)
	}
	lost, who := one, "甲的一段。"
	if strings.Contains(s.body(), who) {
		lost, who = other, "乙的一段。"
	}
	var p contract.WikiPreview
	s.want(200, s.owner, http.MethodGet, lost+"/preview", nil, &p)
	if len(p.Conflicts) != 1 || !strings.Contains(p.Conflicts[0].Mine, who) {
		t.Fatalf("%+v", p.Conflicts)
	}
	both := p.Conflicts[0].Theirs + "\n\n" + who
	s.want(200, s.owner, http.MethodPost, lost+"/resolve", map[string]any{"page": s.page, "field": "body", "side": "hand", "text": both}, &p)
	s.want(200, s.owner, http.MethodPost, lost+"/accept", map[string]any{"seen": p.Seen}, nil)
	if s.body() != both {
		t.Errorf("%q", s.body())
	}
}

func TestAutomaticSavesOfTwoProcessesDoNotOverwriteEachOther(t *testing.T) {
	t.Parallel()
	s := newWikiSite(t)
	draft := s.begin(s.first)
	save := func(body string) func(*testSite) siteAnswer {
		return func(at *testSite) siteAnswer {
			return at.ask(s.first, http.MethodPut, draft+"/pages/"+s.page+"/autosave", map[string]any{"body": body}, "If-Match", "0")
		}
	}
	if n := s.racing(save("左"), save("右")); n != 1 {
		t.Errorf("%d saves over nothing succeeded", n)
	}
	var text contract.WikiDraftText
	s.want(200, s.first, http.MethodGet, draft+"/pages/"+s.page, nil, &text)
	if text.Save == nil || text.Save.Body != "左" && text.Save.Body != "右" {
		t.Errorf("%+v", text.Save)
	}
	if n := s.racing(
		posts(s.first, draft+"/submit", map[string]any{"msg": "提交"}), posts(s.first, draft+"/rebase", nil),
		posts(s.first, draft+"/submit", map[string]any{"msg": "提交"}),
	); n < 1 {
		t.Error("no submission succeeded")
	}
	var p contract.WikiPreview
	s.want(200, s.owner, http.MethodGet, draft+"/preview", nil, &p)
	if len(p.Groups.Bodies) != 1 || p.Groups.Bodies[0].Now.Body != text.Save.Body {
		t.Errorf("%+v", p.Groups)
	}
}

func TestAWikiIsReadSearchedAndReverted(t *testing.T) {
	t.Parallel()
	s := newWikiSite(t)
	draft := s.waiting(s.first, "# 灯塔\n\n## 安装\n\n放进 mods 文件夹。")
	s.want(200, s.owner, http.MethodPost, draft+"/accept", map[string]any{"seen": s.seen(draft)}, nil)
	var article contract.WikiArticle
	s.want(200, s.owner, http.MethodGet, s.path+"/pages/HOME", nil, &article)
	if !strings.Contains(article.HTML, "<h2") || len(article.TOC) < 2 || article.Change == nil || article.Change.Author.Username != "first" || article.Editions != 2 {
		t.Errorf("%+v", article)
	}
	var hits contract.WikiHits
	s.want(200, s.owner, http.MethodGet, s.path+"/search?query=mods", nil, &hits)
	if len(hits.Hits) != 1 || hits.Hits[0].Slug != "home" {
		t.Errorf("%+v", hits)
	}
	var list contract.WikiChangeList
	s.want(200, s.owner, http.MethodGet, s.path+"/changes", nil, &list)
	if list.Total != 2 || list.Changes[0].Number != 2 || list.Changes[0].Msg != "改一段" {
		t.Fatalf("%+v", list)
	}
	var reverted contract.WikiReverted
	s.want(200, s.owner, http.MethodPost, s.path+"/changes/"+list.Changes[0].ID+"/revert", map[string]any{"msg": "撤销"}, &reverted)
	if s.body() != "# 灯塔\n\n第一段。" {
		t.Errorf("%q", s.body())
	}
	inbox := s.ask(s.first, http.MethodGet, "/_internal/notifications", nil)
	if !strings.Contains(string(inbox.Body), "wiki_accept") {
		t.Errorf("%s", inbox.Body)
	}
}
