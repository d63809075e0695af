package revenue

import (
	"github.com/modyard/modyard/domain/account"
	"github.com/modyard/modyard/domain/erasable"
	"github.com/modyard/modyard/projections/runtime"
)

const (
	eraseLines       = `update lines set reason = $2 where account = $1 and reason <> ''`
	erasePayouts     = `update payouts set reason = $2 where account = $1 and reason <> ''`
	eraseCorrections = `update corrections set reason = $2 where account = $1 and reason <> ''`
	eraseSteps       = `
update steps set detail = $2 where kind in ('held', 'released') and detail <> '' and payout in (select id from payouts where account = $1)`
)

// erased blanks the reasons that are addressed to an account. A rebuild gives the same rows: texts without a key are
// shown as erased.
func (b *batch) erased(_ runtime.Event, p account.Erased) {
	if purse := b.purse(p.Account); purse.row.Reason != "" {
		purse.row.Reason, purse.dirty = erasable.Erased, true
	}
	for _, statement := range []string{eraseLines, erasePayouts, eraseSteps, eraseCorrections} {
		b.rows.Exec(statement, p.Account, erasable.Erased)
	}
}
