package app

import (
	"context"
	"errors"
	"io/fs"
	"net/http"
	"os"

	"github.com/modyard/modyard/identity"
	"github.com/modyard/modyard/platform/markdown"
	"github.com/modyard/modyard/platform/telemetry"
	"github.com/modyard/modyard/readapi"
	readaccount "github.com/modyard/modyard/readapi/account"
	"github.com/modyard/modyard/readapi/activity"
	readcollection "github.com/modyard/modyard/readapi/collection"
	"github.com/modyard/modyard/readapi/curation"
	"github.com/modyard/modyard/readapi/feed"
	"github.com/modyard/modyard/readapi/frog"
	"github.com/modyard/modyard/readapi/live"
	readmarkdown "github.com/modyard/modyard/readapi/markdown"
	readnotification "github.com/modyard/modyard/readapi/notification"
	"github.com/modyard/modyard/readapi/offer"
	readorganization "github.com/modyard/modyard/readapi/organization"
	"github.com/modyard/modyard/readapi/pages"
	readproject "github.com/modyard/modyard/readapi/project"
	readreport "github.com/modyard/modyard/readapi/report"
	"github.com/modyard/modyard/readapi/review"
	readsearch "github.com/modyard/modyard/readapi/search"
	"github.com/modyard/modyard/readapi/stats"
	"github.com/modyard/modyard/readapi/tag"
	"github.com/modyard/modyard/readapi/view"
	"github.com/modyard/modyard/ui"
)

// routes mounts every route of the site. The pages come last: they ask the others.
func (s *Site) routes() error {
	identity.Routes(s.API, s.Identity)
	s.Accounts.Routes(s.API)
	s.Projects.Routes(s.API)
	s.Organizations.Routes(s.API)
	s.Reports.Routes(s.API)
	s.Curation.Routes(s.API)
	s.Frog.Routes(s.API)
	s.Notifications.Routes(s.API)
	s.Collections.Routes(s.API)
	s.Images.Routes(s.API)
	source := &view.Source{Pool: s.DB.Pool, Board: marks{s.Board, s.Search}, Who: readapi.Viewer}
	docs := view.NewDocs(s.API)
	projects := readproject.New(source)
	projects.Register(docs)
	readaccount.New(source, s.Identity, projects).Register(docs)
	readcollection.New(source, s.Identity, projects).Register(docs)
	readorganization.New(source, s.Identity).Register(docs)
	review.New(source).Register(docs)
	readreport.New(source, s.Identity).Register(docs)
	readsearch.New(source, s.Finder, searchMark).Register(docs)
	stats.New(source).Register(docs)
	s.Live = live.New(live.Options{Source: source, Board: s.Board, Again: s.Identity.Again, Registry: s.Registry, Logger: s.Logger, TrustedProxies: s.proxies})
	s.Live.Register(docs)
	s.Activity = activity.NewMeter(s.DB.Pool, s.Board, s.Logger)
	activity.New(source, s.Activity).Register(docs)
	curation.New(source).Register(docs)
	frog.New(source).Register(docs)
	readnotification.New(source, s.Identity).Register(docs)
	offers, err := offer.Load(s.Config.Offers)
	if err != nil {
		return err
	}
	offer.New(offers).Register(docs)
	readmarkdown.Register(docs, markdown.Render)
	if err := tag.Register(docs); err != nil {
		return err
	}
	mux := s.API.Mux
	mux.Handle("/data/", s.Blobs.Handler())
	mux.Handle("GET /healthz", telemetry.Alive())
	mux.HandleFunc("GET /readyz", s.ready)
	if err := s.mountMail(); err != nil {
		return err
	}
	feed.New(feed.Options{
		Pool: s.DB.Pool, URL: s.Config.Public(), Brand: s.Config.Brand, Game: s.Config.Game, Logger: s.Logger,
	}).Mount(mux)
	return s.mountPages()
}

// ready is for load balancers: whether, but not why not, which is told on the private address.
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
	_, _ = w.Write([]byte("ready\n")) // who asked may have gone
}

// mountPages mounts the pages, which ask the API in process: the caller is found anew for each question. Pages are
// outside the rate limit, as files are.
func (s *Site) mountPages() error {
	files := ui.Dist()
	if s.Config.UIDir != "" {
		files = os.DirFS(s.Config.UIDir)
	}
	if _, err := fs.Stat(files, "index.html"); errors.Is(err, fs.ErrNotExist) {
		s.Logger.Warn("the front end has not been built: only the API answers (run `make build`)")
		s.API.Mux.HandleFunc("GET /", withoutPages)
		return nil
	}
	api := identity.Middleware(s.Identity)(s.API.Mux)
	server, err := pages.New(files, api, pages.Site{URL: s.Config.Public(), Brand: s.Config.Brand, Game: s.Config.Game, Stage: s.Config.Stage})
	if err != nil {
		return err
	}
	s.API.Mux.Handle("/", server)
	return nil
}

func withoutPages(w http.ResponseWriter, _ *http.Request) {
	http.Error(w, "页面尚未构建：请先运行 make build", http.StatusServiceUnavailable)
}
