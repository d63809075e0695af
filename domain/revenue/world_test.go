package revenue

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"
	"time"

	"pgregory.net/rapid"

	"github.com/modyard/modyard/domain/decision"
	"github.com/modyard/modyard/domain/decision/decisiontest"
	"github.com/modyard/modyard/domain/fault"
)

// world is the site's money, changed by random commands. What it knows of amounts that were earned, paid and taken comes
// from the events, not from the states under test.
type world struct {
	now         time.Time
	ids         int
	days        map[string]DayState
	parts       map[string]DayParts
	months      map[string]MonthState
	wallets     map[string]Wallet
	payouts     map[string]Payout
	corrections map[string]CorrectionState
	runs        map[string]Outcome // by run
	log         []happened
	balances    map[string]Amount   // of the ledger
	dated       map[string][]Credit // the postings of a wallet, by the day from which they hold
	owes        map[string]bool     // accounts that may have less than nothing
	ends        map[string][]string // of a withdrawal
	attempts    map[string]int
	shares      map[string]map[string]Amount // noted and not undone, by day and account
	earned      map[string]bool              // month and account
	confirmed   Amount                       // income
	paid, back  Amount                       // by providers
	platform    Amount                       // what the site keeps, less what people have corrected
}

type happened struct {
	stream string
	event  any
	at     time.Time
}

func newWorld() *world {
	return &world{
		now: time.Date(2026, 5, 3, 12, 0, 0, 0, time.UTC), days: map[string]DayState{}, parts: map[string]DayParts{}, months: map[string]MonthState{},
		wallets: map[string]Wallet{}, payouts: map[string]Payout{}, corrections: map[string]CorrectionState{}, runs: map[string]Outcome{},
		balances: map[string]Amount{}, dated: map[string][]Credit{}, owes: map[string]bool{}, ends: map[string][]string{}, attempts: map[string]int{},
		shares: map[string]map[string]Amount{}, earned: map[string]bool{},
	}
}

func (w *world) id(kind string) string {
	w.ids++
	return fmt.Sprintf("%s%03d", kind, w.ids)
}

// do appends the events of a decision to a stream; a refusal gives none.
func (w *world) do(t rapid.TB, stream string, events []decision.Event, err error) []any {
	var f *fault.Error
	if err != nil && !errors.As(err, &f) {
		t.Fatalf("%s: %v", stream, err)
	}
	payloads := decisiontest.Payloads(events)
	for _, e := range payloads {
		w.follow(t, stream, e)
	}
	return payloads
}

func (w *world) follow(t rapid.TB, stream string, event any) {
	w.log = append(w.log, happened{stream, event, w.now})
	evolve(w, stream, event, w.now)
	sum := Amount(0)
	for _, p := range Postings(event) {
		sum += p.Amount
		w.balances[p.Account] += p.Amount
		if account, ok := strings.CutPrefix(p.Account, "wallet:"); ok {
			w.dated[account] = append(w.dated[account], Credit{p.From, -p.Amount})
		}
	}
	if sum != 0 {
		t.Fatalf("the postings of %#v add up to %d", event, sum)
	}
	w.note(t, event)
}

// evolve folds an event into the state of its stream.
func evolve(w *world, stream string, event any, at time.Time) {
	kind, id, _ := strings.Cut(stream, "-")
	switch kind {
	case "revenueday":
		w.days[id], w.parts[id] = w.days[id].Evolve(event, at), w.parts[id].Evolve(event)
	case "revenuemonth":
		w.months[id] = w.months[id].Evolve(event, at)
	case "wallet":
		w.wallets[id] = w.wallets[id].Evolve(event, at)
	case "payout":
		w.payouts[id] = w.payouts[id].Evolve(event, at)
	case "correction":
		w.corrections[id] = w.corrections[id].Evolve(event, at)
	}
}

// note keeps what an event says, apart from the states.
func (w *world) note(t rapid.TB, event any) {
	switch e := event.(type) {
	case IncomeConfirmed:
		w.confirmed += e.Amount
	case IncomeReversed:
		if e.Confirmed {
			w.confirmed -= e.Amount
		}
	case SharingFinished:
		w.keep(e.Sums, 1)
	case SharingUndone:
		w.keep(e.Sums, -1)
	case SharesNoted:
		w.share(e.Day, e.Shares, 1)
	case SharesUndone:
		w.share(e.Day, e.Shares, -1)
	case Earned:
		w.earned[e.Month+e.Account] = true
	case Corrected:
		w.owes[e.Account] = w.owes[e.Account] || e.Amount < 0
		if e.Correction != "" { // the others pay back what the platform has paid for a late success
			w.platform -= e.Amount
		}
	case PayoutDispatched:
		if w.attempts[e.Payout]++; w.attempts[e.Payout] != e.Attempt {
			t.Fatalf("%s has the attempt %d after %d", e.Payout, e.Attempt, w.attempts[e.Payout]-1)
		}
	case PayoutSucceeded:
		w.paid += e.Amount + e.ProviderFee
		w.ends[e.Payout] = append(w.ends[e.Payout], map[bool]string{true: "late", false: "success"}[e.Late])
	case PayoutFailed:
		w.ends[e.Payout] = append(w.ends[e.Payout], "failed")
	case PayoutCancelled:
		w.ends[e.Payout] = append(w.ends[e.Payout], "cancelled")
	case PayoutCameBack:
		w.back += e.Amount
		w.ends[e.Payout] = append(w.ends[e.Payout], "returned")
	}
}

func (w *world) keep(sums []Sum, sign Amount) {
	for _, s := range sums {
		w.platform += sign * s.Platform
	}
}

func (w *world) share(day string, shares []Share, sign Amount) {
	if w.shares[day] == nil {
		w.shares[day] = map[string]Amount{}
	}
	for _, s := range shares {
		w.shares[day][s.Account] += sign * s.Amount
	}
}

// onPayout sends a command on a withdrawal, with the events of the wallet that follow.
func (w *world) onPayout(t rapid.TB, id string, c PayoutCommand) []any {
	events, err := DecidePayout(w.payouts[id], c)
	for _, e := range events {
		before := w.payouts[id]
		w.do(t, "payout-"+id, []decision.Event{e}, nil)
		for _, of := range before.OfWallet(e.Payload, w.wallets[before.Account]) {
			w.follow(t, "wallet-"+before.Account, of)
		}
	}
	w.do(t, "payout-"+id, nil, err)
	return decisiontest.Payloads(events)
}

// check compares all states with what the events say.
func (w *world) check(t rapid.TB) {
	total := Amount(0)
	for _, amount := range w.balances {
		total += amount
	}
	cash := w.balances["cash:ads"] + w.balances["cash:sponsors"] + w.balances["cash:"+Sandbox] + w.balances["cash:"+Manual]
	if total != 0 || cash != w.confirmed-w.paid+w.back {
		t.Fatalf("the ledger adds up to %d, cash is %d of %d - %d + %d", total, cash, w.confirmed, w.paid, w.back)
	}
	if got := -w.balances["platform"]; got != w.platform {
		t.Fatalf("the platform has %d, want %d", got, w.platform)
	}
	w.checkWallets(t)
	w.checkPayouts(t)
	w.checkAccrued(t)
}

func (w *world) checkWallets(t rapid.TB) {
	for _, account := range []string{alice, bob} {
		wallet, transit, reserved := w.wallets[account], Amount(0), Amount(0)
		for id, p := range w.payouts {
			if p.Account == account {
				transit -= w.balances["transit:"+id]
			}
		}
		for _, r := range wallet.Reserved {
			reserved += r.Amount
		}
		if left := -w.balances["wallet:"+account]; wallet.Left() != left || reserved != transit {
			t.Fatalf("%s has %d and %d reserved, the ledger %d and %d", account, wallet.Left(), reserved, left, transit)
		}
		if wallet.Closed && wallet.Left() != 0 {
			t.Fatalf("%s is gone and has %d", account, wallet.Left())
		}
		if w.owes[account] {
			continue
		}
		there := Amount(0)
		for _, c := range w.dated[account] {
			if c.From <= dayOf(w.now) {
				there += c.Amount
			}
		}
		if now := wallet.Available(w.now); now != there && !wallet.Closed || now < 0 {
			t.Fatalf("%s can withdraw %d, by the postings %d", account, now, there)
		}
	}
}

func (w *world) checkPayouts(t rapid.TB) {
	for id, p := range w.payouts {
		ends := strings.Join(w.ends[id], " ")
		switch ends {
		case "", "success", "failed", "cancelled", "success returned", "failed late", "cancelled late", "failed late returned", "cancelled late returned":
		default:
			t.Fatalf("%s ends as %s", id, ends)
		}
		want := -p.Gross()
		if ends != "" {
			want = 0
		}
		if _, open := w.wallets[p.Account].Reserved[id]; w.balances["transit:"+id] != want || (p.End == "") != (ends == "") || open != (ends == "") {
			t.Fatalf("%s (%s) has %d in transit, want %d: %+v", id, ends, w.balances["transit:"+id], want, p)
		}
	}
}

func (w *world) checkAccrued(t rapid.TB) {
	for _, account := range []string{alice, bob} {
		waiting := Amount(0)
		for day, shares := range w.shares {
			switch amount := shares[account]; {
			case !w.earned[MonthOf(day)+account]:
				waiting += amount
				if w.months[MonthOf(day)].Finished && amount != 0 {
					t.Fatalf("%s has not got %d of %s", account, amount, day)
				}
			}
		}
		if got := -w.balances["accrued:"+account]; got != waiting {
			t.Fatalf("accrued of %s is %d, want %d", account, got, waiting)
		}
	}
	for day, d := range w.days {
		if d.Opened == nil && d.Run != "" && d.Parts != len(w.parts[day].Parts[d.Run]) {
			t.Fatalf("%s has %d parts of %d", day, len(w.parts[day].Parts[d.Run]), d.Parts)
		}
	}
	if slices.ContainsFunc(slices.Collect(maps.Values(w.days)), func(d DayState) bool { return d.Opened != nil || !d.Shared() }) {
		return
	}
	if left := w.balances["income:ads"]; left != 0 || w.balances["income:sponsors"] != 0 {
		t.Fatalf("all days are shared, and %d of the income is left", left)
	}
}

// again folds all events anew, with states that were stored as JSON in between, and compares.
func (w *world) again(t rapid.TB, stored int) {
	other := newWorld()
	for i, h := range w.log {
		if i == stored {
			for id, d := range other.days {
				other.days[id] = copied(t, d)
			}
			for id, wallet := range other.wallets {
				other.wallets[id] = copied(t, wallet)
			}
		}
		evolve(other, h.stream, h.event, h.at)
	}
	for _, pair := range [][2]any{
		{w.days, other.days}, {w.parts, other.parts}, {w.months, other.months}, {w.wallets, other.wallets}, {w.payouts, other.payouts}, {w.corrections, other.corrections},
	} {
		if stored < len(w.log) { // JSON does not tell an empty list from none
			if one, two := written(t, pair[0]), written(t, pair[1]); one != two {
				t.Fatalf("folded again with a stored state:\n%s\nbefore:\n%s", two, one)
			}
		} else if !reflect.DeepEqual(pair[0], pair[1]) {
			t.Fatalf("folded again: %+v, before: %+v", pair[1], pair[0])
		}
	}
}

func copied[S any](t rapid.TB, state S) (again S) {
	if err := json.Unmarshal([]byte(written(t, state)), &again); err != nil {
		t.Fatal(err)
	}
	return again
}

func written(t rapid.TB, v any) string {
	data, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return strings.NewReplacer("[]", "null", "{}", "null").Replace(string(data))
}
