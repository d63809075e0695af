package app

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/domain/reason"
	"github.com/modyard/modyard/eventlog"
	"github.com/modyard/modyard/eventlog/read"
	"github.com/modyard/modyard/eventlog/seal"
	projectedaudit "github.com/modyard/modyard/projections/audit"
	"github.com/modyard/modyard/projections/runtime"
	readaudit "github.com/modyard/modyard/readapi/audit"
	"github.com/modyard/modyard/readapi/pages"
)

func auditArea() area {
	return area{
		name: "audit", projectors: []runtime.Projector{projectedaudit.New()},
		pages: []pages.Kind{pages.Private("/moderation/audit", "审计")}, mount: (*Site).mountAudit,
	}
}

func (s *Site) mountAudit(m *mounting) error {
	var codes []string
	for _, c := range append(reason.Codes(), reason.Unstated, reason.Held) {
		codes = append(codes, string(c))
	}
	readaudit.New(readaudit.Options{Source: m.source, Log: read.Only(s.Core.Log), Codes: codes, Prove: s.proveEvent}).Register(s.API)
	return nil
}

// proveEvent makes the proof of an event.
func (s *Site) proveEvent(ctx context.Context, id string) (contract.LogProof, error) {
	event, err := eventlog.ParseEventID(id)
	if err != nil {
		return contract.LogProof{}, fmt.Errorf("prove an event: %w", err)
	}
	key, err := s.SealKey(ctx)
	if err != nil {
		return contract.LogProof{}, err
	}
	p, err := seal.Prove(ctx, s.Core.Log, s.DB.Pool, key, event)
	if errors.Is(err, seal.ErrUnsealed) {
		return contract.LogProof{}, fmt.Errorf("%w: %w", readaudit.ErrUnsealed, err)
	}
	if err != nil {
		return contract.LogProof{}, err
	}
	leaf, err := json.Marshal(p.Leaf)
	if err != nil {
		return contract.LogProof{}, fmt.Errorf("encode a leaf: %w", err)
	}
	return contract.LogProof{Key: p.Key, Checkpoint: p.Checkpoint, Leaf: leaf, Index: p.Index, Hashes: p.Hashes}, nil
}
