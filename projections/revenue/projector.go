// Package revenue projects the money of the site: income and shares by day, wallets with their lines, withdrawals, the
// balances of all ledger accounts, and who was paid for a project on which day. Rows depend on events only.
package revenue

import (
	_ "embed" // the tables

	"github.com/modyard/modyard/domain/revenue"
	"github.com/modyard/modyard/projections/rows"
	"github.com/modyard/modyard/projections/runtime"
)

// Name is the name of the projector, its watermark and the readers' schema.
const Name = "revenue"

const version = 3

//go:embed schema.sql
var schema string

// New makes the projector.
func New() runtime.Projector {
	return runtime.Projector{
		Name: Name, Version: version, DDL: schema,
		Views: []string{
			"members", "weights", "homes", "reposts", "days", "sums", "entries", "shares", "months", "lines", "wallets", "credits",
			"payouts", "steps", "destinations", "batches", "corrections", "rules", "ledger", "balances", "moved",
		},
		Needs: []string{"shares_run", "payouts_account", "destinations_account"},
		Categories: []string{
			"account", "correction", "ledger", "organization", "payout", "payoutbatch", "project", "revenueday", "revenuemonth", "wallet",
		},
		Handlers: runtime.Handle(newBatch, handlers()...),
	}
}

func handlers() []runtime.Handler[*batch] {
	return append(people(),
		money((*batch).opened), money((*batch).enforced), money((*batch).paused), money((*batch).resumed),

		money((*batch).entered), money((*batch).confirmed), money((*batch).reversed), money((*batch).leftOut), money((*batch).takenIn),
		money((*batch).begun), money((*batch).noted), money((*batch).undone), money((*batch).allUndone), money((*batch).finished),
		money((*batch).asked), money((*batch).withdrawn), money((*batch).settling), money((*batch).settled),

		money((*batch).earned), money((*batch).corrected), money((*batch).reserved), money((*batch).paidOut),
		money((*batch).restored), money((*batch).returned), money((*batch).frozen), money((*batch).unfrozen),
		money((*batch).destinationAdded), money((*batch).destinationRemoved), money((*batch).closed),

		money((*batch).requested), money((*batch).approved), money((*batch).held), money((*batch).released),
		money((*batch).dispatched), money((*batch).taken), money((*batch).unclear), money((*batch).succeeded),
		money((*batch).failed), money((*batch).cancelAsked), money((*batch).cancelled), money((*batch).endProposed),
		money((*batch).cameBack), money((*batch).batched),

		money((*batch).proposed), money((*batch).correctionConfirmed), money((*batch).correctionDropped),

		runtime.On((*batch).erased),
	)
}

// money handles an event of the ledger: its postings change the balances.
func money[P any](do func(*batch, runtime.Event, P)) runtime.Handler[*batch] {
	return runtime.On(func(b *batch, e runtime.Event, p P) {
		for _, posting := range revenue.Postings(p) {
			b.balances[posting.Account] += int64(posting.Amount)
		}
		moved.Put(b.rows, movedRow{Position: uint64(e.Position)})
		do(b, e, p)
	})
}

// batch applies one batch of events. Balances and wallets change in memory and are written at its end.
type batch struct {
	rows     *rows.Set
	balances map[string]int64  // changes by ledger account
	purses   map[string]*purse // by account
	shares   int               // shares in statements
}

func newBatch(s *rows.Set) *batch {
	return &batch{rows: s, balances: map[string]int64{}, purses: map[string]*purse{}}
}
