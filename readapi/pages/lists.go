package pages

import (
	"cmp"
	"html"
	"math/rand/v2"
	"net/http"
	"net/url"
	"strings"

	"github.com/modyard/modyard/contract"
)

// hits is the part of a search answer that a page needs.
type hits struct {
	Hits  []contract.Hit `json:"hits"`
	Total int            `json:"total_hits"`
}

// pathOf is the path of the page of a found project.
func pathOf(h contract.Hit) string {
	return "/" + url.PathEscape(cmp.Or(h.URLType, h.ProjectType)) + "/" + url.PathEscape(cmp.Or(h.Slug, h.ProjectID))
}

// list shows hits in a display mode, list or gallery, as the application does.
func (h hits) list(mode string) string {
	var b strings.Builder
	b.WriteString(`<ul class="plain-list" data-mode="` + mode + `">`)
	for _, hit := range h.Hits {
		b.WriteString(`<li><a href="` + pathOf(hit) + `">` + html.EscapeString(hit.Title) + "</a> " +
			html.EscapeString(hit.Description) + "</li>")
	}
	b.WriteString("</ul>")
	return b.String()
}

func (s *Server) home(r *http.Request) Page {
	p := Page{
		Status: http.StatusOK, Canonical: "/", Title: head("homeTitle", "brand", s.site.Brand, "game", s.site.Game),
		Description: head("homeDescription", "game", s.site.Game),
		Modules:     s.chunks.of("index.tsx"),
		Feed:        updatesFeed, FeedTitle: s.site.Brand + " · 最近更新",
		LD: map[string]any{
			"@context": "https://schema.org", "@type": "WebSite", "name": s.site.Brand, "url": s.site.URL + "/", "inLanguage": "zh-Hans",
			"potentialAction": map[string]any{
				"@type": "SearchAction", "target": s.site.URL + "/mods?q={search_term_string}", "query-input": "required name=search_term_string",
			},
		},
	}
	for _, path := range append(homeSides(), "/v2/statistics", "/_internal/activity?limit=24") {
		s.need(r, &p, path, nil)
	}
	var slides []contract.CuratedEntry
	s.need(r, &p, "/_internal/curated?place=home", &slides)
	var popular, fresh hits
	for path, into := range map[string]*hits{homePopular(): &popular, homeUpdated(): &fresh} {
		s.need(r, &p, path, into)
	}
	p.Picture = showcase(slides, popular)
	p.Body = article(plain("h1", p.Title), firstSight(p.Picture), plain("h2", "热门资源"), popular.list("list"), plain("h2", "最近更新"), fresh.list("list"))
	return p
}

// showcase is the first picture of the home page: one of the slides, which the browser then shows first too; without
// slides, the first picture among the popular projects.
func showcase(slides []contract.CuratedEntry, popular hits) string {
	if len(slides) > 0 {
		return slides[rand.IntN(len(slides))].Image
	}
	for _, hit := range popular.Hits {
		if picture := hit.Picture(); picture != "" {
			return picture
		}
	}
	return ""
}

// firstSight shows the page's largest picture before any script runs, in its final size.
func firstSight(picture string) string {
	if picture == "" {
		return ""
	}
	return `<img src="` + html.EscapeString(picture) + `" alt="" width="640" height="360" fetchpriority="high">`
}

func (s *Server) search(r *http.Request, t contentType) Page {
	q := r.URL.Query()
	p := Page{
		Status: http.StatusOK, Title: head("listingTitle", "type", t.display, "brand", s.site.Brand), Canonical: "/" + t.id + "s",
		Description: head("listingDescription", "brand", s.site.Brand, "type", t.display), Modules: s.chunks.of(searchRoute),
		NoIndex: len(q) > 0,
	}
	if text := q.Get("q"); text != "" {
		p.Title = head("foundTitle", "type", t.display, "text", text)
	}
	var found hits
	if path, ok := searchRequest(t.id, q); ok {
		s.need(r, &p, path, &found)
	}
	if t.id == "modpack" || t.id == "software" {
		s.need(r, &p, "/_internal/curated?place="+t.id, nil)
	}
	p.Body = article(plain("h1", t.display), found.list(t.mode))
	if !p.NoIndex {
		p.LD = s.itemList(t.display, p.Canonical, found)
	}
	return p
}

// itemList is the structured data of a list of projects.
func (s *Server) itemList(name, path string, found hits) any {
	var items []any
	for i, hit := range found.Hits {
		items = append(items, map[string]any{"@type": "ListItem", "position": i + 1, "url": s.site.URL + pathOf(hit), "name": hit.Title})
	}
	return map[string]any{
		"@context": "https://schema.org", "@type": "CollectionPage", "name": name, "url": s.site.URL + path, "inLanguage": "zh-Hans",
		"mainEntity": map[string]any{"@type": "ItemList", "numberOfItems": found.Total, "itemListElement": items},
	}
}
