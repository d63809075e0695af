package main

import (
	"errors"
	"fmt"
	"net"
	"os"

	"github.com/modyard/modyard/cmd/modyard/app"
)

type serveCmd struct {
	RateLimit int `name:"rate-limit" env:"MODYARD_RATE_LIMIT" default:"300" placeholder:"N" help:"API requests a minute and caller; 0 for no limit."`
}

// Run serves until the program is told to stop.
func (c *serveCmd) Run(e *environment) (err error) {
	var lc net.ListenConfig
	// First, because it is the quickest to fail; it also settles the port where that is 0.
	listener, err := lc.Listen(e.ctx, "tcp", e.config.Addr)
	if err != nil {
		return fmt.Errorf("listen on %s: %w", e.config.Addr, err)
	}
	defer listener.Close()
	if _, port, err := net.SplitHostPort(e.config.Addr); err == nil && port == "0" {
		e.config.Addr = listener.Addr().String()
	}
	core, err := e.open(app.Own)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, core.Close()) }()
	site, err := app.NewSite(e.ctx, core, app.SiteOptions{RatePerMinute: c.RateLimit})
	if err != nil {
		return err
	}
	return site.Serve(e.ctx, listener, func() { site.Banner(os.Stdout) })
}
