package pages

import (
	"net/http"
	"net/url"

	"github.com/modyard/modyard/contract"
)

// updatesFeed is the Atom feed of the whole site.
const updatesFeed = "/feeds/updates.atom"

func (s *Server) user(r *http.Request, name, kind string) Page {
	p := Page{Status: http.StatusOK, Modules: s.chunks.of("user.$id.{-$kind}.tsx")}
	var doc contract.User
	base := "/_internal/user/" + url.PathEscape(name)
	if s.need(r, &p, base+"/page", &doc) != http.StatusOK {
		page := s.missing(r.URL.Path)
		page.Body = plain("h1", "用户不存在")
		return page
	}
	s.need(r, &p, base+rows(kind), nil)
	bio := present(doc.Bio)
	p.Title, p.Description = head("profileTitle", "name", doc.Username, "brand", s.site.Brand), bio
	p.Canonical, p.Kind = "/user/"+url.PathEscape(doc.Username), "profile"
	p.Image = present(doc.AvatarURL)
	person := map[string]any{"@type": "Person", "name": doc.Username, "url": s.site.URL + p.Canonical}
	if bio != "" {
		person["description"] = bio
	}
	if p.Image != "" {
		person["image"] = absolute(s.site.URL, p.Image)
	}
	p.LD = map[string]any{"@context": "https://schema.org", "@type": "ProfilePage", "dateCreated": doc.Created, "mainEntity": person}
	p.Body = article(plain("h1", doc.Username), plain("p", bio))
	return p
}

// rows is the path of the search for the first rows of a project list, of all types or of one.
func rows(kind string) string {
	if kind == "" {
		return "/projects"
	}
	return "/projects?type=" + kind
}

func (s *Server) organization(r *http.Request, slug, kind string) Page {
	p := Page{Status: http.StatusOK, Modules: s.chunks.of("organization.$id.{-$kind}.tsx")}
	var doc contract.OrganizationAnswer
	base := "/_internal/organization/" + url.PathEscape(slug)
	if s.need(r, &p, base+"/page", &doc) != http.StatusOK {
		return s.missing(r.URL.Path)
	}
	s.need(r, &p, base+rows(kind), nil)
	p.Title, p.Description = head("profileTitle", "name", doc.Name, "brand", s.site.Brand), doc.Description
	p.Canonical = "/organization/" + url.PathEscape(doc.Slug)
	p.Image = present(doc.IconURL)
	ld := map[string]any{
		"@context": "https://schema.org", "@type": "Organization", "name": doc.Name, "description": doc.Description, "url": s.site.URL + p.Canonical,
	}
	if p.Image != "" {
		ld["logo"] = absolute(s.site.URL, p.Image)
	}
	p.LD = ld
	p.Body = article(plain("h1", doc.Name), plain("p", doc.Description))
	return p
}

// collection is indexed by search engines only where its owner lists it.
func (s *Server) collection(r *http.Request, id string) Page {
	p := Page{Status: http.StatusOK, Modules: s.chunks.of("collection.$id.{-$projectType}.tsx")}
	var doc contract.CollectionPage
	if s.need(r, &p, "/_internal/collection/"+url.PathEscape(id), &doc) != http.StatusOK {
		page := s.missing(r.URL.Path)
		page.Body = plain("h1", "Collection not found")
		return page
	}
	p.Title, p.Description = doc.Name+" - "+s.site.Brand, doc.Description
	p.Canonical = "/collection/" + url.PathEscape(doc.ID)
	p.NoIndex = doc.Status != "listed"
	p.Image = present(doc.IconURL)
	p.Body = article(plain("h1", doc.Name), plain("p", p.Description))
	return p
}

// legal is a text about the site itself; the browser contains the text.
func (s *Server) legal(name string) Page {
	title := legal()[name]
	return Page{
		Status: http.StatusOK, Title: title + " - " + s.site.Brand, Canonical: "/legal2/" + name, Modules: s.chunks.of("legal2.$page.tsx"),
		Description: s.site.Brand + " 的" + title + "。", Body: article(plain("h1", title)),
	}
}

func present(s *string) string {
	if s == nil {
		return ""
	}
	return *s
}
