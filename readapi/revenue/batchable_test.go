package revenue_test

import (
	"fmt"
	"slices"
	"testing"
	"time"

	domain "github.com/modyard/modyard/domain/revenue"
	"github.com/modyard/modyard/readapi/revenue"
)

func TestABatchOfOneMethodDoesNotWaitBehindOthers(t *testing.T) {
	w := newWorld(t)
	minute := 0
	waits := func(id, account, method, provider string) {
		minute++
		w.withdraw(on(4, 1).Add(time.Duration(minute)*time.Minute), id, account, method, provider, 10*unit)
		w.at(on(4, 2), "payout-"+id, keeper, domain.PayoutApproved{Payout: id, Account: account, By: keeper, Enough: true})
	}
	for i := range 5 {
		waits(fmt.Sprintf("PayoOld%d", i), maker, "bank", "manual")
	}
	waits("PayoHeld", maker, "pay", "manual")
	w.at(on(4, 2), "payout-PayoHeld", keeper, domain.PayoutHeld{Payout: "PayoHeld", Account: maker, By: keeper})
	waits("PayoSent", maker, "pay", "manual")
	w.at(on(4, 2), "payout-PayoSent", keeper, domain.PayoutDispatched{Payout: "PayoSent", Account: maker, Attempt: 1, Batch: "BatcOld1"})
	waits("PayoIced", helper, "pay", "manual")
	w.at(on(4, 2), "wallet-"+helper, keeper, domain.WalletFrozen{Account: helper, By: keeper})
	waits("PayoHttp", maker, "pay", "http")
	w.withdraw(on(4, 1), "PayoWait", maker, "pay", "manual", 10*unit)
	waits("PayoAAA1", maker, "pay", "manual")
	waits("PayoBBB2", maker, "pay", "manual")
	waits("PayoCCC3", maker, "pay", "manual")
	w.Settle()
	got, err := revenue.Batchable(t.Context(), w.DB.Pool, "pay", 2)
	if want := []string{"PayoAAA1", "PayoBBB2"}; err != nil || !slices.Equal(got, want) {
		t.Errorf("%v %v, want %v", got, err, want)
	}
}
