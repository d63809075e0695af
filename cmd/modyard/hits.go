package main

import (
	"fmt"
	"time"

	"github.com/modyard/modyard/cmd/modyard/app"
)

type hitsCmd struct {
	Status  hitsStatusCmd  `cmd:"" help:"Print what the log of hits (downloads and views) keeps, and what was archived."`
	Archive hitsArchiveCmd `cmd:"" help:"Archive old events of the log of hits as files, and drop them from the database. The site does this by itself."`
}

type hitsStatusCmd struct{}

// Run prints the state of the log.
func (hitsStatusCmd) Run(e *environment) error {
	return e.with(app.Share, func(core *app.Core) error {
		s, err := core.Hits.Status(e.ctx)
		if err != nil {
			return err
		}
		if s.Head < s.First {
			fmt.Printf("the log of hits (%s) has no events\n", s.Engine)
		} else {
			fmt.Printf("the log of hits (%s) keeps events %d to %d, recorded since %s\n", s.Engine, s.First, s.Head, s.Oldest.UTC().Format(time.RFC3339))
		}
		fmt.Printf("its read models have read it up to %d\n", s.Read)
		for _, r := range s.Ranges {
			fmt.Printf("archived: events %d to %d, manifest %s\n", r.From, r.To, r.Manifest)
		}
		return nil
	})
}

type hitsArchiveCmd struct {
	Before time.Time `name:"before" format:"2006-01-02T15:04:05Z07:00" placeholder:"TIME" help:"Archive what was recorded before this time (RFC 3339), instead of the time of the retention (MODYARD_HITS_RETENTION)."`
	By     string    `name:"by" placeholder:"USERNAME" help:"Your account on the site, for the record in the log. Empty: the program."`
}

// Run archives.
func (c *hitsArchiveCmd) Run(e *environment) error {
	return e.with(app.Share, func(core *app.Core) error {
		before := c.Before
		if before.IsZero() {
			keep, err := e.config.KeepHits()
			if err != nil {
				return err
			}
			before = time.Now().Add(-keep)
		}
		account := ""
		if c.By != "" {
			accounts, err := e.accounts(core)
			if err != nil {
				return err
			}
			profile, err := accountNamed(e.ctx, accounts, c.By)
			if err != nil {
				return err
			}
			account = profile.ID
		}
		dropped, err := core.Hits.Archive(e.ctx, before, account)
		for _, r := range dropped {
			fmt.Printf("archived and dropped: events %d to %d, manifest %s\n", r.From, r.To, r.Manifest)
		}
		if err == nil && len(dropped) == 0 {
			fmt.Println("nothing to archive: no partition is old enough and was read by every read model")
		}
		return err
	})
}
