package pages

import (
	"cmp"
	"html"
	"net/http"
	"net/url"
	"slices"
	"strings"
)

// projectDocument is the part of GET /_internal/project/{id} that a page needs.
type projectDocument struct {
	ID          string    `json:"id"`
	Slug        string    `json:"slug"`
	URLType     string    `json:"url_type"`
	Title       string    `json:"title"`
	TitleZH     *string   `json:"title_zh"`
	Description string    `json:"description"`
	BodyHTML    string    `json:"body_html"`
	Status      string    `json:"status"`
	IconURL     *string   `json:"icon_url"`
	Published   string    `json:"published"`
	Updated     string    `json:"updated"`
	Gallery     []picture `json:"gallery"`
	Members     []struct {
		User struct {
			Username string `json:"username"`
		} `json:"user"`
	} `json:"members"`
	Organization *struct {
		Slug string `json:"slug"`
		Name string `json:"name"`
	} `json:"organization"`
	Versions []versionDocument `json:"versions"` // the newest
}

type picture struct {
	URL      string `json:"url"`
	Featured bool   `json:"featured"`
	Ordering int64  `json:"ordering"`
	Created  string `json:"created"`
}

// versionDocument is what a page needs of a version, in a list or by itself.
type versionDocument struct {
	ID        string   `json:"id"`
	Name      string   `json:"name"`
	Number    string   `json:"version_number"`
	Changelog string   `json:"changelog_html"`
	Loaders   []string `json:"loaders"`
	Games     []string `json:"game_versions"`
}

func (s *Server) project(r *http.Request, typ, id string, rest []string) Page {
	if !subpage(rest) {
		return s.missing(r.URL.Path)
	}
	p := Page{Status: http.StatusOK}
	var doc projectDocument
	base := "/_internal/project/" + url.PathEscape(id)
	if status := s.need(r, &p, base, &doc); status != http.StatusOK {
		page := s.missing(r.URL.Path)
		page.Body = plain("h1", "资源不存在")
		if status >= http.StatusInternalServerError {
			page.Status = http.StatusServiceUnavailable
		}
		return page
	}
	if doc.TitleZH != nil && *doc.TitleZH != "" {
		doc.Title = *doc.TitleZH // the page shows this name first
	}
	home := "/" + doc.URLType + "/" + url.PathEscape(doc.Slug)
	if typ != doc.URLType || id != doc.Slug {
		return Page{Status: http.StatusMovedPermanently, Redirect: home + tail(rest)}
	}
	t, _ := typeOf(doc.URLType)
	p.Title = head("projectTitle", "title", doc.Title, "game", s.site.Game, "type", t.display)
	p.Description = doc.Description
	p.Canonical = home + tail(rest)
	p.Kind = "article"
	p.NoIndex = doc.Status != "approved" && doc.Status != "archived"
	p.Image = socialImage(doc)
	if !p.NoIndex {
		p.Feed, p.FeedTitle = "/feeds/project/"+doc.ID, doc.Title+" · 版本更新"
	}
	p.Modules = s.chunks.of("$type.$id.tsx", projectRoute(rest))
	of := "/_internal/project/" + doc.ID
	if len(rest) == 0 {
		p.Picture = firstPicture(doc.Gallery)
	}
	p.Body = projectBody(doc, t, home, p.Picture, "")
	switch {
	case len(rest) == 0:
		p.LD = []any{structured(doc, t, s.site.URL+home), s.breadcrumb(t, doc.Title, home)}
	case rest[0] == "version" && len(rest) == 2 && strings.HasSuffix(rest[1], "-new"):
		p.NoIndex = true
	case rest[0] == "version" && len(rest) == 2:
		var v versionDocument
		if s.need(r, &p, of+"/version/"+url.PathEscape(rest[1]), &v) != http.StatusOK {
			page := s.missing(r.URL.Path)
			page.Preload = p.Preload
			return page
		}
		s.need(r, &p, "/_internal/version/"+url.PathEscape(v.ID)+"/needs", nil)
		p.Title = v.Name + " - " + doc.Title
		p.Canonical = home + "/version/" + url.PathEscape(v.ID)
		p.LD = []any{s.breadcrumb(t, doc.Title, home, v.Name, p.Canonical)}
		p.Body = projectBody(doc, t, home, "", plain("h2", v.Name)+v.Changelog)
	case rest[0] == "settings" || rest[0] == "moderation" || len(rest) == 3:
		p.NoIndex = true
	case rest[0] == "versions" || rest[0] == "changelog":
		var list versionsPage
		s.need(r, &p, of+"/"+rest[0]+versionsRequest(r.URL.Query()), &list)
		s.need(r, &p, of+"/places", nil)
		p.Body = projectBody(doc, t, home, "", versionList(append(list.Versions, list.Changes...), home))
	}
	return p
}

// projectRoute is the build's route file of a project's subpage.
func projectRoute(rest []string) string {
	if len(rest) == 0 {
		return "$type.$id.index.tsx"
	}
	if rest[0] == "version" {
		return "$type.$id.version.$version.tsx"
	}
	if rest[0] == "settings" || rest[0] == "moderation" {
		return "$type.$id._signedIn." + strings.Join(rest, ".") + ".tsx"
	}
	return "$type.$id." + rest[0] + ".tsx"
}

func tail(rest []string) string {
	var b strings.Builder
	for _, part := range rest {
		b.WriteString("/" + url.PathEscape(part))
	}
	return b.String()
}

func socialImage(doc projectDocument) string {
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
func firstPicture(gallery []picture) string {
	if len(gallery) == 0 {
		return ""
	}
	return slices.MinFunc(gallery, func(a, b picture) int {
		if a.Featured != b.Featured {
			if a.Featured {
				return -1
			}
			return 1
		}
		return cmp.Or(cmp.Compare(a.Ordering, b.Ordering), strings.Compare(a.Created, b.Created))
	}).URL
}

// projectBody is a project's page for clients without scripts; a part with an address of its own comes before the
// description.
func projectBody(doc projectDocument, t contentType, home, picture, part string) string {
	links := []string{`<a href="/` + t.id + `s">` + t.display + `</a>`, `<a href="` + home + `/versions">版本</a>`}
	for _, m := range doc.Members {
		links = append(links, `<a href="/user/`+url.PathEscape(m.User.Username)+`">`+html.EscapeString(m.User.Username)+`</a>`)
	}
	return article(plain("h1", doc.Title), plain("p", doc.Description), "<p>"+strings.Join(links, " · ")+"</p>", firstSight(picture), part,
		doc.BodyHTML) // rendered and sanitised by the projection
}

// versionsPage is what a page needs of a list of versions, or of what changed with them.
type versionsPage struct {
	Versions []versionDocument `json:"versions"`
	Changes  []versionDocument `json:"changes"`
}

func versionList(versions []versionDocument, home string) string {
	var b strings.Builder
	b.WriteString("<ul>")
	for _, v := range versions {
		b.WriteString(`<li><a href="` + home + "/version/" + url.PathEscape(v.ID) + `">` + html.EscapeString(cmp.Or(v.Name, v.Number)) + "</a> " +
			html.EscapeString(strings.Join(v.Loaders, " ")+" "+strings.Join(v.Games, " ")) + "</li>")
	}
	b.WriteString("</ul>")
	return b.String()
}

func structured(doc projectDocument, t contentType, address string) any {
	ld := map[string]any{
		"@context": "https://schema.org", "@type": "SoftwareApplication", "name": doc.Title,
		"description": doc.Description, "url": address, "applicationCategory": "GameApplication",
		"datePublished": doc.Published, "dateModified": doc.Updated, "genre": t.display,
		"offers": map[string]any{"@type": "Offer", "price": "0", "priceCurrency": "CNY"},
	}
	if len(doc.Versions) > 0 {
		ld["softwareVersion"] = doc.Versions[0].Number
	}
	if doc.Organization != nil {
		ld["author"] = map[string]any{"@type": "Organization", "name": doc.Organization.Name}
	} else if len(doc.Members) > 0 {
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

// plain is one element with text.
func plain(element, text string) string {
	return "<" + element + ">" + html.EscapeString(text) + "</" + element + ">"
}
