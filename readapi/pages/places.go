package pages

import (
	"maps"
	"net/http"
	"slices"
)

// Places are the pages that search everything, and those that list accounts, teams and collections.
func Places() Kind {
	titles := map[string]string{"search": "搜索", "users": "用户", "organizations": "团队", "collections": "收藏夹"}
	k := Kind{closed: []string{"/search"}, answer: func(s *Server, r *http.Request, parts []string) (Page, bool) {
		if len(parts) > 1 {
			return Page{}, false
		}
		return s.place(r, parts[0], titles[parts[0]]), true
	}}
	for _, first := range slices.Sorted(maps.Keys(titles)) {
		k.firsts = append(k.firsts, first)
		if first != "search" { // results are no pages to find
			k.listed = append(k.listed, "/"+first)
		}
	}
	return k
}

func (s *Server) place(r *http.Request, place, name string) Page {
	q := r.URL.Query()
	title := name
	if text := q.Get("q"); text != "" {
		title = text + " - " + name
	}
	p := Page{Status: http.StatusOK, Title: s.title(title), Canonical: "/" + place, NoIndex: place == "search" || len(q) > 0}
	s.drawn(&p, "$listing.tsx")
	return p
}

// Transparency is the page of the figures of the moderation.
func Transparency() Kind {
	const path = "/transparency"
	return Kind{firsts: []string{"transparency"}, listed: []string{path}, answer: func(s *Server, r *http.Request, parts []string) (Page, bool) {
		if len(parts) > 1 {
			return Page{}, false
		}
		p := Page{
			Status: http.StatusOK, Title: s.title("审核透明度"), Canonical: path,
			Description: head("transparencyDescription", "brand", s.site.Brand),
		}
		s.need(r, &p, "/_internal/transparency", nil)
		s.drawn(&p, "transparency.tsx")
		return p, true
	}}
}
