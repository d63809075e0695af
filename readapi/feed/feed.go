// Package feed answers sitemaps, robots.txt and Atom feeds. They contain only what is public.
package feed

import (
	"errors"
	"log/slog"
	"net/http"
	"net/url"
	"strings"

	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/modyard/modyard/platform/httpkit"
)

// Options are the dependencies of the documents.
type Options struct {
	Pool   *pgxpool.Pool
	URL    string // public address of the site without a trailing slash
	Brand  string
	Game   string
	Logger *slog.Logger // nil: slog.Default

	Pages    []string  // fixed paths, for the sitemap
	Closed   []string  // patterns of paths that crawlers should skip
	Sitemaps []Sitemap // the sitemaps of areas

	Sections map[string]string        // the titles of the sections of the forum, by their names
	Render   func(text string) string // the renderer of the site's Markdown
}

// Routes serve the documents.
type Routes struct {
	options Options
	// turns bounds how many sitemaps are read at once: each reads thousands of rows.
	turns chan struct{}
}

// maxAtOnce is how many sitemaps are made at the same time; further requests are queued.
const maxAtOnce = 2

// New makes the routes.
func New(o Options) *Routes {
	o.URL = strings.TrimRight(o.URL, "/")
	if o.Logger == nil {
		o.Logger = slog.Default()
	}
	return &Routes{options: o, turns: make(chan struct{}, maxAtOnce)}
}

// Mount mounts every document. They are outside of the API: crawlers and feed readers expect fixed addresses.
func (s *Routes) Mount(mux *http.ServeMux) {
	mux.HandleFunc("GET /robots.txt", s.robots)
	mux.HandleFunc("GET /sitemap.xml", s.answer(s.sitemapIndex))
	mux.HandleFunc("GET /sitemaps/{file}", s.answer(s.sitemap))
	mux.HandleFunc("GET /feeds/updates.atom", s.answer(s.updates))
	mux.HandleFunc("GET /feeds/project/{id}", s.answer(s.project))
	mux.HandleFunc("GET /feeds/forum/{section}", s.answer(s.section))
	mux.HandleFunc("GET /feeds/discussion/{id}", s.answer(s.discussion))
	mux.HandleFunc("GET /feeds/issues/{id}", s.answer(s.board))
}

// answer turns an error into a plain-text answer. Where the body has begun, it can only break off.
func (s *Routes) answer(h httpkit.Handler) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		err := h(w, r)
		if err == nil {
			return
		}
		var f httpkit.Faulty
		if errors.As(err, &f) && f.FaultKind() == httpkit.KindNotFound {
			http.Error(w, "404", http.StatusNotFound)
			return
		}
		if r.Context().Err() == nil {
			s.options.Logger.ErrorContext(r.Context(), "cannot make a feed", "path", r.URL.Path, "error", err)
		}
		http.Error(w, "503", http.StatusServiceUnavailable)
	}
}

// page is the absolute address of a page.
func (s *Routes) page(segments ...string) string {
	var b strings.Builder
	b.WriteString(s.options.URL)
	for _, segment := range segments {
		b.WriteString("/" + url.PathEscape(segment))
	}
	return b.String()
}
