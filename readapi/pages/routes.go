package pages

import (
	"net/http"
	"net/url"
	"slices"
	"strings"
)

func typeOf(id string) (contentType, bool) {
	for _, t := range contentTypes() {
		if t.id == id {
			return t, true
		}
	}
	return contentType{}, false
}

// private are the prefixes of the pages for one visitor: they contain no data and are not indexed. The longest
// matching prefix applies.
func private() map[string]string {
	return map[string]string{
		"/auth/sign-in": "登录", "/auth/sign-up": "注册", "/auth/reset-password": "重置密码", "/auth/verify-email": "验证邮箱",
		"/auth/welcome": "欢迎", "/auth/authorize": "授权应用", "/report": "举报", "/flags": "功能开关", "/frog": "青蛙",
		"/pcl": "联机搭建", "/server": "联机搭建", "/collection/following": "关注的资源",
		"/dashboard": "控制台", "/dashboard/": "控制台", "/moderation": "资源审核", "/moderation/": "资源审核",
		"/settings": "设置", "/settings/": "设置",
	}
}

// privateTitle is the title of a private page. A key that ends with a slash applies to every path below it.
func privateTitle(path string) (string, bool) {
	if title, ok := private()[path]; ok {
		return title, true
	}
	for key, title := range private() {
		if strings.HasSuffix(key, "/") && strings.HasPrefix(path, key) {
			return title, true
		}
	}
	return "", false
}

// legal are the texts about the site itself.
func legal() map[string]string {
	return map[string]string{
		"terms": "服务条款", "rules": "内容规则", "privacy": "隐私政策", "copyright": "版权与投诉", "security": "安全政策",
		"cmp": "Cookie 设置", "cmp-info": "Cookie 说明", "ccpa": "加州隐私权利",
	}
}

// page builds the page of a path.
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
	if title, ok := privateTitle(path); ok {
		return Page{Status: http.StatusOK, Title: title + " - " + s.site.Brand, NoIndex: true}
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
		if page, ok := s.listing(r, parts); ok {
			return page
		}
	}
	return s.missing(path)
}

// listing is a page that lists the projects of a user, an organization or a collection, all or of one type.
func (s *Server) listing(r *http.Request, parts []string) (Page, bool) {
	if parts[0] == "organization" && len(parts) >= 3 && parts[2] == "settings" && len(parts) <= 4 {
		return Page{Status: http.StatusOK, Title: "团队设置 - " + s.site.Brand, NoIndex: true}, true
	}
	if parts[0] == "legal2" && len(parts) == 2 && legal()[parts[1]] != "" {
		return s.legal(parts[1]), true
	}
	if len(parts) > 3 {
		return Page{}, false
	}
	var kind contentType
	if len(parts) == 3 {
		t, ok := typeOf(parts[2])
		if !ok && (parts[0] != "user" || parts[2] != "collections") {
			return Page{}, false
		}
		kind = t
	}
	var page Page
	switch parts[0] {
	case "user":
		page = s.user(r, parts[1], kind.id)
	case "organization":
		page = s.organization(r, parts[1], kind.id)
	case "collection":
		page = s.collection(r, parts[1])
	default:
		return Page{}, false
	}
	if len(parts) == 3 && page.Status == http.StatusOK {
		page.NoIndex = true // search engines index only the unfiltered list
		if kind.id != "" {
			page.Title = kind.display + " · " + page.Title
		}
	}
	return page, true
}

func (s *Server) missing(path string) Page {
	return Page{Status: http.StatusNotFound, Title: "404 - " + s.site.Brand, NoIndex: true,
		Body: plain("h1", "Page not found: "+path)}
}

// subpage says whether these segments may follow a project's address.
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
