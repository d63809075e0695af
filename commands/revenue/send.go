package revenue

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/google/uuid"

	"github.com/modyard/modyard/commands"
	domain "github.com/modyard/modyard/domain/revenue"
	"github.com/modyard/modyard/platform/payout"
)

const (
	pausedWait  = time.Minute      // until a paused withdrawal is looked at again
	unclearWait = 5 * time.Second  // until the provider is asked what it did
	askFirst    = 5 * time.Second  // until a young withdrawal is asked about again; older ones wait a tenth of their age
	askLast     = 10 * time.Minute // the longest such wait
)

// Drive brings a withdrawal one step further, and returns when it must be looked at again; zero if there is nothing to do
// before somebody decides. It is safe to run it at the same time in several processes, and to stop it at any point: the
// dispatch is durable before the provider is called, the key of a withdrawal never changes, and only an answer about this
// key ends it.
func (s *Service) Drive(ctx context.Context, id string) (time.Duration, error) {
	p, paused, err := s.look(ctx, id)
	if err != nil {
		return 0, fmt.Errorf("send the withdrawal %s: %w", id, err)
	}
	switch {
	case p.ID == "", p.Unclear, p.Provider == domain.Manual, !p.Sent() && !p.Ready():
		return 0, nil
	case p.End != "":
		return 0, s.askAgain(ctx, p)
	case paused:
		return pausedWait, nil
	}
	provider := s.Providers[p.Method]
	if provider == nil {
		if p.Sent() {
			return askLast, fmt.Errorf("send the withdrawal %s: the method %s has no provider any more", id, p.Method)
		}
		return 0, s.change(ctx, id, domain.Void{Code: "method-gone"})
	}
	if !p.Sent() {
		return s.send(ctx, provider, p)
	}
	return s.ask(ctx, provider, p)
}

// look reads a withdrawal, and whether sending is paused.
func (s *Service) look(ctx context.Context, id string) (p domain.Payout, paused bool, err error) {
	err = s.Handler.Read(ctx, commands.Request{}.By, func(ctx context.Context, tx *commands.Tx) error {
		e, err := payouts().Get(ctx, tx, id)
		if err != nil {
			return err
		}
		p = e.State()
		paused, err = s.paused(ctx, tx)
		return err
	})
	return p, paused, err
}

// change carries a command of the program on a withdrawal out.
func (s *Service) change(ctx context.Context, id string, c domain.PayoutCommand) error {
	_, err := s.Handler.Handle(ctx, commands.Request{Command: uuid.Must(uuid.NewV7()).String()}, func(ctx context.Context, tx *commands.Tx) error {
		return s.decide(ctx, tx, id, c)
	})
	return err
}

// key is the idempotency key of a withdrawal, for ever.
func (s *Service) key(p domain.Payout) string { return s.Site + "-" + p.ID }

// send dispatches a withdrawal and calls the provider. Of several processes one gets the attempt.
func (s *Service) send(ctx context.Context, provider payout.Provider, p domain.Payout) (time.Duration, error) {
	details, err := s.Destinations.details(ctx, p.Account, p.Destination)
	if errors.Is(err, errNoDestination) {
		if p.Sent() {
			return unclearWait, nil // the provider may have it: only its answer counts
		}
		return 0, s.change(ctx, p.ID, domain.Void{Code: "destination-gone"})
	}
	if err != nil {
		return 0, err
	}
	mine, err := s.dispatch(ctx, p)
	if err != nil || !mine {
		return unclearWait, err
	}
	order := payout.Order{Key: s.key(p), Account: p.Account, Amount: int64(p.Amount), Currency: s.Currency, Method: p.Method, Details: details}
	if p.Quote != nil {
		order.Quote = p.Quote.ID
	}
	status, err := provider.Send(ctx, order)
	if err != nil { // an unclear answer is never a failure
		s.Logger.WarnContext(ctx, "a payment provider's answer is unclear, it will be asked", "payout", p.ID, "method", p.Method, "error", err)
		return unclearWait, nil
	}
	return s.learn(ctx, p, status)
}

// dispatch makes the next attempt durable; mine is false if another process has it, or the withdrawal has changed.
func (s *Service) dispatch(ctx context.Context, p domain.Payout) (mine bool, err error) {
	_, err = s.Handler.Handle(ctx, commands.Request{Command: uuid.Must(uuid.NewV7()).String()}, func(ctx context.Context, tx *commands.Tx) error {
		paused, err := s.paused(ctx, tx)
		if err != nil {
			return err
		}
		e, err := payouts().Get(ctx, tx, p.ID)
		if err != nil {
			return err
		}
		w, err := wallets().Get(ctx, tx, p.Account)
		if err != nil {
			return err
		}
		if err := e.Do(domain.Dispatch{Attempt: p.Attempts + 1, Paused: paused, Frozen: w.State().Frozen}); err != nil {
			return err
		}
		mine = len(e.Decided()) > 0
		return nil
	})
	return mine && err == nil, err
}

// ask asks the provider about a withdrawal that was sent. Only after its settle delay it is believed that it has never heard
// of it, and the same key is sent again.
func (s *Service) ask(ctx context.Context, provider payout.Provider, p domain.Payout) (time.Duration, error) {
	status, err := s.asked(ctx, provider, p)
	now := s.Handler.Clock()
	switch {
	case err != nil:
		s.Logger.WarnContext(ctx, "a payment provider does not say what became of a withdrawal", "payout", p.ID, "method", p.Method, "error", err)
		return later(now.Sub(p.First)), nil
	case domain.State(status.State) != domain.Unknown:
		return s.learn(ctx, p, status)
	}
	if believed := p.Dispatched.Add(provider.Settle()); now.Before(believed) {
		return believed.Sub(now), nil
	}
	if p.CancelAsked {
		return s.learn(ctx, p, payout.Status{State: string(domain.Withdrawn)})
	}
	return s.send(ctx, provider, p)
}

// asked is what the provider says. A cancellation without an answer is none: then the provider is asked what became of it.
func (s *Service) asked(ctx context.Context, provider payout.Provider, p domain.Payout) (payout.Status, error) {
	if !p.CancelAsked {
		return provider.Find(ctx, s.key(p))
	}
	status, err := provider.Cancel(ctx, s.key(p))
	if err == nil {
		return status, nil
	}
	s.Logger.WarnContext(ctx, "a payment provider does not answer a cancellation, it will be asked", "payout", p.ID, "method", p.Method, "error", err)
	return provider.Find(ctx, s.key(p))
}

// askAgain asks about a withdrawal that has ended: what was paid can come back, and what failed can be paid all the same.
func (s *Service) askAgain(ctx context.Context, p domain.Payout) error {
	provider := s.Providers[p.Method]
	if provider == nil || p.End == domain.Returned || !p.Sent() {
		return nil
	}
	status, err := provider.Find(ctx, s.key(p))
	if err != nil || domain.State(status.State) == domain.Unknown {
		return nil //nolint:nilerr // it has its end: nothing is unclear
	}
	_, err = s.learn(ctx, p, status)
	return err
}

// learn records an answer.
func (s *Service) learn(ctx context.Context, p domain.Payout, status payout.Status) (time.Duration, error) {
	err := s.change(ctx, p.ID, domain.Learn{Currency: s.Currency, Answer: domain.Answer{
		State: domain.State(status.State), Reference: status.Reference, Paid: domain.Amount(status.Paid), Fee: domain.Amount(status.Fee),
		Currency: status.Currency, Code: status.Code, Back: domain.Amount(status.Back),
	}})
	if err != nil {
		return 0, err
	}
	after, _, err := s.look(ctx, p.ID)
	if err != nil || after.End != "" || after.Unclear {
		return 0, err
	}
	return later(s.Handler.Clock().Sub(after.First)), nil
}

// later is when a withdrawal of an age is asked about again.
func later(age time.Duration) time.Duration { return min(max(age/10, askFirst), askLast) }
