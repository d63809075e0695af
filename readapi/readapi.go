// Package readapi mounts every query route: what people see, read from the tables that projections
// keep. No rule is decided here but who may see what.
package readapi

import (
	"context"

	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/modyard/modyard/identity"
	"github.com/modyard/modyard/platform/httpkit"
	"github.com/modyard/modyard/readapi/account"
	"github.com/modyard/modyard/readapi/activity"
	"github.com/modyard/modyard/readapi/curation"
	"github.com/modyard/modyard/readapi/frog"
	"github.com/modyard/modyard/readapi/markdown"
	"github.com/modyard/modyard/readapi/organization"
	"github.com/modyard/modyard/readapi/project"
	"github.com/modyard/modyard/readapi/review"
	readsearch "github.com/modyard/modyard/readapi/search"
	"github.com/modyard/modyard/readapi/stats"
	"github.com/modyard/modyard/readapi/tag"
	"github.com/modyard/modyard/readapi/view"
	"github.com/modyard/modyard/search"
)

// Options are what the routes read from.
type Options struct {
	Pool        *pgxpool.Pool    // may read the schemas catalog and identity
	Board       view.Board       // has the watermark of "catalog" and those of SearchMarks
	Profiles    account.Profiles // identity.Service
	Search      search.Engine
	SearchMarks []string                // watermarks that tell how fresh the engine is, beside that of "catalog"
	Markdown    func(src string) string // the renderer that the projections use
}

// Register mounts the routes and returns those of projects, which also resolve names.
func Register(api *httpkit.API, o Options) (*project.Routes, error) {
	source := &view.Source{Pool: o.Pool, Board: o.Board, Who: who}
	d := view.NewDocs(api)
	projects := project.New(source)
	projects.Register(d)
	account.New(source, o.Profiles, projects).Register(d)
	organization.New(source, o.Profiles).Register(d)
	readsearch.New(source, o.Search, o.SearchMarks...).Register(d)
	review.New(source).Register(d)
	stats.New(source).Register(d)
	activity.New(source, nil).Register(d)
	curation.New(source).Register(d)
	frog.New(source).Register(d)
	markdown.Register(d, o.Markdown)
	return projects, tag.Register(d)
}

// who is the request's caller as far as reading goes.
func who(ctx context.Context) view.Viewer {
	c := identity.FromContext(ctx)
	return view.Viewer{
		Account: c.Account, Staff: c.Staff(),
		Projects: c.Can(identity.ScopeProjectRead), Versions: c.Can(identity.ScopeVersionRead),
		Organizations: c.Can(identity.ScopeOrganizationRead),
	}
}
