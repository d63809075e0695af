package app

import (
	"context"
	"fmt"
	"io"
	"net"
	"net/http"

	"github.com/modyard/modyard/platform/httpkit"
	"github.com/modyard/modyard/platform/telemetry"
)

// Serve answers requests on the listener and does the site's work until the context ends: then requests in
// flight finish first, and the work behind them ends after. announced is called once the site answers.
func (s *Site) Serve(ctx context.Context, public net.Listener, announced func()) error {
	work := newGroup(context.WithoutCancel(ctx))
	work.run(s.Run)
	doors := newGroup(ctx)
	// Streams end with the doors: they would else be waited for.
	defer context.AfterFunc(doors.ctx, s.Live.Close)()
	doors.run(func(ctx context.Context) error { return httpkit.ServeListener(ctx, public, s.Handler()) })
	doors.run(func(ctx context.Context) error { return s.servePrivate(ctx, s.Checks()) })
	announced()
	select {
	case <-doors.ctx.Done():
	case <-work.ctx.Done(): // it failed: stop answering
	}
	err := doors.stop()
	if workErr := work.stop(); workErr != nil {
		return workErr
	}
	return err
}

// servePrivate answers metrics, checks and profiles for operators, where an address is set.
func (c *Core) servePrivate(ctx context.Context, checks []telemetry.Check) error {
	if c.Config.PrivateAddr == "" {
		<-ctx.Done()
		return nil
	}
	var handler http.Handler = telemetry.PrivateMux(c.Registry, checks...)
	if err := httpkit.Serve(ctx, c.Config.PrivateAddr, handler); err != nil {
		return fmt.Errorf("serve metrics: %w", err)
	}
	return nil
}

// Work projects the log, without answering requests, until the context ends.
func (c *Core) Work(ctx context.Context) error {
	g := newGroup(ctx)
	g.run(c.Runner.Run)
	g.run(c.followWatermarks)
	if c.Feeder != nil {
		g.run(c.Feeder.Run)
	}
	g.run(func(ctx context.Context) error { return c.servePrivate(ctx, c.Checks()) })
	<-g.ctx.Done()
	return g.stop()
}

// Banner says in its first line what runs, and where people find it.
func (s *Site) Banner(w io.Writer) {
	where := "in " + s.Config.DataDir
	if s.Config.DatabaseURL != "" {
		where = "in the configured Postgres"
	}
	fmt.Fprintf(w, "%s: a community site for %s add-ons, its data %s\n", s.Config.Brand, s.Config.Game, where)
	fmt.Fprintf(w, "Serving on %s\n", s.Config.Public())
	if s.Config.PrivateAddr != "" {
		fmt.Fprintf(w, "Metrics and profiles on http://%s/metrics\n", s.Config.PrivateAddr)
	}
}
