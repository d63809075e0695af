package server

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/projections/catalog/catalogtest"
	projected "github.com/modyard/modyard/projections/server"
	"github.com/modyard/modyard/readapi/view"
)

// Server S1 has 20 000 entries and 2 000 runs, beside 2 000 servers with ten and one.
const filled = `
insert into %[1]s.entries (server, position, at, kind, part, actor, role, credential, run, subject, detail)
  select 'S' || n, n * 100000 + i, '2026-01-01'::timestamptz + i * interval '1 minute', 'power', (array['power', 'run', 'settings'])[1 + i %% 3], 'A' || i %% 50,
    case when i %% 500 = 0 then 'admin' else 'owner' end, 'C' || i %% 100, '', '', '{}'
  from generate_series(1, 2000) n, generate_series(1, case n when 1 then 20000 else 10 end) i;
insert into %[1]s.runs (server, run, begin, attempt, finish, outcome, clean, exit_code, exit_signal, exit_oom, seconds, stack, cause)
  select 'S' || n, 'r' || i, n * 10000 + i, 0, n * 10000 + i + 1, 'crashed', i %% 100 = 0, 1, '', false, 1, 'h' || i %% 500, ''
  from generate_series(1, 2000) n, generate_series(1, case n when 1 then 2000 else 1 end) i;
insert into %[1]s.configuration_files (server, path) select 'S' || n, '/config/' || i || '.toml' from generate_series(1, 500) n, generate_series(1, 50) i;
insert into %[1]s.configurations (server, path, position, at, hash, size, gone, cause, actor, credential, restored_from, restored_key)
  select 'S' || n, '/config/' || i || '.toml', n * 1000000 + r * 100 + i, '2026-01-01'::timestamptz + r * interval '1 minute', 'h' || r, 1, false, 'process', '', '', 0, ''
  from generate_series(1, 500) n, generate_series(1, 50) i, generate_series(1, case n when 1 then 400 else 1 end) r;
analyze`

func TestTheHistoryOfAServerIsReadByIndex(t *testing.T) {
	w := catalogtest.New(t)
	w.Also(projected.New())
	w.Account("UserOwn1", "owner", "user")
	w.Settle()
	ctx := t.Context()
	var schema string
	if err := w.DB.Pool.QueryRow(ctx, `select schemaname from pg_tables where tablename = 'runs' and schemaname like 'server%'`).Scan(&schema); err != nil {
		t.Fatal(err)
	}
	if _, err := w.DB.Pool.Exec(ctx, fmt.Sprintf(filled, schema), pgx.QueryExecModeSimpleProtocol); err != nil {
		t.Fatal(err)
	}
	type statement struct {
		sql  string
		args []any
	}
	all := map[string]statement{
		"cursor":       {selectCursor, []any{"S1", int64(105000)}},
		"crash":        {selectCrash, []any{"S1", "r7"}},
		"clean run":    {selectCleanRun, []any{"S1", int64(11000)}},
		"recovered":    {selectRecovered, []any{"S1", int64(11000)}},
		"similar":      {selectSimilar, []any{"S1", "h7", "r7"}},
		"many similar": {countSimilar, []any{"S1", "h7", "r7"}},
		"elsewhere":    {elsewhere, []any{"S1", "h7"}},
		"files":        {selectConfigurationFiles, []any{"S1", time.Date(2026, 1, 1, 3, 0, 0, 0, time.UTC)}},
		"revisions":    {selectConfigurationRevisions, []any{"S1", "/config/7.toml", int64(1020000), 51}},
		"revision":     {selectConfigurationRevision, []any{"S1", "/config/7.toml", int64(1020007)}},
		"changes":      {selectChanges, []any{"S1", int64(105000), int64(106000), 201}},
	}
	for name, f := range map[string]HistoryFilter{
		"newest": {}, "kind": {Kind: "settings"}, "person": {By: "A7"}, "staff": {By: ByStaff}, "node": {By: ByNode}, "token": {Token: "C7"},
		"time": {Between: view.Between{From: "2026-01-02T00:00:00Z", To: "2026-01-03T00:00:00Z"}}, "kind and time": {Kind: "run", Between: view.Between{To: "2026-01-03T00:00:00Z"}},
	} {
		for _, from := range []*cursor{nil, {position: 105000}} {
			sql, args, err := entriesOf("S1", "A7", false, f, from, 51)
			if err != nil {
				t.Fatal(name, err)
			}
			all[fmt.Sprint(name, from != nil)] = statement{sql, args}
		}
	}
	for name, q := range all {
		rows, err := w.DB.Pool.Query(ctx, "explain "+q.sql, q.args...)
		if err != nil {
			t.Fatal(name, err)
		}
		lines, err := pgx.CollectRows(rows, pgx.RowTo[string])
		if err != nil {
			t.Fatal(name, err)
		}
		if plan := strings.Join(lines, "\n"); strings.Contains(plan, "Seq Scan on entries") || strings.Contains(plan, "Seq Scan on runs") || strings.Contains(strings.ReplaceAll(plan, "Seq Scan on configurations k", ""), "Seq Scan on configuration") {
			t.Errorf("%s reads every row:\n%s", name, plan)
		}
	}
}
