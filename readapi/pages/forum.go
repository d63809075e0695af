package pages

import (
	"net/http"
	"net/url"

	"github.com/modyard/modyard/contract"
)

// ForumAll is the page of the discussions of all sections.
const ForumAll = "all"

// forumSearch is the page of the search over what people say.
const forumSearch = "search"

// ForumPage is a page that lists discussions.
type ForumPage struct {
	ID, Title, Group string
	// Lead says what is written there, for its head and its first lines.
	Lead string
	// Opens are those who may open discussions (contract.ForumSection); all sections: whoever may in one of them.
	Opens string
}

// ForumPages are the pages of the sections, that of all of them first.
func ForumPages(sections []contract.ForumSection) []ForumPage {
	leads := map[string]string{
		"chat": "游戏、创作与开服，想聊什么都可以。", "project": "围绕资源的讨论：用法、建议与反馈。",
		"article": "教程、心得与开发笔记。", "notice": "本站的公告与社区的规则。",
	}
	list := []ForumPage{{ID: ForumAll, Title: "社区", Lead: "茶馆、资源讨论、专栏与公告，最近有回复的在前。", Opens: "everybody"}}
	for _, s := range sections {
		list = append(list, ForumPage{ID: s.ID, Title: s.Title, Group: s.Group, Lead: leads[s.ID], Opens: s.Opens})
	}
	return list
}

// Forum are the pages that list the discussions of a section, or of all.
func Forum(sections []contract.ForumSection) Kind {
	byID := map[string]ForumPage{}
	k := Kind{firsts: []string{"forums"}, answer: func(s *Server, r *http.Request, parts []string) (Page, bool) {
		if len(parts) != 2 {
			return Page{}, false
		}
		if parts[1] == forumSearch {
			p := Page{Status: http.StatusOK, Title: s.title("搜索讨论"), Canonical: "/forums/" + forumSearch, NoIndex: true}
			s.drawn(&p, "forums.search.tsx")
			return p, true
		}
		section, ok := byID[parts[1]]
		if !ok {
			return Page{}, false
		}
		return s.forum(r, section), true
	}}
	for _, p := range ForumPages(sections) {
		byID[p.ID] = p
		k.listed = append(k.listed, "/forums/"+p.ID)
	}
	return k
}

// forum has the data of the first discussions; further ones, and other orders, are left to the browser.
func (s *Server) forum(r *http.Request, section ForumPage) Page {
	plain := len(r.URL.Query()) == 0
	p := Page{
		Status: http.StatusOK, Title: s.title(section.Title), Description: section.Lead, Canonical: "/forums/" + section.ID, NoIndex: !plain,
		Feed: "/feeds/forum/" + section.ID, FeedTitle: section.Title,
	}
	s.drawn(&p, "forums.$forum.tsx")
	if plain {
		s.need(r, &p, "/v3/forum/"+url.PathEscape(section.ID)+"/lists", nil)
	}
	return p
}
