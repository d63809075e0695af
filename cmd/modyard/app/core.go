// Package app combines the packages: what every command of the program uses (Core), and the site that is served with it
// (Site). The commands, the tests and the load tests use the same parts.
package app

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"slices"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/modyard/modyard/commands"
	"github.com/modyard/modyard/eventlog"
	"github.com/modyard/modyard/eventlog/codec"
	"github.com/modyard/modyard/identity/erasure"
	"github.com/modyard/modyard/platform/backup"
	"github.com/modyard/modyard/platform/config"
	"github.com/modyard/modyard/platform/database"
	"github.com/modyard/modyard/platform/idempotency"
	"github.com/modyard/modyard/platform/keyfile"
	"github.com/modyard/modyard/platform/postgres"
	"github.com/modyard/modyard/platform/telemetry"
	"github.com/modyard/modyard/platform/tracing"
	"github.com/modyard/modyard/platform/watermark"
	"github.com/modyard/modyard/projections/runtime"
	"github.com/modyard/modyard/search/elastic"
)

// Mode determines how a command starts Postgres if none is configured.
type Mode int

const (
	// Own starts the embedded server and fails if another program runs it (postgres.ErrLocked).
	Own Mode = iota
	// Share uses the server of a program that runs on the data directory, and starts it if there is none.
	Share
)

// Core is the database, the log and the runner of the projections of one process.
type Core struct {
	Config   config.Config
	Logger   *slog.Logger
	Registry *prometheus.Registry
	Tracer   *tracing.Tracer  // nil: nothing is traced
	Server   *postgres.Server // nil if the database belongs to another program
	DB       *database.DB
	Log      eventlog.Log
	Codec    *codec.Codec
	Keys     keyfile.Keys
	Vault    *erasure.Vault    // seals and opens texts that people can have erased
	Handler  *commands.Handler // makes every decision of the process
	Named    *idempotency.Store
	Requests *idempotency.Guard // for routes that change rows
	Board    *watermark.Board
	Runner   *runtime.Runner
	Hits     *Hits           // the log of hits
	Elastic  *elastic.Client // nil if Postgres answers searches
	Feeder   *elastic.Feeder // nil if Elastic is nil

	closers []func() error
}

// Open starts the core: Postgres, the migrations, the log and the runner (not running yet).
func Open(ctx context.Context, cfg config.Config, logger *slog.Logger, mode Mode) (*Core, error) {
	if err := checkLogURL(cfg.LogURL); err != nil {
		return nil, err
	}
	if backup.Interrupted(cfg.DataDir) {
		return nil, fmt.Errorf("data-dir: a restore into %s was begun and not finished: run it again", cfg.DataDir)
	}
	c := &Core{Config: cfg, Logger: logger, Registry: telemetry.NewRegistry(), Board: watermark.New()}
	if err := c.open(ctx, mode); err != nil {
		return nil, errors.Join(err, c.Close())
	}
	return c, nil
}

func (c *Core) open(ctx context.Context, mode Mode) error {
	if err := c.openTracer(ctx); err != nil {
		return err
	}
	logins, err := c.database(ctx, mode)
	if err != nil {
		return err
	}
	if c.DB, err = database.Open(ctx, logins); err != nil {
		return err
	}
	c.onClose(func() error { c.DB.Close(); return nil })
	if c.Log, err = c.OpenLog(ctx, c.Config.LogURL); err != nil {
		return err
	}
	if c.Codec, err = Codec(); err != nil {
		return err
	}
	if err = c.openVault(ctx); err != nil {
		return err
	}
	c.Runner, err = runtime.New(runtime.Options{
		DB: c.DB, Log: c.Log, Codec: c.Codec, Texts: c.Vault, Board: c.Board, Registry: c.Registry, Logger: c.Logger, Tracer: c.Tracer,
	}, Projectors()...)
	if err != nil {
		return err
	}
	if c.Handler, err = c.commands(ctx); err != nil {
		return err
	}
	if err := c.openHits(ctx, HitTypes(), HitProjectors()); err != nil {
		return err
	}
	if c.Config.ElasticsearchURL == "" {
		return nil
	}
	return c.openElastic()
}

// openTracer creates the tracer if a collector is set. It is closed last: what stops is still traced.
func (c *Core) openTracer(ctx context.Context) error {
	if c.Config.OTLPURL == "" {
		return nil
	}
	share, err := c.Config.Traced()
	if err != nil {
		return err
	}
	c.Tracer, err = tracing.New(ctx, tracing.Options{URL: c.Config.OTLPURL, Share: share, Logger: c.Logger})
	if err != nil {
		return fmt.Errorf("otlp-url: %w", err)
	}
	c.onClose(func() error {
		if err := c.Tracer.Close(); err != nil {
			c.Logger.Warn("the last traces are lost", "error", err)
		}
		return nil
	})
	return nil
}

// database determines the addresses of the database, and starts the embedded server if necessary.
func (c *Core) database(ctx context.Context, mode Mode) (database.Logins, error) {
	if c.Config.DatabaseURL != "" {
		return database.Logins{App: c.Config.DatabaseURL, Owner: c.Config.DatabaseOwnerURL}, nil
	}
	if err := os.MkdirAll(c.Config.DataDir, 0o750); err != nil {
		return database.Logins{}, fmt.Errorf("make the data directory: %w", err)
	}
	if mode == Share {
		logins, err := postgres.Join(ctx, c.Config.DataDir)
		if err == nil || !errors.Is(err, postgres.ErrNotRunning) {
			return logins, err
		}
	}
	server, err := postgres.Start(ctx, postgres.Options{DataDir: c.Config.DataDir, Bin: c.Config.PGBin, Logger: c.Logger})
	if err != nil {
		return database.Logins{}, err
	}
	c.Server = server
	c.onClose(server.Close)
	return server.Logins(), nil
}

// onClose adds a function that Close calls, the last one first.
func (c *Core) onClose(f func() error) { c.closers = append(c.closers, f) }

// Close releases everything in the reverse order; the embedded server stops last.
func (c *Core) Close() error {
	var errs []error
	for _, f := range slices.Backward(c.closers) {
		errs = append(errs, f())
	}
	c.closers = nil
	return errors.Join(errs...)
}

// Checks are the health checks of the core.
func (c *Core) Checks() []telemetry.Check {
	checks := []telemetry.Check{
		{Name: "database", Run: c.DB.Health},
		{Name: "log", Run: func(ctx context.Context) error { _, err := c.Log.Head(ctx); return err }},
		{
			Name: "projections", Run: func(context.Context) error { return c.Runner.Ready() },
			Detail: func() any { return c.Runner.Served() },
		},
	}
	if c.Hits.Used() {
		checks = append(checks, c.Hits.check())
	}
	return checks
}
