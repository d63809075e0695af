package revenue_test

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/domain/project"
	domain "github.com/modyard/modyard/domain/revenue"
	"github.com/modyard/modyard/readapi/revenue"
)

// ask reads a document after all events are projected.
func ask[T any](w *world, as, path string) (v T) {
	w.t.Helper()
	rec := w.get(as, path)
	if rec.Code != http.StatusOK {
		w.t.Fatalf("%s as %q: %d %s", path, as, rec.Code, rec.Body)
	}
	if err := json.Unmarshal(rec.Body.Bytes(), &v); err != nil {
		w.t.Fatalf("%s: %v: %s", path, err, rec.Body)
	}
	return v
}

// ledgerPage is a page of lines without the amounts, which are compared as texts (wants).
type ledgerPage struct {
	Lines []struct {
		Number    int64                   `json:"number"`
		ValueDate string                  `json:"value_date"`
		Project   *contract.LedgerProject `json:"project"`
	} `json:"lines"`
	Next  *int64 `json:"next"`
	Count int64  `json:"count"`
	Years []int  `json:"years"`
}

func TestABalanceHasWhatCanBeWithdrawnNowAndLater(t *testing.T) {
	w := newWorld(t)
	w.january()
	w.share("2026-02-07", "RunFeb1", "ads", domain.Share{Project: quay, Account: maker, Amount: 7*unit + 5})
	w.at(on(3, 1), "wallet-"+maker, "", domain.Earned{Account: maker, Month: "2026-02", ValueDate: "2026-04-29", Lines: []domain.Line{{Project: quay, Source: "ads", Amount: 7*unit + 5}}})
	w.withdraw(on(4, 10), "PayoAAA1", maker, "bank", "manual", 10*unit)
	w.standing = revenue.Standing{Verified: true, Factor: true, Leaving: true}
	w.wants(maker, "/v3/payout/balance", `"available":38.00,"withdrawn_lifetime":9.80,"withdrawn_ytd":9.80,"pending":7.00,"dates":{"2026-04-29T00:00:00Z":7.00},
"requested_form_type":null,"form_completion_status":null,"earned_lifetime":55.00,"estimated":3.00,"in_transit":9.80,"fees_lifetime":0.20,"currency":"USD",
"standing":{"methods":true,"paused":false,"frozen":false,"frozen_reason":null,"verified":true,"factor":true,"confirmed":false,"leaving":true,"keeps":false,"debt":false,"open":1}`)
	w.wants(staff, "/v3/payout/balance", `"available":0.00`, `"dates":{}`, `"open":0`)
	w.refuses(401, nobody, "/v3/payout/balance")
	w.refuses(401, token, "/v3/payout/balance", "/v3/payout", "/v3/payout/history", "/v3/payout/totals", "/v3/payout/ledger", "/v3/payout/ledger.csv", "/v3/payout/months", "/v3/payout/destinations")
}

func TestABalanceSaysWhyNothingCanBeWithdrawn(t *testing.T) {
	w := newWorld(t)
	w.at(on(3, 1), "ledger-main", "", domain.LedgerOpened{Currency: "USD", Decimals: 2}, domain.PayoutsPaused{})
	w.at(on(3, 1), "wallet-"+maker, keeper, domain.Corrected{Account: maker, Correction: "CorrAAA1", Amount: -5*unit - 1}, domain.WalletFrozen{Account: maker, Reason: because("来源待查")})
	w.wants(maker, "/v3/payout/balance", `"available":-5.01`, `"paused":true,"frozen":true,"frozen_reason":"违反其他规则：来源待查"`, `"debt":true`)
}

func TestWithdrawalsAreThoseOfTheAccount(t *testing.T) {
	w := newWorld(t)
	w.january()
	w.withdraw(on(4, 1), "PayoAAA1", maker, "bank", "manual", 10*unit)
	w.pay(on(4, 2), "PayoAAA1", maker, "bank", "manual", 10*unit)
	w.withdraw(on(4, 3), "PayoBBB2", maker, "pay", "http", 5*unit)
	w.at(on(4, 4), "payout-PayoBBB2", "", domain.PayoutFailed{Payout: "PayoBBB2", Account: maker, Code: "refused"})
	w.at(on(4, 4), "wallet-"+maker, "", domain.PayoutRestored{Account: maker, Payout: "PayoBBB2", Amount: 5 * unit})
	w.withdraw(on(4, 5), "PayoCCC3", maker, "gone", "http", 6*unit)
	w.at(on(4, 6), "payout-PayoCCC3", keeper, domain.PayoutHeld{Payout: "PayoCCC3", Account: maker, By: keeper, Reason: because("来源待查")},
		domain.PayoutEndProposed{Payout: "PayoCCC3", Account: maker, By: keeper, End: domain.Failed})
	list := ask[[]map[string]any](w, maker, "/v3/payout")
	if len(list) != 3 || list[0]["id"] != "PayoCCC3" || list[0]["state"] != "held" || list[0]["status"] != "in-transit" || list[0]["method_name"] != "gone" ||
		list[1]["status"] != "failed" || list[1]["code"] != "refused" || list[2]["status"] != "success" || list[2]["method_name"] != "银行转账" ||
		list[2]["method_address"] != "····Mak1" || list[2]["platform_id"] != "ref-PayoAAA1" {
		t.Errorf("%+v", list)
	}
	w.wants(maker, "/v3/payout/PayoAAA1", `"amount":9.80,"fee":0.20`, `"kind":"approved","detail":null`, `"kind":"dispatched","detail":null`, `"kind":"taken","detail":"ref-PayoAAA1"`, `"kind":"succeeded"`)
	w.wants(maker, "/v3/payout/PayoBBB2", `"kind":"failed","detail":"收款方拒收"`)
	w.wants(maker, "/v3/payout/PayoCCC3", `"reason":"违反其他规则：来源待查"`, `"kind":"held","detail":"违反其他规则：来源待查"}]`)
	w.wants(helper, "/v3/payout", `[]`)
	w.refuses(404, helper, "/v3/payout/PayoAAA1")
	w.refuses(404, boss, "/v3/payout/PayoAAA1")
	w.refuses(401, nobody, "/v3/payout/PayoAAA1")
	w.wants(maker, "/v3/payout/history",
		`[{"type":"withdrawal","id":"PayoCCC3","status":"in-transit","created":"2026-04-05T12:00:00Z","amount":5.80,"fee":0.20,"method_type":"gone","method_id":"gone","method_address":"····Mak1"}`,
		`{"type":"payout_available","created":"2026-03-31T00:00:00Z","amount":48.00,"payout_source":"creator_rewards"}]`)
	w.wants(maker, "/v3/payout/totals", `"total":15.60,"in_transit":5.80,"by_year":[{"year":2026,"amount":15.60,"in_transit":5.80}]`,
		`"by_method":[{"method":"bank","method_name":"银行转账","amount":9.80,"in_transit":0.00},{"method":"gone","method_name":"gone","amount":5.80,"in_transit":5.80}]`)
}

func TestWhatCameBackIsNotWithdrawn(t *testing.T) {
	w := newWorld(t)
	w.withdraw(on(4, 1), "PayoAAA1", maker, "bank", "manual", 10*unit)
	w.pay(on(4, 2), "PayoAAA1", maker, "bank", "manual", 10*unit)
	w.at(on(4, 5), "payout-PayoAAA1", "", domain.PayoutCameBack{Payout: "PayoAAA1", Account: maker, Amount: 9 * unit})
	w.at(on(4, 5), "wallet-"+maker, "", domain.PayoutReturned{Account: maker, Payout: "PayoAAA1", Provider: "manual", Amount: 9 * unit})
	w.wants(maker, "/v3/payout/balance", `"available":-1.00,"withdrawn_lifetime":0.80`)
	w.wants(maker, "/v3/payout/PayoAAA1", `"status":"failed"`, `"state":"returned"`, `"returned":9.00`, `"kind":"came-back","detail":"9.00USD"`)
}

func TestALedgerIsFilteredAndContinued(t *testing.T) {
	w := newWorld(t)
	w.january()
	w.at(on(3, 1), "wallet-"+maker, "", domain.Earned{Account: maker, Month: "2026-02", ValueDate: "2026-04-29", Lines: []domain.Line{
		{Project: dark, Source: "ads", Amount: unit}, {Project: quay, Source: "sponsor", Amount: 2 * unit},
	}})
	w.withdraw(on(4, 10), "PayoAAA1", maker, "bank", "manual", 10*unit)
	w.at(on(4, 11).AddDate(-1, 0, 0), "wallet-"+maker, keeper, domain.Corrected{Account: maker, Correction: "CorrAAA1", Amount: -unit, Month: "2026-01", Reason: because("重复计入")})
	first := ask[ledgerPage](w, maker, "/v3/payout/ledger?limit=3")
	if len(first.Lines) != 3 || first.Count != 5 || *first.Next != 3 || len(first.Years) != 2 || first.Years[0] != 2026 || first.Lines[0].Number != 5 {
		t.Errorf("%+v", first)
	}
	rest := ask[ledgerPage](w, maker, "/v3/payout/ledger?limit=3&before=3")
	if len(rest.Lines) != 2 || rest.Next != nil || rest.Lines[0].Number != 2 || *rest.Lines[0].Project.Title != "Dark" || rest.Lines[0].ValueDate != "2026-04-29" {
		t.Errorf("%+v", rest)
	}
	w.wants(maker, "/v3/payout/ledger?kind=correction", `"kind":"correction","amount":-1.00,"balance":40.00,"value_date":null,"month":"2026-01","source":null,"project":null,"payout":null,"reason":"违反其他规则：重复计入"`, `"count":1`)
	w.wants(maker, "/v3/payout/ledger?year=2026&project="+quay, `"count":2`, `"amount":2.00,"balance":51.00`, `"project":{"id":"ProjOne1","title":"Lanternquay","slug":"quay","type":"mod"}`)
	w.wants(maker, "/v3/payout/ledger?year=2025", `"count":1`)
	w.wants(staff, "/v3/payout/ledger", `"lines":[],"next":null,"count":0,"years":[]`)
	w.refuses(400, maker, "/v3/payout/ledger?kind=gift", "/v3/payout/ledger?year=99999", "/v3/payout/ledger?before=-1", "/v3/payout/ledger?year=x")
	w.Project(quay, maker, project.Deleted{Slug: "quay"})
	w.wants(maker, "/v3/payout/ledger?project="+quay, `"project":{"id":"ProjOne1","title":null,"slug":null,"type":null}`)
}

func TestASettledLineNamesTheSharesOfItsDays(t *testing.T) {
	w := newWorld(t)
	w.january()
	w.wants(helper, "/v3/payout/ledger/1", `"month":"2026-01"`, `"days":[
{"day":"2026-01-03","rule":"net-75/1","hash":"rulehash","inputs":"inputs-2026-01-03","project":30.00,"amount":6.00,"basis_points":2000,"people":2},
{"day":"2026-01-04","rule":"net-75/1","hash":"rulehash","inputs":"inputs-2026-01-04","project":30.00,"amount":6.00,"basis_points":2000,"people":2}]`)
	w.withdraw(on(4, 10), "PayoAAA1", helper, "bank", "manual", 2*unit)
	w.wants(helper, "/v3/payout/ledger/2", `"kind":"payout","amount":-2.00`, `"days":[]`)
	w.refuses(404, helper, "/v3/payout/ledger/3", "/v3/payout/ledger/0", "/v3/payout/ledger/-1", "/v3/payout/ledger/x", "/v3/payout/ledger/99999999999999999999")
	w.refuses(404, staff, "/v3/payout/ledger/1")
	w.refuses(401, nobody, "/v3/payout/ledger/1")
}

func TestATableForSpreadsheetsHasNoFormulas(t *testing.T) {
	w := newWorld(t)
	w.january()
	w.Project("ProjEvil", maker, project.Created{Project: "ProjEvil", Slug: "evil", Type: project.TypeMod, Title: `=HYPERLINK("x"),"y"`, Owner: maker})
	w.at(on(3, 1), "wallet-"+maker, "", domain.Earned{Account: maker, Month: "2026-02", ValueDate: "2026-04-29", Lines: []domain.Line{{Project: "ProjEvil", Source: "ads", Amount: unit}}},
		domain.Corrected{Account: maker, Correction: "CorrAAA1", Amount: -2 * unit, Reason: because("a\nb")})
	rec := w.get(maker, "/v3/payout/ledger.csv")
	want := "\ufeff编号,时间（UTC）,种类,金额,余额,货币,可提现日期,月份,来源,资源,资源 ID,提现,说明\n" +
		"3,2026-03-01 12:00:00,更正,-2.00,47.00,USD,,,,,,,\"违反其他规则：a\nb\"\n" +
		"2,2026-03-01 12:00:00,结算,1.00,49.00,USD,2026-04-29,2026-02,ads,\"'=HYPERLINK(\"\"x\"\"),\"\"y\"\"\",ProjEvil,,\n" +
		"1,2026-02-12 12:00:00,结算,48.00,48.00,USD,2026-03-31,2026-01,ads,Lanternquay,ProjOne1,,\n"
	if got := rec.Body.String(); got != want || rec.Header().Get("Content-Type") != "text/csv; charset=utf-8" {
		t.Errorf("%q\nwant %q", got, want)
	}
	if got := w.get(maker, "/v3/payout/ledger.csv?kind=correction").Body.String(); strings.Count(got, "\n") != 3 {
		t.Errorf("%q", got)
	}
	w.refuses(401, nobody, "/v3/payout/ledger.csv")
}

func TestMonthsAreSettledOrEstimated(t *testing.T) {
	w := newWorld(t)
	w.january()
	w.wants(maker, "/v3/payout/months", `[{"month":"2026-04","value_date":null,"sources":[{"source":"ads","amount":3.00}],"amount":3.00},
{"month":"2026-01","value_date":"2026-03-31","sources":[{"source":"ads","amount":48.00}],"amount":48.00}]`)
	w.wants(maker, "/v3/payout/months/2026-04", `"settled":false,"projects":[{"project":{"id":"ProjOne1","title":"Lanternquay","slug":"quay","type":"mod"},"amount":2.00},
{"project":{"id":"ProjTwo2","title":"Dark","slug":"dark","type":"mod"},"amount":1.00}],"days":[{"day":"2026-04-03","amount":3.00}]`)
	w.wants(helper, "/v3/payout/months/2026-01", `"settled":true`, `"days":[{"day":"2026-01-03","amount":6.00},{"day":"2026-01-04","amount":6.00}]`)
	w.wants(staff, "/v3/payout/months", `[]`)
	w.wants(staff, "/v3/payout/months/2026-02", `"settled":false,"projects":[],"days":[]`)
	w.refuses(400, maker, "/v3/payout/months/2026-13", "/v3/payout/months/2026-1", "/v3/payout/months/x")
	w.refuses(401, nobody, "/v3/payout/months", "/v3/payout/months/2026-01")
}

func TestDestinationsAreMaskedAndOnlyOnesOwn(t *testing.T) {
	w := newWorld(t)
	w.at(on(3, 1), "wallet-"+maker, maker, domain.DestinationAdded{Account: maker, Destination: "DestAAA1", Method: "bank", Rests: "2026-03-02T12:00:00Z"},
		domain.DestinationAdded{Account: maker, Destination: "DestBBB2", Method: "pay", Rests: "2026-03-02T12:00:00Z"})
	w.at(on(3, 2), "wallet-"+maker, maker, domain.DestinationRemoved{Account: maker, Destination: "DestBBB2"})
	want := `[{"id":"DestAAA1","method":"bank","method_name":"银行转账","mark":"····Mak1","created":"2026-03-01T12:00:00Z","rests":"2026-03-02T12:00:00Z","used":`
	w.wants(maker, "/v3/payout/destinations", want+`false}]`)
	w.withdraw(on(4, 1), "PayoAAA1", maker, "bank", "manual", unit)
	w.pay(on(4, 1), "PayoAAA1", maker, "bank", "manual", unit)
	w.wants(maker, "/v3/payout/destinations", want+`true}]`)
	w.wants(helper, "/v3/payout/destinations", `[]`)
	w.refuses(401, nobody, "/v3/payout/destinations")
}

func TestEverybodySeesTheRevenueOfTheSiteByDay(t *testing.T) {
	w := newWorld(t)
	w.january()
	w.wants(nobody, "/v3/payout/platform_revenue", `{"all_time":63.00,"all_time_available":60.00,"data":[{"time":1775174400,"revenue":1.00,"creator_revenue":3.00}]}`)
	w.wants(nobody, "/v3/payout/platform_revenue?start=2026-01-03&end=2026-01-03T23:00:00Z", `"data":[{"time":1767398400,"revenue":10.00,"creator_revenue":30.00}]`)
	w.refuses(400, nobody, "/v3/payout/platform_revenue?start=x", "/v3/payout/platform_revenue?end=2026", "/v3/payout/platform_revenue?start=2026-02-01&end=2026-01-01",
		"/v3/payout/platform_revenue?start=1990-01-01")
}
