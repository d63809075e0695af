package main

import (
	"errors"
	"fmt"
	"os"
	"time"

	"golang.org/x/term"

	"github.com/modyard/modyard/cmd/modyard/app"
	"github.com/modyard/modyard/eventlog/seal"
	"github.com/modyard/modyard/eventlog/transfer"
	"github.com/modyard/modyard/platform/config"
	"github.com/modyard/modyard/platform/postgres"
	"github.com/modyard/modyard/projections/runtime"
	"github.com/modyard/modyard/reactors"
)

type migrateCmd struct {
	From  string `name:"from" env:"MODYARD_MIGRATE_FROM" required:"" placeholder:"URL" help:"The log in use: an address as of log-url, or postgres for the one in the site's own Postgres. The variable hides a password from the list of processes."`
	To    string `name:"to" env:"MODYARD_MIGRATE_TO" required:"" placeholder:"URL" help:"The new log, empty or begun by an earlier run."`
	Ahead bool   `name:"ahead" help:"Copy the existing events while the site runs, without switching over, so that the later run takes less time."`
}

// Run copies, compares and switches over. An interrupted run continues when it is run again.
func (c *migrateCmd) Run(e *environment) (err error) {
	if c.From == c.To {
		return errors.New("migrate-log: from and to are the same log")
	}
	mode := app.Own
	if c.Ahead {
		mode = app.Share
	}
	e.config.LogURL = c.To
	core, err := app.Open(e.ctx, e.config, e.logger, mode)
	if errors.Is(err, postgres.ErrLocked) {
		return fmt.Errorf("migrate-log: %w (%w)", runtime.ErrRunning, err)
	}
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, core.Close()) }()
	source, err := core.OpenLog(e.ctx, c.From)
	if err != nil {
		return err
	}
	ctx := e.ctx
	if !c.Ahead {
		held, release, err := core.Runner.Quiesce(e.ctx)
		if err != nil {
			return fmt.Errorf("migrate-log: %w", err)
		}
		defer release()
		ctx = held
	}
	start := time.Now()
	progress := &copying{start: start}
	result, err := transfer.Run(ctx, source, core.Log, progress.show)
	progress.end()
	if c.Ahead && errors.Is(err, transfer.ErrMoved) {
		err = nil
	}
	if err != nil {
		if errors.Is(err, transfer.ErrMoved) {
			return fmt.Errorf("migrate-log: %w: stop what writes to it (serve, import, demo) and run this again", err)
		}
		return fmt.Errorf("migrate-log: %w", err)
	}
	fmt.Printf("%d events are in both logs, each compared; %d were copied now (%s)\n", result.Events, result.Copied, time.Since(start).Round(time.Millisecond))
	if c.Ahead {
		fmt.Println("The site still uses the old log: stop the site and run the same command without --ahead.")
		return nil
	}
	if err := seal.Move(ctx, core.DB.Pool, core.Log); err != nil {
		return fmt.Errorf("migrate-log: %w", err)
	}
	if err := reactors.Move(ctx, core.DB.Pool, core.Log, seal.NewIndex(core.Log, core.DB.Pool).Event); err != nil {
		return fmt.Errorf("migrate-log: %w", err)
	}
	if err := core.Runner.Rebase(ctx, func(name string) {
		fmt.Printf("%s was rebuilt from the new log\n", name)
	}); err != nil {
		return fmt.Errorf("migrate-log: %w", err)
	}
	if c.To == app.OwnLog {
		fmt.Println("Start the site without MODYARD_LOG_URL.")
	} else {
		fmt.Printf("Start the site with MODYARD_LOG_URL=%s\n", config.RedactURL(c.To))
	}
	fmt.Println("The old log was not changed; a site that is started on it by mistake does not start, because its read models belong to the new log.")
	return nil
}

// copying prints the number of copied events.
type copying struct {
	start, printed time.Time
	stage          string
}

func (p *copying) show(stage string, events uint64) {
	terminal := term.IsTerminal(int(os.Stderr.Fd()))
	pause := 5 * time.Second
	if terminal {
		pause = 200 * time.Millisecond
	}
	now := time.Now()
	if now.Sub(p.printed) < pause && stage == p.stage {
		return
	}
	p.printed, p.stage = now, stage
	line := fmt.Sprintf("%s: %d events, %s", stage, events, now.Sub(p.start).Round(time.Second))
	if terminal {
		fmt.Fprint(os.Stderr, "\r\x1b[K"+line)
	} else {
		fmt.Fprintln(os.Stderr, line)
	}
}

func (p *copying) end() {
	if p.stage != "" && term.IsTerminal(int(os.Stderr.Fd())) {
		fmt.Fprint(os.Stderr, "\r\x1b[K")
	}
}
