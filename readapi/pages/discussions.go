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
	number := pageNumber(r.URL.Query())
	var floors contract.ForumPosts
	s.need(r, &p, base+"/posts?page="+strconv.Itoa(number)+"&page_size="+strconv.Itoa(floorsSize), &floors)
	place := doc.SectionTitle
	if doc.Project != nil {
		place = doc.Project.Title
	}
	p.Title = head("discussionTitle", "title", doc.Title, "place", place, "brand", s.site.Brand)
	p.Description = excerpt(doc.Content)
	p.Canonical, p.Kind = "/d/"+url.PathEscape(doc.ID), "article"
	if number > 1 {
		p.Canonical += "?page=" + strconv.Itoa(number)
	}
	behind := number > 1 && (number-1)*floorsSize >= doc.LastFloor
	p.NoIndex = doc.Hidden || behind || doc.Replies == 0 && len([]rune(markdown.Plain(doc.Content))) < worthIndexing
	p.LD = s.posting(doc, floors.Posts, "/d/"+url.PathEscape(doc.ID), number)
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
