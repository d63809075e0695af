package app

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"path/filepath"

	"github.com/modyard/modyard/commands/organization"
	"github.com/modyard/modyard/commands/project"
	"github.com/modyard/modyard/identity"
	"github.com/modyard/modyard/platform/blobs"
	"github.com/modyard/modyard/platform/httpkit"
	"github.com/modyard/modyard/platform/telemetry"
	"github.com/modyard/modyard/search/memory"
)

// SiteOptions are what differs between the served site and one in a test.
type SiteOptions struct {
	RatePerMinute int             // API requests of one caller; 0: no limit
	Hasher        identity.Hasher // nil: argon2id
}

// Site is the whole site over a core: the write side, the read side and the pages.
type Site struct {
	*Core
	Identity      *identity.Service
	Projects      *project.Service
	Organizations *organization.Service
	Blobs         *blobs.Store
	Search        *memory.Index
	API           *httpkit.API

	handler http.Handler
}

// NewSite puts the site together; nothing runs yet. Close the core after use.
func NewSite(ctx context.Context, c *Core, o SiteOptions) (*Site, error) {
	if c.Config.ElasticsearchURL != "" {
		return nil, errors.New("elasticsearch-url: this version searches in Postgres only; leave it empty")
	}
	s := &Site{Core: c}
	var err error
	if s.Blobs, err = c.openBlobs(ctx); err != nil {
		return nil, err
	}
	s.Identity, err = identity.New(ctx, identity.Options{
		Pool: c.DB.Pool, Secure: c.Config.Secure(), Hasher: o.Hasher,
		Announcer: identity.NewAnnouncer(c.Log, c.Codec), Logger: c.Logger,
	})
	if err != nil {
		return nil, fmt.Errorf("open accounts: %w", err)
	}
	s.Projects, err = project.New(project.Options{
		Log: c.Log, Codec: c.Codec, Blobs: s.Blobs, AccountExists: s.accountExists, Logger: c.Logger,
	})
	if err != nil {
		return nil, err
	}
	if s.Organizations, err = organization.New(organization.Options{Log: c.Log, Codec: c.Codec}); err != nil {
		return nil, err
	}
	s.Search = memory.New(memory.Options{Pool: c.DB.Pool, Board: c.Board, Logger: c.Logger})
	s.API = httpkit.New(httpkit.Options{
		Title: c.Config.Brand + " API", Version: "3", PublicURL: c.Config.Public(),
		Logger: c.Logger, Registry: c.Registry, RatePerMinute: o.RatePerMinute,
		CallerKey: identity.CallerKey, Uncompressed: []string{"/data/"},
	})
	s.API.Use(identity.Middleware(s.Identity))
	if err := s.routes(); err != nil {
		return nil, err
	}
	s.handler = s.API.Handler()
	return s, nil
}

// openBlobs opens the store of files, by default in the data directory.
func (c *Core) openBlobs(ctx context.Context) (*blobs.Store, error) {
	location := c.Config.BlobURL
	if location == "" {
		location = filepath.Join(c.Config.DataDir, "blobs")
	}
	store, err := blobs.Open(ctx, location, c.Config.Public())
	if err != nil {
		return nil, err
	}
	c.onClose(store.Close)
	return store, nil
}

func (s *Site) accountExists(ctx context.Context, id string) (bool, error) {
	found, err := s.Identity.Profiles(ctx, []string{id})
	_, ok := found[id]
	return ok, err
}

// Handler answers every request of the public address.
func (s *Site) Handler() http.Handler { return s.handler }

// Run does the site's work behind the requests until the context ends: it projects the log, follows the
// watermarks of other processes, keeps the search index and announces changed profiles.
func (s *Site) Run(ctx context.Context) error {
	g := newGroup(ctx)
	g.run(s.Runner.Run)
	g.run(s.followWatermarks)
	g.run(s.Search.Run)
	g.run(s.Identity.Run)
	<-g.ctx.Done()
	return g.stop()
}

// Checks say whether the site can do its work.
func (s *Site) Checks() []telemetry.Check {
	return append(s.Core.Checks(), telemetry.Check{Name: "search", Run: func(context.Context) error {
		if !s.Search.Ready() {
			return errors.New("the index is loading")
		}
		return nil
	}})
}
