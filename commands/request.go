package commands

import (
	"net/http"

	"github.com/google/uuid"

	"github.com/modyard/modyard/domain/actor"
	"github.com/modyard/modyard/identity"
	"github.com/modyard/modyard/platform/httpkit"
	"github.com/modyard/modyard/platform/idempotency"
)

// HeaderLogPosition is the header with the log position of a command's last event.
const HeaderLogPosition = "Log-Position"

// HeaderIdempotencyKey is a caller's name for a command. A command that is sent again under the same name is not
// executed again.
const HeaderIdempotencyKey = idempotency.Header

// Request is one command as the server received it.
type Request struct {
	// Command is the command's id. A command is executed once per id: if a loaded stream contains the id, the command
	// counts as handled.
	Command    string
	Keyed      bool        // the caller named the command
	By         actor.Actor // empty for the program itself
	Credential string      // public id of the session or access token that the request came with
	// Hash is the keyed hash of the request, base64url. The handler computes it from what NewRequest has read.
	Hash      string
	ID        string // request id
	Causation string // id of the event that caused the command

	content idempotency.Content
	answers bool // see Tx.answers
}

// NewRequest reads what a command needs of its request. A JSON body is read and restored; the JSON part of a form is
// added after it was read (WithForm).
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

// WithForm adds the JSON part of a form, which names the other parts, to the input of the hash.
func (r Request) WithForm(part []byte) Request {
	r.content = r.content.WithJSON(part)
	return r
}

// Answering makes the answer of a repeated request be made again from the current state (Tx.Repeated).
func (r Request) Answering() Request {
	r.answers = true
	return r
}

// Hash is the keyed hash that events store to identify a request.
func (h *Handler) Hash(req Request) string { return req.hashed(h.Keys.Request).Hash }

// hashed sets the hash.
func (r Request) hashed(site []byte) Request {
	if r.Hash == "" {
		r.Hash = r.content.Hash(site)
	}
	return r
}
