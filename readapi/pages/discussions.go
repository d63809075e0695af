package pages

import (
	"cmp"
	"net/http"
	"net/url"
	"strconv"

	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/platform/markdown"
)

const (
	// floorsSize is how many floors a page of a discussion has.
	floorsSize = 20
	// worthIndexing is how many characters an unanswered discussion has at least that search engines should find.
	worthIndexing = 50
)

// Discussions are the pages of discussions.
func Discussions() Kind {
	return Kind{firsts: []string{"d"}, answer: func(s *Server, r *http.Request, parts []string) (Page, bool) {
		if len(parts) != 2 || parts[1] == "" {
			return Page{}, false
		}
		return s.discussion(r, parts[1]), true
	}}
}

func (s *Server) discussion(r *http.Request, id string) Page {
	p := Page{Status: http.StatusOK}
	s.drawn(&p, "d.$id.tsx")
	base := "/v3/forum/" + component(id)
	var doc contract.Forum
	switch status := s.need(r, &p, base, &doc); status {
	case http.StatusOK:
	case http.StatusGone:
		return Page{Status: status, Title: head("goneDiscussion"), NoIndex: true} // the browser asks for what is there
	case http.StatusNotFound:
		return s.missing(head("missingDiscussion"), base)
	default: // the browser asks again
		page := s.missing(head("missingDiscussion"))
		page.Status, page.Drawable = http.StatusServiceUnavailable, false
		return page
	}
	if doc.Project != nil {
		return Page{Status: http.StatusMovedPermanently, Redirect: "/" + doc.Project.URLType + "/" + component(cmp.Or(doc.Project.Slug, doc.Project.ID)) + "/forum"}
	}
	p.Title = head("discussionTitle", "title", doc.Title, "place", doc.SectionTitle, "brand", s.site.Brand)
	return s.floors(r, p, doc, "/d/"+url.PathEscape(doc.ID))
}

// board completes the page of a project's board: its discussion, or that there is none.
func (s *Server) board(r *http.Request, p Page, of partOf) Page {
	title := func(text string) string {
		return head("discussionTitle", "title", text, "place", of.doc.Title, "brand", s.site.Brand)
	}
	p.Title = title(head("boardTitle"))
	var board contract.ProjectForum
	if s.need(r, &p, "/v3/project/"+component(of.doc.ID)+"/forum", &board) != http.StatusOK || board.Discussion == nil {
		p.NoIndex = true
		return p
	}
	var doc contract.Forum
	if s.need(r, &p, "/v3/forum/"+component(*board.Discussion), &doc) != http.StatusOK { // the browser asks again
		p.NoIndex = true
		return p
	}
	private := p.NoIndex
	if doc.Title != of.original && doc.Title != of.doc.Title { // most are called like their project, which the title names already
		p.Title = title(doc.Title)
	}
	p = s.floors(r, p, doc, of.home+"/forum")
	p.NoIndex = p.NoIndex || private
	p.LD = []any{p.LD, s.breadcrumb(of.t, of.doc.Title, of.home, head("boardTitle"), of.home+"/forum")}
	return p
}

// floors completes the page of a discussion, at an address, by its floors.
func (s *Server) floors(r *http.Request, p Page, doc contract.Forum, address string) Page {
	number := pageNumber(r.URL.Query())
	var floors contract.ForumPosts
	s.need(r, &p, "/v3/forum/"+component(doc.ID)+"/posts?page="+strconv.Itoa(number)+"&page_size="+strconv.Itoa(floorsSize), &floors)
	p.Description = excerpt(doc.Content)
	p.Canonical, p.Kind = address, "article"
	if doc.Project == nil && !doc.Hidden || p.Feed != "" { // a board whose project is no secret
		p.Feed, p.FeedTitle = "/feeds/discussion/"+doc.ID, doc.Title+" · 新回复"
	}
	if number > 1 {
		p.Canonical += "?page=" + strconv.Itoa(number)
	}
	behind := number > 1 && (number-1)*floorsSize >= doc.LastFloor
	p.NoIndex = doc.Hidden || behind || doc.Replies == 0 && len([]rune(markdown.Plain(doc.Content))) < worthIndexing
	p.LD = s.posting(doc, floors.Posts, address, number)
	return p
}

// posting is the structured data of a page of a discussion.
func (s *Server) posting(doc contract.Forum, floors []contract.ForumPost, address string, number int) any {
	first := s.site.URL + address
	address = first
	if number > 1 {
		address += "?page=" + strconv.Itoa(number)
	}
	var comments []any
	for _, f := range floors {
		if f.Deleted || f.Hidden || f.FloorNumber == nil {
			continue
		}
		comments = append(comments, map[string]any{
			"@type": "Comment", "url": address + "#floor-" + strconv.Itoa(*f.FloorNumber), "text": markdown.Plain(f.Content),
			"datePublished": f.CreatedAt, "author": s.writer(f.UserName),
		})
	}
	ld := map[string]any{
		"@context": "https://schema.org", "@type": "DiscussionForumPosting", "headline": doc.Title, "url": first,
		"text": cmp.Or(markdown.Plain(doc.Content), doc.Title), "datePublished": doc.CreatedAt, "dateModified": doc.UpdatedAt, "inLanguage": "zh-Hans",
		"author": s.writer(doc.UserName),
		"interactionStatistic": map[string]any{
			"@type": "InteractionCounter", "interactionType": "https://schema.org/CommentAction", "userInteractionCount": doc.Replies,
		},
	}
	if len(comments) > 0 {
		ld["comment"] = comments
	}
	return ld
}

// writer is the author of a text in structured data; without a name where the account is closed.
func (s *Server) writer(name string) any {
	if name == "" {
		return map[string]any{"@type": "Person", "name": "已注销用户"}
	}
	return map[string]any{"@type": "Person", "name": name, "url": s.site.URL + "/user/" + url.PathEscape(name)}
}
