package httpkit

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"net/netip"
	"time"
)

// drainTime is how long requests in flight may still run after a cancel.
const drainTime = 10 * time.Second

// Serve answers on addr until ctx ends, then accepts no new request, lets requests in flight finish for at most ten
// seconds and closes the rest. It returns nil after such a shutdown, and an error when it cannot listen.
func Serve(ctx context.Context, addr string, handler http.Handler) error {
	var lc net.ListenConfig
	listener, err := lc.Listen(ctx, "tcp", addr)
	if err != nil {
		return fmt.Errorf("listen on %s: %w", addr, err)
	}
	return ServeListener(ctx, listener, handler)
}

// ServeListener is Serve on an open listener, which it closes. The connections of one network are limited, except of this
// machine and of trusted load balancers, and so are all together; a peer that receives nothing for half a minute loses its
// connection.
func ServeListener(ctx context.Context, listener net.Listener, handler http.Handler, trusted ...netip.Prefix) error {
	return serveLimited(ctx, limit(listener, defaultConnections(trusted)), handler)
}

func serveLimited(ctx context.Context, listener net.Listener, handler http.Handler) error {
	server := &http.Server{
		Handler:           handler,
		ReadHeaderTimeout: 10 * time.Second,
		IdleTimeout:       2 * time.Minute,
		MaxHeaderBytes:    64 << 10,
		ErrorLog:          slog.NewLogLogger(slog.Default().Handler(), slog.LevelWarn),
	}
	done := make(chan error, 1)
	go func() { done <- server.Serve(listener) }()
	select {
	case err := <-done:
		return fmt.Errorf("serve %s: %w", listener.Addr(), err)
	case <-ctx.Done():
	}
	grace, cancel := context.WithTimeout(context.WithoutCancel(ctx), drainTime)
	defer cancel()
	err := server.Shutdown(grace)
	if errors.Is(err, context.DeadlineExceeded) {
		err = server.Close()
	}
	<-done
	if err != nil {
		return fmt.Errorf("shut down %s: %w", listener.Addr(), err)
	}
	return nil
}
