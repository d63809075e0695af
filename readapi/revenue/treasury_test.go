package revenue_test

import (
	"net/http"
	"testing"

	"github.com/modyard/modyard/domain/reason"
	domain "github.com/modyard/modyard/domain/revenue"
)

func because(text string) *reason.Addressed {
	return (&reason.Reason{Code: reason.Rules, Text: text}).To(maker)
}

var lists = []string{
	"/_internal/revenue", "/_internal/revenue/payouts", "/_internal/revenue/payouts/PayoAAA1", "/_internal/revenue/days", "/_internal/revenue/days/2026-01-03",
	"/_internal/revenue/months", "/_internal/revenue/corrections", "/_internal/revenue/batches",
}

func TestOnlyTreasurersAndAdministratorsSeeTheTreasury(t *testing.T) {
	w := newWorld(t)
	w.withdraw(on(4, 1), "PayoAAA1", maker, "bank", "manual", unit)
	w.at(on(4, 1), "wallet-"+maker, staff, domain.WalletFrozen{Account: maker, Reason: because("来源待查")})
	for _, path := range lists {
		w.refuses(http.StatusUnauthorized, nobody, path)
		w.refuses(http.StatusUnauthorized, token, path)
		for _, as := range []string{maker, staff} {
			if rec := w.get(as, path); rec.Code != http.StatusUnauthorized && rec.Code != http.StatusForbidden {
				t.Errorf("%s as %q: %d", path, as, rec.Code)
			}
		}
		for _, as := range []string{keeper, boss} {
			w.refuses(http.StatusOK, as, path)
		}
	}
	const frozen = "/_internal/revenue/frozen"
	for _, as := range []string{keeper, boss, staff} {
		w.wants(as, frozen, `"user":{"id":"UserMak1","username":"舟大工"`, `"by":{"id":"UserMod5"`, `"reason":"违反其他规则：来源待查"`)
	}
	if rec := w.get(maker, frozen); rec.Code == http.StatusOK {
		t.Error("a creator sees frozen balances")
	}
	w.refuses(http.StatusUnauthorized, nobody, frozen)
}

func TestTheTreasuryCountsWhatWaitsAndHasATrialBalance(t *testing.T) {
	w := newWorld(t)
	w.at(on(1, 1), "ledger-main", "", domain.LedgerOpened{Currency: "USD", Decimals: 2}, domain.RuleEnforced{Rule: "net-75", Version: 1, Hash: "rulehash", From: "2026-01-01"})
	w.at(on(1, 1), "ledger-main", keeper, domain.PayoutsPaused{})
	w.january()
	w.at(on(4, 1), "revenueday-2026-04-05", keeper, domain.IncomeEntered{Day: "2026-04-05", Entry: "EntryBBB", Source: "sponsor", Amount: unit, Account: keeper, Evidence: "hash"})
	w.withdraw(on(4, 1), "PayoAAA1", maker, "bank", "manual", unit)
	w.withdraw(on(4, 1), "PayoBBB2", maker, "bank", "manual", unit)
	w.at(on(4, 2), "payout-PayoBBB2", keeper, domain.PayoutApproved{Payout: "PayoBBB2", Account: maker, By: keeper, Enough: true})
	w.withdraw(on(4, 1), "PayoCCC3", maker, "pay", "http", unit)
	w.at(on(4, 2), "payout-PayoCCC3", "", domain.PayoutApproved{Payout: "PayoCCC3", Account: maker, Enough: true}, domain.PayoutDispatched{Payout: "PayoCCC3", Account: maker, Attempt: 1})
	w.withdraw(on(4, 14), "PayoDDD4", maker, "pay", "http", unit)
	w.at(on(4, 15), "payout-PayoDDD4", "", domain.PayoutApproved{Payout: "PayoDDD4", Account: maker, Enough: true}, domain.PayoutDispatched{Payout: "PayoDDD4", Account: maker, Attempt: 1})
	w.restored = true
	w.wants(keeper, "/_internal/revenue", `{"currency":"USD","paused":true,"restored":true,"alone":false,"sources":["ads","sponsor"],
"rules":[{"rule":"net-75","version":1,"hash":"rulehash","from":"2026-01-01"}],
"waiting":{"payouts":1,"held":0,"unclear":1,"manual":1,"entries":1,"corrections":0,"frozen":0},
"balance":[{"kind":"cash","id":"ads","amount":84.00,"accounts":1},{"kind":"income","id":"ads","amount":0.00,"accounts":0},{"kind":"platform","id":"","amount":-21.00,"accounts":1},
{"kind":"accrued","id":"","amount":-3.00,"accounts":1},{"kind":"wallet","id":"","amount":-56.00,"accounts":2},{"kind":"transit","id":"","amount":-4.00,"accounts":4}]`)
	for state, want := range map[string]string{
		"waiting": `[{"id":"PayoAAA1"`, "held": `[]`, "unclear": `[{"id":"PayoCCC3"`, "manual": `[{"id":"PayoBBB2"`, "open": `{"id":"PayoDDD4"`, "ended": `[]`,
	} {
		w.wants(keeper, "/_internal/revenue/payouts?state="+state, want)
	}
	w.refuses(http.StatusBadRequest, keeper, "/_internal/revenue/payouts?state=lost")
}

func TestAWithdrawalShowsTreasurersWhoApprovedItAndWhatItNeeds(t *testing.T) {
	w := newWorld(t)
	w.withdraw(on(4, 1), "PayoAAA1", maker, "bank", "manual", 2000*unit)
	w.wants(keeper, "/_internal/revenue/payouts/PayoAAA1", `"needs":2`, `"method_address":null`, `"user":{"id":"UserMak1","username":"舟大工"`)
	w.at(on(4, 2), "payout-PayoAAA1", keeper, domain.PayoutApproved{Payout: "PayoAAA1", Account: maker, By: keeper})
	w.wants(keeper, "/_internal/revenue/payouts/PayoAAA1", `"needs":1`, `"approvals":[{"id":"UserTre3","username":"账房"`)
	w.at(on(4, 2), "payout-PayoAAA1", second, domain.PayoutApproved{Payout: "PayoAAA1", Account: maker, By: second, Enough: true})
	w.at(on(4, 3), "payout-PayoAAA1", keeper, domain.PayoutDispatched{Payout: "PayoAAA1", Account: maker, Attempt: 1, Batch: "BatcAAA1"},
		domain.PayoutEndProposed{Payout: "PayoAAA1", Account: maker, By: keeper, End: domain.Succeeded, Evidence: "hash"})
	w.at(on(4, 3), "payoutbatch-BatcAAA1", keeper, domain.BatchMade{Batch: "BatcAAA1", Method: "bank", Payouts: []string{"PayoAAA1"}})
	w.wants(keeper, "/_internal/revenue/payouts/PayoAAA1", `"needs":0`, `"since":"2026-04-03T12:00:00Z","attempts":1,"batch":"BatcAAA1","proposed":"success","proposed_by":{"id":"UserTre3"`, `"kind":"end-proposed","detail":"认定为已付款"`)
	w.wants(keeper, "/_internal/revenue/batches", `"id":"BatcAAA1","method":"bank","method_name":"银行转账","at":"2026-04-03T12:00:00Z","by":{"id":"UserTre3"`, `"payouts":1,"open":1,"amount":1999.80`)
	w.refuses(http.StatusNotFound, keeper, "/_internal/revenue/payouts/Nothing1")
}

func TestDaysAndMonthsShowIncomeSharingAndSettlement(t *testing.T) {
	w := newWorld(t)
	w.january()
	w.wants(keeper, "/_internal/revenue/days?month=2026-01", `[{"day":"2026-01-04"`, `{"day":"2026-01-03","entries":[{"id":"Entry03","source":"ads","amount":40.00,"project":null,"user":{"id":"UserTre3"`,
		`"state":"confirmed","alone":false,"confirmer":{"id":"UserTre4"`, `"left_out":[],"shared":true,"rule":"net-75/1","creators":30.00,"platform":10.00,"reserve":0.00,"people":2,"changes":[]}`)
	// The day of April is shared; more is confirmed, and a project is left out.
	w.income("2026-04-03", "EntryMore", "sponsor", unit)
	w.at(on(4, 4), "revenueday-2026-04-03", keeper, domain.ProjectLeftOut{Day: "2026-04-03", Project: dark})
	w.wants(boss, "/_internal/revenue/days/2026-04-03", `"left_out":[{"id":"ProjTwo2","title":"Dark"`, `"shared":false,"rule":"net-75/1"`,
		`"changes":[{"project":{"id":"ProjOne1","title":"Lanternquay","slug":"quay","type":"mod"},"before":0.00,"now":2.00},{"project":{"id":"ProjTwo2"`)
	w.wants(keeper, "/_internal/revenue/days/2026-01-04", `"changes":[]`)
	w.wants(keeper, "/_internal/revenue/days/2026-02-01", `{"day":"2026-02-01","entries":[],"left_out":[],"shared":true,"rule":null,"creators":0.00`)
	w.wants(keeper, "/_internal/revenue/months",
		`[{"month":"2026-04","income":5.00,"creators":3.00,"unconfirmed":0,"days":1,"shared":0,"state":"open","asked_by":null,"asked_at":null,"from":"2026-05-10","value_date":"2026-06-28","wallets":0},
{"month":"2026-01","income":80.00,"creators":60.00,"unconfirmed":0,"days":2,"shared":2,"state":"settled","asked_by":{"id":"UserTre3"`, `"from":"2026-02-10","value_date":"2026-03-31","wallets":2}]`)
	w.refuses(http.StatusBadRequest, keeper, "/_internal/revenue/days?month=2026", "/_internal/revenue/days/2026-02-30", "/_internal/revenue/days/x")
}

func TestCorrectionsThatWaitComeFirst(t *testing.T) {
	w := newWorld(t)
	for _, id := range []string{"CorrAAA1", "CorrBBB2"} {
		w.at(on(4, 1), "correction-"+id, keeper, domain.CorrectionProposed{Correction: id, Account: maker, Amount: -unit, Month: "2026-01", By: keeper, Evidence: "hash", Reason: because("重复计入")})
	}
	w.at(on(4, 2), "correction-CorrAAA1", second, domain.CorrectionConfirmed{Correction: "CorrAAA1", Account: maker, Amount: -unit})
	w.wants(keeper, "/_internal/revenue/corrections", `[{"id":"CorrBBB2","user":{"id":"UserMak1"`, `"amount":-1.00,"month":"2026-01","by":{"id":"UserTre3"`,
		`"state":"proposed","reason":"违反其他规则：重复计入","evidence":"hash"},{"id":"CorrAAA1"`, `"state":"confirmed"`)
}

func TestAHeldWithdrawalSaysWhoHeldItUntilItIsReleased(t *testing.T) {
	w := newWorld(t)
	w.withdraw(on(4, 1), "PayoAAA1", maker, "bank", "manual", unit)
	w.wants(keeper, "/_internal/revenue/payouts/PayoAAA1", `"held_by":null`)
	w.at(on(4, 1), "payout-PayoAAA1", keeper, domain.PayoutHeld{Payout: "PayoAAA1", Account: maker, By: keeper, Reason: because("来源待查")})
	w.wants(second, "/_internal/revenue/payouts/PayoAAA1", `"held_by":{"id":"UserTre3","username":"账房"`)
	w.at(on(4, 2), "payout-PayoAAA1", second, domain.PayoutReleased{Payout: "PayoAAA1", Account: maker, Reason: because("已核实")})
	w.wants(second, "/_internal/revenue/payouts/PayoAAA1", `"held_by":null`)
}

func TestWhatPeoplePayWaitsUntilItsResultIsKnown(t *testing.T) {
	w := newWorld(t)
	w.withdraw(on(4, 1), "PayoAAA1", maker, "bank", "manual", 10*unit)
	w.at(on(4, 2), "payout-PayoAAA1", keeper, domain.PayoutApproved{Payout: "PayoAAA1", Account: maker, By: keeper, Enough: true},
		domain.PayoutDispatched{Payout: "PayoAAA1", Account: maker, Attempt: 1, Batch: "BatcAAA1"})
	w.wants(keeper, "/_internal/revenue/payouts?state=manual", `[{"id":"PayoAAA1"`, `"batch":"BatcAAA1"`)
	w.at(on(4, 3), "payout-PayoAAA1", keeper, domain.PayoutSucceeded{Payout: "PayoAAA1", Account: maker, Method: "bank", Provider: "manual", Amount: 10*unit - unit/5, Fee: unit / 5})
	w.wants(keeper, "/_internal/revenue/payouts?state=manual", `[]`)
}

func TestAWithdrawalCanBeCancelledUntilSomebodyHasTakenIt(t *testing.T) {
	w := newWorld(t)
	w.withdraw(on(4, 1), "PayoAAA1", maker, "bank", "manual", 10*unit)
	w.withdraw(on(4, 1), "PayoBBB2", maker, "pay", "http", 10*unit)
	w.wants(maker, "/v3/payout/PayoAAA1", `"method":"wire","method_id":"bank"`, `"cancellable":true`)
	for _, id := range []string{"PayoAAA1", "PayoBBB2"} {
		w.at(on(4, 2), "payout-"+id, keeper, domain.PayoutApproved{Payout: id, Account: maker, By: keeper, Enough: true}, domain.PayoutDispatched{Payout: id, Account: maker, Attempt: 1})
	}
	w.wants(maker, "/v3/payout/PayoAAA1", `"state":"sent"`, `"cancellable":false`)
	w.wants(maker, "/v3/payout/PayoBBB2", `"state":"sent"`, `"cancellable":true`)
	w.at(on(4, 3), "payout-PayoBBB2", "", domain.PayoutTaken{Payout: "PayoBBB2", Account: maker, Reference: "ref"})
	w.wants(maker, "/v3/payout/PayoBBB2", `"state":"taken"`, `"cancellable":false`)
}

func TestTreasurersAreToldThatTheyKeepTheMoney(t *testing.T) {
	w := newWorld(t)
	for as, want := range map[string]string{keeper: "true", boss: "true", maker: "false", staff: "false"} {
		w.wants(as, "/v3/payout/balance", `"keeps":`+want)
	}
}
