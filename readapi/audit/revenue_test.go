package audit_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/modyard/modyard/domain/project"
	"github.com/modyard/modyard/domain/reason"
	"github.com/modyard/modyard/domain/revenue"
	"github.com/modyard/modyard/eventlog"
)

func TestTheAuditHasEveryDecisionThatStopsMoneyOrLetsItGoOn(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.Project(quay, maker, project.Created{Project: quay, Slug: "quay", Type: project.TypeMod, Title: "蒸汽码头", Owner: maker})
	keeper := eventlog.Metadata{Actor: staff, Role: "treasurer"}
	fraud := &reason.Reason{Code: reason.Spam, Text: "刷量"}
	const day = "2026-03-04"
	w.as(keeper, "wallet-"+maker, revenue.WalletFrozen{Account: maker, By: staff, Reason: fraud.To(maker)}, revenue.WalletUnfrozen{Account: maker, Reason: fraud.To(maker)})
	w.as(keeper, "payout-Payout01", revenue.PayoutHeld{Payout: "Payout01", Account: maker, By: staff, Reason: fraud.To(maker)}, revenue.PayoutReleased{Payout: "Payout01", Account: maker})
	w.as(keeper, "revenueday-"+day, revenue.ProjectLeftOut{Day: day, Project: quay, Reason: fraud}, revenue.ProjectTakenIn{Day: day, Project: quay, Reason: fraud})
	w.as(keeper, "ledger-main", revenue.PayoutsPaused{Reason: fraud}, revenue.PayoutsResumed{})
	var lines []string
	for _, e := range w.list("actor=" + staff).Entries {
		why := ""
		if e.Reason != nil {
			why = e.Reason.Code + " " + e.Reason.Text
		}
		lines = append(lines, fmt.Sprintf("%s as %s of %s %s, %s %s %s: %s", e.Kind, e.Role, e.Subject.Type, e.Subject.ID, e.ItemType, e.Item, e.Value, why))
	}
	want := []string{
		"payouts-resumed as treasurer of ledger ,   : ",
		"payouts-paused as treasurer of ledger ,   : spam 刷量",
		"income-taken-in as treasurer of project " + quay + ",   2026-03-04: spam 刷量",
		"income-left-out as treasurer of project " + quay + ",   2026-03-04: spam 刷量",
		"payout-released as treasurer of user " + maker + ", payout Payout01 : ",
		"payout-held as treasurer of user " + maker + ", payout Payout01 : spam 刷量",
		"wallet-unfrozen as treasurer of user " + maker + ",   : spam 刷量",
		"wallet-frozen as treasurer of user " + maker + ",   : spam 刷量",
	}
	if strings.Join(lines, "\n") != strings.Join(want, "\n") {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(lines, "\n"), strings.Join(want, "\n"))
	}
	if got := w.kinds("subject=Payout01"); got != "payout-released payout-held" {
		t.Errorf("of a withdrawal: %s", got)
	}
}
