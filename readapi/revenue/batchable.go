package revenue

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

// batchable are the withdrawals of a method that people can pay now, the oldest first. The bound counts no other ones.
const batchable = `
select p.id from revenue.payouts p
where ` + isManual + ` and p.sent is null and p.method = $1
    and not exists (select from revenue.wallets w where w.account = p.account and w.frozen is not null)
order by p.created, p.id limit $2`

// Batchable are the oldest withdrawals of a method that wait for people to pay them, at most a number: those that are
// approved, not held, not sent, and whose wallet is not frozen.
func Batchable(ctx context.Context, pool *pgxpool.Pool, method string, most int) ([]string, error) {
	rows, err := pool.Query(ctx, batchable, method, most)
	if err != nil {
		return nil, fmt.Errorf("find withdrawals for a batch: %w", err)
	}
	list, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		return nil, fmt.Errorf("find withdrawals for a batch: %w", err)
	}
	return list, nil
}
