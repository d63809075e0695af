package commands

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"github.com/cenkalti/backoff/v5"

	"github.com/modyard/modyard/domain/actor"
	"github.com/modyard/modyard/eventlog"
)

const (
	// patience is for how long a decision is made again after somebody else was faster.
	patience = 2 * time.Second
	// queueing is how long it waits besides, for its turn behind other decisions of the process: each of them goes on.
	queueing = 10 * time.Second
)

// Codec turns events into bytes and back (eventlog/codec).
type Codec interface {
	Encode(payload any) (typ string, data []byte, err error)
	Decode(typ string, data []byte) (any, error)
}

// Ledger remembers the commands that callers named (platform/idempotency). Both methods refuse another request
// under a name that is taken.
type Ledger interface {
	Check(ctx context.Context, command, hash string) error
	Claim(ctx context.Context, command, hash string) error
}

// Keys are the site's keys that commands need.
type Keys struct {
	Request []byte // hashes of requests; empty: events carry none
	IDs     []byte // ids that commands make; empty: none can be made
}

// Handler makes decisions durable. It is safe for concurrent use.
type Handler struct {
	Log       eventlog.Log
	Codec     Codec
	Texts     Texts            // nil: no event may have a text that can be erased
	Types     Writable         // nil: every type may be written
	Now       func() time.Time // nil for time.Now
	Keys      Keys
	Ledger    Ledger       // nil: only the log knows what was done
	Snapshots Snapshots    // nil: every stream is read from its beginning
	Logger    *slog.Logger // nil for the default

	queue   queue
	planned bool // its decisions are steps of a plan
}

// Outcome says how a command ended.
type Outcome struct {
	// Position is that of the last event of the append, or where what was asked stood already.
	Position eventlog.Position
	// Repeated says that this command had been handled before, and that nothing was decided now.
	Repeated bool
}

var errRepeated = errors.New("command was handled before")

// Handle loads, decides and appends: decide loads the things it needs (Aggregate.Get) and decides
// about them (Entity.Do). The append stands only where every stream that was loaded still is where it was read. After a
// conflict decide is called again with fresh streams, for two seconds at most, not counting the time in the queue
// behind others of the process. An error of decide is returned as it is, and nothing is appended.
func (h *Handler) Handle(ctx context.Context, req Request, decide func(context.Context, *Tx) error) (Outcome, error) {
	req = req.hashed(h.Keys.Request)
	if err := h.check(ctx, req); err != nil {
		return Outcome{}, err
	}
	pause := newPause()
	deadline := time.Now().Add(patience)
	turn := turn{queue: &h.queue}
	defer turn.end()
	for {
		outcome, err := h.attempt(ctx, req, decide)
		var conflict *eventlog.Conflict
		if !errors.As(err, &conflict) || errors.Is(err, errTaken) {
			return outcome, err
		}
		lost := time.Now()
		if lost.After(deadline) || !turn.take(ctx, conflict.Stream, queueing) {
			return outcome, err
		}
		deadline = deadline.Add(time.Since(lost))
		if !sleep(ctx, pause.NextBackOff()) {
			return outcome, err
		}
	}
}

// Read looks at things as a decision by an actor would find them. Nothing is appended, whatever look decides: it can so
// refuse what need not be read any further.
func (h *Handler) Read(ctx context.Context, by actor.Actor, look func(context.Context, *Tx) error) error {
	return look(ctx, &Tx{handler: h, request: Request{By: by}, now: h.Clock()})
}

// attempt decides once.
func (h *Handler) attempt(ctx context.Context, req Request, decide func(context.Context, *Tx) error) (Outcome, error) {
	tx := &Tx{handler: h, request: req, now: h.Clock(), answers: req.answers}
	err := decide(ctx, tx)
	if errors.Is(err, errRepeated) || err == nil && tx.repeated {
		return h.repeated(ctx, tx)
	}
	if err != nil {
		return Outcome{}, err
	}
	return tx.commit(ctx)
}

// newPause is how long a decision that lost waits before it is made again: a few milliseconds, by chance.
func newPause() *backoff.ExponentialBackOff {
	return &backoff.ExponentialBackOff{
		InitialInterval: time.Millisecond, RandomizationFactor: 0.9, Multiplier: 1.5, MaxInterval: 50 * time.Millisecond,
	}
}

// sleep says false where the context ended first.
func sleep(ctx context.Context, d time.Duration) bool {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return false
	case <-timer.C:
		return true
	}
}

// check refuses another request under a name that is taken. Nothing is remembered of one that is refused.
func (h *Handler) check(ctx context.Context, req Request) error {
	if !h.remembers(req) {
		return nil
	}
	return h.Ledger.Check(ctx, req.Command, req.Hash)
}

// remembers says that the request was named and that its hash tells it from others.
func (h *Handler) remembers(req Request) bool { return h.Ledger != nil && req.Keyed && req.Hash != "" }

// Repeated says whether a named command stands in a stream already, before anything else of it is looked at.
func (h *Handler) Repeated(ctx context.Context, req Request, stream string) (Outcome, bool, error) {
	if !req.Keyed {
		return Outcome{}, false, nil
	}
	req = req.hashed(h.Keys.Request)
	if err := h.check(ctx, req); err != nil {
		return Outcome{}, false, err
	}
	outcome, err := h.attempt(ctx, req, func(ctx context.Context, tx *Tx) error {
		_, err := load(ctx, tx, stream, "", func(struct{}, any, time.Time) struct{} { return struct{}{} })
		return err
	})
	return outcome, outcome.Repeated, err
}

// repeated answers with the head of the log: all that the command appended stands before it.
func (h *Handler) repeated(ctx context.Context, tx *Tx) (Outcome, error) {
	head, err := h.Log.Head(ctx)
	if err != nil {
		return Outcome{}, fmt.Errorf("find where command %s stands: %w", tx.request.Command, err)
	}
	return Outcome{Position: head, Repeated: true}, nil
}

// Clock is the time at which a decision is made now, in UTC and whole microseconds.
func (h *Handler) Clock() time.Time {
	now := h.Now
	if now == nil {
		now = time.Now
	}
	return now().UTC().Truncate(time.Microsecond)
}

func (h *Handler) logger() *slog.Logger {
	if h.Logger == nil {
		return slog.Default()
	}
	return h.Logger
}
