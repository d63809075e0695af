package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/cmd/modyard/app"
	"github.com/modyard/modyard/loadtest/program"
	"github.com/modyard/modyard/platform/config"
	"github.com/modyard/modyard/platform/database"
	"github.com/modyard/modyard/platform/postgres"
	"github.com/modyard/modyard/platform/telemetry"
)

// ground is the environment of the measurements: a temporary but durable Postgres, started on first use, and a site
// that several measurements share.
type ground struct {
	root     string        // of the repository
	dir      string        // parent of all temporary files
	short    bool          // small amounts
	asked    bool          // the part has asked for its amounts
	events   int           // number of events in the log that is rebuilt
	days     int           // of income that are shared
	posts    int           // of the forum
	heap     string        // prefix of the files of memory profiles; empty: none
	patience time.Duration // time limit of a measurement
	progress io.Writer
	logger   *slog.Logger

	// database makes an empty database for a folder, the same one at each call. nil: a Postgres of our own.
	database func(dir string) database.Logins

	server    *postgres.Server
	databases int
	site      *site
	binary    string
}

func newGround(quick bool, progress io.Writer) (*ground, error) {
	root, err := program.Root()
	if err != nil {
		return nil, err
	}
	// Writing log lines is part of what is measured; their output is discarded.
	logger, err := telemetry.NewLogger(io.Discard, "info")
	if err != nil {
		return nil, err
	}
	slog.SetDefault(logger)
	dir, err := os.MkdirTemp("", "modyard-bench-")
	if err != nil {
		return nil, fmt.Errorf("make a folder: %w", err)
	}
	// As root, Postgres runs as another user, who must be able to enter the folder.
	if err := os.Chmod(dir, 0o711); err != nil {
		return nil, fmt.Errorf("make a folder: %w", err)
	}
	return &ground{root: root, dir: dir, short: quick, progress: progress, logger: logger}, nil
}

// Close removes everything temporary.
func (g *ground) Close() error {
	err := g.closeSite()
	if g.server != nil {
		err = errors.Join(err, g.server.Close())
	}
	return errors.Join(err, os.RemoveAll(g.dir))
}

func (g *ground) say(format string, args ...any) { fmt.Fprintf(g.progress, format+"\n", args...) }

// quick is true if everything is measured with small amounts, to see that it works.
func (g *ground) quick() bool {
	g.asked = true
	return g.short
}

// amount is n, or the small amount of a quick run.
func (g *ground) amount(n, small int) int {
	if g.quick() {
		return small
	}
	return n
}

// folder creates an empty folder that another user may enter.
func (g *ground) folder(name string) (string, error) {
	dir := filepath.Join(g.dir, name)
	if err := os.Mkdir(dir, 0o711); err != nil {
		return "", fmt.Errorf("make a folder: %w", err)
	}
	return dir, nil
}

// core opens a fresh database with every component that does not run yet, with further settings. closed drops it again.
func (g *ground) core(ctx context.Context, more ...func(*config.Config)) (c *app.Core, closed func() error, err error) {
	g.databases++
	name := fmt.Sprintf("bench_%d", g.databases)
	dir, err := g.folder(name)
	if err != nil {
		return nil, nil, err
	}
	logins, drop, err := g.fresh(ctx, name, dir)
	if err != nil {
		return nil, nil, err
	}
	settings := g.settings(dir, logins)
	for _, set := range more {
		set(&settings)
	}
	c, err = app.Open(ctx, settings, g.logger, app.Own)
	if err != nil {
		return nil, nil, err
	}
	return c, func() error { return errors.Join(c.Close(), drop()) }, nil
}

// fresh makes an empty database, on the server of the measurements or on a given one.
func (g *ground) fresh(ctx context.Context, name, dir string) (logins database.Logins, drop func() error, err error) {
	if g.database != nil {
		return g.database(dir), func() error { return nil }, nil
	}
	if err := g.startServer(ctx); err != nil {
		return logins, nil, err
	}
	if err := g.admin(ctx, "CREATE DATABASE "+name+" TEMPLATE template0"); err != nil {
		return logins, nil, err
	}
	return g.server.LoginsOf(name), func() error {
		return g.admin(context.WithoutCancel(ctx), "DROP DATABASE "+name+" WITH (FORCE)")
	}, nil
}

// own is the database of a program on a data directory: one in the directory, or on a given server.
func (g *ground) own(dir string) (logins database.Logins) {
	if g.database != nil {
		logins = g.database(dir)
	}
	return logins
}

func (g *ground) settings(dir string, logins database.Logins) config.Config {
	return config.Config{
		Addr: "127.0.0.1:0", DataDir: dir, DatabaseURL: logins.App, DatabaseOwnerURL: logins.Owner, PGBin: os.Getenv("MODYARD_PG_BIN"),
		Game: "Minecraft", Brand: "Modyard", PublicURL: "http://modyard.localhost", Hosts: "127.0.0.1",
	}
}

func (g *ground) startServer(ctx context.Context) error {
	if g.server != nil {
		return nil
	}
	dir, err := g.folder("server")
	if err != nil {
		return err
	}
	g.server, err = postgres.Start(ctx, postgres.Options{DataDir: dir, Bin: os.Getenv("MODYARD_PG_BIN"), Logger: g.logger})
	return err
}

// admin runs one statement as the server's owner.
func (g *ground) admin(ctx context.Context, sql string) error {
	conn, err := pgx.Connect(ctx, g.server.URL())
	if err != nil {
		return fmt.Errorf("connect to the server: %w", err)
	}
	defer conn.Close(context.WithoutCancel(ctx)) //nolint:errcheck // nothing is in flight
	if _, err := conn.Exec(ctx, sql); err != nil {
		return fmt.Errorf("%s: %w", sql, err)
	}
	return nil
}
