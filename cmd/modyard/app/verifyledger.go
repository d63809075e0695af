package app

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"

	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/domain/revenue"
	"github.com/modyard/modyard/eventlog"
	projectedrevenue "github.com/modyard/modyard/projections/revenue"
)

// LedgerReport is the result of a comparison of the ledger.
type LedgerReport struct {
	Events   int64
	Wallets  int
	Payouts  int
	Findings []string // nothing for a ledger that agrees
}

// ledgerCategories are the streams that move money.
func ledgerCategories() []string {
	return []string{"ledger", "revenueday", "revenuemonth", "wallet", "payout", "correction"}
}

const selectReach = `select position from runtime.checkpoints where name = $1 and serving`

// VerifyLedger folds the events of the log alone and finds what does not agree with each other, and then compares the rows
// of the read model with them, as of the event that the rows have reached.
func (c *Core) VerifyLedger(ctx context.Context) (report LedgerReport, err error) {
	head, err := c.Log.Head(ctx)
	if err != nil {
		return report, fmt.Errorf("verify the ledger: %w", err)
	}
	err = pgx.BeginTxFunc(ctx, c.DB.Pool, pgx.TxOptions{IsoLevel: pgx.RepeatableRead, AccessMode: pgx.ReadOnly}, func(tx pgx.Tx) error {
		var reached int64
		if err := tx.QueryRow(ctx, selectReach, projectedrevenue.Name).Scan(&reached); err != nil && !errors.Is(err, pgx.ErrNoRows) {
			return err
		}
		at := min(head, eventlog.Position(reached)) //nolint:gosec // positions are not negative
		books := revenue.NewBooks()
		if err := c.fold(ctx, books, 0, at, &report); err != nil {
			return err
		}
		found, err := compareLedger(ctx, tx, books)
		if err != nil {
			return err
		}
		if err := c.fold(ctx, books, at, head, &report); err != nil {
			return err
		}
		report.Wallets, report.Payouts = len(books.Wallets), len(books.Payouts)
		report.Findings = append(books.Check(), found...)
		return nil
	})
	if err != nil {
		return report, fmt.Errorf("verify the ledger: %w", err)
	}
	return report, nil
}

// fold adds the events after a position, up to another one.
func (c *Core) fold(ctx context.Context, books *revenue.Books, after, upTo eventlog.Position, report *LedgerReport) error {
	if after >= upTo {
		return nil
	}
	for batch, err := range c.Log.Read(ctx, after, upTo, eventlog.Filter{Categories: ledgerCategories()}) {
		if err != nil {
			return err
		}
		for _, recorded := range batch.Events {
			event, err := c.Codec.Decode(recorded.Type, recorded.Data)
			if err != nil {
				return err
			}
			books.Add(recorded.Stream, event, recorded.Meta.At)
			report.Events++
		}
	}
	return nil
}

const (
	selectBalanceRows = `select account, amount from revenue.balances where amount <> 0`
	selectWalletRows  = `select account, balance from revenue.wallets where balance <> 0`
	selectLineRows    = `select account, coalesce(sum(amount), 0)::bigint from revenue.lines group by account having sum(amount) <> 0`
	selectCreditRows  = `select account, coalesce(sum(amount), 0)::bigint from revenue.credits group by account having sum(amount) <> 0`
	selectPayoutRows  = `select id, amount + fee from revenue.payouts`
	selectEndedRows   = `select id, case state when 'success' then 1 when 'failed' then 2 when 'cancelled' then 3 when 'returned' then 4 else 0 end::bigint from revenue.payouts`

	// selectShareRows are the shares of the days whose run is finished and of which no other run has a row.
	selectShareRows = `
select to_char(s.day, 'YYYY-MM-DD'), s.amount from (
    select day, min(run) as run, max(run) as last, sum(amount)::bigint as amount from revenue.shares group by day) s
join revenue.days d on d.day = s.day and d.run = s.run and s.run = s.last
where d.finished is not null`
)

// compareLedger compares the rows with the books.
func compareLedger(ctx context.Context, tx pgx.Tx, books *revenue.Books) ([]string, error) {
	left, gross, ends := map[string]int64{}, map[string]int64{}, map[string]int64{}
	for account, w := range books.Wallets {
		if n := int64(w.Left()); n != 0 {
			left[account] = n
		}
	}
	number := map[revenue.End]int64{revenue.Succeeded: 1, revenue.Failed: 2, revenue.Cancelled: 3, revenue.Returned: 4}
	for id, p := range books.Payouts {
		gross[id], ends[id] = int64(p.Gross()), number[p.End]
	}
	balances, shared := amounts(books.Balances), amounts(books.Shared())
	var found []string
	for _, part := range []struct {
		what, query string
		want        map[string]int64
	}{
		{"the balance of %s", selectBalanceRows, balances}, {"the wallet of %s", selectWalletRows, left}, {"the lines of %s", selectLineRows, left},
		{"the credits of %s", selectCreditRows, left}, {"the amount of the withdrawal %s", selectPayoutRows, gross},
		{"the end of the withdrawal %s", selectEndedRows, ends}, {"the shares of %s", selectShareRows, shared},
	} {
		have, err := readAmounts(ctx, tx, part.query)
		if err != nil {
			return nil, err
		}
		found = append(found, differences(part.what, part.want, have)...)
	}
	slices.Sort(found)
	return found, nil
}

func amounts(of map[string]revenue.Amount) map[string]int64 {
	out := make(map[string]int64, len(of))
	for key, a := range of {
		if a != 0 {
			out[key] = int64(a)
		}
	}
	return out
}

func readAmounts(ctx context.Context, tx pgx.Tx, query string) (map[string]int64, error) {
	rows, err := tx.Query(ctx, query)
	if err != nil {
		return nil, err
	}
	have, key, amount := map[string]int64{}, "", int64(0)
	_, err = pgx.ForEachRow(rows, []any{&key, &amount}, func() error { have[key] = amount; return nil })
	return have, err
}

// differences are those of two sums by key, in which a missing one is zero.
func differences(what string, want, have map[string]int64) (found []string) {
	tell := func(key string) {
		found = append(found, fmt.Sprintf("rows: "+what+": ", key)+strconv.FormatInt(have[key], 10)+" instead of "+strconv.FormatInt(want[key], 10))
	}
	for key, w := range want {
		if have[key] != w {
			tell(key)
		}
	}
	for key, h := range have {
		if _, there := want[key]; !there && h != 0 {
			tell(key)
		}
	}
	return found
}
