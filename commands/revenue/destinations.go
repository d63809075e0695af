package revenue

import (
	"context"
	"time"

	"github.com/modyard/modyard/commands"
	"github.com/modyard/modyard/contract"
	domain "github.com/modyard/modyard/domain/revenue"
	"github.com/modyard/modyard/identity"
)

const (
	// rest is how long a new destination is not used: its owner can still object.
	rest = 24 * time.Hour
	// longRest is the same soon after the account's password, factor or address has changed, and soonAfter is how soon.
	longRest, soonAfter = 72 * time.Hour, 72 * time.Hour
)

type destinationInput struct {
	MethodID string            `json:"method_id" doc:"收款方式的 ID"`
	Details  map[string]string `json:"details" doc:"收款方式要求的各项"`
}

type newDestination struct{ Body destinationInput }

// addDestination is POST /v3/payout/destinations. What it is stands in a row, the event has its id alone.
func (s *Service) addDestination(ctx context.Context, req commands.Request, in *newDestination) (out contract.PayoutDestination, outcome commands.Outcome, err error) {
	caller := identity.FromContext(ctx)
	if err := s.Confirmed(ctx, caller); err != nil {
		return out, outcome, err
	}
	m, there := s.Methods.Find(in.Body.MethodID)
	if !there {
		return out, outcome, methodUnknown()
	}
	details, mark, err := m.CheckDetails(in.Body.Details)
	if err != nil {
		return out, outcome, err
	}
	standing, err := s.Standing(ctx, caller.Account)
	if err != nil {
		return out, outcome, err
	}
	outcome, err = s.Handler.Handle(ctx, req.Answering(), func(ctx context.Context, tx *commands.Tx) error {
		id, err := tx.NewID(ctx, "destination")
		if err != nil {
			return err
		}
		w, err := wallets().Get(ctx, tx, caller.Account)
		if err != nil {
			return err
		}
		c := domain.AddDestination{Account: caller.Account, Destination: id, Method: m.ID, Rests: tx.Now().Add(rest)}
		if tx.Now().Sub(standing.Changed) < soonAfter {
			c.Rests = tx.Now().Add(longRest)
		}
		if err := w.Do(c); err != nil {
			return err
		}
		stored, _ := w.State().Destination(id)
		out = contract.PayoutDestination{ID: id, Method: m.ID, MethodName: m.Name, Mark: mark, Created: tx.Now(), Rests: stored.Rests}
		if tx.Repeated() {
			return nil
		}
		// The row is there before the event: a destination without its details could not be paid. One without an event is not
		// listed, and goes with the account.
		return s.Destinations.put(ctx, id, caller.Account, m.ID, mark, details)
	})
	return out, outcome, err
}

// removeDestination is DELETE /v3/payout/destinations/{id}. The details stay until the withdrawals to it have ended.
func (s *Service) removeDestination(ctx context.Context, req commands.Request, in *commands.Named) (commands.Outcome, error) {
	outcome, err := s.Handler.Handle(ctx, req, func(ctx context.Context, tx *commands.Tx) error {
		w, err := wallets().Get(ctx, tx, tx.By().Account)
		if err != nil {
			return err
		}
		return w.Do(domain.RemoveDestination{Account: tx.By().Account, Destination: in.ID})
	})
	if err != nil {
		return outcome, err
	}
	return outcome, s.Destinations.remove(ctx, in.ID, req.By.Account)
}
