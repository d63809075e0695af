package notification

import (
	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/domain/erasable"
)

const (
	// unquoted blanks what others were told in an account's words.
	unquoted = `
with changed as (
    update notifications set message = $3 where actor = $2 and type = 'moderator_message' returning account)` + touched

	// untold ends what the account itself was told: reasons that address it are its own to have erased.
	untold = `with changed as (delete from notifications where account = $2 returning account)` + touched
)

// erase drops the words of an erased account and those to it. A rebuild gives the same.
func erase(q *pgx.Batch, position int64, account string) {
	q.Queue(unquoted, position, account, erasable.Erased)
	q.Queue(untold, position, account)
}
