package revenue

import (
	"github.com/modyard/modyard/domain/revenue"
	"github.com/modyard/modyard/projections/rows"
	"github.com/modyard/modyard/projections/runtime"
)

// The states of a month that has a row.
const (
	monthAsked   = "asked"
	monthBegun   = "begun"
	monthSettled = "settled"
)

func (b *batch) asked(e runtime.Event, p revenue.SettlementAsked) {
	at := e.At()
	months.Put(b.rows, monthRow{Month: p.Month, State: monthAsked, AskedBy: p.Account, AskedAt: &at})
}

func (b *batch) withdrawn(_ runtime.Event, p revenue.SettlementWithdrawn) {
	months.Delete(b.rows, monthRow{Month: p.Month})
}

func (b *batch) settling(_ runtime.Event, p revenue.SettlementBegun) {
	months.Update(b.rows, monthRow{Month: p.Month}, func(r *monthRow) { r.State, r.ValueDate = monthBegun, rows.Day(p.ValueDate) })
}

func (b *batch) settled(_ runtime.Event, p revenue.SettlementFinished) {
	months.Update(b.rows, monthRow{Month: p.Month}, func(r *monthRow) { r.State, r.Wallets = monthSettled, p.Wallets })
}
