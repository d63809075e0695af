package live_test

import (
	"fmt"
	"testing"

	"github.com/modyard/modyard/domain/revenue"
)

// keeper is a treasurer who is not staff.
const keeper = "UserTre4"

func TestTreasurersAndStaffFollowWhateverHappensToTheMoney(t *testing.T) {
	w := newWorld(t)
	keepers, moderators := w.open("keeper", "?topic=treasury"), w.open("staff", "?topic=treasury")
	others := w.open("stranger", "?topic=treasury&topic=revenue")
	entered := revenue.IncomeEntered{Day: "2026-04-01", Entry: "EntryAAA", Source: "ads", Amount: revenue.Unit, Account: keeper, Evidence: "hash"}
	at := uint64(w.Happen("revenueday-2026-04-01", keeper, entered))
	for name, p := range map[string]*tap{"a treasurer": keepers, "a moderator": moderators} {
		if e := p.next(); e.kind != "moved" || e.data.Topic != "treasury" || e.data.Position != at {
			t.Errorf("%s: %+v", name, e)
		}
	}
	// Both topics are published together: with the second withdrawal, whatever the first round told has come.
	for _, id := range []string{"PayoAAA1", "PayoBBB2"} {
		paid := w.Happen("payout-"+id, stranger, revenue.PayoutRequested{Payout: id, Account: stranger, Method: "bank", Provider: "manual", Destination: "DestAAA1", Amount: revenue.Unit})
		if e := others.next(); e.data.Topic != "revenue" || e.data.Position != uint64(paid) {
			t.Errorf("somebody else: %+v", e)
		}
	}
	again := w.open("keeper", fmt.Sprintf("?topic=treasury@%d", at-1))
	if e := again.next(); e.data.Topic != "treasury" || e.data.Position <= at {
		t.Errorf("a treasurer who missed something: %+v", e)
	}
}
