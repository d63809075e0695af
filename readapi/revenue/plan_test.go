package revenue

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/projections/catalog/catalogtest"
	projected "github.com/modyard/modyard/projections/revenue"
)

// Account A1 has 10 000 lines and 2 000 withdrawals, beside 2 000 accounts with 20 lines and 5 withdrawals each. The
// shares are those of 500 accounts on 300 days; there are 3 000 projects with two people.
const filled = `
insert into %[1]s.lines select 'A' || n, i, '2026-01-01'::timestamptz + i * interval '1 minute', case i %% 3 when 0 then 'payout' else 'settlement' end, 1000, 1000 * i,
  case i %% 3 when 0 then null else '2026-03-31'::date end, case i %% 3 when 0 then '' else '2026-01' end, 'ads', 'P' || (i %% 50), '', '', i
  from generate_series(1, 2000) n, generate_series(1, case n when 1 then 10000 else 20 end) i;
insert into %[1]s.wallets select 'A' || n, 20, 20000, 20000, case when n %% 500 = 0 then now() end, '', '', false from generate_series(1, 2000) n;
insert into %[1]s.credits select 'A' || n, '2026-01-01'::date + i, 1000 from generate_series(1, 2000) n, generate_series(1, 5) i;
insert into %[1]s.payouts select 'Y' || n || '-' || i, 'A' || n, 'bank', 'http', 'D', 1000, 10, 'success', '', now() - i * interval '1 hour', now(), 1, '', '{}', true, false, '', '', '', '', '', 0,
  case when i > 1 or n > 100 then now() - i * interval '1 hour' end, i
  from generate_series(1, 2000) n, generate_series(1, case n when 1 then 2000 else 5 end) i;
insert into %[1]s.steps select id, n, now(), 'requested', '' from %[1]s.payouts, generate_series(1, 4) n;
insert into %[1]s.destinations select 'D' || n, 'A' || n, 'bank', now(), now(), true from generate_series(1, 2000) n;
insert into %[1]s.balances select 'accrued:A' || n, -1000 from generate_series(1, 2000) n;
insert into %[1]s.balances select 'transit:' || id, 0 from %[1]s.payouts;
insert into %[1]s.days (day, run, rule, hash, inputs, creators, platform, reserve, left_out, finished, people) select '2026-01-01'::date + d, 'R' || d, 'net-75/1', 'h', 'i', 1, 1, 0, '{}', now(), 500 from generate_series(0, 299) d;
insert into %[1]s.shares select '2026-01-01'::date + d, 'R' || d, 'A' || n, 'P' || (n %% 100), 'ads', 100 from generate_series(0, 299) d, generate_series(1, 500) n;
insert into %[1]s.months values ('2026-01', 'settled', '', null, '2026-03-31', 500);
insert into %[1]s.members select 'project-P' || n, 'A' || (n %% 500 + m), '2025-01-01', 'infinity' from generate_series(1, 3000) n, generate_series(1, 2) m;
insert into %[1]s.weights select team, account, '2025-01-01', '2025-01-01'::date + w, 100, w from %[1]s.members, generate_series(1, 3) w;
insert into %[1]s.homes select 'P' || n, 'O' || (n %% 100), '2025-01-01', 'infinity' from generate_series(1, 1000) n;
insert into %[1]s.members select 'organization-O' || n, 'B' || n, '2025-01-01', 'infinity' from generate_series(0, 99) n;
analyze`

func TestHotQueriesReadOnlyTheRowsOfTheirAccount(t *testing.T) {
	w := catalogtest.New(t)
	w.Also(projected.New())
	w.Account("UserKep1", "keeper", "user")
	w.Settle()
	ctx := t.Context()
	var schema string
	if err := w.DB.Pool.QueryRow(ctx, `select schemaname from pg_tables where tablename = 'credits'`).Scan(&schema); err != nil {
		t.Fatal(err)
	}
	if _, err := w.DB.Pool.Exec(ctx, fmt.Sprintf(filled, schema), pgx.QueryExecModeSimpleProtocol); err != nil {
		t.Fatal(err)
	}
	first, next := time.Date(2026, 5, 1, 0, 0, 0, 0, time.UTC), time.Date(2026, 6, 1, 0, 0, 0, 0, time.UTC)
	page := func(more ...any) []any {
		return append([]any{"A1", "", "", time.Unix(0, 0).UTC(), time.Date(9999, 1, 1, 0, 0, 0, 0, time.UTC)}, more...)
	}
	projects := make([]string, 20)
	for i := range projects {
		projects[i] = fmt.Sprint("P", i)
	}
	for name, q := range map[string]struct {
		query string
		args  []any
		among []string // tables that must not be read whole
	}{
		"balance":           {balance, []any{"A7", first}, []string{"wallets", "payouts", "balances"}},
		"credits":           {credits, []any{"A7"}, []string{"credits"}},
		"lines":             {linesOf, page(endless, 21), []string{"lines"}},
		"lines further":     {linesOf, page(int64(5000), 21), []string{"lines"}},
		"count of few":      {linesCount, append([]any{"A7"}, page()[1:]...), []string{"lines"}},
		"years of few":      {lineYears, []any{"A7"}, []string{"lines"}},
		"one line":          {oneLine, []any{"A1", int64(7)}, []string{"lines"}},
		"making":            {makingDays, []any{"A1", "P1", first, next, "ads"}, []string{"shares"}},
		"withdrawals":       {payoutsOf, []any{"A7", most}, []string{"payouts"}},
		"withdrawal":        {payoutOf, []any{"Y7-1", "A7"}, []string{"payouts"}},
		"steps":             {stepsOf, []any{[]string{"Y7-1"}}, []string{"steps"}},
		"totals":            {totals, []any{"A7"}, []string{"payouts"}},
		"destinations":      {destinationsOf, []any{"A7"}, []string{"destinations"}},
		"settled months":    {settledMonths, []any{"A7", "2025-01"}, []string{"lines"}},
		"estimates":         {estimated, []any{"A7", first, next}, []string{"shares", "lines"}},
		"days of a month":   {monthDays, []any{"A7", first, next}, []string{"shares"}},
		"changes of a day":  {dayChanges, []any{first}, []string{"shares"}},
		"withdrawals open":  {listOf("open"), []any{first, 100, 0}, []string{"payouts"}},
		"withdrawals ended": {listOf("ended"), []any{first, 100, 0}, []string{"payouts"}},
		"frozen":            {frozenList, []any{20, 0}, []string{"wallets"}},
		"people":            {peopleOf, []any{projects, first, first.AddDate(0, 0, 1)}, []string{"members", "weights", "homes"}},
	} {
		plan, err := explained(ctx, w, q.query, q.args)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		for _, table := range q.among {
			if strings.Contains(plan, "Seq Scan on "+table) {
				t.Errorf("%s reads %s whole:\n%s", name, table, plan)
			}
		}
	}
}

func explained(ctx context.Context, w *catalogtest.World, query string, args []any) (string, error) {
	rows, err := w.DB.Pool.Query(ctx, "explain "+query, args...)
	if err != nil {
		return "", err
	}
	lines, err := pgx.CollectRows(rows, pgx.RowTo[string])
	return strings.Join(lines, "\n"), err
}
