package pages

import (
	"cmp"
	"net/http"
	"net/url"

	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/platform/markdown"
)

// partOf is the project that a page belongs to; home is the path of its page, and original its title in its own language.
type partOf struct {
	doc      contract.ProjectPageAnswer
	t        contentType
	home     string
	original string
}

// maxDescription bounds the description of a page that is the beginning of its text, in characters.
const maxDescription = 150

// excerpt is the beginning of a Markdown text without its marks.
func excerpt(body string) string {
	text := []rune(markdown.Plain(body))
	if len(text) <= maxDescription {
		return string(text)
	}
	return string(text[:maxDescription]) + "…"
}

// wiki completes a page of a project as the home page of its wiki, or as the page that name names. The home page's text is
// that of its featured page, whose own address is the canonical one.
func (s *Server) wiki(r *http.Request, p Page, of partOf, name []string) Page {
	base := "/v3/project/" + component(of.doc.ID) + "/wiki"
	var tree contract.Wiki
	s.need(r, &p, base+"?include_bodies=false", &tree)
	p.Title = s.title(head("wikiTitle", "project", of.doc.Title))
	slug := ""
	if len(name) > 0 {
		slug = name[0]
	} else if first := featured(tree.Wikis); first != nil {
		slug = first.Slug
	}
	if slug == "" {
		return p
	}
	var article contract.WikiArticle
	path := base + "/pages/" + component(slug)
	switch status := s.need(r, &p, path, &article); {
	case status == http.StatusOK:
	case len(name) == 0: // the browser asks again
		return p
	case status == http.StatusNotFound || status == http.StatusGone:
		page := Page{Status: status, Title: head("missingWikiPage"), NoIndex: true} // the browser asks for what is there
		if status == http.StatusGone {
			page.Title = head("goneWikiPage")
		}
		return page
	default:
		page := s.missing(head("missingWikiPage"))
		page.Status, page.Drawable = http.StatusServiceUnavailable, false
		return page
	}
	p.Canonical = of.home + "/wiki/" + url.PathEscape(article.Slug)
	if len(name) > 0 && article.Slug != slug {
		return Page{Status: http.StatusMovedPermanently, Redirect: p.Canonical}
	}
	p.Title = s.title(head("wikiPageTitle", "page", article.Title, "project", of.doc.Title))
	p.Description = cmp.Or(excerpt(article.Body), p.Description)
	p.LD = []any{s.breadcrumb(of.t, of.doc.Title, of.home, head("wikiTitle", "project", of.doc.Title), of.home+"/wikis", article.Title, p.Canonical)}
	return p
}

// featured is the featured page of a tree, which every wiki with pages has.
func featured(list []contract.WikiPage) *contract.WikiPage {
	for i := range list {
		if list[i].Featured {
			return &list[i]
		}
		if below := featured(list[i].Child); below != nil {
			return below
		}
	}
	return nil
}
