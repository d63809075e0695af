package pages

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"io/fs"
	"net/http"
	"net/url"
	"regexp"
	"strings"

	"github.com/modyard/modyard/identity"
	"github.com/modyard/modyard/readapi/view"
)

// Site is the site's data on every page.
type Site struct {
	URL   string // public address without a trailing slash
	Brand string
	Game  string
	Stage string // name of the stage where this is not the production site, otherwise empty
	// Version and Commit are what the program was built from, for developers; both may be empty.
	Version, Commit string
}

// Server answers page URLs.
type Server struct {
	site    Site
	shell   shell
	api     http.Handler
	static  http.Handler
	assets  fs.FS
	chunks  chunks
	sheets  sheets
	csp     string
	kinds   kinds
	maxPath int
	drawer  Drawer // nil: the browser draws every page
	// connect are the origins, beside the site, that pages of signed-in visitors may connect to; nil: none.
	connect func(context.Context) []string
}

// New reads the built front end (index.html, assets/, .vite/manifest.json) from ui. The API handler answers
// in-process GET requests: it must resolve the caller and must not limit rates. A path of no kind of page is answered
// with 404.
func New(ui fs.FS, api http.Handler, site Site, pages ...Kind) (*Server, error) {
	index, err := fs.ReadFile(ui, "index.html")
	if err != nil {
		return nil, fmt.Errorf("read the built front end: %w", err)
	}
	sh, err := cut(index)
	if err != nil {
		return nil, err
	}
	ch, err := readChunks(ui)
	if err != nil {
		return nil, err
	}
	looks, err := readSheets(ui, ch)
	if err != nil {
		return nil, err
	}
	site.URL = strings.TrimRight(site.URL, "/")
	return &Server{
		site: site, shell: sh, api: api, assets: ui, chunks: ch, sheets: looks,
		static: newStatic(ui), csp: policy(index, pictures(site.URL), start, guard), kinds: newKinds(pages), maxPath: 2048,
	}, nil
}

// Connect lets pages of signed-in visitors connect to the origins that of returns at each request. It is called before the first request.
func (s *Server) Connect(of func(context.Context) []string) { s.connect = of }

// policyOf is the content security policy of an answer.
func (s *Server) policyOf(r *http.Request) string {
	if s.connect == nil || !hasSession(r) {
		return s.csp
	}
	origins := s.connect(r.Context())
	if len(origins) == 0 {
		return s.csp
	}
	return strings.Replace(s.csp, connectSelf, connectSelf+" "+strings.Join(origins, " "), 1)
}

// connectSelf is the directive to which further origins are added.
const connectSelf = "connect-src 'self'"

// ServeHTTP answers a file of the front end where there is one, otherwise a page.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if s.posted(w, r) {
		return
	}
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		w.Header().Set("Allow", "GET, HEAD")
		http.Error(w, "405", http.StatusMethodNotAllowed)
		return
	}
	if s.isFile(r.URL.Path) {
		s.static.ServeHTTP(w, r)
		return
	}
	if strings.HasPrefix(r.URL.Path, "/assets/") { // of another build: browsers would cache a page in its place as a script
		w.Header().Set("Cache-Control", "no-store")
		http.Error(w, "404", http.StatusNotFound)
		return
	}
	r = r.WithContext(view.WithOnePatience(r.Context()))
	h := w.Header()
	page := s.page(r)
	page.Path = r.URL.EscapedPath()
	if page.Redirect != "" {
		target := page.Redirect
		if query := strings.ReplaceAll(r.URL.RawQuery, escapedNUL, ""); query != "" {
			target += "?" + query
		}
		h.Set("Location", target)
		h.Set("Cache-Control", "no-cache")
		w.WriteHeader(page.Status)
		return
	}
	if hasSession(r) && page.Status == http.StatusOK {
		s.need(r, &page, "/v2/user", nil) // the first rows of the page depend on the viewer
	}
	s.draw(r, &page)
	h.Set("Content-Type", "text/html; charset=utf-8")
	h.Set("Content-Security-Policy", s.policyOf(r))
	h.Set("Cache-Control", "private, no-cache") // it may contain data for this visitor only
	h.Set("Vary", "Cookie, Accept-Encoding")
	if s.opened(r) {
		h.Set(openerPolicy, "unsafe-none")
	}
	if page.Silent {
		h.Set("Cache-Control", "no-store")
		h.Set("Referrer-Policy", "no-referrer")
	}
	if page.NoIndex {
		h.Set("X-Robots-Tag", "noindex")
	}
	var out bytes.Buffer
	if err := s.shell.render(&out, page, s.site); err != nil {
		http.Error(w, "500", http.StatusInternalServerError)
		return
	}
	w.WriteHeader(page.Status)
	if r.Method == http.MethodHead {
		return
	}
	_, _ = w.Write(out.Bytes()) // the visitor may have closed the connection
}

// hasSession says whether the browser sends a session cookie, valid or not.
func hasSession(r *http.Request) bool {
	return identity.HasSession(r)
}

var inlineScript = regexp.MustCompile(`(?s)<script>(.*?)</script>`)

// policy allows exactly the inline scripts of index.html and those that pages add, by their hashes.
func policy(index []byte, pictures string, added ...string) string {
	script := "'self'"
	var inline [][]byte
	for _, code := range added {
		inline = append(inline, []byte(code))
	}
	for _, m := range inlineScript.FindAllSubmatch(index, -1) {
		inline = append(inline, m[1])
	}
	for _, code := range inline {
		sum := sha256.Sum256(code)
		script += " 'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
	}
	return strings.Join([]string{
		"default-src 'self'", "script-src " + script, "style-src 'self' 'unsafe-inline'",
		"img-src 'self' data: blob: https:" + pictures, "frame-src https://player.bilibili.com",
		connectSelf, "object-src 'none'", "base-uri 'none'", "form-action 'self'", "frame-ancestors 'none'",
	}, "; ")
}

// pictures are the sources of the site's own pictures where self does not cover them: a site without https that a visitor
// uses under another name than its own, such as 127.0.0.1 for localhost.
func pictures(site string) string {
	u, err := url.Parse(site)
	if err != nil || u.Scheme != "http" {
		return ""
	}
	own := " http://" + u.Host
	if u.Hostname() == "localhost" {
		own += " http://" + strings.Replace(u.Host, "localhost", "127.0.0.1", 1)
	}
	return own
}
