// Package link keeps a node connected with its site: desired states come down, reports and observations go up.
//
// The node dials. Whatever is lost, repeated or cut, the next connection begins with the whole desired state and with the first report that
// the site does not have. While the site is away nothing changes on the node.
package link

import (
	"context"
	"errors"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"sync/atomic"
	"time"

	"github.com/coder/websocket"

	"github.com/modyard/modyard/contract/node"
	"github.com/modyard/modyard/platform/pause"
)

// Fleet are the node's servers.
type Fleet interface {
	// Apply makes desired states hold; one with a generation that is not higher than the known one changes nothing. If complete, each
	// server that is not named is stopped.
	Apply(ctx context.Context, desired []node.Desired, complete bool) error
	// Observed are the present states of all servers.
	Observed() []node.Observed
}

// Outbox are the reports that the site does not have yet.
type Outbox interface {
	// Incarnation is that of all reports.
	Incarnation() string
	// Sent is the highest sequence number assigned.
	Sent() (uint64, error)
	// Pending returns at most limit reports after a sequence number, oldest first.
	Pending(after uint64, limit int) ([]node.Report, error)
	// Acknowledge removes the reports up to a sequence number.
	Acknowledge(sequence uint64) error
}

// Options are what a link connects.
type Options struct {
	// Site is the origin of the site.
	Site string
	// Hello describes the node. The link adds the protocol and the outbox's numbers.
	Hello func() node.Hello
	// Sign makes the bearer token of a connection.
	Sign   func() (string, error)
	Fleet  Fleet
	Outbox Outbox
	// Changed returns a channel that is closed when the state of any server changes or a report is written after this call.
	Changed func() <-chan struct{}
	// Welcome takes the site's keys and origins. Its error and that of Revoke are logged and change nothing else.
	Welcome func(keys []node.Key, origins []string) error
	// Revoke takes a revocation.
	Revoke func(node.Revoked) error
	Log    *slog.Logger
	// Client dials; nil is one that follows no redirects.
	Client *http.Client
	// Delays are the pauses between connections; zero members have their defaults.
	Delays Delays
}

// Delays are pauses between two connections. They grow from Least to Most, with jitter.
type Delays struct {
	Least   time.Duration // 500 ms
	Most    time.Duration // 30 s
	Refused time.Duration // after the site refused the node's identity: 10 min
}

// Link is a node's connection to its site.
type Link struct {
	o         Options
	connected atomic.Bool
}

// New makes a link; Run connects it.
func New(o Options) *Link {
	if o.Client == nil {
		// A redirect would carry the token to elsewhere.
		o.Client = &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	}
	for _, d := range []struct {
		delay    *time.Duration
		standard time.Duration
	}{{&o.Delays.Least, 500 * time.Millisecond}, {&o.Delays.Most, 30 * time.Second}, {&o.Delays.Refused, 10 * time.Minute}} {
		if *d.delay == 0 {
			*d.delay = d.standard
		}
	}
	return &Link{o: o}
}

// Connected says whether the site has welcomed the present connection.
func (l *Link) Connected() bool { return l.connected.Load() }

// Run keeps the link connected until the context ends.
func (l *Link) Run(ctx context.Context) {
	for failures := 0; ; failures++ {
		welcomed, err := l.connect(ctx)
		l.connected.Store(false)
		if ctx.Err() != nil {
			return
		}
		if welcomed {
			failures = 0
		}
		delay := l.delay(failures, err)
		level := slog.LevelWarn
		if errors.Is(err, errRefused) || websocket.CloseStatus(err) == node.StatusProtocol {
			level = slog.LevelError
		}
		l.o.Log.Log(ctx, level, "the link to the site is broken", "error", err, "retry", delay.Round(100*time.Millisecond).String())
		if !pause.For(ctx, delay) {
			return
		}
	}
}

// delay is the pause before the next connection.
func (l *Link) delay(failures int, err error) time.Duration {
	d := l.o.Delays
	switch {
	case errors.Is(err, errRefused):
		return d.Refused
	case websocket.CloseStatus(err) == node.StatusReplaced || websocket.CloseStatus(err) == node.StatusProtocol:
		// Another process has this node's identity, or one side is older: a quick retry would not help.
		return d.Most
	}
	base := min(d.Most, d.Least<<min(failures+1, 20))
	return max(d.Least, base/2+rand.N(base/2+1))
}
