package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"golang.org/x/term"

	"github.com/modyard/modyard/cmd/modyard/app"
	"github.com/modyard/modyard/platform/backup"
	"github.com/modyard/modyard/platform/database"
	"github.com/modyard/modyard/projections/runtime"
)

type backupCmd struct {
	To string `name:"to" default:"." placeholder:"FILE|DIR" help:"Where to: a new file, or a folder that gets one named by the time."`
}

// Run backs up, beside a running site or alone.
func (c *backupCmd) Run(e *environment) (err error) {
	if e.config.LogURL != "" {
		return errors.New("backup: the event log is in another store (log-url), which has its own means; see docs/operations.md")
	}
	path := c.To
	if info, err := os.Stat(path); err == nil && info.IsDir() {
		path = filepath.Join(path, "modyard-"+time.Now().UTC().Format("20060102-150405")+".backup")
	}
	core, err := e.open(app.Share)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, core.Close()) }()
	if core.DB.OwnerURL == "" {
		return errors.New("backup: it reads as the owner of the database: set MODYARD_DATABASE_OWNER_URL")
	}
	conn, err := database.ConnectOwner(e.ctx, core.DB.OwnerURL)
	if err != nil {
		return err
	}
	defer conn.Close(e.ctx) //nolint:errcheck // nothing is in flight
	names, err := core.Runner.KnownNames(e.ctx)
	if err != nil {
		return err
	}
	start := time.Now()
	p := newStages()
	s, err := backup.Write(e.ctx, path, backup.Source{Conn: conn, DataDir: e.config.DataDir, Skip: func(schema string) bool {
		return runtime.Owns(schema, names)
	}}, p.show)
	p.end()
	if err != nil {
		return err
	}
	fmt.Printf("Backed up to %s in %s: %d events, %d other rows, %d files; %s\n", path, time.Since(start).Round(time.Millisecond),
		s.Log, rowsBesideLog(s.Counts), s.Files, megabytes(s.Size))
	if e.config.BlobURL != "" {
		fmt.Println("The uploaded files are in another store (blob-url) and not part of it.")
	}
	fmt.Println("It holds password hashes and sessions: keep it where nobody else reads it.")
	return nil
}

func rowsBesideLog(c backup.Counts) int64 {
	var n int64
	for name, rows := range c.Rows {
		if name != "log.events" && name != "log.streams" && name != "log.log_head" {
			n += rows
		}
	}
	return n
}

func megabytes(n int64) string { return fmt.Sprintf("%.1f MB", float64(n)/1e6) }

// stages tells what is being done: on one line at a terminal, else when the stage changes and every few seconds.
type stages struct {
	terminal bool
	stage    string
	told     time.Time
}

func newStages() *stages { return &stages{terminal: term.IsTerminal(int(os.Stderr.Fd()))} }

func (s *stages) show(stage string, done int64) {
	pause := 5 * time.Second
	if s.terminal {
		pause = 200 * time.Millisecond
	}
	if stage == s.stage && time.Since(s.told) < pause {
		return
	}
	changed := stage != s.stage
	s.stage, s.told = stage, time.Now()
	switch {
	case s.terminal:
		fmt.Fprintf(os.Stderr, "\r\x1b[K%s: %s", stage, megabytes(done))
	case changed:
		fmt.Fprintf(os.Stderr, "%s\n", stage)
	default:
		fmt.Fprintf(os.Stderr, "%s: %s\n", stage, megabytes(done))
	}
}

func (s *stages) end() {
	if s.terminal && s.stage != "" {
		fmt.Fprint(os.Stderr, "\r\x1b[K")
	}
}
