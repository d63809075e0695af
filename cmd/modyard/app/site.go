package app

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/netip"
	"path/filepath"

	"github.com/modyard/modyard/commands"
	"github.com/modyard/modyard/commands/erase"
	commandreport "github.com/modyard/modyard/commands/report"
	"github.com/modyard/modyard/domain/fault"
	"github.com/modyard/modyard/domain/report"
	"github.com/modyard/modyard/identity"
	"github.com/modyard/modyard/platform/blobs"
	"github.com/modyard/modyard/platform/httpkit"
	"github.com/modyard/modyard/platform/mail"
	"github.com/modyard/modyard/platform/manifest"
	"github.com/modyard/modyard/platform/telemetry"
	"github.com/modyard/modyard/projections/document"
	"github.com/modyard/modyard/readapi/activity"
	"github.com/modyard/modyard/readapi/live"
	"github.com/modyard/modyard/search"
	"github.com/modyard/modyard/search/elastic"
	"github.com/modyard/modyard/search/memory"
)

// SiteOptions are the differences between the served site and one in a test.
type SiteOptions struct {
	RatePerMinute int             // API requests of one caller; 0: no limit
	Hasher        identity.Hasher // nil: argon2id
	ProofBits     int             // difficulty of the challenge before a sign-up; 0: none
}

// Site is the whole site over a core: the write side, the read side and the pages.
type Site struct {
	*Core
	Identity      *identity.Service
	Blobs         *blobs.Store
	Search        *memory.Index   // also the fallback for Elasticsearch
	Elasticsearch *elastic.Engine // nil if Postgres answers searches
	Finder        search.Engine   // answers searches
	Live          *live.Routes
	Activity      *activity.Meter
	Erasures      *erase.Service
	API           *httpkit.API

	background []func(context.Context) error                     // background work of the areas
	forget     []func(ctx context.Context, account string) error // deletes what the areas store about an erased account; each is idempotent

	handler http.Handler
	proxies []netip.Prefix
	mailbox *mail.Directory // nil if a mail server is configured
}

// NewSite creates the site; nothing runs yet. Close the core after use.
func NewSite(ctx context.Context, c *Core, o SiteOptions) (*Site, error) {
	s := &Site{Core: c}
	var err error
	if s.proxies, err = c.Config.Proxies(); err != nil {
		return nil, err
	}
	if s.Blobs, err = c.openBlobs(ctx); err != nil {
		return nil, err
	}
	letters, err := s.letters()
	if err != nil {
		return nil, err
	}
	accounts := identity.Options{
		Pool: c.DB.Pool, Secure: c.Config.Secure(), TrustedProxies: s.proxies, Hasher: o.Hasher, Blobs: s.Blobs,
		Site: identity.Site{Brand: c.Config.Brand, URL: c.Config.Public()}, Mailer: letters, Holdings: s.holdings,
		Erase: func(ctx context.Context, account string) error { return s.Erasures.Finish(ctx, account) },
		Texts: c.Vault, Journal: identity.NewJournal(c.Log, c.Codec, c.Runner), Logger: c.Logger,
	}
	if o.ProofBits > 0 {
		if accounts.Challenger, err = identity.NewProofOfWork(ctx, c.DB.Pool, o.ProofBits, nil); err != nil {
			return nil, err
		}
	}
	if s.Identity, err = identity.New(ctx, accounts); err != nil {
		return nil, fmt.Errorf("open accounts: %w", err)
	}
	s.Search = memory.New(memory.Options{Pool: c.DB.Pool, Board: c.Board, Logger: c.Logger})
	if s.Finder, err = s.finder(); err != nil {
		return nil, err
	}
	s.API = httpkit.New(httpkit.Options{
		Title: c.Config.Brand + " API", Version: "3", PublicURL: c.Config.Public(),
		Logger: c.Logger, Registry: c.Registry, RatePerMinute: o.RatePerMinute,
		TrustedProxies: s.proxies, CallerKey: identity.CallerKey, Uncompressed: []string{"/data/", live.Path},
	})
	s.API.Use(identity.Middleware(s.Identity))
	if err := s.routes(); err != nil {
		return nil, err
	}
	if s.Erasures, err = erase.New(erase.Options{
		Handler: c.Handler, Pool: c.DB.Pool, Keys: c.Vault, Blobs: s.Blobs, Forget: append(s.forget, s.forgetSnapshots), Again: s.Identity.EraseListed, Logger: c.Logger,
	}); err != nil {
		return nil, err
	}
	if err := s.Erasures.Apply(ctx); err != nil { // Run retries: the blob store may be unavailable for a while
		c.Logger.WarnContext(ctx, "cannot apply the list of erased accounts", "error", err)
	}
	s.handler = s.API.Handler()
	return s, nil
}

// openBlobs opens the blob store, by default in the data directory.
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

// gameVersions are the game versions in the tag list: versions of projects may only have these.
func gameVersions() []manifest.GameVersion {
	var out []manifest.GameVersion
	for _, v := range document.GameVersions() {
		out = append(out, manifest.GameVersion{Version: v.Version, Release: v.VersionType == "release"})
	}
	return out
}

func (s *Site) accountExists(ctx context.Context, id string) (bool, error) {
	found, err := s.Identity.Profiles(ctx, []string{id})
	_, ok := found[id]
	return ok, err
}

// reportedAccounts are the accounts that may be reported, by id or name.
func (s *Site) reportedAccounts() []commandreport.Subject {
	return []commandreport.Subject{{
		Type: report.User, Missing: "用户不存在。",
		Find: func(ctx context.Context, _ *commands.Tx, name string) (string, error) {
			p, err := s.Identity.ByUsername(ctx, name)
			var f httpkit.Faulty
			if errors.As(err, &f) && f.FaultKind() == httpkit.KindNotFound {
				err = fault.NotFound("用户不存在。")
			}
			return p.ID, err
		},
	}}
}

// Handler answers every request of the public address.
func (s *Site) Handler() http.Handler { return s.handler }

// Run runs the background work of the site until the context ends: it projects the log, follows the watermarks of other
// processes, updates the search index, announces changed accounts and follows roles.
func (s *Site) Run(ctx context.Context) error {
	parts := append([]func(context.Context) error{
		s.Runner.Run, s.followWatermarks, s.Search.Run, s.Live.Run,
		s.oncePrepared(s.Identity.Run), s.oncePrepared(s.Erasures.Run),
		s.oncePrepared(func(ctx context.Context) error { return s.Identity.FollowRoles(ctx, s.Runner.Lead) }),
		func(ctx context.Context) error { s.Named.Run(ctx, s.Logger); return nil },
	}, s.background...)
	if s.Elasticsearch != nil {
		parts = append(parts, s.Feeder.Run, s.Elasticsearch.Run)
	}
	return together(ctx, parts...)
}

// Checks are the health checks of the site.
func (s *Site) Checks() []telemetry.Check {
	return append(s.Core.Checks(), telemetry.Check{Name: "search", Run: func(context.Context) error {
		if !s.Search.Ready() {
			return errors.New("the index is loading")
		}
		return nil
	}})
}

// oncePrepared runs a function that appends events, after the read models were found to belong to this log.
func (s *Site) oncePrepared(run func(context.Context) error) func(context.Context) error {
	return func(ctx context.Context) error {
		select {
		case <-s.Runner.Prepared():
			return run(ctx)
		case <-ctx.Done():
			return nil
		}
	}
}
