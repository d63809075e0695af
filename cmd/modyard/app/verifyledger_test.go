package app

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/domain/revenue"
	"github.com/modyard/modyard/eventlog"
	"github.com/modyard/modyard/platform/config"
	projectedrevenue "github.com/modyard/modyard/projections/revenue"
)

// kept is a site with a month that is settled, a day that is only shared, and withdrawals with each kind of end.
type kept struct {
	*Core
	t *testing.T
}

// inJanuary is a noon of January 2026 or later.
func inJanuary(day int) time.Time { return time.Date(2026, 1, day, 12, 0, 0, 0, time.UTC) }

// happens appends events to a stream, decided at a moment.
func (k *kept) happens(at time.Time, stream string, payloads ...any) {
	k.t.Helper()
	w := eventlog.Write{Stream: stream, Expected: eventlog.Any}
	for _, p := range payloads {
		typ, data, err := k.Codec.Encode(p)
		if err != nil {
			k.t.Fatal(err)
		}
		w.Events = append(w.Events, eventlog.Event{ID: eventlog.NewEventID(), Type: typ, Data: data, Meta: eventlog.Metadata{Role: "system", At: at}})
	}
	if _, err := k.Log.Append(k.t.Context(), w); err != nil {
		k.t.Fatal(err)
	}
}

// shares enters income of a day and shares it by the default rule.
func (k *kept) shares(day string, amount revenue.Amount) (parts []revenue.Part) {
	k.t.Helper()
	rule, err := revenue.ParseRule(revenue.DefaultRule)
	if err != nil {
		k.t.Fatal(err)
	}
	entry, run := "Entry-"+day, day+".1"
	out := rule.Share(revenue.Inputs{Day: day, Income: []revenue.Income{{Entry: entry, Source: "ads", Amount: amount}}, Projects: []revenue.Project{
		{ID: "Project1", Hits: revenue.Hits{Views: 3}, People: []revenue.Person{{Account: "Maker001", Weight: 100}, {Account: "Other002", Weight: 50}}},
		{ID: "Project2", Hits: revenue.Hits{Views: 1}, People: []revenue.Person{{Account: "Maker001", Weight: 100}}},
	}})
	events := []any{
		revenue.IncomeEntered{Day: day, Entry: entry, Source: "ads", Amount: amount, Account: "Treasur1", Evidence: "none"},
		revenue.IncomeConfirmed{Day: day, Entry: entry, Source: "ads", Amount: amount},
		revenue.SharingBegun{Day: day, Run: run, Rule: "net-75", Version: 1, Hash: "hash", Inputs: "inputs"},
	}
	for i, p := range out.Parts {
		events = append(events, revenue.SharesNoted{Day: day, Run: run, Part: i, Source: p.Source, Shares: p.Shares})
	}
	k.happens(inJanuary(9), "revenueday-"+day, append(events, revenue.SharingFinished{Day: day, Run: run, Parts: len(out.Parts), Sums: out.Sums})...)
	return out.Parts
}

// withdraws requests a withdrawal and sends it.
func (k *kept) withdraws(id, account string, net, fee revenue.Amount) {
	k.t.Helper()
	k.happens(inJanuary(90), "payout-"+id, revenue.PayoutRequested{Payout: id, Account: account, Method: "bank", Provider: "http", Destination: "Dest0001", Amount: net, Fee: fee})
	k.happens(inJanuary(90), "wallet-"+account, revenue.PayoutReserved{Account: account, Payout: id, Amount: net + fee, Destination: "Dest0001"})
	k.happens(inJanuary(90), "payout-"+id, revenue.PayoutApproved{Payout: id, Account: account, Enough: true}, revenue.PayoutDispatched{Payout: id, Account: account, Attempt: 1})
}

func (k *kept) succeeds(id, account string, net, fee revenue.Amount) {
	k.t.Helper()
	k.happens(inJanuary(91), "payout-"+id, revenue.PayoutSucceeded{Payout: id, Account: account, Method: "bank", Provider: "http", Amount: net, Fee: fee, ProviderFee: fee / 2})
}

// tells appends the whole history.
func (k *kept) tells() {
	k.t.Helper()
	k.happens(inJanuary(1), "ledger-main", revenue.LedgerOpened{Currency: "USD", Decimals: 2})
	settled := revenue.Settlement{}
	for _, p := range slices.Concat(k.shares("2026-01-03", 40*revenue.Unit), k.shares("2026-01-04", 50*revenue.Unit)) {
		settled.Add(p)
	}
	k.happens(inJanuary(42), "revenuemonth-2026-01", revenue.SettlementAsked{Month: "2026-01", Account: "Treasur1"},
		revenue.SettlementBegun{Month: "2026-01", Runs: []revenue.DayRun{{Day: "2026-01-03", Run: "2026-01-03.1"}, {Day: "2026-01-04", Run: "2026-01-04.1"}}, ValueDate: "2026-03-31"})
	for _, account := range settled.Accounts() {
		k.happens(inJanuary(42), "wallet-"+account, revenue.Earned{Account: account, Month: "2026-01", ValueDate: "2026-03-31", Lines: settled.Lines(account)})
	}
	k.happens(inJanuary(42), "revenuemonth-2026-01", revenue.SettlementFinished{Month: "2026-01", Wallets: len(settled), Amount: settled.Total()})
	k.shares("2026-02-01", 10*revenue.Unit)

	const fee = revenue.Unit / 5
	k.withdraws("Payo0001", "Maker001", 9*revenue.Unit, fee)
	k.succeeds("Payo0001", "Maker001", 9*revenue.Unit, fee)
	k.happens(inJanuary(91), "wallet-Maker001", revenue.PayoutSettled{Account: "Maker001", Payout: "Payo0001", Amount: 9*revenue.Unit + fee})
	k.withdraws("Payo0002", "Maker001", 5*revenue.Unit, fee)
	k.happens(inJanuary(91), "payout-Payo0002", revenue.PayoutFailed{Payout: "Payo0002", Account: "Maker001", Code: "refused"})
	k.happens(inJanuary(91), "wallet-Maker001", revenue.PayoutRestored{Account: "Maker001", Payout: "Payo0002", Amount: 5*revenue.Unit + fee})
	k.withdraws("Payo0003", "Other002", 2*revenue.Unit, fee)
	k.happens(inJanuary(92), "correction-Corr0001", revenue.CorrectionProposed{Correction: "Corr0001", Account: "Other002", Amount: -revenue.Unit, By: "Treasur1", Evidence: "none"},
		revenue.CorrectionConfirmed{Correction: "Corr0001", Account: "Other002", Amount: -revenue.Unit})
	k.happens(inJanuary(92), "wallet-Other002", revenue.Corrected{Account: "Other002", Correction: "Corr0001", Amount: -revenue.Unit})
}

// rows changes the rows that readers see, as nothing of the program would.
func (k *kept) rows(table, change string) {
	k.t.Helper()
	var schema string
	if err := k.DB.Pool.QueryRow(k.t.Context(), `select view_schema from (select table_schema as view_schema from information_schema.view_table_usage where view_schema = 'revenue' and view_name = $1) v`, table).Scan(&schema); err != nil {
		k.t.Fatal(err)
	}
	tag, err := k.DB.Pool.Exec(k.t.Context(), fmt.Sprintf(strings.ReplaceAll(change, "TABLE", "%[1]s"), pgx.Identifier{schema, table}.Sanitize()))
	if err != nil || tag.RowsAffected() == 0 {
		k.t.Fatalf("%s: %v, %d rows", change, err, tag.RowsAffected())
	}
}

// tampers changes the text of the n-th event of a type, as a person with the database's own rights can.
func (k *kept) tampers(typ string, n int, from, to string) {
	k.t.Helper()
	conn, err := pgx.Connect(k.t.Context(), k.Config.DatabaseOwnerURL)
	if err != nil {
		k.t.Fatal(err)
	}
	defer conn.Close(k.t.Context())
	if _, err := conn.Exec(k.t.Context(), `set session_replication_role = replica`); err != nil {
		k.t.Fatal(err)
	}
	tag, err := conn.Exec(k.t.Context(), `
update log.events set data = convert_to(replace(convert_from(data, 'UTF8'), $3, $4), 'UTF8')
where position = (select position from log.events where type = $1 order by position offset $2 limit 1) and convert_from(data, 'UTF8') like '%' || $3 || '%'`,
		typ, n, from, to)
	if err != nil || tag.RowsAffected() != 1 {
		k.t.Fatalf("%d events of the type %s have %s: %v", tag.RowsAffected(), typ, from, err)
	}
}

// verifies is what another process finds, which has nothing of the log in memory.
func (k *kept) verifies() LedgerReport {
	k.t.Helper()
	core, err := Open(k.t.Context(), k.Config, k.Logger, Share)
	if err != nil {
		k.t.Fatal(err)
	}
	defer func() {
		if err := core.Close(); err != nil {
			k.t.Error(err)
		}
	}()
	report, err := core.VerifyLedger(k.t.Context())
	if err != nil {
		k.t.Fatal(err)
	}
	return report
}

func TestVerifyingTheLedgerFinds(t *testing.T) {
	const noted, earned, millionths = "revenueday.shares-noted.v1", "wallet.earned.v1", "000000"
	for name, c := range map[string]struct {
		plant func(k *kept)
		want  string // a finding contains it; empty: there is none
	}{
		"nothing in a ledger that is as it was written": {func(*kept) {}, ""},
		"nothing while a day is shared for the first time": {func(k *kept) {
			k.shares("2026-02-02", 10*revenue.Unit)
			k.happens(inJanuary(34), "revenueday-2026-02-03", revenue.IncomeEntered{Day: "2026-02-03", Entry: "Entry003", Source: "ads", Amount: revenue.Unit, Account: "Treasur1"},
				revenue.IncomeConfirmed{Day: "2026-02-03", Entry: "Entry003", Source: "ads", Amount: revenue.Unit},
				revenue.SharingBegun{Day: "2026-02-03", Run: "2026-02-03.1", Rule: "net-75", Version: 1, Hash: "hash", Inputs: "inputs"},
				revenue.SharesNoted{Day: "2026-02-03", Run: "2026-02-03.1", Source: "ads", Shares: []revenue.Share{{Project: "Project1", Account: "Maker001", Amount: 5}}})
			k.project()
		}, ""},
		"nothing while a run replaces another": {func(k *kept) {
			parts := k.shares("2026-02-02", 10*revenue.Unit)
			k.happens(inJanuary(34), "revenueday-2026-02-02", revenue.SharingBegun{Day: "2026-02-02", Run: "2026-02-02.2", Rule: "net-75", Version: 2, Hash: "other", Inputs: "inputs", Replaces: "2026-02-02.1"},
				revenue.SharesUndone{Day: "2026-02-02", Run: "2026-02-02.1", Source: "ads", Shares: parts[0].Shares[:1]})
			k.project()
		}, ""},

		"a wrong balance of a wallet among the rows": {func(k *kept) {
			k.rows("balances", `update TABLE set amount = amount - 1 where account = 'wallet:Maker001'`)
		}, "rows: the balance of wallet:Maker001"},
		"a posting that two accounts of the rows have wrong by the same amount": {func(k *kept) {
			k.rows("balances", `update TABLE set amount = amount + case account when 'platform' then 7 else -7 end where account in ('platform', 'reserve', 'income:ads')`)
		}, "rows: the balance of platform"},
		"a balance of the rows that no event has": {func(k *kept) {
			k.rows("balances", `insert into TABLE values ('wallet:Nobody01', -5)`)
		}, "rows: the balance of wallet:Nobody01"},
		"a line with another amount among the rows": {func(k *kept) {
			k.rows("lines", `update TABLE set amount = amount + 1 where account = 'Maker001' and number = 1`)
		}, "rows: the lines of Maker001"},
		"a line that is missing among the rows": {func(k *kept) {
			k.rows("lines", `delete from TABLE where account = 'Other002' and kind = 'correction'`)
		}, "rows: the lines of Other002"},
		"a wallet with another balance among the rows": {func(k *kept) {
			k.rows("wallets", `update TABLE set balance = balance + 1 where account = 'Maker001'`)
		}, "rows: the wallet of Maker001"},
		"an amount of the rows that can be withdrawn and was not earned": {func(k *kept) {
			k.rows("credits", `update TABLE set amount = amount + 1 where account = 'Other002'`)
		}, "rows: the credits of Other002"},
		"a share with another amount among the rows": {func(k *kept) {
			k.rows("shares", `update TABLE set amount = amount + 1 where account = 'Other002' and day = '2026-02-01'`)
		}, "rows: the shares of 2026-02-01"},
		"a withdrawal with another amount among the rows": {func(k *kept) {
			k.rows("payouts", `update TABLE set amount = amount + 1 where id = 'Payo0003'`)
		}, "rows: the amount of the withdrawal Payo0003"},
		"a withdrawal that failed and is paid among the rows": {func(k *kept) {
			k.rows("payouts", `update TABLE set state = 'success' where id = 'Payo0002'`)
		}, "rows: the end of the withdrawal Payo0002"},

		"a withdrawal that was paid twice": {func(k *kept) {
			k.succeeds("Payo0001", "Maker001", 9*revenue.Unit, revenue.Unit/5)
		}, "payout-Payo0001: paid after it had ended (success)"},
		"a withdrawal that was paid after it had failed, and that nobody took note of": {func(k *kept) {
			k.succeeds("Payo0002", "Maker001", 5*revenue.Unit, revenue.Unit/5)
		}, "payout-Payo0002: paid after it had ended (failed)"},
		"a withdrawal that was paid without having been sent": {func(k *kept) {
			k.happens(inJanuary(93), "payout-Payo0004", revenue.PayoutRequested{Payout: "Payo0004", Account: "Maker001", Method: "bank", Provider: "http", Amount: revenue.Unit})
			k.happens(inJanuary(93), "wallet-Maker001", revenue.PayoutReserved{Account: "Maker001", Payout: "Payo0004", Amount: revenue.Unit})
			k.succeeds("Payo0004", "Maker001", revenue.Unit, 0)
		}, "payout-Payo0004: paid without having been sent"},
		"a withdrawal of more than there was": {func(k *kept) {
			k.withdraws("Payo0004", "Other002", 1000*revenue.Unit, 0)
		}, "wallet-Other002: the withdrawal Payo0004 of 1000000000 millionths overdraws"},
		"a withdrawal that has ended and is still reserved": {func(k *kept) {
			k.happens(inJanuary(93), "payout-Payo0003", revenue.PayoutCancelled{Payout: "Payo0003", Account: "Other002"})
		}, "wallet-Other002: the withdrawal Payo0003 has ended (cancelled) and is still reserved"},

		"a share whose amount was changed in the log": {func(k *kept) {
			k.tampers(noted, 2, `"m":`, `"m":1`)
		}, "revenueday-2026-02-01: the shares from ads add up to"},
		"an income whose amount was changed in the log": {func(k *kept) {
			k.tampers("revenueday.income-entered.v1", 2, "10"+millionths, "11"+millionths)
		}, "revenueday-2026-02-01: confirmed 10000000 millionths from ads instead of 11000000"},
		"an income that was confirmed with another amount": {func(k *kept) {
			k.tampers("revenueday.income-confirmed.v1", 2, "10"+millionths, "11"+millionths)
		}, "revenueday-2026-02-01: confirmed 11000000 millionths from ads instead of 10000000"},
		"a day that shares more than its income": {func(k *kept) {
			k.tampers("revenueday.sharing-finished.v1", 2, `"platform":2500000`, `"platform":2600000`)
		}, "revenueday-2026-02-01: 10100000 millionths from ads are shared instead of 10000000"},
		"an amount that a wallet has earned and that was changed in the log": {func(k *kept) {
			k.tampers(earned, 1, `"amount":`, `"amount":1`)
		}, "wallet-Other002: "},
		"the amount of a payment that was changed in the log": {func(k *kept) {
			k.tampers("payout.succeeded.v1", 0, `"amount":9`+millionths, `"amount":8`+millionths)
		}, "payout-Payo0001: paid 8000000 and 200000 millionths instead of 9000000 and 200000"},
		"a correction of another amount than was confirmed": {func(k *kept) {
			k.tampers("wallet.corrected.v1", 0, `"amount":-1`, `"amount":-2`)
		}, "wallet-Other002: corrected by -2000000 millionths, proposed were -1000000"},

		"income of a wallet that has no share": {func(k *kept) {
			k.happens(inJanuary(43), "wallet-Nobody01", revenue.Earned{Account: "Nobody01", Month: "2026-01", ValueDate: "2026-03-31", Lines: []revenue.Line{{Project: "Project1", Source: "ads", Amount: revenue.Unit}}})
		}, "accrued:Nobody01 is overdrawn by 1000000 millionths"},
		"income of a wallet that was credited twice": {func(k *kept) {
			k.happens(inJanuary(43), "wallet-Other002", revenue.Earned{Account: "Other002", Month: "2026-01", ValueDate: "2026-03-31", Lines: []revenue.Line{{Project: "Project1", Source: "ads", Amount: 16875000}}})
		}, "accrued:Other002 is overdrawn by"},
		"income of a month whose settlement has not begun": {func(k *kept) {
			k.happens(inJanuary(43), "wallet-Other002", revenue.Earned{Account: "Other002", Month: "2026-02", ValueDate: "2026-04-29", Lines: []revenue.Line{{Project: "Project1", Source: "ads", Amount: 1}}})
		}, "wallet-Other002: income of 2026-02, whose settlement has not begun"},
		"a settlement that left a wallet out": {func(k *kept) {
			k.happens(inJanuary(72), "revenuemonth-2026-02", revenue.SettlementBegun{Month: "2026-02", Runs: []revenue.DayRun{{Day: "2026-02-01", Run: "2026-02-01.1"}}, ValueDate: "2026-04-29"},
				revenue.SettlementFinished{Month: "2026-02", Wallets: 2, Amount: 7_500_000})
		}, "wallet-Maker001: 0 millionths of 2026-02 from ads for Project1 instead of"},
		"a credit without a proposal": {func(k *kept) {
			k.happens(inJanuary(93), "wallet-Maker001", revenue.Corrected{Account: "Maker001", Amount: revenue.Unit})
		}, "wallet-Maker001: corrected by 1000000 millionths without a proposal"},
	} {
		t.Run(name, func(t *testing.T) {
			k := &kept{Core: testCore(t, config.Config{}), t: t}
			k.tells()
			k.project()
			c.plant(k)
			report := k.verifies()
			if report.Events < 20 || report.Payouts < 3 || report.Wallets < 2 {
				t.Errorf("it has seen %+v", report)
			}
			found := slices.ContainsFunc(report.Findings, func(f string) bool { return strings.Contains(f, c.want) })
			if c.want == "" && len(report.Findings) > 0 || c.want != "" && !found {
				t.Errorf("it finds %q, want %q", report.Findings, c.want)
			}
		})
	}
}

// project brings the read model to the end of the log, and ends before anything is planted.
func (k *kept) project() {
	k.t.Helper()
	if err := k.Runner.Rebuild(k.t.Context(), projectedrevenue.Name); err != nil {
		k.t.Fatal(err)
	}
}
