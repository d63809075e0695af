package feed

import (
	"net/http"
	"strings"
)

// robots lists the paths that crawlers should skip, which are meant for programs or closed by their kind of page, and
// the sitemap. The rules only save requests; access is checked by the routes themselves.
func (s *Routes) robots(w http.ResponseWriter, _ *http.Request) {
	var b strings.Builder
	b.WriteString("User-agent: *\nDisallow: /_internal/\nDisallow: /v2/\nDisallow: /v3/\n")
	for _, pattern := range s.options.Closed {
		b.WriteString("Disallow: " + pattern + "\n")
	}
	// A page's own data stays readable: crawlers that run scripts then see what visitors see.
	b.WriteString("Allow: /_internal/project/\nAllow: /v2/search\nAllow: /v2/tag/\n")
	b.WriteString("\nSitemap: " + s.options.URL + "/sitemap.xml\n")
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	w.Header().Set("Cache-Control", "public, max-age=3600")
	_, _ = w.Write([]byte(b.String())) // the crawler may have closed the connection
}
