package app

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"os"
	"time"

	"github.com/modyard/modyard/commands/icon"
	"github.com/modyard/modyard/commands/upload"
	"github.com/modyard/modyard/identity"
	"github.com/modyard/modyard/platform/browser"
	"github.com/modyard/modyard/platform/build"
	"github.com/modyard/modyard/platform/markdown"
	"github.com/modyard/modyard/platform/telemetry"
	"github.com/modyard/modyard/readapi/data"
	"github.com/modyard/modyard/readapi/feed"
	"github.com/modyard/modyard/readapi/install"
	"github.com/modyard/modyard/readapi/live"
	"github.com/modyard/modyard/readapi/pages"
	"github.com/modyard/modyard/readapi/pages/render"
	readproject "github.com/modyard/modyard/readapi/project"
	"github.com/modyard/modyard/readapi/view"
	"github.com/modyard/modyard/ui"
)

// routes mounts every route of the site. The pages are mounted last, because they call the others.
func (s *Site) routes(o SiteOptions) error {
	source := &view.Source{Pool: s.DB.Pool, Board: marks{s.Board, s.Search}}
	uploads := &upload.Store{Blobs: s.Blobs, Handler: s.Core.Handler, Logger: s.Logger}
	m := &mounting{source: source, projects: readproject.New(source), uploads: uploads, icons: icon.New(uploads), options: o}
	var topics []live.Topics
	var kinds []pages.Kind
	var sitemaps []feed.Sitemap
	for _, a := range areas() {
		topics, kinds, sitemaps = append(topics, a.topics), append(kinds, a.pages...), append(sitemaps, a.sitemaps...)
		if a.mount == nil {
			continue
		}
		if err := a.mount(s, m); err != nil {
			return fmt.Errorf("mount the area %s: %w", a.name, err)
		}
	}
	s.Live = live.New(live.Options{Source: source, Topics: topics, Board: s.Board, Again: s.Identity.Again, Registry: s.Registry, Logger: s.Logger, TrustedProxies: s.proxies})
	s.Live.Register(s.API)
	browser.New(s.Registry, s.Logger).Register(s.API)
	mux := s.API.Mux
	mux.Handle("GET /data/", s.Downloads.Files(s.Blobs.Handler(data.New(source, s.Identity.Again).Access)))
	mux.Handle("GET /healthz", telemetry.Alive())
	mux.HandleFunc("GET /readyz", s.ready)
	if err := s.mountMail(); err != nil {
		return err
	}
	sections := map[string]string{}
	for _, p := range pages.ForumPages(forumSections()) {
		sections[p.ID] = p.Title
	}
	feed.New(feed.Options{
		Pool: s.DB.Pool, URL: s.Config.Public(), Brand: s.Config.Brand, Game: s.Config.Game, Logger: s.Logger,
		Pages: pages.Listed(kinds), Closed: pages.Closed(kinds), Sitemaps: sitemaps,
		Sections: sections, Render: markdown.Render,
	}).Mount(mux)
	installed, err := install.New(install.Site{URL: s.Config.Public(), Brand: s.Config.Brand})
	if err != nil {
		return err
	}
	installed.Mount(mux)
	return s.mountPages(kinds, o.DrawTime)
}

// ready is for load balancers: it reports whether the site is ready; the reasons are only on the private address.
func (s *Site) ready(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Cache-Control", "no-store")
	ctx, cancel := context.WithTimeout(r.Context(), telemetry.DefaultCheckTimeout)
	defer cancel()
	for _, check := range s.Checks() {
		if check.Run(ctx) != nil {
			http.Error(w, check.Name+": unavailable", http.StatusServiceUnavailable)
			return
		}
	}
	_, _ = w.Write([]byte("ready\n")) // the client may have disconnected
}

// mountPages mounts the pages, which call the API in process: the caller is authenticated again for each call. Pages
// have no rate limit, like files.
func (s *Site) mountPages(kinds []pages.Kind, drawTime time.Duration) error {
	files := ui.Dist()
	if s.Config.UIDir != "" {
		files = os.DirFS(s.Config.UIDir)
	}
	if _, err := fs.Stat(files, "index.html"); errors.Is(err, fs.ErrNotExist) {
		s.Logger.Warn("the front end has not been built: only the API answers (run `make build`)")
		s.API.Mux.HandleFunc("/", withoutPages)
		return nil
	}
	api := identity.Middleware(s.Identity)(s.API.Mux)
	version, commit := build.Of()
	server, err := pages.New(files, api, pages.Site{
		URL: s.Config.Public(), Brand: s.Config.Brand, Game: s.Config.Game, Stage: s.Config.Stage, Version: version, Commit: commit,
	}, kinds...)
	if err != nil {
		return err
	}
	server.Connect((&nodeOrigins{site: s}).list)
	pool, err := render.New(files, render.Options{Deadline: drawTime, Wait: drawTime / 20, Registry: s.Registry, Logger: s.Logger})
	switch {
	case err == nil:
		server.DrawWith(pool)
		s.startDrawing = pool.Start
		s.onClose(func() error { pool.Close(); return nil })
	case !errors.Is(err, fs.ErrNotExist): // a front end built for development has none: browsers draw every page
		return err
	}
	s.API.Mux.Handle("/", server)
	return nil
}

func withoutPages(w http.ResponseWriter, _ *http.Request) {
	http.Error(w, "页面尚未构建：请先运行 make build", http.StatusServiceUnavailable)
}
