package kurrent

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"sync"
	"time"

	"github.com/kurrent-io/KurrentDB-Client-Go/kurrentdb"

	"github.com/modyard/modyard/eventlog"
)

// firstPause and longestPause are the limits of the pause between attempts to reach a cluster.
const (
	firstPause   = 50 * time.Millisecond
	longestPause = 2 * time.Second
)

// connection contains the current client and replaces it. One goroutine connects; callers wait for a client that has
// found its node, until their context ends.
type connection struct {
	ctx     context.Context
	running *sync.WaitGroup
	config  kurrentdb.Configuration
	logger  *slog.Logger

	mu      sync.Mutex
	current *client
	changed chan struct{} // closed and replaced when current is set
	last    error         // why there is no client
	closed  bool
}

func newConnection(ctx context.Context, running *sync.WaitGroup, config *kurrentdb.Configuration, logger *slog.Logger, patience time.Duration) *connection {
	config.DefaultDeadline = &patience
	if config.DisableTLS && config.Username != "" {
		logger.Warn("the event log's credentials are not sent: the connection has tls=false")
	}
	return &connection{ctx: ctx, running: running, config: *config, logger: logger, changed: make(chan struct{})}
}

// first makes the first connection, and rejects a server without the required features.
func (c *connection) first(ctx context.Context) error {
	for retry := retryFrom(firstPause, longestPause); ; {
		found, err := dial(ctx, c.config, c.logger, c.lost)
		if err == nil {
			if err := found.version.check(); err != nil {
				found.giveUp()
				return err
			}
			c.mu.Lock()
			defer c.mu.Unlock()
			c.set(found)
			return nil
		}
		if hopeless(err) {
			return fmt.Errorf("connect to %s: %w", c.hosts(), err)
		}
		if !retry.wait(ctx) {
			return fmt.Errorf("connect to %s: %w", c.hosts(), err)
		}
	}
}

// hopeless detects errors of a first connection that waiting does not fix.
func hopeless(err error) bool {
	return strings.Contains(err.Error(), "authentication handshake failed") || strings.Contains(err.Error(), "failed to load user certificate")
}

// hosts names the cluster without its credentials.
func (c *connection) hosts() string {
	if len(c.config.GossipSeeds) == 0 {
		return c.config.Address
	}
	names := make([]string, len(c.config.GossipSeeds))
	for i, seed := range c.config.GossipSeeds {
		names[i] = seed.String()
	}
	return strings.Join(names, ",")
}

// get returns the current client with the call counted, and waits if there is none.
func (c *connection) get(ctx context.Context) (*client, error) {
	for {
		c.mu.Lock()
		current, changed, last, closed := c.current, c.changed, c.last, c.closed
		c.mu.Unlock()
		if closed {
			return nil, eventlog.ErrClosed
		}
		if current != nil {
			if current.use() {
				return current, nil
			}
			c.lost(current, last)
			continue
		}
		select {
		case <-changed:
		case <-ctx.Done():
			if last != nil && errors.Is(context.Cause(ctx), errPatience) {
				return nil, last
			}
			return nil, ended(ctx)
		}
	}
}

// lost gives a client up, unless that was done before, and starts to search for another.
func (c *connection) lost(old *client, err error) {
	c.mu.Lock()
	mine := c.current == old && !c.closed
	if mine {
		c.current, c.last = nil, err
		c.running.Go(c.reconnect)
	}
	c.mu.Unlock()
	if mine {
		c.logger.Warn("event log lost its connection", "hosts", c.hosts(), "error", err)
	}
	old.giveUp()
}

// reconnect searches for a node until it finds one.
func (c *connection) reconnect() {
	began := time.Now()
	for retry := retryFrom(firstPause, longestPause); c.ctx.Err() == nil; retry.wait(c.ctx) {
		found, err := dial(c.ctx, c.config, c.logger, c.lost)
		c.mu.Lock()
		if err == nil {
			c.set(found)
		} else {
			c.last = err
		}
		c.mu.Unlock()
		if err == nil {
			c.logger.Info("event log is connected again", "hosts", c.hosts(), "after", time.Since(began).Round(time.Millisecond))
			return
		}
	}
}

// set makes a client the current one; mu is held.
func (c *connection) set(found *client) {
	if c.closed {
		found.giveUp()
		return
	}
	c.current, c.last = found, nil
	close(c.changed)
	c.changed = make(chan struct{})
}

func (c *connection) close() {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.closed {
		return
	}
	c.closed = true
	if c.current != nil {
		c.current.giveUp()
		c.current = nil
	}
	close(c.changed)
}
