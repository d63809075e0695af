package revenue

import (
	"context"

	"github.com/modyard/modyard/commands"
	"github.com/modyard/modyard/domain/fault"
	"github.com/modyard/modyard/domain/reason"
	domain "github.com/modyard/modyard/domain/revenue"
	"github.com/modyard/modyard/platform/ids"
)

type correctionInput struct {
	User     string         `json:"user" doc:"用户的 ID 或用户名"`
	Amount   amount         `json:"amount"`
	Negative bool           `json:"negative,omitempty" doc:"从余额中扣除"`
	Month    string         `json:"month,omitempty" doc:"更正的月份，YYYY-MM"`
	Evidence string         `json:"evidence" doc:"凭证的哈希"`
	Reason   *reason.Reason `json:"reason,omitempty"`
}

type newCorrection struct{ Body correctionInput }

// proposeCorrection is POST corrections.
func (s *Service) proposeCorrection(ctx context.Context, tx *commands.Tx, in *newCorrection) (Made, error) {
	id, by, err := s.keeper(ctx, tx, "correction")
	if err != nil {
		return Made{}, err
	}
	e, err := corrections().Open(ctx, tx, id)
	if err != nil || tx.Repeated() {
		return Made{id}, err
	}
	account, err := s.find(ctx, "user", in.Body.User)
	if err != nil {
		return Made{}, err
	}
	if err := s.stored(ctx, "evidence", in.Body.Evidence); err != nil {
		return Made{}, err
	}
	c := domain.ProposeCorrection{
		By: by, Correction: id, Account: account, Month: in.Body.Month, Evidence: in.Body.Evidence, Reason: in.Body.Reason, Today: tx.Now(),
	}
	if c.Month != "" {
		if _, err := domain.Month("month", c.Month); err != nil {
			return Made{}, err
		}
		month, err := months().Get(ctx, tx, c.Month)
		if err != nil {
			return Made{}, err
		}
		c.Unsettled = !month.State().Finished
	}
	a := domain.Amount(in.Body.Amount)
	if in.Body.Negative {
		a = -a
	}
	c.Amount = a
	return Made{id}, e.Do(c)
}

// confirmCorrection is POST corrections/{id}/confirm.
func (s *Service) confirmCorrection(ctx context.Context, tx *commands.Tx, in *commands.Named) error {
	return s.endCorrection(ctx, tx, in.ID, false)
}

// dropCorrection is POST corrections/{id}/drop.
func (s *Service) dropCorrection(ctx context.Context, tx *commands.Tx, in *commands.Named) error {
	return s.endCorrection(ctx, tx, in.ID, true)
}

func (s *Service) endCorrection(ctx context.Context, tx *commands.Tx, id string, drop bool) error {
	by, err := s.caller(ctx, tx)
	if err != nil {
		return err
	}
	if !ids.Valid(id) {
		return fault.NotFound("更正不存在。")
	}
	e, err := corrections().Get(ctx, tx, id)
	if err != nil {
		return err
	}
	proposed := e.State()
	if err := e.Do(domain.EndCorrection{By: by, Drop: drop, Now: tx.Now()}); err != nil || drop || len(e.Decided()) == 0 {
		return err
	}
	w, err := wallets().Get(ctx, tx, proposed.Account)
	if err != nil {
		return err
	}
	w.Follow(e.Role(), proposed.Correct(w.State(), tx.Now()))
	return nil
}
