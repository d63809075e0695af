package revenue_test

import (
	"maps"
	"testing"

	"github.com/modyard/modyard/commands/commandstest"
	"github.com/modyard/modyard/contract"
)

func TestAskingForAWithdrawalReadsThreeStreamsAppendsOnceAndQueuesWhatCanBeSent(t *testing.T) {
	w := newWorld(t)
	w.earns(maker, 100)
	destination := w.destination(maker, "bank")
	var first contract.Payout
	asked := commandstest.Count(w.handler, func() { first = w.withdraw(maker, destination, "50") })
	want := map[string]int{"ledger": 1, "payout": 1, "wallet": 1}
	if !maps.Equal(asked.One, want) || asked.Whole != 1 || asked.Last != 0 || asked.Appends != 1 {
		t.Errorf("read %v, %d times several, appended %d times", asked.One, asked.Whole, asked.Appends)
	}
	if n := w.jobs("revenue.payout", first.ID); n != 0 {
		t.Errorf("%d jobs for a withdrawal that waits for a person", n)
	}
	w.approve(first.ID)
	w.drive(first.ID)
	if second := w.withdraw(maker, destination, "10"); w.jobs("revenue.payout", second.ID) != 1 {
		t.Error("a withdrawal that a rule approved has no job")
	}
}
