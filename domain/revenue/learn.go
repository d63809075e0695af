package revenue

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/modyard/modyard/domain/role"
	"github.com/modyard/modyard/domain/text"
)

// Answer is what a provider says about a withdrawal.
type Answer struct {
	State     State
	Reference string // the provider's; cut to 100 characters
	Paid      Amount // of a success: what was received, in Currency
	Fee       Amount // what the provider keeps in addition, in the site's currency
	Currency  string // of Paid; empty: the site's
	Code      string // of a failure
	Back      Amount // of a return, in the site's currency
}

// State is how far a provider is.
type State string

// The states of a withdrawal at its provider.
const (
	AtWork      State = "pending"
	Paid        State = "paid"
	Refused     State = "refused"
	Withdrawn   State = "cancelled"
	CameBack    State = "returned"
	Unknown     State = "unknown" // it has never heard of it
	maxReferred       = 100
)

// Learn records what the provider says. It never takes an answer for a failure that is not one, and an answer that does
// not fit makes the withdrawal unclear: then only people end it.
type Learn struct {
	Answer   Answer
	Currency string // the site's
}

func (c Learn) decide(p Payout) ([]any, role.Role, error) {
	a := c.Answer
	if p.ID == "" || !p.Sent() {
		return nil, role.System, nil
	}
	reference := referred(a.Reference)
	var events []any
	if p.Reference == "" && reference != "" && p.End == "" && a.State.known() {
		events = append(events, PayoutTaken{Payout: p.ID, Account: p.Account, Reference: reference})
	}
	switch a.State {
	case Paid:
		return append(events, c.paid(p)...), role.System, nil
	case Refused:
		if p.End == "" && !p.Unclear {
			events = append(events, PayoutFailed{Payout: p.ID, Account: p.Account, Code: failure(a.Code)})
		}
	case Withdrawn:
		switch {
		case p.End != "" || p.Unclear:
		case p.CancelAsked:
			events = append(events, PayoutCancelled{Payout: p.ID, Account: p.Account})
		default:
			events = append(events, PayoutFailed{Payout: p.ID, Account: p.Account, Code: "cancelled_by_provider"})
		}
	case CameBack:
		return append(events, c.cameBack(p)...), role.System, nil
	}
	return events, role.System, nil
}

// known is true for the states of a withdrawal that its provider has.
func (s State) known() bool {
	switch s {
	case AtWork, Paid, Refused, Withdrawn, CameBack:
		return true
	}
	return false
}

// referred is a provider's reference without what no log and no screen can hold.
func referred(reference string) string {
	var kept []rune
	for _, r := range reference {
		if r == utf8.RuneError || text.Hostile(r) {
			continue
		}
		if kept = append(kept, r); len(kept) == maxReferred {
			break
		}
	}
	return strings.TrimSpace(string(kept))
}

// failure is the code of a failure: a provider's words are not.
func failure(code string) string {
	if !slugLike(strings.ReplaceAll(code, "_", "-")) {
		return "refused"
	}
	return code
}

// paid are the events of a success. What failed before and was paid all the same is paid late.
func (c Learn) paid(p Payout) []any {
	late := p.End == Failed || p.End == Cancelled
	if p.End != "" && !late {
		return nil
	}
	if !c.fits(p) {
		if p.Unclear {
			return nil
		}
		return []any{PayoutUnclear{Payout: p.ID, Account: p.Account, Code: "amount_differs"}}
	}
	if p.Unclear && !late {
		return nil
	}
	return []any{PayoutSucceeded{
		Payout: p.ID, Account: p.Account, Method: p.Method, Provider: p.Provider, Amount: p.Amount, Fee: p.Fee,
		ProviderFee: c.Answer.Fee, Late: late,
	}}
}

// fits is true if the provider has paid what was asked: the amount, or what its quote names for it. A fee above the amount
// is not believed.
func (c Learn) fits(p Payout) bool {
	a := c.Answer
	switch {
	case !p.bears(a.Fee):
		return false
	case p.Quote == nil:
		return a.Paid == p.Amount && (a.Currency == "" || a.Currency == c.Currency)
	}
	quoted, ok := p.Quote.Amount()
	return ok && a.Currency == p.Quote.Currency && a.Paid == quoted
}

// cameBack are the events of a return. What comes back was paid before, also where the provider has not told.
func (c Learn) cameBack(p Payout) []any {
	if p.End == Returned || p.Unclear && p.End == "" {
		return nil
	}
	if c.Answer.Back <= 0 || c.Answer.Back > p.Gross() {
		if p.Unclear {
			return nil
		}
		return []any{PayoutUnclear{Payout: p.ID, Account: p.Account, Code: "return_differs"}}
	}
	var events []any
	if p.End != Succeeded {
		if events = c.paid(p); !succeeds(events) {
			return events
		}
	}
	return append(events, PayoutCameBack{Payout: p.ID, Account: p.Account, Amount: c.Answer.Back})
}

func succeeds(events []any) bool {
	return slices.ContainsFunc(events, func(e any) bool { _, ok := e.(PayoutSucceeded); return ok })
}
