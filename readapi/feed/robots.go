package feed

import (
	"net/http"
	"strings"
)

// closed are the places that are for one visitor or for programs.
func closed() []string {
	return []string{
		"/_internal/", "/v2/", "/v3/", "/auth/", "/dashboard", "/moderation", "/settings", "/report", "/flags", "/create",
		"/*/settings", "/*/moderation", "/*?*q=", "/*?*o=",
	}
}

// robots says which places crawlers leave alone, and where the sitemap is. The rules only spare their time: what
// must not be seen is guarded elsewhere.
func (s *Routes) robots(w http.ResponseWriter, _ *http.Request) {
	var b strings.Builder
	b.WriteString("User-agent: *\n")
	for _, place := range closed() {
		b.WriteString("Disallow: " + place + "\n")
	}
	// A page's own data stays readable, so that crawlers that run scripts see what visitors see.
	b.WriteString("Allow: /_internal/project/\nAllow: /v2/search\nAllow: /v2/tag/\n")
	b.WriteString("\nSitemap: " + s.options.URL + "/sitemap.xml\n")
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	w.Header().Set("Cache-Control", "public, max-age=3600")
	_, _ = w.Write([]byte(b.String())) // a crawler that left is no error of ours
}
