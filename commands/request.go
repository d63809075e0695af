package commands

import (
	"net/http"

	"github.com/google/uuid"

	"github.com/modyard/modyard/domain/actor"
	"github.com/modyard/modyard/identity"
	"github.com/modyard/modyard/platform/httpkit"
	"github.com/modyard/modyard/platform/idempotency"
)

// HeaderLogPosition carries the position at which a command's effect stands.
const HeaderLogPosition = "Log-Position"

// HeaderIdempotencyKey is a caller's own name for a command: sent again, the command is not done again.
const HeaderIdempotencyKey = idempotency.Header

// Request is one command as it came in.
type Request struct {
	// Command is the command's id. The same id decides once: found in a stream that is loaded, the command
	// counts as done.
	Command    string
	Keyed      bool        // the caller named the command
	By         actor.Actor // empty for the program itself
	Credential string      // public id of the session or access token that the request came with
	// Hash is the keyed hash of the request, base64url. The handler takes it of what NewRequest has read.
	Hash      string
	ID        string // request id
	Causation string // id of the event that caused the command

	content idempotency.Content
	answers bool // see Tx.answers
}

// NewRequest reads what a command needs to know of its request. A body of JSON is read and put back; that of a form
// is added once it was read (WithForm).
func NewRequest(r *http.Request, caller identity.Caller) (Request, error) {
	req := Request{By: caller.Actor(), Credential: caller.Credential, ID: httpkit.RequestID(r.Context())}
	var err error
	if req.Command, req.Keyed, err = idempotency.ID(r, caller.Account); err != nil {
		return Request{}, err
	}
	if !req.Keyed {
		req.Command = uuid.Must(uuid.NewV7()).String()
	}
	req.content = idempotency.Read(r)
	return req, nil
}

// WithForm adds the JSON part of a form, which names the other parts, to what the request is hashed by.
func (r Request) WithForm(part []byte) Request {
	r.content = r.content.WithJSON(part)
	return r
}

// Hash is the keyed hash by which events know a request.
func (h *Handler) Hash(req Request) string { return req.hashed(h.Keys.Request).Hash }

// hashed fills the hash in.
func (r Request) hashed(site []byte) Request {
	if r.Hash == "" {
		r.Hash = r.content.Hash(site)
	}
	return r
}
