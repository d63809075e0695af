package analytics_test

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/modyard/modyard/domain/project"
	"github.com/modyard/modyard/domain/revenue"
	projectedrevenue "github.com/modyard/modyard/projections/revenue"
)

// shares are the shares of a day of both projects.
func (w *world) shares(day, run string, amount revenue.Amount) {
	w.t.Helper()
	w.Happen("revenueday-"+day, "",
		revenue.SharingBegun{Day: day, Run: run, Rule: "net-75", Version: 1, Hash: "hash", Inputs: "inputs"},
		revenue.SharesNoted{Day: day, Run: run, Source: "ads", Shares: []revenue.Share{
			{Project: own, Account: owner, Amount: amount}, {Project: own, Account: rival, Amount: amount}, {Project: other, Account: rival, Amount: 5 * amount},
		}},
		revenue.SharingFinished{Day: day, Run: run, Parts: 1, Sums: []revenue.Sum{{Source: "ads", Creators: 7 * amount}}})
}

func TestTheRevenueOfAProjectIsForMembersWhoMaySeeIt(t *testing.T) {
	w := newWorld(t)
	w.Also(projectedrevenue.New())
	w.shares("2026-01-31", "RunAAAA1", revenue.Unit)
	w.shares("2026-02-02", "RunBBBB2", 2*revenue.Unit)
	w.shares("2026-02-03", "RunCCCC3", 3*revenue.Unit)
	w.Happen("revenuemonth-2026-01", "", revenue.SettlementAsked{Month: "2026-01", Account: rival}, revenue.SettlementBegun{Month: "2026-01", ValueDate: "2026-03-31"},
		revenue.SettlementFinished{Month: "2026-01", Wallets: 2, Amount: 7 * revenue.Unit})
	w.Project(own, owner, project.MemberInvited{Account: analyst, Role: "a", Permissions: project.ViewAnalytics}, project.MemberJoined{Account: analyst},
		project.MemberInvited{Account: "UserPay6", Role: "a", Permissions: project.ViewPayouts}, project.MemberJoined{Account: "UserPay6"})
	w.Settle()
	const from = "/v3/analytics/revenue?start_date=2026-01-31T00:00:00Z&end_date=2026-02-03T00:00:00Z"
	for as, want := range map[string]string{
		owner:      `{"ProjOne1":{"1769817600":2.00,"1769990400":4.00}}`,
		"UserPay6": `{"ProjOne1":{"1769817600":2.00,"1769990400":4.00}}`,
		rival:      `{"ProjTwo2":{"1769817600":5.00,"1769990400":10.00}}`,
		analyst:    `{}`, staff: `{}`,
	} {
		got := w.send(http.StatusOK, as, http.MethodGet, from, "")
		if got.Body.String() != want || want != `{}` && got.Header().Get("Estimated-From") != "1769990400" {
			t.Errorf("%s: %s, %v", as, got.Body, got.Header())
		}
	}
	for _, as := range []string{"", "*" + owner} {
		w.send(http.StatusUnauthorized, as, http.MethodGet, from, "")
	}
	if got := w.send(http.StatusOK, staff, http.MethodGet, from+"&project_ids=[%22"+own+"%22]", "").Body.String(); got != `{}` {
		t.Errorf("a moderator sees %s", got)
	}
	if got := w.send(http.StatusOK, owner, http.MethodGet, from+"&resolution_minutes=525600", "").Body.String(); got != `{"ProjOne1":{"1766016000":6.00}}` {
		t.Errorf("a year: %s", got)
	}
	w.send(http.StatusBadRequest, owner, http.MethodGet, from+"&resolution_minutes=5", "")
}

func TestSlicesHaveRevenueWithItsEstimatesMarked(t *testing.T) {
	w := newWorld(t)
	w.Also(projectedrevenue.New())
	w.shares("2026-01-31", "RunAAAA1", revenue.Unit)
	w.shares("2026-02-02", "RunBBBB2", 2*revenue.Unit)
	w.Happen("revenuemonth-2026-01", "", revenue.SettlementAsked{Month: "2026-01", Account: rival}, revenue.SettlementBegun{Month: "2026-01", ValueDate: "2026-03-31"},
		revenue.SettlementFinished{Month: "2026-01", Wallets: 2, Amount: 7 * revenue.Unit})
	w.Settle()
	from, to := time.Date(2026, 1, 31, 0, 0, 0, 0, time.UTC), time.Date(2026, 2, 3, 0, 0, 0, 0, time.UTC)
	for metrics, want := range map[string]string{
		`"project_revenue":{"bucket_by":["project_id"]}`: `"metrics":[[{"source_project":"ProjOne1","metric_kind":"revenue","revenue":2.00}],[],[{"source_project":"ProjOne1","metric_kind":"revenue","revenue":4.00,"estimated":true}]]`,
		`"project_revenue":{}`:                           `"metrics":[[{"source_project":"","metric_kind":"revenue","revenue":2.00}],[],[{"source_project":"","metric_kind":"revenue","revenue":4.00,"estimated":true}]]`,
	} {
		got := w.send(http.StatusOK, owner, http.MethodPost, slicesPath, question(from, to, `"minutes":1440`, metrics, own, other)).Body.String()
		if !strings.Contains(got, want) {
			t.Errorf("%s\nwant %s", got, want)
		}
	}
	both := w.send(http.StatusOK, rival, http.MethodPost, slicesPath, question(from, to, `"slices":1`, `"project_revenue":{}`, own, other)).Body.String()
	if !strings.Contains(both, `"metrics":[[{"source_project":"","metric_kind":"revenue","revenue":15.00,"estimated":true}]]`) {
		t.Error(both)
	}
	w.send(http.StatusUnauthorized, "*"+owner, http.MethodPost, slicesPath, question(from, to, `"slices":1`, `"project_revenue":{}`, own))
	w.send(http.StatusBadRequest, owner, http.MethodPost, slicesPath, question(from, to, `"slices":1`, `"project_revenue":{"bucket_by":["country"]}`, own))
}

func TestAQuestionAboutRevenueSaysIfTheLedgerIsBehind(t *testing.T) {
	w := newWorld(t) // without the projector of the revenue
	w.Settle()
	const body = `{"time_range":{"start":"2026-02-01T00:00:00Z","end":"2026-02-03T00:00:00Z","resolution":{"slices":2}},"return_metrics":{"project_revenue":{}}}`
	r := httptest.NewRequest(http.MethodPost, "/v3/analytics", strings.NewReader(body))
	r.Header.Set("As", owner)
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Min-Position", "1")
	out := httptest.NewRecorder()
	w.api.ServeHTTP(out, r)
	if out.Header().Get("Stale") != "true" {
		t.Errorf("%d %v %s", out.Code, out.Header(), out.Body)
	}
}
