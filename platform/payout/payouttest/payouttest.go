// Package payouttest is what every payout provider must do, as tests.
package payouttest

import (
	"errors"
	"fmt"
	"sync"
	"testing"

	"github.com/modyard/modyard/platform/payout"
)

// Case is a provider and what the tests know of its inside.
type Case struct {
	Provider payout.Provider
	Foreign  payout.Provider               // the same, for a method that pays Pays
	Pays     string                        // another currency than USD
	Payments func(key string) int          // how often the provider has paid a key
	Accounts map[Outcome]map[string]string // details of destinations by what happens to a payout to them
}

// Outcome is what happens to a payout.
type Outcome string

// The outcomes.
const (
	AtOnce      Outcome = "paid by the first send"
	Soon        Outcome = "pending, then paid"
	Refused     Outcome = "refused"
	Returned    Outcome = "paid, then returned"
	Lost        Outcome = "paid, but sends get no answer"
	Never       Outcome = "pending until it is cancelled"
	OtherAmount Outcome = "paid with another amount"
)

const amount = 12_340_000

// asks is how often a test asks for what must happen after a few questions.
const asks = 10

type suite struct {
	Case
	t *testing.T
}

// Run runs the tests, each with a provider of its own.
func Run(t *testing.T, open func(t *testing.T) Case) {
	for name, test := range map[string]func(s suite){
		"the same order sent a hundred times at once is paid once":       sameOrder,
		"a key with another content is unclear and pays nothing more":    otherContent,
		"after a lost answer the payout is found, and paid once":         lostAnswer,
		"a key that was never sent is unknown, and cancelling it, too":   neverSent,
		"a cancelled payout is never paid":                               cancelledBefore,
		"a paid payout cannot be cancelled":                              cancelledAfter,
		"a refusal has a code and stays one":                             refusal,
		"a payout may come back after it was paid":                       cameBack,
		"an answer with another amount is passed on as it is":            otherAmount,
		"a quote agrees with its rate, and its currency is what is paid": quoted,
		"an unknown quote pays nothing":                                  unknownQuote,
		"the order's own currency needs no quote":                        ownCurrency,
		"an order that is not complete is not sent":                      incomplete,
	} {
		t.Run(name, func(t *testing.T) { test(suite{open(t), t}) })
	}
}

func (s suite) order(key string, to Outcome) payout.Order {
	return payout.Order{Key: key, Account: "Ab3dE5gH", Amount: amount, Currency: "USD", Method: "bank", Details: s.Accounts[to]}
}

// is checks a state that was answered.
func (s suite) is(want string) func(payout.Status, error) payout.Status {
	return func(got payout.Status, err error) payout.Status {
		s.t.Helper()
		if err != nil || got.State != want {
			s.t.Fatalf("%+v %v, want %s", got, err, want)
		}
		return got
	}
}

func (s suite) paid(key string, want int) {
	s.t.Helper()
	if got := s.Payments(key); got != want {
		s.t.Errorf("%s was paid %d times, want %d", key, got, want)
	}
}

// until asks until a state is answered.
func (s suite) until(key, want string) payout.Status {
	s.t.Helper()
	var got payout.Status
	for range asks {
		var err error
		if got, err = s.Provider.Find(s.t.Context(), key); err != nil {
			s.t.Fatal(err)
		}
		if got.State == want {
			return got
		}
	}
	s.t.Fatalf("%s is %+v, want %s", key, got, want)
	return got
}

func sameOrder(s suite) {
	o := s.order("same", Soon)
	answers := make([]payout.Status, 100)
	var all sync.WaitGroup
	for i := range answers {
		all.Go(func() {
			var err error
			if answers[i], err = s.Provider.Send(s.t.Context(), o); err != nil {
				s.t.Error(err)
			}
		})
	}
	all.Wait()
	for _, a := range answers {
		if a.Reference == "" || a.Reference != answers[0].Reference {
			s.t.Errorf("%+v and %+v are two payouts", a, answers[0])
		}
	}
	got := s.until(o.Key, payout.Paid)
	if got.Paid != amount || got.Currency != "USD" {
		s.t.Errorf("%+v", got)
	}
	s.is(payout.Paid)(s.Provider.Send(s.t.Context(), o))
	s.paid(o.Key, 1)
}

func otherContent(s suite) {
	o := s.order("other", AtOnce)
	s.is(payout.Paid)(s.Provider.Send(s.t.Context(), o))
	for _, spoil := range []func(*payout.Order){
		func(o *payout.Order) { o.Amount *= 2 },
		func(o *payout.Order) { o.Account = "another" },
		func(o *payout.Order) { o.Details = s.Accounts[Refused] },
	} {
		changed := o
		spoil(&changed)
		s.unclear(s.Provider.Send(s.t.Context(), changed))
	}
	if got := s.is(payout.Paid)(s.Provider.Find(s.t.Context(), o.Key)); got.Paid != amount {
		s.t.Errorf("%+v", got)
	}
	s.paid(o.Key, 1)
}

func (s suite) unclear(got payout.Status, err error) {
	s.t.Helper()
	if !errors.Is(err, payout.ErrUnclear) || got != (payout.Status{}) {
		s.t.Errorf("%+v %v", got, err)
	}
}

func lostAnswer(s suite) {
	o := s.order("lost", Lost)
	for range 3 {
		s.unclear(s.Provider.Send(s.t.Context(), o))
	}
	s.until(o.Key, payout.Paid)
	s.paid(o.Key, 1)
}

func neverSent(s suite) {
	s.is(payout.Unknown)(s.Provider.Find(s.t.Context(), "nobody-sent-this"))
	s.is(payout.Unknown)(s.Provider.Cancel(s.t.Context(), "nobody-sent-this"))
	if s.Provider.Settle() <= 0 {
		s.t.Error("an unknown key is believed at once")
	}
}

func cancelledBefore(s suite) {
	o := s.order("cancelled", Never)
	s.is(payout.Pending)(s.Provider.Send(s.t.Context(), o))
	for range 2 {
		s.is(payout.Cancelled)(s.Provider.Cancel(s.t.Context(), o.Key))
	}
	s.is(payout.Cancelled)(s.Provider.Find(s.t.Context(), o.Key))
	s.is(payout.Cancelled)(s.Provider.Send(s.t.Context(), o))
	s.paid(o.Key, 0)
}

func cancelledAfter(s suite) {
	o := s.order("paid", AtOnce)
	s.is(payout.Paid)(s.Provider.Send(s.t.Context(), o))
	s.is(payout.Paid)(s.Provider.Cancel(s.t.Context(), o.Key))
	s.is(payout.Paid)(s.Provider.Find(s.t.Context(), o.Key))
	s.paid(o.Key, 1)
}

func refusal(s suite) {
	o := s.order("refused", Refused)
	for range 2 {
		if got := s.is(payout.Refused)(s.Provider.Send(s.t.Context(), o)); got.Code == "" {
			s.t.Error("it has no code")
		}
		s.is(payout.Refused)(s.Provider.Find(s.t.Context(), o.Key))
	}
	s.is(payout.Refused)(s.Provider.Cancel(s.t.Context(), o.Key))
	s.paid(o.Key, 0)
}

func cameBack(s suite) {
	o := s.order("back", Returned)
	s.is(payout.Paid)(s.Provider.Send(s.t.Context(), o))
	if got := s.until(o.Key, payout.Returned); got.Back != amount || got.Paid != amount {
		s.t.Errorf("%+v", got)
	}
	s.is(payout.Returned)(s.Provider.Send(s.t.Context(), o))
	s.paid(o.Key, 1)
}

func otherAmount(s suite) {
	o := s.order("more", OtherAmount)
	if _, err := s.Provider.Send(s.t.Context(), o); err != nil {
		s.t.Fatal(err)
	}
	if got := s.until(o.Key, payout.Paid); got.Paid == amount || got.Paid <= 0 {
		s.t.Errorf("%+v", got)
	}
}

func quoted(s suite) {
	o := s.order("quoted", AtOnce)
	q, err := s.Foreign.Quote(s.t.Context(), o)
	if err != nil || q == nil || q.Currency != s.Pays || q.ID == "" || q.Until.IsZero() {
		s.t.Fatalf("%+v %v", q, err)
	}
	if want, _ := payout.Converted(o.Amount, q.Rate, q.Digits); q.Minor < want || q.Minor > want+1 {
		s.t.Errorf("%+v, want %d", q, want)
	}
	o.Quote = q.ID
	got := s.is(payout.Paid)(s.Foreign.Send(s.t.Context(), o))
	if minor, whole := payout.Minor(got.Paid, q.Digits); got.Currency != s.Pays || minor != q.Minor || !whole {
		s.t.Errorf("%+v is paid of %+v", got, q)
	}
	s.paid(o.Key, 1)
}

func unknownQuote(s suite) {
	o := s.order("unknown-quote", AtOnce)
	o.Quote = "nobody-made-this"
	got, err := s.Foreign.Send(s.t.Context(), o)
	if !errors.Is(err, payout.ErrUnclear) && got.State != payout.Refused {
		s.t.Errorf("%+v %v", got, err)
	}
	s.paid(o.Key, 0)
}

func ownCurrency(s suite) {
	if q, err := s.Provider.Quote(s.t.Context(), s.order("", AtOnce)); q != nil || err != nil {
		s.t.Errorf("%+v %v", q, err)
	}
}

func incomplete(s suite) {
	for i, spoil := range []func(*payout.Order){
		func(o *payout.Order) { o.Key = "" },
		func(o *payout.Order) { o.Key = "a/../b" },
		func(o *payout.Order) { o.Amount = -o.Amount },
		func(o *payout.Order) { o.Amount = 0 },
		func(o *payout.Order) { o.Amount++ },
		func(o *payout.Order) { o.Currency = "usd" },
	} {
		o := s.order(fmt.Sprint("incomplete-", i), AtOnce)
		spoil(&o)
		if _, err := s.Provider.Send(s.t.Context(), o); !errors.Is(err, payout.ErrOrder) {
			s.t.Errorf("%d: %v", i, err)
		}
		if payout.GoodKey(o.Key) {
			s.is(payout.Unknown)(s.Provider.Find(s.t.Context(), o.Key))
		}
	}
}
