package app

import (
	"context"
	"crypto/hkdf"
	"crypto/sha256"
	"errors"
	"fmt"
	"net/http"
	"net/netip"
	"path/filepath"
	"reflect"
	"sync/atomic"
	"time"

	"github.com/modyard/modyard/commands"
	commandapplication "github.com/modyard/modyard/commands/application"
	"github.com/modyard/modyard/commands/download"
	"github.com/modyard/modyard/commands/erase"
	commandissue "github.com/modyard/modyard/commands/issue"
	commandreport "github.com/modyard/modyard/commands/report"
	"github.com/modyard/modyard/commands/retention"
	commandrevenue "github.com/modyard/modyard/commands/revenue"
	commandrisk "github.com/modyard/modyard/commands/risk"
	commandserver "github.com/modyard/modyard/commands/server"
	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/domain/fault"
	"github.com/modyard/modyard/domain/report"
	"github.com/modyard/modyard/identity"
	"github.com/modyard/modyard/identity/provider"
	"github.com/modyard/modyard/platform/blobs"
	"github.com/modyard/modyard/platform/effects"
	"github.com/modyard/modyard/platform/httpkit"
	"github.com/modyard/modyard/platform/jobs"
	"github.com/modyard/modyard/platform/mail"
	"github.com/modyard/modyard/platform/manifest"
	"github.com/modyard/modyard/platform/positions"
	"github.com/modyard/modyard/platform/software"
	"github.com/modyard/modyard/platform/telemetry"
	"github.com/modyard/modyard/projections/document"
	"github.com/modyard/modyard/reactors"
	"github.com/modyard/modyard/reactors/forward"
	"github.com/modyard/modyard/reactors/letter"
	"github.com/modyard/modyard/reactors/names"
	deliveredwebhook "github.com/modyard/modyard/reactors/webhook"
	"github.com/modyard/modyard/readapi/activity"
	"github.com/modyard/modyard/readapi/changes"
	"github.com/modyard/modyard/readapi/live"
	"github.com/modyard/modyard/search"
	"github.com/modyard/modyard/search/elastic"
	"github.com/modyard/modyard/search/memory"
)

// SiteOptions are the differences between the served site and one in a test.
type SiteOptions struct {
	RatePerMinute    int                // API requests of one caller; 0: no limit
	Hasher           identity.Hasher    // nil: argon2id
	ProofBits        int                // difficulty of the challenge before a sign-up; 0: none
	MaxDrafts        int                // projects that an account has begun and never submitted; 0: no limit
	MaxOrganizations int                // organizations that an account owns; 0: no limit
	DrawTime         time.Duration      // at most for the server to draw a page; 0: the pool's default
	Reactors         []reactors.Reactor // in addition to those of the areas
	PayoutMethods    []byte             // the file of payout methods where the configuration names none; nil: none
	Software         software.Source    // what hosted servers can run; nil: by the configuration
	Unserved         bool               // Work runs it, not Serve: without a mail server it leaves letters to the processes that serve
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
	Changes       *changes.Routes
	Feed          *changes.Feed // of public changes
	Activity      *activity.Meter
	Downloads     *download.Service
	Revenue       *commandrevenue.Service
	Servers       *commandserver.Service
	names         *names.Keeper   // nil: the operator keeps the DNS of servers
	Software      software.Source // what hosted servers can run
	Erasures      *erase.Service
	Retention     *retention.Service
	API           *httpkit.API
	Effects       *effects.Gate // paused: no reactor and no job runs

	words        *commandrisk.WordList // what texts of people may not contain
	phrases      *commandrisk.Guard    // asks it, and closes writing after several hits
	revenue      commandrevenue.Options
	background   []func(context.Context) error // background work of the areas
	work         []jobs.Work                   // jobs of the areas
	jobs         *jobs.Runner
	reactors     *reactors.Runner
	forwarder    *forward.Forwarder // nil: no broker
	webhooks     *deliveredwebhook.Dispatcher
	issues       *commandissue.Service
	applications *commandapplication.Service
	forget       []func(ctx context.Context, account string) error // deletes what the areas store about an erased account; each is idempotent

	startDrawing func() // nil: browsers draw every page

	handler http.Handler
	proxies []netip.Prefix
	unsent  atomic.Int64    // letters that were given up, as the check last counted them
	mailbox *mail.Directory // nil if a mail server is configured
}

// NewSite creates the site; nothing runs yet. Close the core after use.
func NewSite(ctx context.Context, c *Core, o SiteOptions) (*Site, error) {
	s := &Site{Core: c, Effects: effects.NewGate(c.DB.Pool, c.Logger)}
	var err error
	if s.Software = o.Software; s.Software == nil {
		if s.Software, err = Software(c.Config, c.Config.Public(), c.Logger); err != nil {
			return nil, err
		}
	}
	if s.proxies, err = c.Config.Proxies(); err != nil {
		return nil, err
	}
	if s.Blobs, err = c.openBlobs(ctx); err != nil {
		return nil, err
	}
	letters, err := s.letters(o)
	if err != nil {
		return nil, err
	}
	secrets, err := hkdf.Key(sha256.New, c.Keys.Wrapping[:], nil, "modyard: secrets of accounts at rest", 32)
	if err != nil {
		return nil, fmt.Errorf("derive a key: %w", err)
	}
	passkeyHost, passkeyOrigins := c.Config.Passkeys()
	configured, err := provider.ReadFile(c.Config.Providers)
	if err != nil {
		return nil, err
	}
	providers, err := provider.Open(configured, time.Now)
	if err != nil {
		return nil, err
	}
	s.words = commandrisk.NewWordList(c.Handler)
	s.phrases = commandrisk.NewGuard(c.DB.Pool, s.words)
	accounts := identity.Options{
		Pool: c.DB.Pool, Secure: c.Config.Secure(), TrustedProxies: s.proxies, Hasher: o.Hasher, Blobs: s.Blobs,
		Site: identity.Site{Brand: c.Config.Brand, URL: c.Config.Public()}, Mailer: letters, Holdings: s.holdings,
		Erase: func(ctx context.Context, account string) error { return s.Erasures.Finish(ctx, account) },
		Notice: func(ctx context.Context, account, notification string) (identity.Notice, bool, error) {
			return letter.Notice(ctx, c.DB.Pool, account, notification)
		},
		Passkeys: identity.PasskeySite{Name: passkeyHost, Origins: passkeyOrigins}, Providers: providers, Secrets: secrets, Texts: c.Vault, Phrases: s.phrases, Journal: identity.NewJournal(c.Log, c.Codec, c.Runner), Logger: c.Logger,
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
	names, loopback := c.Config.AllowedHosts()
	s.API = httpkit.New(httpkit.Options{
		Title: c.Config.Brand + " API", Version: "3", Description: apiDescription, PublicURL: c.Config.Public(), Hosts: &httpkit.Hosts{Names: names, Loopback: loopback},
		Logger: c.Logger, Registry: c.Registry, Tracer: c.Tracer, RatePerMinute: o.RatePerMinute,
		Numbers:       []reflect.Type{reflect.TypeFor[contract.Money](), reflect.TypeFor[contract.Decimal]()},
		FamilyMembers: familyMembers(), TrustedProxies: s.proxies, CallerKey: identity.CallerKey, Unready: s.unready,
		Uncompressed: []string{"/data/", "/pictures/icon/", "/pictures/card/", live.Path},
		Unlimited:    []string{"/assets/", "/data/", "/pictures/", "/healthz", "/readyz"},
	})
	s.API.Use(identity.Middleware(s.Identity))
	if err := s.routes(o); err != nil {
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
	keys := jobs.Work{Sweeps: []jobs.Sweep{
		{Name: "idempotency.sweep", Every: time.Hour, Run: s.Named.Sweep},
		{Name: "positions.sweep", Every: time.Hour, Run: positions.NewStore(c.DB.Pool).Sweep},
	}}
	if s.jobs, err = jobs.New(jobs.Options{Pool: c.DB.Pool, Logger: c.Logger, Registry: c.Registry, Tracer: c.Tracer}, append(s.work, s.Identity.Jobs(), keys, s.Hits.jobs())...); err != nil {
		return nil, err
	}
	if s.reactors, err = s.newReactors(o.Reactors); err != nil {
		return nil, err
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
		Own: func(_ context.Context, tx *commands.Tx, id string) (bool, error) { return id == tx.By().Account, nil },
	}}
}

// Handler answers every request of the public address.
func (s *Site) Handler() http.Handler { return s.handler }

// Run runs the background work of a site that is served, until the context ends: the shared work, the search index, the
// live streams and what counts the requests of this process.
func (s *Site) Run(ctx context.Context) error {
	parts := append(s.shared(), s.Search.Run, s.Live.Run)
	parts = append(parts, s.background...)
	if s.Elasticsearch != nil {
		parts = append(parts, s.Elasticsearch.Run)
	}
	return together(ctx, parts...)
}

// shared is the work that the processes of a site share by leases, whether or not they answer requests: it projects the
// log, seals it, follows roles, appends the events of changed accounts, and runs the jobs and the reactors.
func (s *Site) shared() []func(context.Context) error {
	parts := []func(context.Context) error{
		s.Runner.Run, s.followWatermarks, s.Effects.Run,
		s.oncePrepared(s.Identity.Run), s.oncePrepared(s.Erasures.Run), s.oncePrepared(s.seal(s.Blobs)),
		s.oncePrepared(func(ctx context.Context) error { return s.Identity.FollowRoles(ctx, s.Runner.Lead) }),
		s.oncePrepared(s.Effects.While(s.jobs.Run)), s.oncePrepared(s.Effects.While(s.reactors.Run)),
	}
	if s.Feeder != nil {
		parts = append(parts, s.Feeder.Run)
	}
	if s.Hits.Used() {
		parts = append(parts, s.Hits.Run)
	}
	return parts
}

// Checks are the health checks of a site that is served.
func (s *Site) Checks() []telemetry.Check {
	return append(s.workChecks(), telemetry.Check{Name: "search", Run: s.searchable})
}

// workChecks are the health checks of the shared work.
func (s *Site) workChecks() []telemetry.Check {
	return append(s.Core.Checks(), telemetry.Check{
		// A paused site is ready: it answers everybody. The detail is for operators.
		Name: "effects", Run: func(context.Context) error { return nil }, Detail: func() any {
			if state := s.Effects.State(); state.Paused {
				return []string{state.String()}
			}
			return nil
		},
	}, telemetry.Check{
		// Nothing that the site can do: the detail is for operators, the list for the staff.
		Name: "letters", Run: func(ctx context.Context) error {
			if n, err := s.Identity.CountUnsent(ctx); err == nil {
				s.unsent.Store(n)
			}
			return nil
		}, Detail: func() any {
			if n := s.unsent.Load(); n > 0 {
				return []string{fmt.Sprintf("%d letters were given up in the last %d days", n, identity.UnsentKept/(24*time.Hour))}
			}
			return nil
		},
	})
}

// unready says whether an error comes of a read model that readers see no version of yet: its view or schema is missing.
func (s *Site) unready(err error) bool {
	var state interface{ SQLState() string }
	return errors.As(err, &state) && (state.SQLState() == "42P01" || state.SQLState() == "3F000") && !s.Runner.Serving()
}

func (s *Site) searchable(context.Context) error {
	if !s.Search.Ready() {
		return errors.New("the index is loading")
	}
	return nil
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
