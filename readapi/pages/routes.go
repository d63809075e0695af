package pages

import (
	"net/http"
	"net/url"
	"slices"
	"strings"
)

func typeOf(id string) (contentType, bool) {
	for _, t := range contentTypes() {
		if t.id == id {
			return t, true
		}
	}
	return contentType{}, false
}

// escapedNUL is removed from queries: HTML cannot contain it, and no route accepts it.
const escapedNUL = "%00"

// page builds the page of a path.
func (s *Server) page(r *http.Request) Page {
	path := r.URL.Path
	if len(path) > s.maxPath {
		p := s.missingPage()
		p.Drawable = false
		return p
	}
	if strings.HasPrefix(path, "//") || strings.Contains(strings.ToUpper(r.URL.EscapedPath()), "%2F") { // an escaped slash separates nothing, and no name contains one
		return s.missingPage()
	}
	if clean := strings.TrimRight(path, "/"); clean != path && path != "/" {
		if clean == "" || strings.HasPrefix(clean, "//") || strings.Contains(clean, `\`) {
			return s.missingPage()
		}
		return Page{Status: http.StatusMovedPermanently, Redirect: (&url.URL{Path: clean}).EscapedPath()}
	}
	if strings.Contains(r.URL.RawQuery, escapedNUL) {
		return Page{Status: http.StatusMovedPermanently, Redirect: r.URL.EscapedPath()}
	}
	if title, ok := s.kinds.private(path); ok {
		if owner := s.kinds.owner(path); owner != "" && s.ask(r, owner).status == http.StatusNotFound {
			return s.missingInside(head("missingPageTitle"))
		}
		p := s.private(title)
		p.Silent = s.kinds.silent[path]
		p.Account = strings.HasPrefix(path, "/auth/") && !p.Silent
		return p
	}
	parts := strings.Split(strings.TrimPrefix(path, "/"), "/")
	answer := s.kinds.answer[parts[0]]
	if answer == nil && len(parts) > 1 { // the browser reads it as a project of an unknown type
		return s.missing(head("missingType"))
	}
	if answer != nil {
		if page, ok := answer(s, r, parts); ok {
			return page
		}
	}
	return s.missingPage()
}

// private is a page for one visitor: it contains no data and is not indexed.
func (s *Server) private(title string) Page {
	return Page{Status: http.StatusOK, Title: s.title(title), NoIndex: true}
}

// profile is a page that lists the projects of a user, an organization or a collection, all or of one type:
// /<kind>/<name>[/<type>]. others are further allowed last segments.
func profile(page func(s *Server, r *http.Request, name, kind string) Page, others ...string) answerer {
	return func(s *Server, r *http.Request, parts []string) (Page, bool) {
		var kind contentType
		switch len(parts) {
		case 2:
			return page(s, r, parts[1], ""), true
		case 3:
			t, ok := typeOf(parts[2])
			if plural, is := typeOf(strings.TrimSuffix(parts[2], "s")); is && !ok { // earlier addresses ended like those of the listings
				return Page{Status: http.StatusMovedPermanently, Redirect: (&url.URL{Path: "/" + parts[0] + "/" + parts[1] + "/" + plural.id}).EscapedPath()}, true
			}
			if !ok && !slices.Contains(others, parts[2]) {
				return s.missing(head("missingKind")), true
			}
			kind = t
		default:
			return Page{}, false
		}
		p := page(s, r, parts[1], kind.id)
		if p.Status == http.StatusOK {
			p.NoIndex = true // search engines index only the unfiltered list
			if kind.id != "" {
				p.Title = head("ofTypeTitle", "type", kind.display, "title", p.Title)
			}
		}
		return p, true
	}
}

// title is the title of a page of this site.
func (s *Server) title(text string) string {
	return head("siteTitle", "title", text, "brand", s.site.Brand)
}

// missing is a page that does not exist, with a text about it, and the API paths by which the application learns that.
func (s *Server) missing(text string, gone ...string) Page {
	return Page{Status: http.StatusNotFound, Title: text, NoIndex: true, Gone: gone, Drawable: true}
}

// missingInside is a missing page below one for members. It is not drawn, because its frame asks who the visitor is.
func (s *Server) missingInside(text string, gone ...string) Page {
	p := s.missing(text, gone...)
	p.Drawable = false
	return p
}

func (s *Server) missingPage() Page { return s.missing(head("missingPageTitle")) }
