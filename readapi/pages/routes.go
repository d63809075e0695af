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

// legal are the texts about the site itself.
func legal() map[string]string {
	return map[string]string{
		"terms": "服务条款", "rules": "内容规则", "privacy": "隐私政策", "copyright": "版权与投诉", "security": "安全政策",
		"cmp": "Cookie 设置", "cmp-info": "Cookie 说明", "ccpa": "加州隐私权利",
	}
}

// page builds the page of a path.
func (s *Server) page(r *http.Request) Page {
	path := r.URL.Path
	if len(path) > s.maxPath {
		return s.missing(path[:s.maxPath])
	}
	if clean := strings.TrimRight(path, "/"); clean != path && path != "/" {
		if clean == "" || strings.HasPrefix(clean, "//") || strings.Contains(clean, `\`) {
			return s.missing(path)
		}
		return Page{Status: http.StatusMovedPermanently, Redirect: (&url.URL{Path: clean}).EscapedPath()}
	}
	if title, ok := s.kinds.private(path); ok {
		return s.private(title)
	}
	parts := strings.Split(strings.TrimPrefix(path, "/"), "/")
	if answer := s.kinds.answer[parts[0]]; answer != nil {
		if page, ok := answer(s, r, parts); ok {
			return page
		}
	}
	return s.missing(path)
}

// private is a page for one visitor: it contains no data and is not indexed.
func (s *Server) private(title string) Page {
	return Page{Status: http.StatusOK, Title: title + " - " + s.site.Brand, NoIndex: true}
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
			if !ok && !slices.Contains(others, parts[2]) {
				return Page{}, false
			}
			kind = t
		default:
			return Page{}, false
		}
		p := page(s, r, parts[1], kind.id)
		if p.Status == http.StatusOK {
			p.NoIndex = true // search engines index only the unfiltered list
			if kind.id != "" {
				p.Title = kind.display + " · " + p.Title
			}
		}
		return p, true
	}
}

func (s *Server) missing(path string) Page {
	return Page{Status: http.StatusNotFound, Title: "404 - " + s.site.Brand, NoIndex: true,
		Body: plain("h1", "Page not found: "+path)}
}

// subpage says whether these segments may follow a project's address.
func subpage(rest []string) bool {
	switch len(rest) {
	case 0:
		return true
	case 1:
		return slices.Contains([]string{"changelog", "gallery", "versions", "moderation", "settings"}, rest[0])
	case 2:
		return rest[0] == "version" || rest[0] == "settings"
	case 3:
		return rest[0] == "version" && rest[2] == "edit"
	}
	return false
}
