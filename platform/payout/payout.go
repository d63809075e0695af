// Package payout is the port to providers that pay people. A payout has one key for ever: a provider pays a key at most
// once, however often it is sent, so that an answer that was lost is asked for again, or the same payout is sent again.
package payout

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"
)

// Order asks a provider to pay.
type Order struct {
	Key      string            // idempotency key, for ever the same for one payout: letters, digits, - and _, at most MaxKey
	Account  string            // id of who is paid, for the provider's statement
	Amount   int64             // millionths of Currency's unit, whole cents, above zero
	Currency string            // ISO 4217, of Amount
	Method   string            // id of the method
	Quote    string            // id of a Quote whose currency is paid; empty: Currency is paid
	Details  map[string]string // of the destination: personal data
}

// The states of a payout at its provider.
const (
	Pending   = "pending"   // the provider has it and has not paid it yet
	Paid      = "paid"      // it is paid
	Refused   = "refused"   // it is not paid and never will be
	Cancelled = "cancelled" // as Refused, because it was asked for
	Returned  = "returned"  // it was paid and came back
	Unknown   = "unknown"   // the provider has never heard of the key; see Provider.Settle
)

// Status is what a provider says about a payout. Amounts are in millionths of a currency's unit.
type Status struct {
	State     string
	Reference string // the provider's own name for it
	Paid      int64  // what the receiver got, in Currency; above zero in the states Paid and Returned
	Fee       int64  // what the provider keeps in addition, in the order's currency
	Currency  string // of Paid
	Code      string // why it was refused, for programs
	Back      int64  // what came back, in the order's currency; above zero in the state Returned
}

// Quote is what a provider pays in another currency for an amount.
type Quote struct {
	ID, Currency string
	Rate         int64 // millionths of Currency's unit for one unit of the order's currency
	Minor        int64 // what is paid, in the smallest unit of Currency
	Digits       int   // decimals of Currency
	Until        time.Time
}

// Provider pays. Only a Status without an error says what happened to a payout: after any error the payout may have been
// paid, and the same order is asked for (Find) or sent again.
type Provider interface {
	// Quote is what is paid for an order in the method's currency. It is nil if the order's own currency is paid. The
	// order needs no key, account and details.
	Quote(ctx context.Context, o Order) (*Quote, error)
	// Send asks to pay. The same order may be sent again at any time.
	Send(ctx context.Context, o Order) (Status, error)
	// Find asks what became of a key.
	Find(ctx context.Context, key string) (Status, error)
	// Cancel asks not to pay. The provider decides: the answer is the state that holds, such as Paid.
	Cancel(ctx context.Context, key string) (Status, error)
	// Settle is how long after a Send the state Unknown is not believed, because the provider may not show it yet.
	Settle() time.Duration
}

// DefaultSettle is how long Unknown is not believed where a provider says nothing else.
const DefaultSettle = 15 * time.Minute

// ErrUnclear means that an answer does not say what happened: none came, or it is broken or not about the payout.
var ErrUnclear = errors.New("the provider's answer is not clear")

// ErrOrder means that an order cannot be sent as it is. Nothing was sent.
var ErrOrder = errors.New("the order cannot be sent")

// MaxKey is the length of the longest key.
const MaxKey = 100

// GoodKey is true for a key that can stand in an address and a header.
func GoodKey(key string) bool {
	return key != "" && len(key) <= MaxKey && !strings.ContainsFunc(key, func(r rune) bool {
		return (r < 'a' || r > 'z') && (r < 'A' || r > 'Z') && (r < '0' || r > '9') && r != '-' && r != '_'
	})
}

// GoodCurrency is true for three capital letters.
func GoodCurrency(code string) bool {
	return len(code) == 3 && strings.Trim(code, "ABCDEFGHIJKLMNOPQRSTUVWXYZ") == ""
}

const cent = 10_000 // millionths

// CheckAmount returns ErrOrder unless the amount and the currency of an order are complete.
func (o Order) CheckAmount() error {
	switch {
	case o.Amount <= 0 || o.Amount%cent != 0:
		return fmt.Errorf("%w: its amount is not a number of whole cents above zero", ErrOrder)
	case !GoodCurrency(o.Currency):
		return fmt.Errorf("%w: its currency is not a code of three letters", ErrOrder)
	case o.Method == "":
		return fmt.Errorf("%w: it has no method", ErrOrder)
	}
	return nil
}

// Check returns ErrOrder unless an order can be sent.
func (o Order) Check() error {
	if !GoodKey(o.Key) {
		return fmt.Errorf("%w: its key is not one of at most %d letters and digits", ErrOrder, MaxKey)
	}
	return o.CheckAmount()
}
