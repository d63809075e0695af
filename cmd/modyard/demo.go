package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"github.com/modyard/modyard/cmd/modyard/app"
	"github.com/modyard/modyard/demo"
	"github.com/modyard/modyard/eventlog"
)

type demoCmd struct {
	demoHistory
}

// demoHistory is a setting of the demonstration data.
type demoHistory struct {
	Downloads int `name:"demo-downloads" env:"MODYARD_DEMO_DOWNLOADS" default:"30000" placeholder:"N" help:"About how many recorded downloads of the last 30 days the demonstration set has; 0: none."`
}

// Run loads the demonstration data, beside a running site or alone.
func (c demoCmd) Run(e *environment) error {
	return e.with(app.Share, func(core *app.Core) error {
		site, err := app.NewSite(e.ctx, core, app.SiteOptions{PayoutMethods: demo.PayoutMethods()})
		if err != nil {
			return err
		}
		return loadDemo(e.ctx, site, os.Stdout, c.Downloads)
	})
}

// loadDemo loads the set into a site and prints the result.
func loadDemo(ctx context.Context, s *app.Site, out io.Writer, downloads int) error {
	start := time.Now()
	result, err := demo.Run(ctx, demo.Deps{
		Log: s.Log, Codec: s.Codec, Texts: s.Vault, Types: s.Runner, Blobs: s.Blobs, Accounts: s.Identity, DataDir: s.Config.DataDir, Logger: s.Logger, Revenue: s.OtherRevenue,
		Recorded: demo.Recorded{
			Log:   func(ctx context.Context) (eventlog.Log, error) { return s.Core.Hits.Log(ctx) },
			Codec: s.Core.Hits.Codec, Types: s.Core.Hits.Runner, Downloads: downloads, Now: start,
		},
	}, app.Demonstration())
	if len(result.Login) > 0 {
		fmt.Fprintf(out, "Accounts to try out (also in %s):\n", filepath.Join(s.Config.DataDir, demo.LoginFile))
		for _, l := range result.Login {
			fmt.Fprintf(out, "  %s  %s\n", l.Username, l.Password)
		}
	}
	switch {
	case result.Projects > 0:
		fmt.Fprintf(out, "The demonstration set is loaded: %d projects in %s\n", result.Projects, time.Since(start).Round(100*time.Millisecond))
	case err == nil:
		fmt.Fprintf(out, "The demonstration set is there already: %d projects\n", result.There)
	}
	return err
}
