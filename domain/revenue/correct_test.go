package revenue

import (
	"fmt"
	"reflect"
	"testing"
	"time"

	"pgregory.net/rapid"
)

// corrects carries a correction of a month out at a moment.
func corrects(w Wallet, month string, amount Amount, at time.Time) Wallet {
	return w.Evolve(CorrectionState{ID: "c", Account: alice, Month: month, Amount: amount}.Correct(w, at), at)
}

// shown is what can be withdrawn at a moment, and what comes later by day.
func shown(w Wallet, at time.Time) string {
	later := map[string]Amount{}
	for _, c := range w.Pending(at) {
		later[c.From] += c.Amount
	}
	return fmt.Sprint(w.Available(at), later)
}

func TestAReversedCorrectionLeavesTheValueDatesAsTheyWere(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		var w Wallet
		for i := range rapid.IntRange(0, 4).Draw(rt, "months") {
			from := noon.AddDate(0, rapid.IntRange(-2, 4).Draw(rt, "from"), 0)
			w = w.Evolve(earned(fmt.Sprintf("2025-%02d", i+1), dayOf(from), Amount(rapid.IntRange(1, 50).Draw(rt, "earned"))), noon)
		}
		if rapid.Bool().Draw(rt, "an earlier one") {
			w = corrects(w, "2025-03", -Amount(rapid.IntRange(1, 60).Draw(rt, "earlier")), noon)
		}
		plain, amount := w, Amount(rapid.IntRange(1, 200).Draw(rt, "amount"))
		w = corrects(w, "2025-01", -amount, noon)
		other := Amount(0)
		if rapid.Bool().Draw(rt, "another one between") {
			other = Amount(rapid.IntRange(1, 9).Draw(rt, "other"))
			w, plain = corrects(w, "2025-09", other, noon), corrects(plain, "2025-09", other, noon)
		}
		at := noon.AddDate(0, rapid.IntRange(0, 5).Draw(rt, "wait"), 0)
		first := Amount(rapid.IntRange(0, int(amount)).Draw(rt, "first"))
		for _, part := range []Amount{first, amount - first} {
			if part > 0 {
				w = corrects(w, "2025-01", part, at)
			}
		}
		for _, moment := range []time.Time{at, at.AddDate(0, 1, 0), at.AddDate(0, 2, 0), at.AddDate(1, 0, 0)} {
			if got, want := shown(w, moment), shown(plain, moment); got != want {
				rt.Fatalf("at %s %s, want %s", moment, got, want)
			}
		}
	})
}

func TestACorrectionThatIsReversedInPartIsASmallerOne(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		w := fold[Wallet](earned("2026-04", "2026-06-28", 7), earned("2026-03", "2026-05-30", 2), earned("2026-01", "2026-03-31", 3))
		amount := rapid.IntRange(1, 20).Draw(rt, "amount")
		back := rapid.IntRange(0, amount).Draw(rt, "back")
		both, less := corrects(w, month, -Amount(amount), noon), w
		if back > 0 {
			both = corrects(both, month, Amount(back), noon)
		}
		if back < amount {
			less = corrects(w, month, -Amount(amount-back), noon)
		}
		if shown(both, noon) != shown(less, noon) || len(both.Taken) != len(less.Taken) {
			rt.Fatalf("%+v, want %+v", both, less)
		}
	})
}

func TestAnEarlierFormOfACorrectionIsReadAsItWas(t *testing.T) {
	w := fold[Wallet](earned("2026-04", "2026-06-28", 7*Unit), Corrected{Account: alice, Amount: -5 * Unit}, Corrected{Account: alice, Amount: 5 * Unit})
	if w.Now != 5*Unit || !reflect.DeepEqual(w.Later, []Credit{{"2026-06-28", 2 * Unit}}) || len(w.Taken) != 0 {
		t.Errorf("%+v", w)
	}
}

func TestWhatALatePaymentTakesIsGivenBackByNoCorrection(t *testing.T) {
	w := fold[Wallet](earned("2026-04", "2026-06-28", 7*Unit), Corrected{Account: alice, Payout: "w", Amount: -5 * Unit})
	if w = corrects(w, "", 5*Unit, noon); w.Available(noon) != 5*Unit {
		t.Errorf("%+v", w)
	}
}
