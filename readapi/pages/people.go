package pages

import (
	"cmp"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"github.com/modyard/modyard/contract"
)

// updatesFeed is the Atom feed of the whole site.
const updatesFeed = "/feeds/updates.atom"

// personsTalk is the last segment of the page of what a person has written in the forum.
const personsTalk = "forum"

func (s *Server) user(r *http.Request, name, kind string) Page {
	p := Page{Status: http.StatusOK}
	s.drawn(&p, "user.$id.{-$kind}.tsx")
	var doc contract.User
	base := "/_internal/user/" + url.PathEscape(name)
	if s.need(r, &p, base+"/page", &doc) != http.StatusOK {
		return s.missing(head("missingUserTitle"), base+"/page")
	}
	s.need(r, &p, base+rows(kind), nil)
	if strings.HasSuffix(r.URL.Path, "/"+personsTalk) {
		s.need(r, &p, "/v3/user/"+component(doc.ID)+"/forum", nil)
	}
	bio := present(doc.Bio)
	p.Title, p.Description = s.title(doc.Username), bio
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
	p := Page{Status: http.StatusOK}
	s.drawn(&p, "organization.$id.{-$kind}.tsx")
	var doc contract.OrganizationAnswer
	base := "/_internal/organization/" + url.PathEscape(slug)
	if s.need(r, &p, base+"/page", &doc) != http.StatusOK {
		return s.missing(head("missingOrganization"), base+"/page")
	}
	s.need(r, &p, base+rows(kind), nil)
	p.Title, p.Description = s.title(doc.Name), doc.Description
	p.Canonical = "/organization/" + url.PathEscape(doc.Slug)
	p.Image = present(doc.IconURL)
	ld := map[string]any{
		"@context": "https://schema.org", "@type": "Organization", "name": doc.Name, "description": doc.Description, "url": s.site.URL + p.Canonical,
	}
	if p.Image != "" {
		ld["logo"] = absolute(s.site.URL, p.Image)
	}
	p.LD = ld
	return p
}

// organizationPart is a page for the members of a team. It contains no data, but exists only where the team does.
func (s *Server) organizationPart(r *http.Request, slug string, part subpage) Page {
	path := "/_internal/organization/" + url.PathEscape(slug) + "/page"
	if s.ask(r, path).status == http.StatusNotFound {
		return s.missingInside(head("missingOrganization"), path)
	}
	return s.private(part.title)
}

// collection is indexed by search engines only where its owner lists it.
func (s *Server) collection(r *http.Request, id, _ string) Page {
	p := Page{Status: http.StatusOK}
	s.drawn(&p, "collection.$id.{-$projectType}.tsx")
	var doc contract.CollectionPage
	path := "/_internal/collection/" + url.PathEscape(id)
	if s.need(r, &p, path, &doc) != http.StatusOK {
		return s.missing(head("missingCollectionTitle"), path)
	}
	p.Title = head("collectionTitle", "name", doc.Name, "brand", s.site.Brand)
	p.Description = cmp.Or(doc.Description, head("collectionDescription", "name", doc.Name, "count", strconv.Itoa(len(doc.Projects))))
	p.Canonical = "/collection/" + url.PathEscape(doc.ID)
	p.NoIndex = doc.Status != "listed"
	p.Image = present(doc.IconURL)
	return p
}

func (s *Server) legal(of legalText) Page {
	p := Page{
		Status: http.StatusOK, Title: s.title(of.title), Canonical: "/legal2/" + of.name,
		Description: head("legalDescription", "brand", s.site.Brand, "title", of.title),
	}
	s.drawn(&p, "legal2.$page.tsx")
	return p
}

func present(s *string) string {
	if s == nil {
		return ""
	}
	return *s
}
