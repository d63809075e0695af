package revenue

import (
	"cmp"
	"slices"
	"time"
)

// Taken is what a negative correction has taken from a wallet and no later one has given back.
type Taken struct {
	Month  string // of the correction
	From   string // the value date of what was taken, YYYY-MM-DD; empty: it could be withdrawn
	Amount Amount
}

// correct changes the wallet by an amount. A negative one is taken from what comes later, the latest first, and the rest
// from Now, which may become a debt. A positive one is there at once, apart from what the event dates.
func (w *Wallet) correct(e Corrected) {
	w.Later, w.Taken = slices.Clone(w.Later), slices.Clone(w.Taken)
	if e.Amount > 0 {
		w.Taken, _ = giveBack(w.Taken, e.Month, e.Amount)
		w.Now += e.Amount
		for _, d := range e.Dated {
			w.Now -= d.Amount
			w.add(Credit(d))
		}
		return
	}
	left := -e.Amount
	take := func(from string, amount Amount) {
		left -= amount
		if e.Payout == "" && amount > 0 { // what a late success takes belongs to no correction
			w.Taken = append(w.Taken, Taken{e.Month, from, amount})
		}
	}
	for i := len(w.Later) - 1; i >= 0 && left > 0; i-- {
		amount := min(left, w.Later[i].Amount)
		w.Later[i].Amount -= amount
		take(w.Later[i].From, amount)
	}
	w.Later = slices.DeleteFunc(w.Later, func(c Credit) bool { return c.Amount == 0 })
	w.Now -= left
	take("", left)
}

// add adds an amount to what comes later, to that of the same day if there is one.
func (w *Wallet) add(c Credit) {
	if i := slices.IndexFunc(w.Later, func(x Credit) bool { return x.From == c.From }); i >= 0 {
		w.Later[i].Amount += c.Amount
		return
	}
	w.Later = append(w.Later, c)
	slices.SortStableFunc(w.Later, func(a, b Credit) int { return cmp.Compare(a.From, b.From) })
}

// giveBack is what is still taken after corrections of a month have given an amount back, and the parts of the amount by
// value date. What was taken last is given back first: a correction that is reversed in part leaves what a smaller one
// would have left. Corrections of other months are not concerned.
func giveBack(taken []Taken, month string, amount Amount) (still []Taken, parts []Credit) {
	still = slices.Clone(taken)
	for i := len(still) - 1; i >= 0 && amount > 0; i-- {
		if still[i].Month != month {
			continue
		}
		part := min(amount, still[i].Amount)
		still[i].Amount -= part
		amount -= part
		parts = append(parts, Credit{still[i].From, part})
	}
	return slices.DeleteFunc(still, func(t Taken) bool { return t.Amount == 0 }), parts
}

// dated are the parts of a positive correction that can be withdrawn later than a moment: those that negative corrections of
// the same month have taken from what was pending, and whose day has not come.
func (w Wallet) dated(month string, amount Amount, at time.Time) (list []Dated) {
	_, parts := giveBack(w.Taken, month, amount)
	for _, p := range parts {
		if p.From > dayOf(at) {
			list = append(list, Dated(p))
		}
	}
	return list
}
