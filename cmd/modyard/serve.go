package main

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"sync"
	"time"

	"github.com/modyard/modyard/cmd/modyard/app"
	"github.com/modyard/modyard/demo"
	"github.com/modyard/modyard/platform/software"
)

type serveCmd struct {
	Demo bool `name:"demo" env:"MODYARD_DEMO" help:"Load the demonstration data if the site is empty, while it already answers requests."`
	demoHistory
	DemoNode      bool `name:"demo-node" env:"MODYARD_DEMO_NODE" help:"With the demonstration data: also run a game host with three stand-ins for game servers, on this machine's own address. Linux only."`
	RateLimit     int  `name:"rate-limit" env:"MODYARD_RATE_LIMIT" default:"300" placeholder:"N" help:"API requests of one caller per minute, and as many pages; 0 for no limit."`
	ProofBits     int  `name:"proof-bits" env:"MODYARD_PROOF_BITS" default:"18" placeholder:"N" help:"Difficulty of the challenge for a browser before a sign-up; each step doubles the work, 0 for none."`
	Drafts        int  `name:"max-drafts" env:"MODYARD_MAX_DRAFTS" default:"50" placeholder:"N" help:"Projects that one account has begun and never submitted; 0 for no limit."`
	Organizations int  `name:"max-organizations" env:"MODYARD_MAX_ORGANIZATIONS" default:"30" placeholder:"N" help:"Organizations that one account owns; 0 for no limit."`

	DrawTime time.Duration `name:"draw-time" env:"MODYARD_DRAW_TIME" default:"2s" placeholder:"TIME" help:"How long a visitor waits for the server to draw a page; after it the browser draws it."`
}

// Run serves until the program is stopped.
func (c *serveCmd) Run(e *environment) error {
	if c.DrawTime < 0 {
		return errors.New("draw-time: must not be negative")
	}
	var lc net.ListenConfig
	// The listener is opened first, because it fails fastest; it also determines the port if that is 0.
	listener, err := lc.Listen(e.ctx, "tcp", e.config.Addr)
	if err != nil {
		return fmt.Errorf("listen on %s: %w", e.config.Addr, err)
	}
	defer listener.Close()
	if _, port, err := net.SplitHostPort(e.config.Addr); err == nil && port == "0" {
		e.config.Addr = listener.Addr().String()
	}
	return e.with(app.Own, func(core *app.Core) error {
		options := app.SiteOptions{RatePerMinute: c.RateLimit, ProofBits: c.ProofBits, MaxDrafts: c.Drafts, MaxOrganizations: c.Organizations, DrawTime: c.DrawTime}
		if c.Demo {
			options.PayoutMethods = demo.PayoutMethods()
		}
		if c.Demo && c.DemoNode && e.config.HostingSoftware == "" {
			if options.Software, err = software.ParseCatalogue(demo.Software()); err != nil {
				return err
			}
		}
		if e.reactors != nil {
			options.Reactors = e.reactors(core)
		}
		site, err := app.NewSite(e.ctx, core, options)
		if err != nil {
			return err
		}
		ctx, cancel := context.WithCancel(e.ctx)
		var loading sync.WaitGroup
		defer loading.Wait() // before the core is closed
		defer cancel()
		go app.GovernMemory(ctx, core.Logger)
		return site.Serve(ctx, listener, func() {
			site.Banner(os.Stdout)
			if c.Demo {
				loading.Go(func() { c.loadDemo(ctx, site) })
			}
		})
	})
}

// loadDemo never ends a running site.
func (c *serveCmd) loadDemo(ctx context.Context, site *app.Site) {
	err := loadDemo(ctx, site, os.Stdout, c.Downloads)
	switch {
	case err == nil || ctx.Err() != nil:
		c.runNode(ctx, site)
	case errors.Is(err, demo.ErrNotEmpty):
		site.Logger.Info("the demonstration data was not loaded", "reason", err)
		c.runNode(ctx, site)
	default:
		site.Logger.Error("the demonstration data is not complete", "error", err)
	}
}

// runNode runs the demonstration's node until the context ends; it never ends a running site.
func (c *serveCmd) runNode(ctx context.Context, site *app.Site) {
	if !c.DemoNode || ctx.Err() != nil {
		return
	}
	err := demoNode{site: site, dir: filepath.Join(site.Config.DataDir, "demonstration-node")}.run(ctx)
	if err != nil && ctx.Err() == nil {
		site.Logger.Error("the demonstration's node does not run", "error", err)
	}
}
