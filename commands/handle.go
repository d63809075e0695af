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
	"github.com/modyard/modyard/platform/pause"
	"github.com/modyard/modyard/platform/tracing"
)

const (
	// patience is the longest time during which a decision is retried after conflicts.
	patience = 2 * time.Second
	// queueing is the longest time that a decision may also wait in the queue behind other decisions of the process.
	queueing = 10 * time.Second
)

// Codec turns events into bytes and back (eventlog/codec).
type Codec interface {
	Encode(payload any) (typ string, data []byte, err error)
	Decode(typ string, data []byte) (any, error)
}

// Ledger stores the commands that callers named (platform/idempotency). Both methods return an error if another request
// has the same name.
type Ledger interface {
	Check(ctx context.Context, command, hash string) error
	Record(ctx context.Context, command, hash string) error
}

// Positions remembers the position of an account's last command for its next reads (platform/positions).
type Positions interface {
	Remember(ctx context.Context, account string, position uint64) error
}

// Keys are the site's keys that commands use.
type Keys struct {
	Request []byte // hashes of requests; empty: events contain none
	IDs     []byte // ids that commands create; empty: none can be created
}

// Handler makes decisions durable. It is safe for concurrent use.
type Handler struct {
	Log       eventlog.Log
	Codec     Codec
	Texts     Texts            // nil: no event may contain a text that can be erased
	Types     Writable         // nil: every type may be written
	Now       func() time.Time // nil for time.Now
	Keys      Keys
	Ledger    Ledger          // nil: only the log records which commands were handled
	Snapshots Snapshots       // nil: every stream is read from its beginning
	States    *States         // nil: every state is computed from its snapshot
	Positions Positions       // nil: reads wait only for the position that their request names
	Logger    *slog.Logger    // nil for the default
	Tracer    *tracing.Tracer // nil: commands are not traced

	queue   queue
	planned bool // its decisions are steps of a plan
}

// Outcome is the result of a command.
type Outcome struct {
	// Position is that of the last event of the append, or, if nothing had to be appended, the position at which the
	// requested state was reached.
	Position eventlog.Position
	// Repeated is true if this command had been handled before and nothing was decided now.
	Repeated bool
}

var errRepeated = errors.New("command was handled before")

// Handle loads, decides and appends: decide loads the things that it needs (Aggregate.Get) and decides about them
// (Entity.Do). The append succeeds only if every loaded stream still has the revision that was read. After a conflict,
// decide is called again with fresh streams, for at most two seconds without the time in the process's queue. An error
// of decide is returned unchanged, and nothing is appended.
func (h *Handler) Handle(ctx context.Context, req Request, decide func(context.Context, *Tx) error) (Outcome, error) {
	ctx, span := h.Tracer.Command(ctx, req.ID, req.Command)
	var seen observed
	outcome, err := h.handle(ctx, req, &seen, decide)
	seen.end(span, req, outcome, err)
	return outcome, err
}

func (h *Handler) handle(ctx context.Context, req Request, seen *observed, decide func(context.Context, *Tx) error) (Outcome, error) {
	req = req.hashed(h.Keys.Request)
	if err := h.check(ctx, req); err != nil {
		return Outcome{}, err
	}
	pauses := newPause()
	deadline := time.Now().Add(patience)
	turn := turn{queue: &h.queue}
	defer turn.end()
	for {
		outcome, err := h.attempt(ctx, req, seen, decide)
		var conflict *eventlog.Conflict
		if !errors.As(err, &conflict) || errors.Is(err, errTaken) {
			h.remember(ctx, req, outcome, err)
			return outcome, err
		}
		seen.conflicts++
		lost := time.Now()
		if lost.After(deadline) || !turn.take(ctx, conflict.Stream, queueing) {
			return outcome, err
		}
		deadline = deadline.Add(time.Since(lost))
		if !pause.For(ctx, pauses.NextBackOff()) {
			return outcome, err
		}
	}
}

// remember records the position of a person's command. The command is durable: a failure must not make it look failed.
func (h *Handler) remember(ctx context.Context, req Request, outcome Outcome, err error) {
	if err != nil || h.Positions == nil || req.By.Account == "" || outcome.Position == 0 {
		return
	}
	if err := h.Positions.Remember(ctx, req.By.Account, uint64(outcome.Position)); err != nil {
		h.logger().WarnContext(ctx, "the caller's next reads may be older than its command", "error", err)
	}
}

// Read runs look on the same state that a decision by an actor would see. Nothing is appended, whatever look decides,
// so it can return early with an error.
func (h *Handler) Read(ctx context.Context, by actor.Actor, look func(context.Context, *Tx) error) error {
	return look(ctx, &Tx{handler: h, request: Request{By: by}, now: h.Clock()})
}

// attempt makes the decision once.
func (h *Handler) attempt(ctx context.Context, req Request, seen *observed, decide func(context.Context, *Tx) error) (Outcome, error) {
	tx := &Tx{handler: h, request: req, now: h.Clock(), answers: req.answers}
	err := decide(ctx, tx)
	seen.decided(tx)
	if errors.Is(err, errRepeated) || err == nil && tx.repeated {
		return h.repeated(ctx, tx)
	}
	if err != nil {
		return Outcome{}, err
	}
	return tx.commit(ctx)
}

// newPause is the random delay of a few milliseconds before a decision is retried after a conflict.
func newPause() *backoff.ExponentialBackOff {
	return &backoff.ExponentialBackOff{
		InitialInterval: time.Millisecond, RandomizationFactor: 0.9, Multiplier: 1.5, MaxInterval: 50 * time.Millisecond,
	}
}

// check rejects a request whose name belongs to another one. The ledger stores nothing about a rejected request.
func (h *Handler) check(ctx context.Context, req Request) error {
	if !h.remembers(req) {
		return nil
	}
	return h.Ledger.Check(ctx, req.Command, req.Hash)
}

// remembers is true if the caller named the request and its hash identifies it.
func (h *Handler) remembers(req Request) bool { return h.Ledger != nil && req.Keyed && req.Hash != "" }

// Repeated checks whether a named command is already in a stream, before anything else of the command is checked.
func (h *Handler) Repeated(ctx context.Context, req Request, stream string) (Outcome, bool, error) {
	if !req.Keyed {
		return Outcome{}, false, nil
	}
	req = req.hashed(h.Keys.Request)
	if err := h.check(ctx, req); err != nil {
		return Outcome{}, false, err
	}
	outcome, err := h.attempt(ctx, req, &observed{}, func(ctx context.Context, tx *Tx) error {
		return tx.Load(ctx, want(stream, fold[struct{}]{evolve: func(struct{}, any, time.Time) struct{} { return struct{}{} }}))
	})
	return outcome, outcome.Repeated, err
}

// repeated answers with the head of the log, which is behind all events of the command.
func (h *Handler) repeated(ctx context.Context, tx *Tx) (Outcome, error) {
	head, err := h.Log.Head(ctx)
	if err != nil {
		return Outcome{}, fmt.Errorf("find the position of command %s: %w", tx.request.Command, err)
	}
	return Outcome{Position: head, Repeated: true}, nil
}

// Clock is the time of a decision that is made now, in UTC and whole microseconds.
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
