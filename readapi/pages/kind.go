package pages

import (
	"cmp"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strings"
)

// Kind is a kind of page of an area.
type Kind struct {
	firsts []string // first segments of the paths
	answer answerer
	listed []string // paths of its fixed pages, for the sitemap
	closed []string // patterns of addresses that crawlers should skip

	titles map[string]string // of pages for one visitor, by path
	found  map[string]string // see Found
	silent []string          // those among them whose address is told to no other page
}

// answerer answers a path, split at its slashes. It returns false where the path is not one of its kind.
type answerer func(s *Server, r *http.Request, parts []string) (Page, bool)

// Private are pages for one visitor, given as pairs of a path and a title: they contain no data and are not indexed. A
// path that ends with a slash stands for the pages with one more segment, an id.
func Private(titles ...string) Kind {
	k := Kind{titles: map[string]string{}}
	for i := 0; i+1 < len(titles); i += 2 {
		k.titles[titles[i]] = titles[i+1]
	}
	return k
}

// Consent is the page on which an account decides about the request of an application. Its address holds the request: the page tells it
// to no other, and no browser keeps the page.
func Consent() Kind {
	const path = "/auth/authorize"
	k := Private(path, "授权应用")
	k.silent = []string{path}
	return k
}

// Below adds pages below those of an id, given as pairs of the rest of their path and a title: Below("/a/", "b/c", "title") is the page
// /a/<id>/b/c.
func (k Kind) Below(base string, titles ...string) Kind {
	for i := 0; i+1 < len(titles); i += 2 {
		k.titles[base+Star+"/"+titles[i]] = titles[i+1]
	}
	return k
}

// Found says by which API path a visitor's browser learns whether the thing exists to which the pages below base belong:
// Found("/a/", "/v3/a/*/b") asks /v3/a/<id>/b. Where that answers 404, the page does too. base is a path of Private that ends with a slash.
func (k Kind) Found(base, path string) Kind {
	if k.found == nil {
		k.found = map[string]string{}
	}
	k.found[base] = path
	return k
}

// Star stands for an id in the paths of Titles and of Found.
const Star = "*"

// Home is the home page.
func Home() Kind {
	return Kind{firsts: []string{""}, listed: []string{"/"}, answer: func(s *Server, r *http.Request, _ []string) (Page, bool) {
		return s.home(r), true
	}}
}

// Listings are the pages that list the projects of a type.
func Listings() Kind {
	k := Kind{closed: []string{"/*?*q=", "/*?*o="}, answer: func(s *Server, r *http.Request, parts []string) (Page, bool) {
		t, ok := typeOf(strings.TrimSuffix(parts[0], "s"))
		if !ok || len(parts) > 1 {
			return Page{}, false
		}
		return s.search(r, t), true
	}}
	for _, t := range contentTypes() {
		k.firsts = append(k.firsts, t.id+"s")
		k.listed = append(k.listed, "/"+t.id+"s")
	}
	return k
}

// Projects are the pages of projects, under the address of their type.
func Projects() Kind {
	k := Kind{firsts: []string{"project"}, closed: closed(projectPages()), answer: func(s *Server, r *http.Request, parts []string) (Page, bool) {
		if len(parts) < 2 {
			return Page{}, false
		}
		return s.project(r, parts[0], parts[1], parts[2:]), true
	}}
	for _, t := range contentTypes() {
		k.firsts = append(k.firsts, t.id)
	}
	return k
}

// Users are the pages of accounts.
func Users() Kind {
	return Kind{firsts: []string{"user"}, answer: profile((*Server).user, "collections", personsTalk)}
}

// Organizations are the pages of teams, and of their settings.
func Organizations() Kind {
	public := profile((*Server).organization)
	return Kind{firsts: []string{"organization"}, closed: closed(organizationPages()), answer: func(s *Server, r *http.Request, parts []string) (Page, bool) {
		if len(parts) > 2 {
			if part, ok := find(organizationPages(), parts[2:]); ok {
				return s.organizationPart(r, parts[1], part), true
			}
			if parts[2] == settings {
				return s.missingInside(head("missingPageTitle")), true
			}
		}
		return public(s, r, parts)
	}}
}

// Collections are the pages of collections.
func Collections() Kind {
	return Kind{firsts: []string{"collection"}, answer: profile((*Server).collection)}
}

// Legal are the texts about the site itself.
func Legal() Kind {
	k := Kind{firsts: []string{"legal2"}, answer: func(s *Server, _ *http.Request, parts []string) (Page, bool) {
		for _, text := range legalTexts() {
			if len(parts) == 2 && parts[1] == text.name {
				return s.legal(text), true
			}
		}
		return Page{}, false
	}}
	for _, text := range legalTexts() {
		if text.listed {
			k.listed = append(k.listed, "/legal2/"+text.name)
		}
	}
	return k
}

// Listed are the paths of the fixed pages.
func Listed(of []Kind) []string {
	var paths []string
	for _, k := range of {
		paths = append(paths, k.listed...)
	}
	return paths
}

// Closed are the patterns of the addresses that crawlers should skip, as in robots.txt: private pages, and lists that
// are filtered.
func Closed(of []Kind) []string {
	var patterns []string
	for path := range Titles(of) {
		patterns = append(patterns, strings.TrimSuffix(path, "/"))
	}
	for _, k := range of {
		patterns = append(patterns, k.closed...)
	}
	slices.SortFunc(patterns, func(a, b string) int { return cmp.Or(cmp.Compare(len(a), len(b)), cmp.Compare(a, b)) })
	var out []string
	for _, pattern := range patterns {
		covers := func(shorter string) bool { return shorter == pattern || strings.HasPrefix(pattern, shorter+"/") }
		if !slices.ContainsFunc(out, covers) {
			out = append(out, pattern)
		}
	}
	return out
}

// Titles are the titles of the private pages, by path.
func Titles(of []Kind) map[string]string {
	titles := map[string]string{}
	for _, k := range of {
		maps.Copy(titles, k.titles)
	}
	return titles
}

// kinds are the pages of the site.
type kinds struct {
	answer map[string]answerer // by the first segment
	titles map[string]string   // of private pages, by path
	found  map[string]string   // API paths of what private pages belong to, by the path before the id
	silent map[string]bool     // private pages whose address is told to no other page
}

func newKinds(list []Kind) kinds {
	all := kinds{answer: map[string]answerer{}, titles: Titles(list), found: map[string]string{}, silent: map[string]bool{}}
	for _, k := range list {
		maps.Copy(all.found, k.found)
		for _, path := range k.silent {
			all.silent[path] = true
		}
		for _, first := range k.firsts {
			all.answer[first] = k.answer
		}
	}
	return all
}

// private is the title of a private page.
func (k kinds) private(path string) (title string, ok bool) {
	if strings.Contains(path, Star) {
		return "", false
	}
	if title, ok = k.titles[path]; ok {
		return title, true
	}
	if title, ok = k.titles[path[:strings.LastIndexByte(path, '/')+1]]; ok {
		return title, true
	}
	// The third segment is the id of a page below another.
	if parts := strings.SplitN(path, "/", 5); len(parts) == 5 && parts[3] != "" {
		title, ok = k.titles["/"+parts[1]+"/"+parts[2]+"/"+Star+"/"+parts[4]]
	}
	return title, ok
}

// owner is the API path of the thing to which a private page with an id belongs; empty for a page without one.
func (k kinds) owner(path string) string {
	parts := strings.SplitN(path, "/", 5)
	if len(parts) < 4 || parts[3] == "" {
		return ""
	}
	return strings.Replace(k.found["/"+parts[1]+"/"+parts[2]+"/"], Star, url.PathEscape(parts[3]), 1)
}
