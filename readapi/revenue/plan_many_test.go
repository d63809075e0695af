package revenue

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/projections/catalog/catalogtest"
	projected "github.com/modyard/modyard/projections/revenue"
)

// TestQueriesOfAWalletWithManyLinesAndOfTheTreasuryReadNoTableWhole covers what the other test does not: the account with
// 10 000 lines, among which there are no others, and the counts and lists of treasurers beside many ended withdrawals.
func TestQueriesOfAWalletWithManyLinesAndOfTheTreasuryReadNoTableWhole(t *testing.T) {
	w := catalogtest.New(t)
	w.Also(projected.New())
	w.Account("UserKep1", "keeper", "user")
	w.Settle()
	ctx := t.Context()
	var schema string
	if err := w.DB.Pool.QueryRow(ctx, `select schemaname from pg_tables where tablename = 'credits'`).Scan(&schema); err != nil {
		t.Fatal(err)
	}
	// Beside the rows of the other test: 40 000 withdrawals that have ended, four of which the provider contradicts, and the
	// lines of accounts that are not asked about.
	const more = filled + `;
insert into %[1]s.payouts select 'Z' || n, 'A' || (n %% 2000), 'bank', 'http', 'D', 1000, 10, 'success', '', now(), now(), 1, '', '{}', true, false, '', case when n %% 10000 = 0 then 'amount_differs' else '' end, '', '', '', 0, now(), n
  from generate_series(1, 40000) n;
insert into %[1]s.lines select 'L' || n, i, '2026-01-01', 'settlement', 1000, 1000 * i, '2026-03-31', '2026-01', 'ads', 'P1', '', '', i from generate_series(1, 1000) n, generate_series(1, 100) i;
insert into %[1]s.entries select 'E' || d || '-' || n, '2026-01-01'::date + d, 'ads', 1, '', 'A1', 'h', now(), 'confirmed' from generate_series(0, 999) d, generate_series(1, 3) n;
insert into %[1]s.steps select 'Z' || n, n, now(), 'requested', '' from generate_series(1, 40000) n;
analyze`
	if _, err := w.DB.Pool.Exec(ctx, fmt.Sprintf(more, schema), pgx.QueryExecModeSimpleProtocol); err != nil {
		t.Fatal(err)
	}
	first, next := time.Date(2026, 5, 1, 0, 0, 0, 0, time.UTC), time.Date(2026, 6, 1, 0, 0, 0, 0, time.UTC)
	page := func(kind, project string, more ...any) []any {
		return append([]any{"A1", kind, project, time.Unix(0, 0).UTC(), time.Date(9999, 1, 1, 0, 0, 0, 0, time.UTC)}, more...)
	}
	for name, q := range map[string]struct {
		query string
		args  []any
		among string // the table that must not be read whole
	}{
		"lines of a kind":                     {linesOf, page("payout", "", endless, 21), "lines"},
		"lines of a project":                  {linesOf, page("", "P7", endless, 21), "lines"},
		"a file of lines":                     {linesOf, page("", "", endless, maxLines), "lines"},
		"count of many":                       {linesCount, page("", ""), "lines"},
		"years of many":                       {lineYears, []any{"A1"}, "lines"},
		"settled months of many":              {settledMonths, []any{"A1", "2025-01"}, "lines"},
		"whether a month is settled":          {monthSettled, []any{"A1", "2026-01"}, "lines"},
		"income that is available":            {availableOf, []any{"A1", next, most}, "lines"},
		"totals of many":                      {totals, []any{"A1"}, "payouts"},
		"balance of many":                     {balance, []any{"A1", first}, "payouts"},
		"counts of what waits":                {waiting, []any{first}, "payouts"},
		"withdrawals that wait":               {listOf("waiting"), []any{first, 100, 0}, "payouts"},
		"withdrawals that are held":           {listOf("held"), []any{first, 100, 0}, "payouts"},
		"withdrawals that are paid by people": {listOf("manual"), []any{first, 100, 0}, "payouts"},
		"withdrawals that are unclear":        {listOf("unclear"), []any{first, 100, 0}, "payouts"},
		"entries of a month":                  {dayEntries, []any{first, next}, "entries"},
	} {
		plan, err := explained(ctx, w, q.query, q.args)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if strings.Contains(plan, "Seq Scan on "+q.among) {
			t.Errorf("%s reads %s whole:\n%s", name, q.among, plan)
		}
	}
}
