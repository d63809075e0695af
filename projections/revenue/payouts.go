package revenue

import (
	"slices"
	"strconv"

	"github.com/modyard/modyard/domain/revenue"
	"github.com/modyard/modyard/projections/runtime"
)

// The states of a withdrawal. The last four are ends.
const (
	StateWaiting    = "waiting"
	StateApproved   = "approved"
	StateHeld       = "held"
	StateSent       = "sent"
	StateTaken      = "taken"
	StateUnclear    = "unclear"
	StateCancelling = "cancelling"
	StateSuccess    = "success"
	StateFailed     = "failed"
	StateCancelled  = "cancelled"
	StateReturned   = "returned"
)

// ByRule is the detail of an approval by a rule.
const ByRule = "rule"

func (b *batch) requested(e runtime.Event, p revenue.PayoutRequested) {
	payouts.Put(b.rows, payoutRow{
		ID: p.Payout, Account: p.Account, Method: p.Method, Provider: p.Provider, Destination: p.Destination, Amount: p.Amount, Fee: p.Fee,
		State: StateWaiting, Created: e.At(), Approvals: []string{}, Position: uint64(e.Position),
	})
	b.step(e, p.Payout, "requested", "")
}

func (b *batch) step(e runtime.Event, payout, kind, detail string) {
	steps.Put(b.rows, stepRow{Payout: payout, Position: uint64(e.Position), At: e.At(), Kind: kind, Detail: detail})
}

// change changes a withdrawal and adds a step.
func (b *batch) change(e runtime.Event, payout, kind, detail string, how func(*payoutRow)) {
	payouts.Update(b.rows, payoutRow{ID: payout}, func(r *payoutRow) {
		how(r)
		r.Position = uint64(e.Position)
	})
	b.step(e, payout, kind, detail)
}

// rest is the state of a withdrawal that is not held and not sent.
func (r *payoutRow) rest() {
	if r.State = StateWaiting; r.Enough {
		r.State = StateApproved
	}
}

// advance changes the state to a next one, but not one that comes later.
func (r *payoutRow) advance(to string, from ...string) {
	if slices.Contains(from, r.State) {
		r.State = to
	}
}

func (b *batch) approved(e runtime.Event, p revenue.PayoutApproved) {
	detail := ""
	if p.By == "" {
		detail = ByRule
	}
	b.change(e, p.Payout, "approved", detail, func(r *payoutRow) {
		if p.By != "" {
			r.Approvals = append(slices.Clone(r.Approvals), p.By)
		}
		if r.Enough = r.Enough || p.Enough; r.Enough {
			r.advance(StateApproved, StateWaiting)
		}
	})
}

func (b *batch) held(e runtime.Event, p revenue.PayoutHeld) {
	b.change(e, p.Payout, "held", words(p.Reason), func(r *payoutRow) {
		r.State, r.Held, r.HeldBy, r.Reason = StateHeld, true, p.By, words(p.Reason)
	})
}

func (b *batch) released(e runtime.Event, p revenue.PayoutReleased) {
	b.change(e, p.Payout, "released", words(p.Reason), func(r *payoutRow) {
		r.Held, r.HeldBy, r.Reason = false, "", ""
		r.rest()
	})
}

func (b *batch) dispatched(e runtime.Event, p revenue.PayoutDispatched) {
	at := e.At()
	b.change(e, p.Payout, "dispatched", strconv.Itoa(p.Attempt), func(r *payoutRow) {
		if r.Sent == nil {
			r.Sent = &at
		}
		r.Attempts, r.Batch = p.Attempt, p.Batch
		r.advance(StateSent, StateWaiting, StateApproved)
	})
}

func (b *batch) taken(e runtime.Event, p revenue.PayoutTaken) {
	b.change(e, p.Payout, "taken", p.Reference, func(r *payoutRow) {
		r.Reference = p.Reference
		r.advance(StateTaken, StateSent)
	})
}

// unclear keeps the state of a withdrawal that has ended; the code stays with it.
func (b *batch) unclear(e runtime.Event, p revenue.PayoutUnclear) {
	b.change(e, p.Payout, "unclear", p.Code, func(r *payoutRow) {
		r.Code = p.Code
		r.advance(StateUnclear, StateWaiting, StateApproved, StateSent, StateTaken, StateCancelling)
	})
}

func (b *batch) cancelAsked(e runtime.Event, p revenue.PayoutCancelAsked) {
	b.change(e, p.Payout, "cancel-asked", "", func(r *payoutRow) { r.advance(StateCancelling, StateSent, StateTaken) })
}

func (b *batch) endProposed(e runtime.Event, p revenue.PayoutEndProposed) {
	b.change(e, p.Payout, "end-proposed", string(p.End), func(r *payoutRow) { r.Proposed, r.ProposedBy = string(p.End), p.By })
}

func (b *batch) end(e runtime.Event, payout, kind, state, code string) {
	at := e.At()
	b.change(e, payout, kind, code, func(r *payoutRow) {
		r.State, r.Code, r.Ended = state, code, &at
		r.Held, r.HeldBy, r.Reason, r.Proposed, r.ProposedBy = false, "", "", "", ""
	})
}

func (b *batch) succeeded(e runtime.Event, p revenue.PayoutSucceeded) {
	b.end(e, p.Payout, "succeeded", StateSuccess, "")
}

func (b *batch) failed(e runtime.Event, p revenue.PayoutFailed) {
	b.end(e, p.Payout, "failed", StateFailed, p.Code)
}

func (b *batch) cancelled(e runtime.Event, p revenue.PayoutCancelled) {
	b.end(e, p.Payout, "cancelled", StateCancelled, "")
}

func (b *batch) cameBack(e runtime.Event, p revenue.PayoutCameBack) {
	at := e.At()
	b.change(e, p.Payout, "came-back", p.Amount.String(), func(r *payoutRow) {
		r.State, r.Code, r.Back, r.Ended = StateReturned, "", p.Amount, &at
	})
}

func (b *batch) batched(e runtime.Event, p revenue.BatchMade) {
	batches.Put(b.rows, batchRow{ID: p.Batch, Method: p.Method, At: e.At(), By: e.Meta.Actor, Payouts: slices.Clone(p.Payouts)})
}
