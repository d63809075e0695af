package revenue

import (
	"context"
	"errors"

	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/platform/httpkit"
	"github.com/modyard/modyard/readapi/view"
)

// ErrUnsealed means that no checkpoint covers the request of a withdrawal yet.
var ErrUnsealed = errors.New("no checkpoint covers the withdrawal yet")

// proof is the proof that the request of a withdrawal of the caller is in the sealed log.
func (s *Routes) proof(ctx context.Context, in *view.ByID) (contract.LogProof, error) {
	p, err := view.Only(s.read(ctx, payoutOf, string(in.ID), view.Caller(ctx).Account))
	if err != nil {
		return contract.LogProof{}, err
	}
	proof, err := s.o.Proof(ctx, p.ID)
	if errors.Is(err, ErrUnsealed) {
		return contract.LogProof{}, httpkit.Fault(httpkit.KindConflict, "unsealed", "这笔提现尚未封存：请一分钟后再试")
	}
	return proof, err
}
