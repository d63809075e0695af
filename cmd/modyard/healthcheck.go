package main

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"strings"
	"time"
)

type healthcheckCmd struct {
	Alive   bool          `name:"alive" help:"Check only whether the process answers, not whether it is ready."`
	Timeout time.Duration `name:"timeout" default:"5s" help:"Maximum time to wait for the answer."`
}

// Run requests the health check of the process on this machine, at its private address, and fails if it is not healthy.
// It is for images without other programs.
func (c *healthcheckCmd) Run(e *environment) error {
	address := e.config.PrivateAddr
	if address == "" {
		address = e.config.Addr
	}
	path := "/readyz"
	if c.Alive {
		path = "/healthz"
	}
	ctx, cancel := context.WithTimeout(e.ctx, c.Timeout)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+reachable(address)+path, nil)
	if err != nil {
		return fmt.Errorf("healthcheck: %w", err)
	}
	answer, err := (&http.Transport{DisableKeepAlives: true}).RoundTrip(req)
	if err != nil {
		return fmt.Errorf("healthcheck: %w", err)
	}
	defer answer.Body.Close() //nolint:errcheck // only its beginning is read
	text := make([]byte, 300)
	n, _ := answer.Body.Read(text)
	if answer.StatusCode != http.StatusOK {
		return fmt.Errorf("healthcheck: %s: %s", answer.Status, strings.TrimSpace(string(text[:n])))
	}
	return nil
}

// reachable converts a listening address to one that can be called.
func reachable(address string) string {
	host, port, err := net.SplitHostPort(address)
	if err != nil {
		return address
	}
	if ip := net.ParseIP(host); host == "" || ip != nil && ip.IsUnspecified() {
		host = "localhost"
	}
	return net.JoinHostPort(host, port)
}
