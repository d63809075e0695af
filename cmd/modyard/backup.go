package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"time"

	"golang.org/x/term"

	"github.com/modyard/modyard/cmd/modyard/app"
	"github.com/modyard/modyard/platform/backup"
	"github.com/modyard/modyard/platform/database"
	"github.com/modyard/modyard/projections/runtime"
)

type backupCmd struct {
	To string `name:"to" default:"." placeholder:"FILE|DIR" help:"The target: a new file, or a folder in which a file named after the time is created."`
}

// Run makes a backup, beside a running site or alone.
func (c *backupCmd) Run(e *environment) error {
	path := c.To
	if info, err := os.Stat(path); err == nil && info.IsDir() {
		path = filepath.Join(path, "modyard-"+time.Now().UTC().Format("20060102-150405")+".backup")
	}
	return e.with(app.Share, func(core *app.Core) error {
		if core.DB.OwnerURL == "" {
			return errors.New("backup: it reads as the owner of the database: set MODYARD_DATABASE_OWNER_URL")
		}
		conn, err := database.ConnectOwner(e.ctx, core.DB.OwnerURL)
		if err != nil {
			return err
		}
		defer conn.Close(e.ctx) //nolint:errcheck // no request is in progress
		names, err := core.Runner.KnownNames(e.ctx)
		if err != nil {
			return err
		}
		start := time.Now()
		p := newStages()
		s, err := backup.Write(e.ctx, path, backup.Source{
			Conn: conn, DataDir: e.config.DataDir, KeysFile: e.keysFile(), Log: elsewhere(core),
			Skip: func(schema string) bool { return runtime.Owns(schema, names) },
		}, p.show)
		p.end()
		if err != nil {
			return err
		}
		fmt.Printf("Backed up to %s in %s: %s, %d other rows, %d files; %s\n", path, time.Since(start).Round(time.Millisecond),
			logged(s), rowsBesideLog(s.Counts), s.Files, megabytes(s.Size))
		if s.Log.Elsewhere {
			fmt.Printf("The events are in another store (log-url, %s), at least up to position %d, and not part of the backup: copy that store now.\n",
				s.Log.Engine, s.Log.Head)
		}
		if e.config.HitsLogURL != "" {
			fmt.Println("The log of hits is in another database (hits-log-url) and not part of the backup.")
		}
		if e.config.BlobURL != "" {
			fmt.Println("The uploaded files are in another store (blob-url) and not part of the backup.")
		}
		fmt.Printf("The keys are in %s: store the file separately, for at most %d days, because it can open texts that people have erased since.\n",
			path+backup.KeysSuffix, int(backup.KeysKept/(24*time.Hour)))
		fmt.Println("The backup contains password hashes and sessions: only you must be able to read it.")
		return nil
	})
}

// keysFile is the path of the site's keys file.
func (e *environment) keysFile() string {
	if e.config.KeysFile != "" {
		return e.config.KeysFile
	}
	return filepath.Join(e.config.DataDir, "keys.json")
}

// elsewhere describes a log outside the site's own Postgres.
func elsewhere(core *app.Core) func(context.Context) (backup.Log, error) {
	if address := core.Config.LogURL; address == "" || address == app.OwnLog {
		return nil
	}
	return func(ctx context.Context) (backup.Log, error) {
		generation, err := core.Log.Generation(ctx)
		if err != nil {
			return backup.Log{}, err
		}
		head, err := core.Log.Head(ctx)
		return backup.Log{Engine: core.Log.Engine(), Generation: generation, Head: uint64(head)}, err
	}
}

// logged describes the events of a backup.
func logged(s backup.Summary) string {
	if s.Log.Elsewhere {
		return "no events"
	}
	return fmt.Sprintf("%d events", s.Log.Head)
}

func rowsBesideLog(c backup.Counts) int64 {
	tables := []string{"log.events", "log.streams", "log.log_head", "hits.events", "hits.streams", "hits.log_head"}
	var n int64
	for name, rows := range c.Rows {
		if !slices.Contains(tables, name) {
			n += rows
		}
	}
	return n
}

func megabytes(n int64) string { return fmt.Sprintf("%.1f MB", float64(n)/1e6) }

// stages prints the progress: on one line at a terminal, otherwise when the stage changes and every few seconds.
type stages struct {
	terminal bool
	stage    string
	printed  time.Time
}

func newStages() *stages { return &stages{terminal: term.IsTerminal(int(os.Stderr.Fd()))} }

func (s *stages) show(stage string, bytes int64) { s.print(stage, megabytes(bytes)) }

// count is show for a number of events.
func (s *stages) count(stage string, events int64) { s.print(stage, fmt.Sprintf("%d events", events)) }

func (s *stages) print(stage, text string) {
	pause := 5 * time.Second
	if s.terminal {
		pause = 200 * time.Millisecond
	}
	if stage == s.stage && time.Since(s.printed) < pause {
		return
	}
	changed := stage != s.stage
	s.stage, s.printed = stage, time.Now()
	switch {
	case s.terminal:
		fmt.Fprintf(os.Stderr, "\r\x1b[K%s: %s", stage, text)
	case changed:
		fmt.Fprintf(os.Stderr, "%s\n", stage)
	default:
		fmt.Fprintf(os.Stderr, "%s: %s\n", stage, text)
	}
}

func (s *stages) end() {
	if s.terminal && s.stage != "" {
		fmt.Fprint(os.Stderr, "\r\x1b[K")
	}
}
