package pages

import (
	"net/http"
	"strings"
)

// Kind is a kind of page of an area.
type Kind struct {
	firsts []string // first segments of the paths
	answer answerer
	// listed are the paths of its fixed pages, for the sitemap.
	listed []string

	private, title string // path and title of a page for one visitor
}

// answerer answers a path, split at its slashes. It returns false where the path is not one of its kind.
type answerer func(s *Server, r *http.Request, parts []string) (Page, bool)

// Private is a page for one visitor: it contains no data and is not indexed. A path that ends with a slash applies to
// every path below it.
func Private(path, title string) Kind { return Kind{private: path, title: title} }

// Home is the home page.
func Home() Kind {
	return Kind{firsts: []string{""}, listed: []string{"/"}, answer: func(s *Server, r *http.Request, _ []string) (Page, bool) {
		return s.home(r), true
	}}
}

// Listings are the pages that list the projects of a type.
func Listings() Kind {
	k := Kind{answer: func(s *Server, r *http.Request, parts []string) (Page, bool) {
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
	k := Kind{firsts: []string{"project"}, answer: func(s *Server, r *http.Request, parts []string) (Page, bool) {
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
	return Kind{firsts: []string{"user"}, answer: profile((*Server).user, "collections")}
}

// Organizations are the pages of teams, and of their settings.
func Organizations() Kind {
	public := profile((*Server).organization)
	return Kind{firsts: []string{"organization"}, answer: func(s *Server, r *http.Request, parts []string) (Page, bool) {
		if len(parts) >= 3 && len(parts) <= 4 && parts[2] == "settings" {
			return s.private("团队设置"), true
		}
		return public(s, r, parts)
	}}
}

// Collections are the pages of collections.
func Collections() Kind {
	return Kind{firsts: []string{"collection"}, answer: profile(func(s *Server, r *http.Request, id, _ string) Page { return s.collection(r, id) })}
}

// Legal are the texts about the site itself.
func Legal() Kind {
	return Kind{
		firsts: []string{"legal2"},
		listed: []string{"/legal2/terms", "/legal2/rules", "/legal2/privacy", "/legal2/copyright", "/legal2/security"},
		answer: func(s *Server, _ *http.Request, parts []string) (Page, bool) {
			if len(parts) != 2 || legal()[parts[1]] == "" {
				return Page{}, false
			}
			return s.legal(parts[1]), true
		},
	}
}

// Listed are the paths of the fixed pages.
func Listed(of []Kind) []string {
	var paths []string
	for _, k := range of {
		paths = append(paths, k.listed...)
	}
	return paths
}

// kinds are the pages of the site.
type kinds struct {
	answer map[string]answerer // by the first segment
	titles map[string]string   // of private pages, by path
}

func newKinds(list []Kind) kinds {
	all := kinds{answer: map[string]answerer{}, titles: map[string]string{}}
	for _, k := range list {
		for _, first := range k.firsts {
			all.answer[first] = k.answer
		}
		if k.private != "" {
			all.titles[k.private] = k.title
		}
	}
	return all
}

// private is the title of a private page.
func (k kinds) private(path string) (title string, ok bool) {
	if title, ok = k.titles[path]; ok {
		return title, true
	}
	for below, title := range k.titles {
		if strings.HasSuffix(below, "/") && strings.HasPrefix(path, below) {
			return title, true
		}
	}
	return "", false
}
