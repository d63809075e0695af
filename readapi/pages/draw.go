package pages

import (
	"context"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/modyard/modyard/identity"
	"github.com/modyard/modyard/readapi/pages/render"
)

// Drawer draws pages as the application does (render.Pool).
type Drawer interface {
	Draw(ctx context.Context, page render.Page) (render.Drawing, error)
}

// DrawWith makes the server draw pages. It is called before the first request.
func (s *Server) DrawWith(d Drawer) { s.drawer = d }

const (
	// rounds bound how often a page is drawn: again with the answers that it asked for.
	rounds = 3
	// askedAtOnce bounds the answers that one drawing may ask for.
	askedAtOnce = 12
	// clockStep is how far apart the times are that drawn pages show, so that drawings can be cached.
	clockStep = time.Minute
	// crawlersWait is how long a crawler waits for a free engine: it does not run scripts, or later.
	crawlersWait = time.Second
)

// drawn makes a page one of a route file, which the application draws.
func (s *Server) drawn(p *Page, route string) {
	p.Modules, p.Styles, p.Drawable = s.chunks.of(route), s.chunks.styles(route), true
}

// draw gives a page the body that the application draws, where it can be drawn in time.
func (s *Server) draw(r *http.Request, p *Page) {
	if s.drawer == nil || !p.Drawable || r.Method == http.MethodHead {
		return
	}
	page := render.Page{
		Brand: s.site.Brand, Game: s.site.Game, Stage: s.site.Stage, Origin: s.site.URL, Path: r.URL.RequestURI(),
		Cookie: cookiesOfScripts(r), Zone: zoneOf(r), Picture: p.Picture, Gone: p.Gone, Now: time.Now().Truncate(clockStep),
	}
	switch {
	case p.Status == http.StatusNotFound: // anybody can ask for any number of them
		page.Once, page.Wait = true, render.NoWait
	case isCrawler(r):
		page.Wait = crawlersWait
	}
	for round := range rounds {
		answers, err := preloadObject(p.Preload)
		if err != nil {
			return
		}
		page.Preload = answers
		drawing, err := s.drawer.Draw(r.Context(), page)
		if err != nil {
			return // the pool counts and reports it
		}
		if round == rounds-1 || !s.answer(r, p, drawing.Unanswered) {
			if drawing.HTML == "" {
				return // it leads to another page, or waits for an answer that there is not
			}
			p.Body, p.Drawn, p.Zone = drawing.HTML, page.Now, page.Zone
			for _, url := range s.sheets.of(drawing.HTML) {
				if !slices.Contains(p.Styles, url) {
					p.Styles = append(p.Styles, url)
				}
			}
			return
		}
	}
}

// answer preloads what a drawing asked for, and says whether there is something new.
func (s *Server) answer(r *http.Request, p *Page, paths []string) (more bool) {
	for _, path := range paths[:min(len(paths), askedAtOnce)] {
		own := strings.HasPrefix(path, "/v2/") || strings.HasPrefix(path, "/_internal/")
		if _, there := p.Preload[path]; own && !there && s.need(r, p, path, nil) == http.StatusOK {
			more = true
		}
	}
	return more
}

// cookiesOfScripts are the cookies that the application's scripts read while they draw: preferences, and whether there is
// a session, without its token.
func cookiesOfScripts(r *http.Request) string {
	var kept []string
	for _, name := range []string{"cosmetics", "modyard_theme"} {
		if c, err := r.Cookie(name); err == nil {
			kept = append(kept, name+"="+c.Value)
		}
	}
	if identity.HasSession(r) {
		kept = append(kept, "modyard_csrf=1")
	}
	return strings.Join(kept, "; ")
}

var crawler = regexp.MustCompile(`(?i)bot\b|bot/|spider|crawler|facebookexternalhit|slurp`)

// isCrawler says whether a client calls itself one that reads pages for a search engine or a preview.
func isCrawler(r *http.Request) bool { return crawler.MatchString(r.UserAgent()) }
