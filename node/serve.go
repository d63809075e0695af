package node

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"time"

	contract "github.com/modyard/modyard/contract/node"
	"github.com/modyard/modyard/node/socket"
)

// handler answers browsers and health checks.
func (n *running) handler() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /healthz", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/plain; charset=utf-8")
		w.Header().Set("Cache-Control", "no-store")
		text := "ok, the site is away\n"
		if n.link.Connected() {
			text = "ok\n"
		}
		_, _ = io.WriteString(w, text)
	})
	mux.Handle(socket.Path, n.sockets)
	mux.Handle(contract.PathFiles+"/", n.files)
	mux.Handle(contract.PathInstall+"/", n.files)
	mux.Handle(contract.PathBackups, n.backups)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("X-Content-Type-Options", "nosniff")
		w.Header().Set("Referrer-Policy", "no-referrer")
		mux.ServeHTTP(w, r)
	})
}

// serve answers until the context ends, then closes the sockets and lets requests finish.
func (n *running) serve(ctx context.Context, listener net.Listener) error {
	server := &http.Server{
		Handler: n.handler(), ConnContext: socket.ConnContext, ReadHeaderTimeout: 10 * time.Second, ReadTimeout: time.Minute, WriteTimeout: time.Minute,
		IdleTimeout: 2 * time.Minute, MaxHeaderBytes: 16 << 10, ErrorLog: slog.NewLogLogger(n.config.Log.Handler(), slog.LevelDebug),
	}
	done := make(chan error, 1)
	go func() { done <- server.Serve(listener) }()
	select {
	case err := <-done:
		return fmt.Errorf("serve %s: %w", listener.Addr(), err)
	case <-ctx.Done():
	}
	grace, cancel := context.WithTimeout(context.WithoutCancel(ctx), stopTime)
	defer cancel()
	err := errors.Join(n.sockets.Close(grace), n.files.Close(grace))
	if shut := server.Shutdown(grace); shut != nil {
		err = errors.Join(err, server.Close())
	}
	<-done
	if err != nil {
		n.config.Log.Warn("the node ended with open connections", "error", err)
	}
	return nil
}
