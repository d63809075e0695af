package commands

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/modyard/modyard/domain/role"
	"github.com/modyard/modyard/eventlog"
)

// retries is how often a decision is made again after somebody else was faster.
const retries = 3

// Codec turns events into bytes and back (eventlog/codec).
type Codec interface {
	Encode(payload any) (typ string, data []byte, err error)
	Decode(typ string, data []byte) (any, error)
}

// Handler makes decisions durable. It is safe for concurrent use.
type Handler struct {
	Log   eventlog.Log
	Codec Codec
	Types Writable         // nil: every type may be written
	Now   func() time.Time // nil for time.Now
}

// Request is one command as it came in.
type Request struct {
	// Command is the command's id. The same id decides once: found in a stream that is loaded, the command
	// counts as done.
	Command    string
	Actor      string // account id; empty for the system
	Credential string // public id of the session or access token that the request came with
	Hash       string // keyed hash of the request, base64url; empty where it was not taken
	ID         string // request id
	Causation  string // id of the event that caused the command
	// Role is what the events of the command say until the decision says otherwise (Decision.As). Empty counts as self.
	Role role.Role
}

// Outcome says how a command ended.
type Outcome struct {
	// Position is that of the last event of the append, or where what was asked stood already.
	Position eventlog.Position
	// Repeated says that this command had been handled before, and that nothing was decided now.
	Repeated bool
}

var errRepeated = errors.New("command was handled before")

// Handle loads, decides and appends: decide loads the streams it needs (Load), and adds the events that
// follow (Decision.Append). After a conflict it is called again with fresh streams, three times at most. An
// error of decide is returned as it is, and nothing is appended.
func (h *Handler) Handle(ctx context.Context, req Request, decide func(context.Context, *Decision) error) (Outcome, error) {
	for attempt := 0; ; attempt++ {
		d := &Decision{handler: h, request: req, now: h.Clock(), role: req.Role}
		err := decide(ctx, d)
		if errors.Is(err, errRepeated) {
			return h.repeated(ctx, d)
		}
		if err != nil {
			return Outcome{}, err
		}
		outcome, err := d.commit(ctx)
		var conflict *eventlog.Conflict
		if errors.As(err, &conflict) && attempt < retries {
			continue
		}
		return outcome, err
	}
}

// repeated answers with the head of the log: all that the command appended stands before it.
func (h *Handler) repeated(ctx context.Context, d *Decision) (Outcome, error) {
	head, err := h.Log.Head(ctx)
	if err != nil {
		return Outcome{}, fmt.Errorf("find where command %s stands: %w", d.request.Command, err)
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
