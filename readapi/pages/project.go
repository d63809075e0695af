package pages

import (
	"cmp"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/modyard/modyard/contract"
)

func (s *Server) project(r *http.Request, typ, id string, rest []string) Page {
	part, ok := find(projectPages(), rest)
	if !ok && len(rest) > 0 && rest[0] == settings {
		return s.missingInside(head("missingPageTitle"))
	}
	if !ok {
		return s.missingPage()
	}
	p := Page{Status: http.StatusOK}
	var doc contract.ProjectPageAnswer
	base := "/_internal/project/" + url.PathEscape(id)
	if status := s.need(r, &p, base, &doc); status != http.StatusOK {
		page := s.missing(head("missingProject"), base)
		if status >= http.StatusInternalServerError {
			page.Status, page.Drawable = http.StatusServiceUnavailable, false
		}
		return page
	}
	original := doc.Title
	if doc.TitleZH != nil && *doc.TitleZH != "" {
		doc.Title = *doc.TitleZH // the page shows this name first
	}
	home := "/" + doc.URLType + "/" + url.PathEscape(doc.Slug)
	if typ != doc.URLType || id != doc.Slug {
		return Page{Status: http.StatusMovedPermanently, Redirect: home + tail(rest)}
	}
	t, _ := typeOf(doc.URLType)
	p.Title = head("projectTitle", "title", doc.Title, "game", s.site.Game, "type", labelOf(t, doc.Loaders))
	if part.title != "" {
		p.Title = head("ofTypeTitle", "type", part.title, "title", p.Title)
	}
	p.Description = doc.Description
	p.Canonical = home + tail(rest)
	p.Kind = "article"
	p.NoIndex = part.private || doc.Status != "approved" && doc.Status != "archived"
	if doc.Status == "approved" || doc.Status == "archived" || doc.Status == "unlisted" {
		p.Image, p.Card = "/pictures/card/"+doc.ID, true
		p.OEmbed = "/v3/oembed?url=" + url.QueryEscape(s.site.URL+home)
	} else {
		p.Image = socialImage(doc) // strangers do not see it, and have no card of it
	}
	if !p.NoIndex {
		p.Feed, p.FeedTitle = "/feeds/project/"+doc.ID, doc.Title+" · 版本更新"
	}
	s.drawn(&p, part.route)
	p.Drawable = !part.private
	of := "/_internal/project/" + doc.ID
	s.need(r, &p, "/_internal/offer?project="+url.QueryEscape(doc.ID), nil)
	if len(rest) == 0 {
		p.Picture = firstPicture(doc.Gallery)
	}
	switch {
	case part.pattern == "wikis/history":
		s.need(r, &p, "/v3/project/"+component(doc.ID)+"/wiki/changes?limit=30", nil)
	case part.private:
	case len(rest) == 0:
		p.LD = []any{structured(doc, t, s.site.URL+home), s.breadcrumb(t, doc.Title, home)}
	case rest[0] == "version":
		var v contract.VersionAnswer
		path := of + "/version/" + component(rest[1])
		if status := s.need(r, &p, path, &v); status != http.StatusOK {
			page := s.missing(head("missingVersion"), path)
			s.drawn(&page, part.route)
			page.Preload = p.Preload
			if status >= http.StatusInternalServerError {
				page.Status, page.Drawable = http.StatusServiceUnavailable, false
			}
			return page
		}
		s.need(r, &p, "/_internal/version/"+url.PathEscape(v.ID)+"/needs", nil)
		p.Title = head("versionTitle", "version", v.Name, "project", doc.Title)
		p.Canonical = home + "/version/" + url.PathEscape(v.ID)
		p.LD = []any{s.breadcrumb(t, doc.Title, home, v.Name, p.Canonical)}
	case rest[0] == "issues" && len(rest) == 1:
		return s.issues(r, p, doc)
	case rest[0] == "issues":
		return s.issue(r, p, issueOf{doc, t, home}, rest[1])
	case rest[0] == "forum":
		return s.board(r, p, partOf{doc, t, home, original})
	case rest[0] == "wikis" || rest[0] == "wiki":
		return s.wiki(r, p, partOf{doc, t, home, original}, rest[1:])
	case rest[0] == "versions" || rest[0] == "changelog":
		s.need(r, &p, of+"/"+rest[0]+versionsRequest(r.URL.Query()), nil)
		s.need(r, &p, of+"/places", nil)
	}
	return p
}

func tail(rest []string) string {
	var b strings.Builder
	for _, part := range rest {
		b.WriteString("/" + url.PathEscape(part))
	}
	return b.String()
}

func socialImage(doc contract.ProjectPageAnswer) string {
	for _, g := range doc.Gallery {
		if g.Featured {
			return g.URL
		}
	}
	if doc.IconURL != nil {
		return *doc.IconURL
	}
	return ""
}

// firstPicture is the first picture of the overview: featured ones come first, then the order counts.
func firstPicture(gallery []contract.Picture) string {
	if len(gallery) == 0 {
		return ""
	}
	return slices.MinFunc(gallery, func(a, b contract.Picture) int {
		if a.Featured != b.Featured {
			if a.Featured {
				return -1
			}
			return 1
		}
		return cmp.Or(cmp.Compare(a.Ordering, b.Ordering), a.Created.Compare(b.Created))
	}).URL
}

func structured(doc contract.ProjectPageAnswer, t contentType, address string) any {
	ld := map[string]any{
		"@context": "https://schema.org", "@type": "SoftwareApplication", "name": doc.Title,
		"description": doc.Description, "url": address, "applicationCategory": "GameApplication",
		"genre":  t.display,
		"offers": map[string]any{"@type": "Offer", "price": "0", "priceCurrency": "CNY"},
	}
	if len(doc.Versions) > 0 {
		ld["softwareVersion"] = doc.Versions[0].VersionNumber
	}
	// An estimate is no fact that others may repeat.
	if !doc.Estimated.Created {
		ld["datePublished"] = doc.Published
	}
	if !doc.Estimated.Updated {
		ld["dateModified"] = doc.Updated
	}
	switch {
	case doc.Original != nil: // a repost team is not the author
		if name := doc.Original.Author; name != nil && *name != "" {
			ld["author"] = map[string]any{"@type": "Person", "name": *name}
		}
	case doc.Organization != nil:
		ld["author"] = map[string]any{"@type": "Organization", "name": doc.Organization.Name}
	case len(doc.Members) > 0:
		ld["author"] = map[string]any{"@type": "Person", "name": doc.Members[0].User.Username}
	}
	return ld
}

// breadcrumb is the path to a page: the listing of its type, the project, and more as pairs of name and path.
func (s *Server) breadcrumb(t contentType, title, home string, more ...string) any {
	way := append([]string{t.display, "/" + t.id + "s", title, home}, more...)
	var items []any
	for i := 0; i+1 < len(way); i += 2 {
		items = append(items, map[string]any{"@type": "ListItem", "position": i/2 + 1, "name": way[i], "item": s.site.URL + way[i+1]})
	}
	return map[string]any{"@context": "https://schema.org", "@type": "BreadcrumbList", "itemListElement": items}
}
