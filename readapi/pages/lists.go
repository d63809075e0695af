package pages

import (
	"html"
	"net/http"
	"net/url"
	"strings"
)

// hits is what a page needs of a search answer.
type hits struct {
	Hits []struct {
		Slug        string `json:"slug"`
		ProjectID   string `json:"project_id"`
		ProjectType string `json:"project_type"`
		URLType     string `json:"url_type"`
		Title       string `json:"title"`
		Description string `json:"description"`
	} `json:"hits"`
	Total int `json:"total_hits"`
}

func (h hits) list() string {
	var b strings.Builder
	b.WriteString("<ul>")
	for _, hit := range h.Hits {
		typ, slug := hit.URLType, hit.Slug
		if typ == "" {
			typ = hit.ProjectType
		}
		if slug == "" {
			slug = hit.ProjectID
		}
		b.WriteString(`<li><a href="/` + url.PathEscape(typ) + "/" + url.PathEscape(slug) + `">` + html.EscapeString(hit.Title) + "</a> " +
			html.EscapeString(hit.Description) + "</li>")
	}
	b.WriteString("</ul>")
	return b.String()
}

func (s *Server) home(r *http.Request) Page {
	p := Page{
		Status: http.StatusOK, Canonical: "/", Title: s.site.Brand + " - " + s.site.Game + " 资源社区",
		Description: "发现、关注和下载 " + s.site.Game + " 的模组、整合包、插件、资源包、光影包、数据包、软件与汉化资源。",
		Modules:     s.chunks.of("index.tsx"),
	}
	s.need(r, &p, "/v2/statistics", nil)
	var popular, fresh hits
	for path, into := range map[string]*hits{homePopular(): &popular, homeUpdated(): &fresh} {
		s.need(r, &p, path, into)
	}
	var nav strings.Builder
	for _, t := range contentTypes() {
		nav.WriteString(`<a href="/` + t.id + `s">` + t.display + `</a> `)
	}
	p.Body = `<main class="plain">` + plain("h1", p.Title) + "<nav>" + nav.String() + "</nav>" +
		plain("h2", "热门资源") + popular.list() + plain("h2", "最近更新") + fresh.list() + "</main>"
	return p
}

func (s *Server) search(r *http.Request, t contentType) Page {
	q := r.URL.Query()
	p := Page{
		Status: http.StatusOK, Title: t.display + " - " + s.site.Brand, Canonical: "/" + t.id + "s",
		Description: "在 " + s.site.Brand + " 快速搜索" + t.display + "。", Modules: s.chunks.of(searchRoute),
		NoIndex: len(q) > 0,
	}
	if text := q.Get("q"); text != "" {
		p.Title = "搜索" + t.display + " | " + text
	}
	var found hits
	if path, ok := searchRequest(t.id, q); ok {
		s.need(r, &p, path, &found)
	}
	p.Body = `<main class="plain">` + plain("h1", t.display) + found.list() + "</main>"
	return p
}

func (s *Server) user(r *http.Request, name string) Page {
	p := Page{Status: http.StatusOK, Modules: s.chunks.of("user.$id.tsx")}
	var doc struct {
		Username string `json:"username"`
		Bio      string `json:"bio"`
	}
	base := "/v2/user/" + url.PathEscape(name)
	if s.need(r, &p, base, &doc) != http.StatusOK {
		page := s.missing(r.URL.Path)
		page.Body = plain("h1", "用户不存在")
		return page
	}
	s.need(r, &p, base+"/projects", nil)
	p.Title, p.Description = doc.Username+" - "+s.site.Brand, doc.Bio
	p.Canonical, p.Kind = "/user/"+url.PathEscape(doc.Username), "profile"
	p.Body = `<main class="plain">` + plain("h1", doc.Username) + plain("p", doc.Bio) + "</main>"
	return p
}

func (s *Server) organization(r *http.Request, slug string) Page {
	p := Page{Status: http.StatusOK}
	var doc struct {
		Slug        string `json:"slug"`
		Name        string `json:"name"`
		Description string `json:"description"`
	}
	base := "/v3/organization/" + url.PathEscape(slug)
	if s.need(r, &p, base, &doc) != http.StatusOK {
		return s.missing(r.URL.Path)
	}
	s.need(r, &p, base+"/projects", nil)
	p.Title, p.Description = doc.Name+" - "+s.site.Brand, doc.Description
	p.Canonical = "/organization/" + url.PathEscape(doc.Slug)
	p.Body = `<main class="plain">` + plain("h1", doc.Name) + plain("p", doc.Description) + "</main>"
	return p
}
