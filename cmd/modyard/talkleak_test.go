package main

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	"github.com/modyard/modyard/identity"
)

// TestThePrivateBoardLeaksByNoRouteCountSearchFeedNotificationOrLetter asks the whole site for what is said on the boards of a draft and of a project
// that has become private.
func TestThePrivateBoardLeaksByNoRouteCountSearchFeedNotificationOrLetter(t *testing.T) {
	t.Parallel()
	const word = "zqxsecret" // in letters too it is written so
	s := newTestSite(t)
	author, chief, stranger := s.person("author", identity.RoleUser), s.person("chief", identity.RoleAdmin), s.person("stranger", identity.RoleUser)
	made := func(as, path string, body map[string]any) map[string]any {
		t.Helper()
		got := s.ask(as, http.MethodPost, path, body)
		var out map[string]any
		if got.Status != http.StatusOK || json.Unmarshal(got.Body, &out) != nil {
			t.Fatalf("POST %s: %d %s", path, got.Status, got.Body)
		}
		return out
	}
	open := func(project string) string {
		s.change(author, http.MethodPatch, "/v3/project/"+project+"/issues/board", map[string]any{"issues_type": 2})
		return made(author, "/v3/project/"+project+"/forum", map[string]any{"content": "开头"})["discussion"].(string)
	}
	dark := s.made(author, "/v3/project", inV3("dark", nil), nil)
	quay, _, _ := s.published(author, chief, "quay")
	boards := map[string]string{dark: open(dark), quay: open(quay)}
	issues := map[string]string{dark: made(author, "/v3/project/"+dark+"/issues", map[string]any{"title": "第一个", "body": "正文"})["issue"].(string)}
	issues[quay] = made(author, "/v3/project/"+quay+"/issues", map[string]any{"title": "第一个", "body": "正文"})["issue"].(string)
	// While the board is public, the stranger takes part in it and watches all of it.
	made(stranger, "/v3/forum/"+boards[quay]+"/post", map[string]any{"content": "我也在"})
	for _, place := range []string{"discussion/" + boards[quay], "issue/" + issues[quay], "board/" + quay, "section/project"} {
		s.change(stranger, http.MethodPut, "/v3/watch/"+place, map[string]any{"level": "all"})
	}
	s.change(author, http.MethodPatch, "/v2/project/"+quay, map[string]any{"status": "private"})
	letters := s.letters()
	paths := []string{
		"/", "/forums/all", "/forums/project", "/forums/search?q=" + word, "/v3/forum", "/v3/forum/all/lists", "/v3/forum/project/lists", "/v3/search/talk?query=" + word,
		"/v3/search/talk?query=" + word + "&author=author", "/v2/search?query=" + word, "/v3/user/author/forum", "/user/author/forum", "/sitemap.xml", "/sitemaps/site.xml",
		"/sitemaps/talk.xml", "/feeds/forum/project", "/feeds/forum/all", "/v3/changes", "/_internal/activity", "/_internal/notifications", "/v2/user/stranger/notifications",
	}
	for _, slug := range []string{"dark", "quay"} {
		id := map[string]string{"dark": dark, "quay": quay}[slug]
		d, i := boards[id], issues[id]
		made(author, "/v3/forum/"+d+"/post", map[string]any{"content": word + " @stranger"})
		s.change(author, http.MethodPatch, "/v3/forum/"+d, map[string]any{"content": word + " @stranger"})
		n := made(author, "/v3/project/"+id+"/issues", map[string]any{"title": word, "body": word + " @stranger"})["issue"].(string)
		made(author, "/v3/issues/"+i+"/comments", map[string]any{"body": word + " @stranger"})
		paths = append(paths, "/d/"+d, "/mod/"+slug+"/forum", "/mod/"+slug+"/issues", "/mod/"+slug+"/issues/2", "/v3/forum/"+d, "/v3/forum/"+d+"/posts", "/v3/forum/"+d+"/history",
			"/v3/project/"+slug+"/forum", "/v3/project/"+id+"/issues", "/v3/project/"+slug+"/issues?state=all", "/v3/project/"+slug+"/issues/2", "/v3/issues/"+n, "/v3/issues/"+n+"/comments",
			"/v3/issues/"+i+"/comments", "/v3/issues/"+n+"/history", "/v3/search/talk?query="+word+"&project="+slug, "/feeds/discussion/"+d, "/feeds/issues/"+slug, "/v3/project/"+slug)
		for _, place := range []string{"discussion/" + d, "issue/" + n, "board/" + slug} {
			if got := s.ask(stranger, http.MethodPut, "/v3/watch/"+place, map[string]any{"level": "all"}); got.Status != http.StatusNotFound {
				t.Errorf("PUT /v3/watch/%s: %d", place, got.Status)
			}
		}
	}
	s.caughtUp()
	for _, as := range []string{"", stranger} {
		for _, path := range paths {
			got := s.ask(as, http.MethodGet, path, nil)
			body := string(got.Body)
			if at := strings.Index(strings.ReplaceAll(body, "query="+word, ""), word); at >= 0 && !strings.HasPrefix(path, "/forums/search") {
				t.Errorf("GET %s tells: %.200s", path, body[max(0, at-100):])
			}
			for project, d := range boards {
				if path == "/v3/changes" && project == quay {
					continue // the feed tells what was public, by its id and without a document
				}
				if strings.Contains(body, d) && !strings.Contains(path, d) && !strings.Contains(path, "notifications") {
					t.Errorf("GET %s names a board: %.900s", path, body[max(0, strings.Index(body, d)-500):])
				}
			}
		}
		for section, list := range read[struct {
			Sections []struct {
				ID                   string
				Discussions, Answers int
			}
		}](s, as, "/v3/forum/all/lists").Sections {
			if list.Discussions+list.Answers > 0 {
				t.Errorf("the counts of section %d tell of the boards: %+v", section, list)
			}
		}
	}
	if told := string(s.ask(stranger, http.MethodGet, "/_internal/notifications", nil).Body); strings.Contains(told, `"why":"mention"`) || strings.Contains(told, `"why":"watched"`) {
		t.Errorf("the stranger is notified: %s", told)
	}
	if n := s.letters(); n != letters || strings.Contains(s.rawLetters(), word) {
		t.Errorf("%d letters more", n-letters)
	}
	if got := s.ask(author, http.MethodGet, "/v3/forum/"+boards[dark]+"/posts", nil); !strings.Contains(string(got.Body), word) {
		t.Errorf("the team reads its board: %d %s", got.Status, got.Body)
	}
}
