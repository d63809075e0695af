package pages

import (
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"
)

// contentType is a kind of content as addresses and titles name it.
type contentType struct{ id, display, title string }

// contentTypes in the order of the navigation; title is how a project's page calls it.
func contentTypes() []contentType {
	return []contentType{
		{"mod", "模组", "模组"}, {"modpack", "整合包", "整合包"}, {"plugin", "插件", "插件"},
		{"resourcepack", "资源包", "资源包"}, {"shader", "光影包", "光影包"}, {"datapack", "原版数据包", "原版数据包"},
		{"software", "软件资源", "软件资源"}, {"language", "汉化资源", "汉化资源"},
	}
}

func typeOf(id string) (contentType, bool) {
	for _, t := range contentTypes() {
		if t.id == id {
			return t, true
		}
	}
	return contentType{}, false
}

// private pages are for one visitor: they carry no data and stay out of search engines.
var private = regexp.MustCompile(`^/(auth/(sign-in|sign-up|reset-password|verify-email|welcome|authorize)` +
	`|create|report|flags|(dashboard|moderation|settings)(/.*)?)$`)

// page decides what a path answers.
func (s *Server) page(r *http.Request) Page {
	path := r.URL.Path
	if len(path) > s.maxPath {
		return s.missing(path[:s.maxPath])
	}
	if path == "/" {
		return s.home(r)
	}
	if clean := strings.TrimRight(path, "/"); clean != path {
		if clean == "" || strings.HasPrefix(clean, "//") || strings.Contains(clean, `\`) {
			return s.missing(path)
		}
		return Page{Status: http.StatusMovedPermanently, Redirect: (&url.URL{Path: clean}).EscapedPath()}
	}
	if private.MatchString(path) {
		return Page{Status: http.StatusOK, Title: s.site.Brand, NoIndex: true}
	}
	parts := strings.Split(strings.TrimPrefix(path, "/"), "/")
	if len(parts) == 1 && strings.HasSuffix(parts[0], "s") {
		if t, ok := typeOf(strings.TrimSuffix(parts[0], "s")); ok {
			return s.search(r, t)
		}
	}
	if len(parts) >= 2 {
		if _, ok := typeOf(parts[0]); ok || parts[0] == "project" {
			return s.project(r, parts[0], parts[1], parts[2:])
		}
		if parts[0] == "user" && len(parts) <= 3 {
			return s.user(r, parts[1])
		}
		if parts[0] == "organization" && len(parts) <= 3 {
			return s.organization(r, parts[1])
		}
	}
	return s.missing(path)
}

func (s *Server) missing(path string) Page {
	return Page{Status: http.StatusNotFound, Title: "404 - " + s.site.Brand, NoIndex: true,
		Body: plain("h1", "Page not found: "+path)}
}

// subpages are what may stand behind a project's address.
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
