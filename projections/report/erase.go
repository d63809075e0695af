package report

import (
	"github.com/modyard/modyard/domain/account"
	"github.com/modyard/modyard/domain/erasable"
	"github.com/modyard/modyard/projections/runtime"
)

const (
	eraseReports  = `update reports set body = $2, body_html = $3, position = $4 where reporter = $1`
	eraseMessages = `
with m as (update messages set body = $2, body_html = $3 where author = $1 and kind = 'text' returning thread),
     t as (update threads set position = $4 where id in (select thread from m))
update reports set position = $4 where thread in (select thread from m)`
)

// erased blanks an account's texts. A rebuild gives the same rows: texts without a key are shown as erased.
func (h handler) erased(e runtime.Event, p account.Erased) {
	for _, statement := range []string{eraseReports, eraseMessages} {
		h.rows.Exec(statement, p.Account, erasable.Erased, h.markdown(erasable.Erased), int64(e.Position))
	}
}
