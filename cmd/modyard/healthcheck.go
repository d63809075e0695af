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
	Alive   bool          `name:"alive" help:"Ask only whether the process answers, not whether it can do its work."`
	Timeout time.Duration `name:"timeout" default:"5s" help:"How long to wait for the answer."`
}

// Run asks the process on this machine, by its private address, and fails where it is not well. It is for images that
// hold nothing else which could ask.
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
	said := make([]byte, 300)
	n, _ := answer.Body.Read(said)
	if answer.StatusCode != http.StatusOK {
		return fmt.Errorf("healthcheck: %s: %s", answer.Status, strings.TrimSpace(string(said[:n])))
	}
	return nil
}

// reachable turns an address that is listened on into one that can be called.
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
