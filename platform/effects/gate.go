package effects

import (
	"context"
	"log/slog"
	"sync"
	"time"
)

// poll is how often a process reads the state.
const poll = time.Second

// Gate follows the state in one process. Until the state was read, it is closed: a process that cannot read the state
// has no effects.
type Gate struct {
	db  DB
	log *slog.Logger

	mu      sync.Mutex
	state   State
	known   bool
	changed chan struct{} // closed and replaced when the state changes
}

// NewGate makes a gate; Run follows the state.
func NewGate(db DB, logger *slog.Logger) *Gate {
	if logger == nil {
		logger = slog.Default()
	}
	return &Gate{db: db, log: logger, changed: make(chan struct{})}
}

// Run follows the state until the context ends. While the database is unavailable, the last known state holds.
func (g *Gate) Run(ctx context.Context) error {
	tick := time.NewTicker(poll)
	defer tick.Stop()
	failing := false
	for {
		s, err := Read(ctx, g.db)
		if err == nil {
			g.set(ctx, s)
		} else if ctx.Err() == nil && !failing {
			g.log.WarnContext(ctx, "cannot follow whether effects are paused", "error", err)
		}
		failing = err != nil
		select {
		case <-tick.C:
		case <-ctx.Done():
			return nil
		}
	}
}

func (g *Gate) set(ctx context.Context, s State) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.known && s == g.state {
		return
	}
	if s.Paused {
		g.log.WarnContext(ctx, "effects are paused: no letter, webhook or forwarded change is sent", "since", s.Since, "reason", s.Reason)
	} else if g.known {
		g.log.InfoContext(ctx, "effects are resumed")
	}
	g.state, g.known = s, true
	close(g.changed)
	g.changed = make(chan struct{})
}

// State is the last known state.
func (g *Gate) State() State {
	s, _, _ := g.look()
	return s
}

func (g *Gate) look() (s State, open bool, changed <-chan struct{}) {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.state, g.known && !g.state.Paused, g.changed
}

// While returns a function that runs another one while effects are not paused: a pause ends its context, and it is
// called again afterwards. It returns when the context ends, or with the other's error.
func (g *Gate) While(run func(context.Context) error) func(context.Context) error {
	return func(ctx context.Context) error {
		for ctx.Err() == nil {
			_, open, changed := g.look()
			if !open {
				select {
				case <-changed:
				case <-ctx.Done():
				}
				continue
			}
			running, stop := context.WithCancel(ctx)
			watched := make(chan struct{})
			go func() {
				defer close(watched)
				g.closed(running)
				stop()
			}()
			err := run(running)
			ended := running.Err() != nil
			stop()
			<-watched
			if err != nil {
				return err
			}
			if !ended {
				return nil // it is finished
			}
		}
		return nil
	}
}

// closed blocks until effects are paused or the context ends.
func (g *Gate) closed(ctx context.Context) {
	for {
		_, open, changed := g.look()
		if !open {
			return
		}
		select {
		case <-changed:
		case <-ctx.Done():
			return
		}
	}
}
