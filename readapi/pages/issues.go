package pages

import (
	"cmp"
	"net/http"
	"net/url"
	"regexp"
	"strconv"

	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/platform/markdown"
)

// issuesClosed is the type of a board that only members see (contract.IssueBoard).
const issuesClosed = 3

// issueNumber is the number of an issue in an address; everything else is an id.
var issueNumber = regexp.MustCompile(`^[1-9][0-9]{0,6}$`)

// issueOf is the project of an issue's page; home is the path of the project's page.
type issueOf struct {
	doc  contract.ProjectPageAnswer
	t    contentType
	home string
}

// issues completes a page of a project as the list of its issues. Filtered lists are left to the browser.
func (s *Server) issues(r *http.Request, p Page, doc contract.ProjectPageAnswer) Page {
	p.Title = head("discussionTitle", "title", head("issuesTitle"), "place", doc.Title, "brand", s.site.Brand)
	base := "/v3/project/" + component(doc.ID) + "/issues"
	var board contract.IssueBoard
	s.need(r, &p, base+"/board", &board)
	if len(r.URL.Query()) > 0 {
		p.NoIndex = true
		return p
	}
	if !p.NoIndex && board.IssuesType != issuesClosed {
		p.Feed, p.FeedTitle = "/feeds/issues/"+doc.ID, doc.Title+" · 反馈"
	}
	p.NoIndex = p.NoIndex || board.IssuesType == issuesClosed || board.Open+board.Closed == 0
	if board.IssuesType != issuesClosed || board.Member {
		s.need(r, &p, base+"?state=open", nil)
	}
	return p
}

// issue completes a page of a project as that of an issue. An id in place of the number leads to the number.
func (s *Server) issue(r *http.Request, p Page, of issueOf, part string) Page {
	path := "/v3/project/" + component(of.doc.ID) + "/issues/" + part
	numbered := issueNumber.MatchString(part)
	if !numbered {
		path = "/v3/issues/" + component(part)
	}
	var doc contract.Issue
	switch status := s.need(r, &p, path, &doc); status {
	case http.StatusOK:
	case http.StatusNotFound, http.StatusGone:
		page := s.missing(head("missingIssue"), path)
		page.Status = status
		return page
	default: // the browser asks again
		page := s.missing(head("missingIssue"))
		page.Status, page.Drawable = http.StatusServiceUnavailable, false
		return page
	}
	if !numbered {
		home := of.home
		if doc.Project != nil {
			home = "/" + doc.Project.URLType + "/" + url.PathEscape(cmp.Or(doc.Project.Slug, doc.Project.ID))
		}
		return Page{Status: http.StatusMovedPermanently, Redirect: home + "/issues/" + strconv.Itoa(doc.Number)}
	}
	number := pageNumber(r.URL.Query())
	base := "/v3/issues/" + component(doc.ID)
	var comments contract.IssueComments
	s.need(r, &p, base+"/comments?page="+strconv.Itoa(number)+"&page_size="+strconv.Itoa(floorsSize), &comments)
	s.need(r, &p, "/v3/project/"+component(of.doc.ID)+"/issues/board", nil)
	address := of.home + "/issues/" + strconv.Itoa(doc.Number)
	p.Title = head("discussionTitle", "title", doc.Title, "place", of.doc.Title, "brand", s.site.Brand)
	p.Description = excerpt(doc.Body)
	p.Canonical = address
	if number > 1 {
		p.Canonical += "?page=" + strconv.Itoa(number)
	}
	behind := number > 1 && (number-1)*floorsSize >= doc.LastFloor
	p.NoIndex = p.NoIndex || doc.Hidden || behind || doc.CommentsCount == 0 && len([]rune(markdown.Plain(doc.Body))) < worthIndexing
	p.LD = []any{
		s.posting(asDiscussion(doc), asPosts(comments.Comments), address, number),
		s.breadcrumb(of.t, of.doc.Title, of.home, head("issuesTitle"), of.home+"/issues", "#"+strconv.Itoa(doc.Number), address),
	}
	return p
}

// asDiscussion is an issue as far as structured data tells of it.
func asDiscussion(i contract.Issue) contract.Forum {
	return contract.Forum{
		Title: i.Title, Content: i.Body, CreatedAt: i.CreatedAt, UpdatedAt: i.EditedAt, UserName: username(i.Author), Replies: i.CommentsCount,
	}
}

func asPosts(comments []contract.IssueComment) []contract.ForumPost {
	var posts []contract.ForumPost
	for _, c := range comments {
		posts = append(posts, contract.ForumPost{
			FloorNumber: c.FloorNumber, Content: c.Body, CreatedAt: c.CreatedAt, UserName: username(c.Author), Deleted: c.Deleted, Hidden: c.Hidden,
		})
	}
	return posts
}

func username(a *contract.Author) string {
	if a == nil {
		return ""
	}
	return a.Username
}
