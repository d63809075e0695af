package revenue_test

import (
	"context"
	"testing"
)

func TestASiteOfAnotherCurrencyDoesNotStart(t *testing.T) {
	w := newWorld(t)
	if err := w.service.CheckLedger(t.Context()); err != nil {
		t.Fatalf("before the ledger is opened: %v", err)
	}
	if err := w.service.OpenLedger(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := w.service.CheckLedger(t.Context()); err != nil {
		t.Fatalf("the same currency: %v", err)
	}
	w.service.Currency = "CNY"
	if err := w.service.CheckLedger(t.Context()); err == nil {
		t.Error("a ledger in USD was accepted for CNY")
	}
	stopped, stop := context.WithCancel(t.Context())
	stop()
	if err := w.service.CheckLedger(stopped); err != nil {
		t.Errorf("a site that stops reports %v", err)
	}
}
