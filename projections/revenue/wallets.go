package revenue

import (
	"time"

	"github.com/modyard/modyard/domain/revenue"
	"github.com/modyard/modyard/projections/rows"
	"github.com/modyard/modyard/projections/runtime"
)

// The kinds of lines.
const (
	LineSettlement = "settlement"
	LinePayout     = "payout"
	LineRefund     = "refund"
	LineCorrection = "correction"
	LineReturn     = "return"
	LineClosing    = "closing"
)

// line adds a line to a wallet. One of nothing is left out.
func (b *batch) line(e runtime.Event, account string, l lineRow) {
	if l.Amount == 0 {
		return
	}
	p := b.purse(account)
	p.row.Lines++
	p.row.Balance += l.Amount
	l.Account, l.Number, l.Balance, l.At, l.Position = account, p.row.Lines, p.row.Balance, e.At(), uint64(e.Position)
	lines.Put(b.rows, l)
}

func (b *batch) earned(e runtime.Event, p revenue.Earned) {
	purse := b.fold(e, p.Account)
	if p.Unclaimed {
		return
	}
	for _, l := range p.Lines {
		purse.row.Earned += l.Amount
		b.line(e, p.Account, lineRow{
			Kind: LineSettlement, Amount: l.Amount, ValueDate: rows.Day(p.ValueDate), Month: p.Month, Source: l.Source, Project: l.Project,
		})
	}
}

func (b *batch) corrected(e runtime.Event, p revenue.Corrected) {
	purse := b.fold(e, p.Account)
	if p.Unclaimed {
		return
	}
	if p.Month != "" {
		purse.row.Earned += p.Amount
	}
	b.line(e, p.Account, lineRow{Kind: LineCorrection, Amount: p.Amount, Month: p.Month, Payout: p.Payout, Reason: words(p.Reason)})
}

func (b *batch) reserved(e runtime.Event, p revenue.PayoutReserved) {
	b.fold(e, p.Account)
	b.line(e, p.Account, lineRow{Kind: LinePayout, Amount: -p.Amount, Payout: p.Payout})
}

// use marks the destination of a withdrawal that was paid.
const use = `update destinations set used = true where id = (select destination from payouts where id = $1)`

func (b *batch) paidOut(e runtime.Event, p revenue.PayoutSettled) {
	b.fold(e, p.Account)
	b.rows.After(use, p.Payout)
}

func (b *batch) restored(e runtime.Event, p revenue.PayoutRestored) {
	b.fold(e, p.Account)
	if !p.Unclaimed {
		b.line(e, p.Account, lineRow{Kind: LineRefund, Amount: p.Amount, Payout: p.Payout})
	}
}

func (b *batch) returned(e runtime.Event, p revenue.PayoutReturned) {
	b.fold(e, p.Account)
	if !p.Unclaimed {
		b.line(e, p.Account, lineRow{Kind: LineReturn, Amount: p.Amount, Payout: p.Payout})
	}
}

func (b *batch) frozen(e runtime.Event, p revenue.WalletFrozen) {
	at, row := e.At(), &b.fold(e, p.Account).row
	row.Frozen, row.FrozenBy, row.Reason = &at, e.Meta.Actor, words(p.Reason)
}

func (b *batch) unfrozen(e runtime.Event, p revenue.WalletUnfrozen) {
	row := &b.fold(e, p.Account).row
	row.Frozen, row.FrozenBy, row.Reason = nil, "", ""
}

func (b *batch) destinationAdded(e runtime.Event, p revenue.DestinationAdded) {
	b.fold(e, p.Account)
	rests, err := time.Parse(time.RFC3339, p.Rests)
	if err != nil { // a rule has written it
		rests = e.At()
	}
	destinations.Put(b.rows, destinationRow{ID: p.Destination, Account: p.Account, Method: p.Method, Created: e.At(), Rests: rests.UTC()})
}

func (b *batch) destinationRemoved(e runtime.Event, p revenue.DestinationRemoved) {
	b.fold(e, p.Account)
	destinations.Delete(b.rows, destinationRow{ID: p.Destination})
}

// forgetDestinations deletes those of an account that are older than an event.
const forgetDestinations = `delete from destinations where account = $1`

func (b *batch) closed(e runtime.Event, p revenue.WalletClosed) {
	b.fold(e, p.Account).row.Closed = true
	b.line(e, p.Account, lineRow{Kind: LineClosing, Amount: -p.Amount})
	b.rows.Exec(forgetDestinations, p.Account)
}
