package report

import (
	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/domain/erasable"
)

const (
	eraseReports  = `update reports set body = $2, body_html = $3, position = $4 where reporter = $1`
	eraseMessages = `
with m as (update messages set body = $2, body_html = $3 where author = $1 and kind = 'text' returning thread),
     t as (update threads set position = $4 where id in (select thread from m))
update reports set position = $4 where thread in (select thread from m)`
)

// erase blanks what an account wrote. A rebuild gives the same: texts without a key read so.
func (h handler) erase(account string, position int64, q *pgx.Batch) {
	q.Queue(eraseReports, account, erasable.Erased, h.render(erasable.Erased), position)
	q.Queue(eraseMessages, account, erasable.Erased, h.render(erasable.Erased), position)
}
