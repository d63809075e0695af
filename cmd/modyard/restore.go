package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/modyard/modyard/cmd/modyard/app"
	"github.com/modyard/modyard/platform/backup"
	"github.com/modyard/modyard/platform/blobs"
)

// blobFolder is the folder of the blob store in the data directory.
const blobFolder = "blobs"

type restoreCmd struct {
	From   string `name:"from" required:"" type:"existingfile" placeholder:"FILE" help:"The backup."`
	By     string `name:"by" required:"" placeholder:"USERNAME" help:"Your account on the site. The restored log names it."`
	Reason string `name:"reason" required:"" placeholder:"TEXT" help:"Why the site is restored. The restored log tells it."`
	Keys   string `name:"keys" type:"existingfile" placeholder:"FILE" help:"The keys. Default: the file beside the backup, with the suffix .keys. Without keys, texts that people can have erased are shown as erased."`
	Erased string `name:"erased" type:"existingdir" placeholder:"DIR" help:"The last data folder of the site, whose list of erased accounts is applied and whose checkpoints of the log are kept. With blob-url, those in that store are used."`
}

// Run restores into the data directory, and into the configured Postgres if there is one.
func (c *restoreCmd) Run(e *environment) error {
	if e.config.DatabaseURL != "" && e.config.DatabaseOwnerURL == "" {
		return errors.New("restore: it writes as the owner of the database: set MODYARD_DATABASE_OWNER_URL")
	}
	start := time.Now()
	to := backup.Target{
		DataDir: e.config.DataDir, DatabaseURL: e.config.DatabaseOwnerURL, PGBin: e.config.PGBin, Logger: e.logger,
		Keys: c.Keys, KeysFile: e.config.KeysFile, Log: e.compareLog(), By: c.By, Reason: c.Reason,
	}
	if e.config.BlobURL == "" {
		to.Blobs = blobFolder
	}
	if c.Erased != "" {
		folder := filepath.Join(c.Erased, blobFolder, filepath.FromSlash(backup.CheckpointFolder))
		if _, err := os.Stat(folder); err == nil {
			to.Checkpoints = folder
		}
	}
	var err error
	if to.Erased, err = c.erased(e); err != nil {
		return fmt.Errorf("restore: %w", err)
	}
	p := newStages()
	s, err := backup.Restore(e.ctx, c.From, to, p.show)
	p.end()
	if err != nil {
		return err
	}
	fmt.Printf("Restored the backup of %s into %s in %s: %s, %d other rows, %d files\n", s.Made.Format(time.RFC3339), e.config.DataDir,
		time.Since(start).Round(time.Millisecond), logged(s), rowsBesideLog(s.Counts), s.Files)
	fmt.Println("Checked: every byte against the backup's digest, the number of rows of every table, every position and revision of the log.")
	if s.Log.Elsewhere {
		fmt.Printf("The log is in another store, which contains the backup's last position, %d, and must be available when the site runs (log-url).\n", s.Log.Head)
	}
	if !s.Keys {
		fmt.Println("It was restored without keys: texts that people can have erased are shown as erased, and everyone must sign in again.")
	}
	if s.Erased > 0 {
		fmt.Printf("The keys of %d erased accounts were destroyed: their texts cannot be read.\n", s.Erased)
	}
	fmt.Println("Start it with `modyard serve`: the read models are built from the log, and /readyz succeeds after that.")
	fmt.Println("Effects are paused: it sends no letter, webhook or forwarded change, so that nothing is sent twice. `modyard effects status` shows what waits;")
	fmt.Println("`modyard effects resume` sends it, and with --skip discards it, for a copy beside the original site.")
	fmt.Println("`modyard verify` compares them with a new build.")
	return nil
}

// compareLog compares the log at log-url with the one that a backup requires; nil if the log is in the site's own
// Postgres.
func (e *environment) compareLog() func(context.Context, backup.Log) error {
	address := e.config.LogURL
	if address == "" || address == app.OwnLog {
		return nil
	}
	return func(ctx context.Context, needed backup.Log) (err error) {
		core := &app.Core{Config: e.config, Logger: e.logger}
		defer func() { err = errors.Join(err, core.Close()) }()
		log, err := core.OpenLog(ctx, address)
		if err != nil {
			return err
		}
		generation, err := log.Generation(ctx)
		if err != nil {
			return err
		}
		head, err := log.Head(ctx)
		if err != nil {
			return err
		}
		return needed.Compare(generation, uint64(head))
	}
}

// erased collects the lists of erased accounts in addition to the backup's own.
func (c *restoreCmd) erased(e *environment) (accounts []string, err error) {
	if c.Erased != "" {
		folder := filepath.Join(c.Erased, blobFolder)
		if _, err := os.Stat(folder); err != nil {
			return nil, fmt.Errorf("erased: %s is no data folder: %w", c.Erased, err)
		}
		if accounts, err = backup.Erased(folder); err != nil {
			return nil, err
		}
	}
	if e.config.BlobURL == "" {
		return accounts, nil
	}
	store, err := blobs.Open(e.ctx, e.config.BlobURL, e.config.Public())
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, store.Close()) }()
	listed, err := store.List(e.ctx, backup.ErasedFolder)
	return append(accounts, listed...), err
}
