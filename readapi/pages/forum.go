package pages

import (
	"net/http"
	"net/url"
	"regexp"
	"strconv"

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

// cursorForm is the form of the cursors that the page accepts.
var cursorForm = regexp.MustCompile(`^[A-Za-z0-9_-]{1,128}$`)

// lastPage is the last of the numbered pages of a list.
const lastPage = 500

// listed is what the page asks of the API for the list of its address: what the page does not know is left out.
func listed(q url.Values) url.Values {
	asked, filter := url.Values{}, q.Get("filter")
	if filter == "unanswered" || filter == "mine" {
		asked.Set("filter", filter)
	}
	if q.Get("sort") == "newest" && filter != "unanswered" {
		asked.Set("sort", "newest")
	}
	if cursor := q.Get("cursor"); cursorForm.MatchString(cursor) {
		asked.Set("cursor", cursor)
	} else if page, err := strconv.Atoi(q.Get("page")); err == nil && page > 1 && page <= lastPage {
		asked.Set("page", strconv.Itoa(page))
	}
	return asked
}

// forum has the data of its list. An answer that came after the drawing, and before the application takes the page over, would make
// another page of it.
func (s *Server) forum(r *http.Request, section ForumPage) Page {
	plain := len(r.URL.Query()) == 0
	p := Page{
		Status: http.StatusOK, Title: s.title(section.Title), Description: section.Lead, Canonical: "/forums/" + section.ID, NoIndex: !plain,
		Feed: "/feeds/forum/" + section.ID, FeedTitle: section.Title,
	}
	s.drawn(&p, "forums.$forum.tsx")
	list := url.URL{Path: "/v3/forum/" + section.ID + "/lists", RawQuery: listed(r.URL.Query()).Encode()}
	s.need(r, &p, list.String(), nil)
	return p
}
