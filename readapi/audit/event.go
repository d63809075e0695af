package audit

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/eventlog/read"
	"github.com/modyard/modyard/platform/httpkit"
	"github.com/modyard/modyard/readapi/view"
)

// ErrUnsealed means that no checkpoint covers an event yet.
var ErrUnsealed = errors.New("no checkpoint covers the event yet")

type eventIn struct {
	Position view.Position `path:"position"`
}

// one is the event of an entry, and its leaf where it is sealed. Events without an entry are not shown.
const one = `select e.event, l.leaf from audit.entries e left join seal.leaves l on l.event_id = e.event::uuid where e.position = $1`

func (s *Routes) find(ctx context.Context, at view.Position) (id string, leaf *int64, err error) {
	if err := staff(ctx); err != nil {
		return "", nil, err
	}
	err = s.source.Pool.QueryRow(ctx, one, int64(at)).Scan(&id, &leaf)
	if errors.Is(err, pgx.ErrNoRows) {
		return "", nil, httpkit.NotFound()
	}
	if err != nil {
		return "", nil, fmt.Errorf("read the event of an entry: %w", err)
	}
	return id, leaf, nil
}

func (s *Routes) event(ctx context.Context, in *eventIn) (out contract.AuditRecord, err error) {
	_, leaf, err := s.find(ctx, in.Position)
	if err != nil {
		return out, err
	}
	e, err := s.Log.Event(ctx, read.Position(in.Position))
	if err != nil {
		return out, fmt.Errorf("read event %d: %w", in.Position, err)
	}
	meta, err := json.Marshal(shown{e.Meta.Actor, e.Meta.Role, e.Meta.Credential, e.Meta.Command, e.Meta.Request, e.Meta.Causation})
	if err != nil {
		return out, fmt.Errorf("encode metadata: %w", err)
	}
	return contract.AuditRecord{
		Position: int64(e.Position), ID: e.ID.String(), Type: e.Type, Stream: e.Stream, Revision: int64(e.Revision), Recorded: e.RecordedAt.UTC(),
		Metadata: meta, Data: e.Data, Leaf: leaf,
	}, nil
}

// shown is the metadata that the staff sees. The salt and the hash of the request stay closed.
type shown struct {
	Actor      string `json:"actor,omitempty"`
	Role       string `json:"role,omitempty"`
	Credential string `json:"credential,omitempty"`
	Command    string `json:"command,omitempty"`
	Request    string `json:"request,omitempty"`
	Causation  string `json:"causation,omitempty"`
}

func (s *Routes) proof(ctx context.Context, in *eventIn) (contract.LogProof, error) {
	id, leaf, err := s.find(ctx, in.Position)
	if err != nil {
		return contract.LogProof{}, err
	}
	if leaf == nil {
		return contract.LogProof{}, unsealed()
	}
	proof, err := s.Prove(ctx, id)
	if errors.Is(err, ErrUnsealed) {
		return contract.LogProof{}, unsealed()
	}
	return proof, err
}

func unsealed() error {
	return httpkit.Fault(httpkit.KindConflict, "unsealed", "该事件尚未封存：请一分钟后再试")
}
