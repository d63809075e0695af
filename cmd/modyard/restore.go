package main

import (
	"errors"
	"fmt"
	"time"

	"github.com/modyard/modyard/platform/backup"
)

type restoreCmd struct {
	From string `name:"from" required:"" type:"existingfile" placeholder:"FILE" help:"The backup."`
}

// Run restores into the data directory, and into the configured Postgres where there is one.
func (c *restoreCmd) Run(e *environment) error {
	if e.config.DatabaseURL != "" && e.config.DatabaseOwnerURL == "" {
		return errors.New("restore: it writes as the owner of the database: set MODYARD_DATABASE_OWNER_URL")
	}
	start := time.Now()
	p := newStages()
	s, err := backup.Restore(e.ctx, c.From, backup.Target{
		DataDir: e.config.DataDir, DatabaseURL: e.config.DatabaseOwnerURL, PGBin: e.config.PGBin, Logger: e.logger,
	}, p.show)
	p.end()
	if err != nil {
		return err
	}
	fmt.Printf("Restored the backup of %s into %s in %s: %d events, %d other rows, %d files\n", s.Made.Format(time.RFC3339), e.config.DataDir,
		time.Since(start).Round(time.Millisecond), s.Log, rowsBesideLog(s.Counts), s.Files)
	fmt.Println("Checked: every byte against the backup's digest, every table's rows by number, every position and revision of the log.")
	fmt.Println("Start it with `modyard serve`: the read models are built from the log, and /readyz answers once they are there.")
	fmt.Println("`modyard verify` compares them with another build.")
	return nil
}
