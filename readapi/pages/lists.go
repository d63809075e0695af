package pages

import (
	"cmp"
	"math/rand/v2"
	"net/http"
	"net/url"
	"strconv"

	"github.com/modyard/modyard/contract"
)

// hits is the answer to a search.
type hits = contract.SearchPage[contract.Hit]

// pathOf is the path of the page of a found project.
func pathOf(h contract.Hit) string {
	return "/" + url.PathEscape(cmp.Or(h.URLType, h.ProjectType)) + "/" + url.PathEscape(cmp.Or(h.Slug, h.ProjectID))
}

// titleOf is the title that pages show first.
func titleOf(h contract.Hit) string { return cmp.Or(present(h.TitleZH), h.Title) }

func (s *Server) home(r *http.Request) Page {
	p := Page{
		Status: http.StatusOK, Canonical: "/", Title: head("homeTitle", "brand", s.site.Brand, "game", s.site.Game),
		Description: head("homeDescription", "game", s.site.Game),
		Feed:        updatesFeed, FeedTitle: s.site.Brand + " · 最近更新",
		LD: map[string]any{
			"@context": "https://schema.org", "@type": "WebSite", "name": s.site.Brand, "url": s.site.URL + "/", "inLanguage": "zh-Hans",
			"potentialAction": map[string]any{
				"@type": "SearchAction", "target": s.site.URL + "/search?q={search_term_string}", "query-input": "required name=search_term_string",
			},
		},
	}
	s.drawn(&p, "index.tsx")
	for _, path := range append(homeSides(), "/v2/statistics", "/_internal/activity?limit="+strconv.Itoa(activityRequested)) {
		s.need(r, &p, path, nil)
	}
	var slides []contract.CuratedEntry
	s.need(r, &p, "/_internal/curated?place=home", &slides)
	var popular hits
	s.need(r, &p, homePopular(), &popular)
	s.need(r, &p, homeUpdated(), nil)
	if p.Picture = showcase(slides, popular); p.Picture == "" {
		for _, path := range homePlain() {
			s.need(r, &p, path, nil)
		}
	}
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

func (s *Server) search(r *http.Request, t contentType) Page {
	q := r.URL.Query()
	p := Page{
		Status: http.StatusOK, Title: s.title(t.display), Canonical: "/" + t.id + "s",
		Description: head("listingDescription", "brand", s.site.Brand, "type", t.display), NoIndex: len(q) > 0,
	}
	s.drawn(&p, "$listing.tsx")
	if text := q.Get("q"); text != "" {
		p.Social = "搜索" + t.display + " | " + text
		p.Title = s.title(head("ofTypeTitle", "type", text, "title", t.display))
	}
	var found hits
	if path, ok := searchRequest(t.id, q); ok {
		s.need(r, &p, path, &found)
	}
	if t.id == "modpack" || t.id == "software" {
		var slides []contract.CuratedEntry
		s.need(r, &p, "/_internal/curated?place="+t.id, &slides)
		p.Picture = showcase(slides, hits{})
	}
	if !p.NoIndex {
		p.LD = s.itemList(t.display, p.Canonical, found)
	}
	return p
}

// itemList is the structured data of a list of projects.
func (s *Server) itemList(name, path string, found hits) any {
	var items []any
	for i, hit := range found.Hits {
		items = append(items, map[string]any{"@type": "ListItem", "position": i + 1, "url": s.site.URL + pathOf(hit), "name": titleOf(hit)})
	}
	return map[string]any{
		"@context": "https://schema.org", "@type": "CollectionPage", "name": name, "url": s.site.URL + path, "inLanguage": "zh-Hans",
		"mainEntity": map[string]any{"@type": "ItemList", "numberOfItems": found.TotalHits, "itemListElement": items},
	}
}
