package revenue

import (
	"cmp"
	"context"
	"errors"
	"maps"
	"slices"

	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/domain/account"
	"github.com/modyard/modyard/domain/revenue"
	"github.com/modyard/modyard/eventlog"
	"github.com/modyard/modyard/projections/rows"
	"github.com/modyard/modyard/projections/runtime"
)

// AtOnce is the value date of what can be withdrawn at once.
const AtOnce = "0001-01-01"

// purse is a wallet as of the events of the batch: the fold of the rules, of which the amounts are stored, and the row.
type purse struct {
	row    walletRow
	wallet revenue.Wallet
	had    map[rows.Day]bool // the stored credits
	dirty  bool
}

// Load reads the wallets that the events change.
func (b *batch) Load(ctx context.Context, tx pgx.Tx, events []runtime.Event) error {
	missing := map[string]bool{}
	for _, e := range events {
		id := ""
		if eventlog.Category(e.Stream) == "wallet" {
			id = e.Subject()
		} else if p, is := e.Payload.(account.Erased); is {
			id = p.Account
		}
		if id != "" && b.purses[id] == nil {
			missing[id] = true
		}
	}
	for id := range missing {
		b.purses[id] = &purse{row: walletRow{Account: id}, had: map[rows.Day]bool{}}
	}
	among := wallets.May(b.rows, slices.Sorted(maps.Keys(missing)))
	return errors.Join(
		wallets.Find(ctx, tx, "account", among, func(r walletRow) { b.purses[r.Account].row = r }),
		credits.Find(ctx, tx, "account", among, func(r creditRow) {
			p := b.purses[r.Account]
			p.had[r.ValueDate] = true
			if r.ValueDate == AtOnce {
				p.wallet.Now = r.Amount
				return
			}
			p.wallet.Later = append(p.wallet.Later, revenue.Credit{From: string(r.ValueDate), Amount: r.Amount})
			slices.SortFunc(p.wallet.Later, func(a, b revenue.Credit) int { return cmp.Compare(a.From, b.From) })
		}),
	)
}

// purse is the wallet of an account, which Load has read.
func (b *batch) purse(id string) *purse {
	p := b.purses[id]
	if p == nil { // a wallet that has not changed before
		p = &purse{row: walletRow{Account: id}, had: map[rows.Day]bool{}}
		b.purses[id] = p
	}
	return p
}

// fold applies an event of a wallet to it.
func (b *batch) fold(e runtime.Event, id string) *purse {
	p := b.purse(id)
	p.wallet, p.dirty = p.wallet.Evolve(e.Payload, e.At()), true
	return p
}

// Changes is the number of changes that are not in the set of rows.
func (b *batch) Changes() int { return b.shares + len(b.balances) + len(b.purses) }

// Flush adds the balances and wallets to the rows.
func (b *batch) Flush(context.Context, pgx.Tx) error {
	for _, id := range slices.Sorted(maps.Keys(b.balances)) {
		balances.Add(b.rows, balanceRow{id, b.balances[id]})
	}
	for _, id := range slices.Sorted(maps.Keys(b.purses)) {
		if p := b.purses[id]; p.dirty {
			p.store(b.rows)
		}
	}
	return nil
}

// store writes the wallet's row, and its credits by value date.
func (p *purse) store(s *rows.Set) {
	wallets.Put(s, p.row)
	sums := map[rows.Day]revenue.Amount{}
	if p.wallet.Now != 0 {
		sums[AtOnce] = p.wallet.Now
	}
	for _, c := range p.wallet.Later {
		if c.Amount != 0 {
			sums[rows.Day(c.From)] += c.Amount
		}
	}
	for _, from := range slices.Sorted(maps.Keys(p.had)) {
		if _, still := sums[from]; !still {
			credits.Delete(s, creditRow{Account: p.row.Account, ValueDate: from})
		}
	}
	for _, from := range slices.Sorted(maps.Keys(sums)) {
		credits.Put(s, creditRow{Account: p.row.Account, ValueDate: from, Amount: sums[from]})
	}
}
