package app

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"

	"golang.org/x/sync/errgroup"

	"github.com/modyard/modyard/platform/httpkit"
	"github.com/modyard/modyard/platform/telemetry"
)

// Serve answers requests on the listener and runs the background work until the context ends: then it finishes the
// requests in progress first, and the background work after them. It calls announced when the site is ready.
func (s *Site) Serve(ctx context.Context, public net.Listener, announced func()) error {
	working, endWork := context.WithCancel(context.WithoutCancel(ctx))
	defer endWork()
	work, working := errgroup.WithContext(working)
	work.Go(func() error { return s.Run(working) })

	answering, closeListeners := context.WithCancel(ctx)
	defer closeListeners()
	listeners, answering := errgroup.WithContext(answering)
	// Close SSE streams with the listeners, or shutdown blocks on them.
	defer context.AfterFunc(answering, s.Live.Close)()
	defer context.AfterFunc(answering, s.Changes.Close)()
	listeners.Go(func() error { return httpkit.ServeListener(answering, public, s.Handler(), s.proxies...) })
	listeners.Go(func() error { return s.servePrivate(answering, s.Checks()) })
	if s.startDrawing != nil {
		s.startDrawing()
	}
	announced()
	select {
	case <-answering.Done():
	case <-working.Done(): // it failed: stop answering
	}
	closeListeners()
	err := listeners.Wait()
	endWork()
	if workErr := work.Wait(); workErr != nil {
		return workErr
	}
	return err
}

// together runs parts of a program concurrently until the context ends. The first that fails ends them all. What a part cannot finish
// because it is told to end is no failure.
func together(ctx context.Context, parts ...func(context.Context) error) error {
	g, ctx := errgroup.WithContext(ctx)
	for _, part := range parts {
		g.Go(func() error {
			err := part(ctx)
			if ctx.Err() != nil && errors.Is(err, context.Canceled) {
				return nil
			}
			return err
		})
	}
	return g.Wait()
}

// servePrivate serves metrics, checks and profiles for operators, if an address is set.
func (c *Core) servePrivate(ctx context.Context, checks []telemetry.Check) error {
	if c.Config.PrivateAddr == "" {
		<-ctx.Done()
		return nil
	}
	handler := telemetry.Guard(c.Config.PrivateToken, telemetry.PrivateMux(c.Registry, checks...))
	if err := httpkit.Serve(ctx, c.Config.PrivateAddr, handler); err != nil {
		return fmt.Errorf("serve metrics: %w", err)
	}
	return nil
}

// Work runs the shared work without serving requests, until the context ends.
func (s *Site) Work(ctx context.Context) error {
	return together(ctx, append(s.shared(), func(ctx context.Context) error { return s.servePrivate(ctx, s.workChecks()) })...)
}

// Banner prints the program's name and the addresses.
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
