package app

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"slices"
	"sync"
	"time"

	commandlog "github.com/modyard/modyard/commands/log"
	"github.com/modyard/modyard/domain/log"
	"github.com/modyard/modyard/eventlog"
	"github.com/modyard/modyard/eventlog/archive"
	"github.com/modyard/modyard/eventlog/codec"
	logpostgres "github.com/modyard/modyard/eventlog/postgres"
	"github.com/modyard/modyard/migrations"
	"github.com/modyard/modyard/platform/database"
	"github.com/modyard/modyard/platform/telemetry"
	"github.com/modyard/modyard/projections/runtime"
)

const (
	// HitsPartition is the number of positions of a partition of the log of hits, as in migrations/00102_hits.sql.
	HitsPartition = 100_000
	hitsEngine    = OwnLog + " " + log.Hits
)

// Hits is the second log, for downloads and views. It is in Postgres, whatever engine the main log uses. It is opened
// when it is first used, so that a site without such events has no connections for it.
type Hits struct {
	core   *Core
	Codec  *codec.Codec
	Runner *runtime.Runner // of its read models; nil until the log is opened

	projectors []runtime.Projector
	used       bool
	fileBytes  int // of a file of the archive; zero: the archive's own limit

	mu      sync.Mutex
	log     *logpostgres.Log
	archive *archive.Reader
	whole   *archive.Whole
}

// openHits prepares the log of hits, and opens it if the program has event types for it, or if it has its own address:
// a wrong one is an error at the start.
func (c *Core) openHits(ctx context.Context, types []map[string]any, projectors []runtime.Projector) error {
	for _, p := range projectors {
		if slices.Contains(c.Runner.Names(), p.Name) {
			return fmt.Errorf("the main log and the log of hits have a read model %s", p.Name)
		}
	}
	own, err := codec.New(types...)
	if err != nil {
		return err
	}
	c.Hits = &Hits{core: c, Codec: own, projectors: projectors, used: len(types) > 0}
	if c.Hits.used || c.Config.HitsLogURL != "" {
		_, err = c.Hits.Log(ctx)
	}
	return err
}

// Used is true if the program has event types for the log of hits.
func (h *Hits) Used() bool { return h.used }

// Log opens the log. The core closes it.
func (h *Hits) Log(ctx context.Context) (*logpostgres.Log, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.log != nil {
		return h.log, nil
	}
	db, engine, err := h.database(ctx)
	if err != nil {
		return nil, err
	}
	opened, err := logpostgres.Open(ctx, db.Pool, logpostgres.WithLogger(h.core.Logger), logpostgres.WithEngine(engine),
		logpostgres.WithSchema(log.Hits, HitsPartition))
	if err != nil {
		return nil, fmt.Errorf("open the log of hits: %w", err)
	}
	h.core.onClose(func() error { opened.Close(); return nil })
	if err := h.open(ctx, opened); err != nil {
		return nil, err
	}
	return opened, nil
}

// open makes the runner of an opened log.
func (h *Hits) open(ctx context.Context, opened *logpostgres.Log) error {
	reader, err := h.reader(ctx, opened)
	if err != nil {
		return err
	}
	whole := archive.NewWhole(opened, reader)
	runner, err := runtime.New(runtime.Options{
		DB: h.core.DB, Log: whole, Codec: h.Codec, Scope: runtime.ScopeHits, Texts: h.core.Vault, Board: h.core.Board,
		Registry: h.core.Registry, Logger: h.core.Logger,
	}, h.projectors...)
	if err != nil {
		return err
	}
	h.log, h.archive, h.whole, h.Runner = opened, reader, whole, runner
	return nil
}

// database is the database of the log: the site's, or that of its own address, which is migrated with its owner's login.
func (h *Hits) database(ctx context.Context) (db *database.DB, engine string, err error) {
	c := h.core
	if c.Config.HitsLogURL == "" {
		return c.DB, hitsEngine, nil
	}
	u, err := url.Parse(c.Config.HitsLogURL)
	if err != nil {
		return nil, "", errors.New("hits-log-url: not an address") // the error of url may contain a password
	}
	db, err = database.OpenWith(ctx, database.Logins{App: c.Config.HitsLogURL, Owner: c.Config.HitsLogOwnerURL}, migrations.HitsFS)
	if err != nil {
		return nil, "", fmt.Errorf("hits-log-url: %w", err)
	}
	c.onClose(func() error { db.Close(); return nil })
	return db, hitsEngine + " " + u.Host + u.Path, nil
}

// Whole is the log together with its archive.
func (h *Hits) Whole(ctx context.Context) (*archive.Whole, error) {
	if _, err := h.Log(ctx); err != nil {
		return nil, err
	}
	return h.whole, nil
}

// ranges reads the archived ranges from the main log.
func (h *Hits) ranges(ctx context.Context) ([]archive.Range, error) {
	return commandlog.Truncations(ctx, h.core.Log, h.core.Codec, log.Hits)
}

// reader reads the archive of an opened log.
func (h *Hits) reader(ctx context.Context, opened eventlog.Reader) (*archive.Reader, error) {
	generation, err := opened.Generation(ctx)
	if err != nil {
		return nil, err
	}
	store, err := h.core.openBlobs(ctx)
	if err != nil {
		return nil, err
	}
	return &archive.Reader{Generation: generation, Files: hitsFiles{store}, Ranges: h.ranges}, nil
}

// Run keeps the read models of the log up to date until the context ends.
func (h *Hits) Run(ctx context.Context) error {
	if _, err := h.Log(ctx); err != nil {
		return err
	}
	return h.Runner.Run(ctx)
}

func (h *Hits) check() telemetry.Check {
	return telemetry.Check{Name: "hits", Run: func(context.Context) error { return h.Runner.Ready() }, Detail: func() any { return h.Runner.Served() }}
}

// Names are the names of the log's read models.
func (h *Hits) Names() []string {
	var names []string
	for _, p := range h.projectors {
		if !slices.Contains(names, p.Name) {
			names = append(names, p.Name)
		}
	}
	return names
}

// Status is the state of the log and its archive.
type Status struct {
	Engine string
	First  eventlog.Position // of the kept events
	Head   eventlog.Position
	Oldest time.Time // when the first kept event was recorded; zero without events
	Read   eventlog.Position
	Ranges []archive.Range
}

// Status reads the state of the log.
func (h *Hits) Status(ctx context.Context) (s Status, err error) {
	opened, err := h.Log(ctx)
	if err != nil {
		return s, err
	}
	s.Engine = opened.Engine()
	if s.First, err = opened.First(ctx); err != nil {
		return s, err
	}
	if s.Head, err = opened.Head(ctx); err != nil {
		return s, err
	}
	if s.Head >= s.First {
		e, err := opened.Event(ctx, s.First)
		if err != nil {
			return s, err
		}
		s.Oldest = e.RecordedAt
	}
	if s.Read, err = h.Runner.ReadUpTo(ctx); err != nil {
		return s, err
	}
	s.Ranges, err = h.ranges(ctx)
	return s, err
}
