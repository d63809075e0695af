package revenue

import (
	"github.com/modyard/modyard/domain/reason"
	"github.com/modyard/modyard/domain/revenue"
	"github.com/modyard/modyard/projections/rows"
	"github.com/modyard/modyard/projections/runtime"
)

func (b *batch) holds(how func(*ledgerRow)) { ledger.Upsert(b.rows, ledgerRow{One: true}, how) }

func (b *batch) opened(_ runtime.Event, p revenue.LedgerOpened) {
	b.holds(func(r *ledgerRow) { r.Currency = p.Currency })
}

func (b *batch) paused(runtime.Event, revenue.PayoutsPaused) {
	b.holds(func(r *ledgerRow) { r.Paused = true })
}

func (b *batch) resumed(runtime.Event, revenue.PayoutsResumed) {
	b.holds(func(r *ledgerRow) { r.Paused = false })
}

func (b *batch) enforced(e runtime.Event, p revenue.RuleEnforced) {
	rules.Put(b.rows, ruleRow{Since: rows.Day(p.From), Rule: p.Rule, Version: p.Version, Hash: p.Hash, Position: uint64(e.Position)})
}

func (b *batch) proposed(e runtime.Event, p revenue.CorrectionProposed) {
	corrections.Put(b.rows, correctionRow{
		ID: p.Correction, Account: p.Account, Amount: p.Amount, Month: p.Month, By: p.By, At: e.At(), State: "proposed",
		Reason: words(p.Reason), Evidence: p.Evidence,
	})
}

func (b *batch) correctionConfirmed(_ runtime.Event, p revenue.CorrectionConfirmed) {
	corrections.Update(b.rows, correctionRow{ID: p.Correction}, func(r *correctionRow) { r.State = "confirmed" })
}

func (b *batch) correctionDropped(_ runtime.Event, p revenue.CorrectionDropped) {
	corrections.Update(b.rows, correctionRow{ID: p.Correction}, func(r *correctionRow) { r.State = "dropped" })
}

// words are a reason as its account reads it: the name of the code, and the text.
func words(r *reason.Addressed) string {
	switch {
	case r == nil:
		return ""
	case r.Text == nil:
		return r.Code.Name()
	case r.Code == reason.Other:
		return r.Text.String()
	}
	return r.Code.Name() + "：" + r.Text.String()
}
