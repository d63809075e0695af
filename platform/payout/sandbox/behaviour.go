package sandbox

import (
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"strings"
	"time"

	"github.com/modyard/modyard/platform/payout"
)

// Behaviour is how a sandbox misbehaves, in percent of requests or of orders. Which of them follows from the seed, the key
// and the number of the request alone.
type Behaviour struct {
	Name  string
	Delay time.Duration // an answer is later by up to this

	// Of requests.
	Drop  int // the connection breaks before anything is done
	Lose  int // all is done, then the connection breaks
	Twice int // the answer comes twice
	Older int // the state is the one before

	// Of orders that no trigger decides.
	Refuse int
	Return int // paid, then it comes back
	Lie    int // refused but paid later, or paid with another amount or currency in the answer
}

// The behaviours by name.
const (
	Honest = "honest"
	Lossy  = "lossy"
	Lying  = "lying"
)

// Named returns a behaviour.
func Named(name string) (Behaviour, error) {
	lossy := Behaviour{Name: Lossy, Delay: 50 * time.Millisecond, Drop: 10, Lose: 20, Twice: 5, Older: 15, Refuse: 5, Return: 5}
	switch name {
	case Honest:
		return Behaviour{Name: Honest}, nil
	case Lossy:
		return lossy, nil
	case Lying:
		lossy.Name, lossy.Lie = Lying, 30
		return lossy, nil
	}
	return Behaviour{}, fmt.Errorf("the behaviour of the payout sandbox must be %s, %s or %s", Honest, Lossy, Lying)
}

// chance is a number below below that follows from its arguments alone.
func chance(seed uint64, key string, request int, what string, below int) int {
	if below <= 0 {
		return 0
	}
	sum := sha256.Sum256(fmt.Appendf(nil, "%d\n%s\n%d\n%s", seed, key, request, what))
	return int(binary.BigEndian.Uint64(sum[:8]) % uint64(below)) //nolint:gosec // above zero and below an int
}

// plan is what a sandbox does with an order.
type plan string

const (
	atOnce        plan = "at-once" // paid by the first request
	soon          plan = "soon"    // paid when it is asked for once
	later         plan = "later"   // paid when it is asked for laterAsks times
	refused       plan = "refused"
	returned      plan = "returned"       // paid at once; comes back when it is asked for
	lost          plan = "lost"           // paid at once, but the sender never gets an answer to a send
	otherAmount   plan = "other-amount"   // paid at once; answers a cent more
	untilCanceled plan = "until-canceled" // never paid
	otherCurrency plan = "other-currency" // paid at once; answers another currency
	lie           plan = "lie"            // answers that it is refused, and is paid when it is asked for lieAsks times

	laterAsks = 3
	lieAsks   = 2
)

// triggers are plans by the end of the account member of the details.
func triggers() map[string]plan {
	return map[string]plan{
		"01": atOnce, "02": later, "03": refused, "04": returned, "05": lost, "06": otherAmount, "07": untilCanceled, "08": otherCurrency,
	}
}

// planned decides what happens to an order.
func (b Behaviour) planned(seed uint64, o payout.Order) plan {
	for end, p := range triggers() {
		if strings.HasSuffix(o.Details["account"], end) {
			return p
		}
	}
	switch n := chance(seed, o.Key, 0, "plan", 100); {
	case n < b.Refuse:
		return refused
	case n < b.Refuse+b.Return:
		return returned
	case n < b.Refuse+b.Return+b.Lie:
		return []plan{lie, otherAmount, otherCurrency}[chance(seed, o.Key, 0, "lie", 3)]
	}
	return soon
}

// after is the state of an order that was asked for a number of times and not cancelled.
func (p plan) after(asks int) string {
	switch p {
	case refused:
		return payout.Refused
	case untilCanceled:
		return payout.Pending
	case soon:
		return paidAfter(asks, 1, payout.Pending)
	case later:
		return paidAfter(asks, laterAsks, payout.Pending)
	case lie:
		return paidAfter(asks, lieAsks, payout.Refused)
	case returned:
		if asks > 0 {
			return payout.Returned
		}
	}
	return payout.Paid
}

func paidAfter(asks, from int, before string) string {
	if asks < from {
		return before
	}
	return payout.Paid
}
