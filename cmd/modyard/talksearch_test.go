package main

import (
	"cmp"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/modyard/modyard/cmd/modyard/app"
	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/identity"
	"github.com/modyard/modyard/platform/config"
	"github.com/modyard/modyard/search/elastic/elastictest"
)

// talked writes discussions, answers, issues and comments, of which some are hidden, deleted or on the board of a draft.
func (s *testSite) talked() {
	s.t.Helper()
	chief, author := s.person("chief", identity.RoleAdmin), s.person("author", identity.RoleUser)
	write := func(as, path string, body map[string]any) string {
		s.t.Helper()
		got := s.ask(as, http.MethodPost, path, body)
		if got.Status != http.StatusOK {
			s.t.Fatalf("POST %s: %d %s", path, got.Status, got.Body)
		}
		var made struct {
			Discussion, Issue string
			Post              string `json:"post_id"`
		}
		if err := json.Unmarshal(got.Body, &made); err != nil {
			s.t.Fatal(err)
		}
		return cmp.Or(made.Discussion, made.Post, made.Issue)
	}
	for n, text := range []string{"打開背包就崩溃", "灯笼怎么放", "Fabric Loader 0.16 崩溃", "**背包** 里的灯笼"} {
		d := write(chief, "/v3/forum", map[string]any{"title": "讨论 " + text, "content": text, "forum_type": []string{"chat", "article"}[n%2]})
		p := write(chief, "/v3/forum/"+d+"/post", map[string]any{"content": fmt.Sprint(text, "，我也是 ", n)})
		switch n {
		case 1:
			s.change(chief, http.MethodPost, "/v3/forum/posts/"+p+"/hide", map[string]any{"reason": because})
		case 2:
			s.change(chief, http.MethodDelete, "/v3/forum/posts/"+p, nil)
		}
	}
	project, _, _ := s.published(author, chief, "quay")
	draft := s.made(author, "/v3/project", inV3("dark", nil), nil)
	for _, in := range []string{project, draft} {
		s.change(author, http.MethodPatch, "/v3/project/"+in+"/issues/board", map[string]any{"issues_type": 2})
		i := write(author, "/v3/project/"+in+"/issues", map[string]any{"title": "打开背包崩溃", "body": "灯笼也不亮"})
		if got := s.ask(author, http.MethodPost, "/v3/issues/"+i+"/comments", map[string]any{"body": "背包崩溃已修复"}); got.Status != http.StatusOK {
			s.t.Fatalf("%d %s", got.Status, got.Body)
		}
	}
}

// talkFound are the hits of searches over talk, page by page, without ids.
func (s *testSite) talkFound() (list []string) {
	s.t.Helper()
	for _, text := range []string{"崩溃", "背包", "背包 崩溃", "灯笼", "fabric", "FABRIC 0.16", "beibao", "bb", "没有说过", "!"} {
		for _, more := range []string{"", "&section=chat", "&section=issues", "&project=quay", "&project=dark", "&author=chief"} {
			cursor := ""
			for page := 0; page == 0 || cursor != ""; page++ {
				hits := read[contract.TalkHits](s, "", "/v3/search/talk?limit=2&query="+url.QueryEscape(text)+more+cursor)
				for _, h := range hits.Hits {
					list = append(list, fmt.Sprint(text, more, page, " ", h.Kind, " ", h.Title, " ", h.Marked, " ", h.Excerpt, " ", h.Section, " ", h.Number, " ", h.Floor))
				}
				if cursor = ""; hits.Next != nil {
					cursor = "&cursor=" + *hits.Next
				}
			}
		}
	}
	return list
}

func TestTheSearchOverTalkAnswersAlikeWhateverSearchesTheCatalogue(t *testing.T) {
	t.Parallel()
	site := func(t *testing.T, elasticsearch string) *testSite {
		s := newTestSiteWith(t, app.SiteOptions{}, func(c *config.Config) { c.ElasticsearchURL = elasticsearch })
		s.talked()
		return s
	}
	want := site(t, "").talkFound()
	if len(want) < 40 {
		t.Fatalf("only %d hits: %q", len(want), want)
	}
	if i := slices.IndexFunc(want, func(hit string) bool { return strings.Contains(hit, "&project=dark") }); i >= 0 {
		t.Errorf("the board of a draft is found: %s", want[i])
	}
	for name, address := range map[string]func(t *testing.T) string{
		"Elasticsearch":                       func(t *testing.T) string { return elastictest.Address(t, elastictest.URL(t)) },
		"an Elasticsearch that never answers": func(*testing.T) string { return "http://127.0.0.1:1/modyard" },
	} {
		t.Run(name, func(t *testing.T) {
			if got := site(t, address(t)).talkFound(); !slices.Equal(got, want) {
				t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
			}
		})
	}
}
