package talksearch

import (
	"context"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
)

const stood = `
select count(*) from (select from talksearch.docs where author = $1 and at <= $2 and shown order by at desc, id desc limit $3) d`

// Stood is how many texts of an account that were written before a time everybody can read, up to a number.
func Stood(pool *pgxpool.Pool) func(ctx context.Context, account string, before time.Time, most int) (int, error) {
	return func(ctx context.Context, account string, before time.Time, most int) (n int, err error) {
		if err := pool.QueryRow(ctx, stood, account, before, most).Scan(&n); err != nil {
			return 0, fmt.Errorf("count the texts of an account: %w", err)
		}
		return n, nil
	}
}
