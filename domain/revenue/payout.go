package revenue

import (
	"slices"
	"time"

	"github.com/modyard/modyard/domain/decision"
	"github.com/modyard/modyard/domain/fault"
	"github.com/modyard/modyard/domain/role"
)

// End is how a withdrawal ended.
type End string

// The ends. A withdrawal has one; Returned follows Succeeded.
const (
	Succeeded End = "success"
	Failed    End = "failed"
	Cancelled End = "cancelled"
	Returned  End = "returned"
)

// Payout is a withdrawal, folded from its stream. The zero Payout does not exist.
type Payout struct {
	ID, Account, Method, Provider, Destination string
	Amount, Fee                                Amount
	Quote                                      *Quote
	Requested                                  time.Time
	Approvals                                  []string  // accounts; empty text: a rule
	Approved                                   bool      // enough
	ApprovedAt                                 time.Time // the last approval
	Held                                       bool
	HeldBy                                     string
	Attempts                                   int
	Dispatched                                 time.Time // the last attempt
	First                                      time.Time // the first attempt
	Batch                                      string
	Reference                                  string // the provider's; empty: it has not said that it has it
	CancelAsked                                bool
	Unclear                                    bool // the provider's answer does not fit
	Proposal                                   *Proposal
	End                                        End    // empty: it is open
	ProviderFee                                Amount // of a success: what the provider kept
}

// Proposal is what somebody has found out about the end of a withdrawal.
type Proposal struct {
	By       string
	At       time.Time
	End      End
	Evidence string
}

// Gross is what the withdrawal takes from the wallet.
func (p Payout) Gross() Amount { return p.Amount + p.Fee }

// bears is true for a fee of the provider that can belong to the withdrawal: it is not larger than what was paid.
func (p Payout) bears(fee Amount) bool { return fee >= 0 && fee <= p.Amount }

// Sent is true once the provider may have it.
func (p Payout) Sent() bool { return p.Attempts > 0 }

// Ready is true if it is to be sent.
func (p Payout) Ready() bool { return p.ID != "" && p.End == "" && p.Approved && !p.Held }

// doubtAfter is how long the provider alone is asked what became of a withdrawal.
const doubtAfter = 3 * dayLength

// Doubtful is true for a withdrawal whose end people find out: one that people pay, one about which the provider's answers
// do not fit, or one that has no end three days after it was sent.
func (p Payout) Doubtful(now time.Time) bool {
	return p.Sent() && p.End == "" && (p.Provider == Manual || p.Unclear || now.Sub(p.First) >= doubtAfter)
}

// Evolve applies one event that was decided at a moment.
func (p Payout) Evolve(event any, at time.Time) Payout {
	switch e := event.(type) {
	case PayoutRequested:
		return Payout{
			ID: e.Payout, Account: e.Account, Method: e.Method, Provider: e.Provider, Destination: e.Destination, Amount: e.Amount,
			Fee: e.Fee, Quote: e.Quote, Requested: at,
		}
	case PayoutApproved:
		p.Approvals, p.ApprovedAt = append(slices.Clone(p.Approvals), e.By), at
		p.Approved = p.Approved || e.Enough
	case PayoutHeld:
		p.Held, p.HeldBy = true, e.By
	case PayoutReleased:
		p.Held, p.HeldBy = false, ""
	case PayoutDispatched:
		if p.Attempts == 0 {
			p.First = at
		}
		p.Attempts, p.Dispatched, p.Batch = e.Attempt, at, e.Batch
	case PayoutTaken:
		p.Reference = e.Reference
	case PayoutUnclear:
		p.Unclear = true
	case PayoutCancelAsked:
		p.CancelAsked = true
	case PayoutEndProposed:
		p.Proposal = &Proposal{By: e.By, At: at, End: e.End, Evidence: e.Evidence}
	case PayoutSucceeded:
		p.End, p.ProviderFee = Succeeded, e.ProviderFee
	case PayoutFailed:
		p.End = Failed
	case PayoutCancelled:
		p.End = Cancelled
	case PayoutCameBack:
		p.End = Returned
	}
	return p
}

// PayoutCommand is a command on a withdrawal that exists. The events of the wallet follow from those of the withdrawal
// (OfWallet), in the same append.
type PayoutCommand interface {
	decide(p Payout) ([]any, role.Role, error)
}

// DecidePayout returns the events of a command, or a *fault.Error.
func DecidePayout(p Payout, c PayoutCommand) ([]decision.Event, error) {
	return decision.Of(c.decide(p))
}

// OfWallet are the events of a wallet that follow from an event of a withdrawal, as it was before the event.
func (p Payout) OfWallet(event any, w Wallet) []any {
	switch e := event.(type) {
	case PayoutSucceeded:
		if e.Late { // the amount went back to the wallet, and is taken again
			return []any{Corrected{Account: p.Account, Amount: -p.Gross(), Payout: p.ID, Unclaimed: w.Closed}}
		}
		return []any{PayoutSettled{Account: p.Account, Payout: p.ID, Amount: p.Gross()}}
	case PayoutFailed, PayoutCancelled:
		return []any{PayoutRestored{Account: p.Account, Payout: p.ID, Amount: p.Gross(), Unclaimed: w.Closed}}
	case PayoutCameBack:
		return []any{PayoutReturned{Account: p.Account, Payout: p.ID, Provider: p.Provider, Amount: e.Amount, Unclaimed: w.Closed}}
	}
	return nil
}

func noPayout() error { return fault.NotFound("提现不存在。") }

func ended() error { return fault.Conflict("这笔提现已经结束。") }
