package revenue

import (
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/modyard/modyard/domain/decision/decisiontest"
)

// teams are the people of the world's projects; nobody is paid for the last one.
func teams() map[string][]Person {
	return map[string][]Person{"p": {{alice, 200}, {bob, 100}}, "q": {{bob, 0}}, "r": nil}
}

// die is a number below n, all alike: the generators of numbers prefer small ones, and most histories would stay short.
func die(t *rapid.T, n int) int {
	v := 0
	for range 6 {
		v <<= 1
		if rapid.Bool().Draw(t, "bit") {
			v++
		}
	}
	return v % n
}

func from[T any](t *rapid.T, list ...T) T { return list[die(t, len(list))] }

// any id of a map, in a fixed order.
func pick[V any](t *rapid.T, m map[string]V) string {
	if len(m) == 0 {
		return ""
	}
	return from(t, sortedKeys(m)...)
}

// pause lets time go by.
func (w *world) pause(t *rapid.T) {
	w.now = w.now.Add(from(t, time.Minute, time.Hour, 25*time.Hour, 25*time.Hour, 12*24*time.Hour, 45*24*time.Hour))
}

func (w *world) staff(t *rapid.T) Caller { return from(t, keeper, second, admin, lone) }

func (w *world) someDay(t *rapid.T) string {
	return from(t, "2026-05-01", "2026-05-02", "2026-05-31", "2026-06-01", dayOf(w.now.AddDate(0, 0, -2)))
}

func (w *world) onDay(t *rapid.T, day string, c DayCommand) []any {
	events, err := DecideDay(w.days[day], c)
	return w.do(t, "revenueday-"+day, events, err)
}

// income enters, confirms and reverses entries, and leaves projects out.
func (w *world) income(t *rapid.T) {
	day := w.someDay(t)
	d, settled := w.days[day], w.months[MonthOf(day)].Begun
	entry := "none"
	if len(d.Entries) > 0 {
		entry = from(t, d.Entries...).ID
	}
	switch die(t, 8) {
	case 0, 1, 2:
		c := EnterIncome{
			By: keeper, Day: day, Entry: w.id("e"), Source: from(t, ads, "sponsors"), Amount: Amount(from(t, int64(Cent), 7, 700*int64(Unit), 123_456_789)),
			Project: from(t, "", "", "", "p", "r"), Evidence: w.id("file"), Sources: []string{ads, "sponsors"}, Today: dayOf(w.now), Settled: settled,
		}
		w.onDay(t, day, c)
		if die(t, 2) == 0 {
			w.onDay(t, day, ConfirmIncome{By: second, Day: day, Entry: c.Entry, Now: w.now, Settled: settled})
		}
	case 3, 4:
		w.onDay(t, day, ConfirmIncome{By: w.staff(t), Day: day, Entry: entry, Now: w.now, Settled: settled})
	case 5:
		w.onDay(t, day, ReverseIncome{By: w.staff(t), Day: day, Entry: entry, Reason: because, Settled: settled})
	default:
		w.onDay(t, day, LeaveOut{By: w.staff(t), Day: day, Project: from(t, "p", "q"), TakeIn: die(t, 2) == 0, Reason: because, Settled: settled})
	}
}

// inputsOf are the inputs of a day as they are now.
func (w *world) inputsOf(d DayState, day string) Inputs {
	in := Inputs{Day: day, Income: d.Income()}
	for i, id := range []string{"p", "q", "r"} {
		p := Project{ID: id, Hits: Hits{Views: uint64(7 * (i + 1)), Downloads: uint64(i)}, People: teams()[id]}
		if slices.Contains(d.LeftOut, id) {
			p.Hits = Hits{}
		}
		in.Projects = append(in.Projects, p)
	}
	return in
}

// shareDay begins a run, or goes on with one; it may be interrupted.
func (w *world) shareDay(t *rapid.T, day string, steps int) {
	d := w.days[day]
	if d.Opened == nil {
		in := w.inputsOf(d, day)
		rule, err := ParseRule(DefaultRule)
		if err != nil {
			t.Fatal(err)
		}
		run := w.id("run")
		hash := written(t, in)
		if w.onDay(t, day, BeginSharing{Day: day, Run: run, Rule: Enforced{Hash: "h"}, Inputs: hash, Now: w.now, Settled: w.months[MonthOf(day)].Begun}) == nil {
			return
		}
		w.runs[run] = rule.Share(in)
	}
	for range steps {
		if open := w.days[day].Opened; open != nil {
			w.onDay(t, day, ShareStep{Day: day, Earlier: w.parts[day].Parts[open.Replaces], Now: w.runs[open.Run]})
		}
	}
}

// settle asks for a settlement, begins it, or credits one wallet of it.
func (w *world) settle(t *rapid.T) {
	name := from(t, "2026-05", "2026-05", "2026-06")
	at, err := Month("month", name)
	if err != nil {
		t.Fatal(err)
	}
	m := w.months[name]
	switch {
	case !m.Begun && m.AskedBy == "":
		w.onMonth(t, name, AskSettlement{By: keeper, Month: at, Today: w.now, Days: w.days})
	case !m.Begun && die(t, 10) == 9:
		w.onMonth(t, name, AskSettlement{By: second, Month: at, Back: true})
	case !m.Begun:
		w.onMonth(t, name, BeginSettlement{By: from(t, second, lone), Month: at, Now: w.now, Days: w.days})
		w.checkSettled(t, at)
	default:
		w.credit(t, name, die(t, 4))
	}
}

func (w *world) onMonth(t *rapid.T, month string, c MonthCommand) {
	events, err := DecideMonth(w.months[month], c)
	w.do(t, "revenuemonth-"+month, events, err)
}

// checkSettled fails if a settlement begins with other shares than those of what is confirmed and not left out.
func (w *world) checkSettled(t *rapid.T, month time.Time) {
	if !w.months[month.Format(monthForm)].Begun {
		return
	}
	rule, err := ParseRule(DefaultRule)
	if err != nil {
		t.Fatal(err)
	}
	for _, day := range Days(month) {
		want := map[string]Amount{}
		for _, p := range rule.Share(w.inputsOf(w.days[day], day)).Parts {
			for _, s := range p.Shares {
				want[s.Account] += s.Amount
			}
		}
		for _, account := range []string{alice, bob} {
			if got := w.shares[day][account]; got != want[account] {
				t.Fatalf("%s is settled with %d for %s, want %d", day, got, account, want[account])
			}
		}
	}
}

// credit gives wallets their parts of a month, as often as it comes: all (1), none (0) or one of two; the month is
// finished once all have theirs.
func (w *world) credit(t *rapid.T, month string, which int) {
	m, all := w.months[month], Settlement{}
	for _, run := range m.Runs {
		for _, p := range w.parts[run.Day].Parts[run.Run] {
			all.Add(p)
		}
	}
	for i, account := range all.Accounts() {
		if which == 1 || which == i+2 {
			events, err := DecideWallet(w.wallets[account], Earn{Account: account, Month: month, ValueDate: m.ValueDate, Lines: all.Lines(account)})
			w.do(t, "wallet-"+account, events, err)
		}
	}
	if !slices.ContainsFunc(all.Accounts(), func(a string) bool { return !w.earned[month+a] }) {
		w.onMonth(t, month, FinishSettlement{Month: month, Wallets: len(all), Amount: all.Total()})
	}
}

// onWallet freezes, closes, corrects, and adds destinations.
func (w *world) onWallet(t *rapid.T) {
	account := from(t, alice, bob)
	on := func(c WalletCommand) {
		events, err := DecideWallet(w.wallets[account], c)
		w.do(t, "wallet-"+account, events, err)
	}
	switch die(t, 12) {
	case 0, 1:
		on(Freeze{By: w.staff(t), Account: account, Thaw: die(t, 4) > 0, Reason: because})
	case 2, 3, 4:
		on(AddDestination{Account: account, Destination: w.id("d"), Method: from(t, "bank", "hand"), Rests: w.now})
	case 5:
		if list := w.wallets[account].Destinations; len(list) > 0 {
			on(RemoveDestination{Account: account, Destination: from(t, list...).ID})
		}
	case 6:
		if die(t, 4) == 0 {
			on(Close{account})
		}
	case 7, 8, 9:
		id, amount := w.id("c"), Amount(from(t, int64(Cent), -3, -5*int64(Unit), -900*int64(Unit), 40*int64(Unit)))
		events, err := DecideCorrection(CorrectionState{}, ProposeCorrection{By: keeper, Correction: id, Account: account, Amount: amount, Evidence: "f", Reason: because})
		w.do(t, "correction-"+id, events, err)
	default:
		id := pick(t, w.corrections)
		events, err := DecideCorrection(w.corrections[id], EndCorrection{By: from(t, keeper, second, second, lone), Drop: die(t, 8) == 0, Now: w.now})
		for _, e := range w.do(t, "correction-"+id, events, err) {
			if _, ok := e.(CorrectionConfirmed); ok {
				s := w.corrections[id]
				w.follow(t, "wallet-"+s.Account, s.Correct(w.wallets[s.Account], w.now))
			}
		}
	}
}

// withdraw asks for a withdrawal.
func (w *world) withdraw(t *rapid.T) {
	account := from(t, alice, bob)
	wallet := w.wallets[account]
	method := bank
	method.Least, method.Fee.Least = decimal(Cent*2), decimal(Cent)
	amount := Amount(from(t, int64(2*Cent), int64(3*Cent), 5*int64(Unit), 90*int64(Unit)))
	if die(t, 3) == 0 {
		amount = min(wallet.Available(w.now).Floor()+from(t, 0, 0, Cent), method.Max())
	}
	destination := ""
	if len(wallet.Destinations) > 0 {
		d := from(t, wallet.Destinations...)
		if destination = d.ID; d.Method == "hand" {
			method.ID, method.Provider = "hand", Manual
		}
	}
	id := w.id("w")
	payout, of, err := DecideRequest(wallet, Request{
		By: Caller{Actor: creator.Actor}.of(account), Payout: id, Method: method, Destination: destination, Amount: amount, Shown: -1, Now: w.now, Verified: true,
		Factor: true, Since: w.now.AddDate(-1, 0, 0),
	})
	if err != nil {
		w.do(t, "payout-"+id, nil, err)
		return
	}
	w.do(t, "payout-"+id, payout, nil)
	w.do(t, "wallet-"+account, of, nil)
}

// dispatch lets two dispatchers that have read the same withdrawal race: the second decides on what the first has written.
func (w *world) dispatch(t *rapid.T, id string) {
	p := w.payouts[id]
	c := Dispatch{Attempt: p.Attempts + 1, Frozen: w.wallets[p.Account].Frozen}
	if p.Provider == Manual {
		c.Batch = w.id("b")
	}
	first := w.onPayout(t, id, c)
	if second := w.onPayout(t, id, c); len(first) > 1 || len(second) > 0 {
		t.Fatalf("two dispatchers have %v and %v", first, second)
	}
}

// onPayouts does something with a withdrawal; its provider answers anything, in any order.
func (w *world) onPayouts(t *rapid.T) {
	id := pick(t, w.payouts)
	p, kind := w.payouts[id], die(t, 14)
	if die(t, 3) > 0 { // mostly what comes next
		switch {
		case p.End == "" && !p.Approved:
			kind = 0
		case p.End == "" && !p.Sent():
			kind = 5
		default:
			kind = 8
		}
	}
	switch kind {
	case 0, 1:
		w.onPayout(t, id, Approve{By: w.staff(t), Now: w.now})
	case 2:
		w.onPayout(t, id, Hold{By: w.staff(t), Release: die(t, 2) == 0, Reason: because})
	case 3:
		w.onPayout(t, id, Cancel{Caller{Actor: creator.Actor}.of(p.Account)})
	case 4:
		w.onPayout(t, id, Judge{By: w.staff(t), End: from(t, Succeeded, Failed, Cancelled), Evidence: "f", Reason: because, Now: w.now})
	case 5, 6, 7:
		if id != "" {
			w.dispatch(t, id)
		}
	default:
		w.onPayout(t, id, Learn{Answer{
			State: from(t, AtWork, Paid, Paid, Refused, Withdrawn, CameBack, Unknown, "?"), Reference: from(t, "", "r"), Paid: from(t, p.Amount, p.Amount, p.Amount, p.Amount, p.Amount+1),
			Fee: from(t, 0, Cent, 0, Cent, -1), Currency: from(t, "USD", "USD", "", "", "EUR"), Code: "no", Back: from(t, p.Amount, p.Gross(), Cent, 0),
		}, "USD"})
	}
}

func (w *world) step(t *rapid.T) {
	switch die(t, 16) {
	case 0, 1:
		w.income(t)
	case 2, 3:
		w.shareDay(t, w.someDay(t), from(t, 0, 1, 9, 9, 9))
	case 4, 5:
		w.settle(t)
	case 6, 7:
		w.onWallet(t)
	case 8, 9:
		w.withdraw(t)
	case 10, 11, 12, 13, 14:
		w.onPayouts(t)
	case 15:
		w.pause(t)
	}
}

// ripe settles a month with some income, so that there is something to withdraw.
func (w *world) ripe(t *rapid.T) {
	for _, day := range []string{"2026-05-01", "2026-05-02"} {
		entry := w.id("e")
		w.follow(t, "revenueday-"+day, IncomeEntered{Day: day, Entry: entry, Source: ads, Amount: 100 * Unit, Account: tina, Evidence: entry})
		w.follow(t, "revenueday-"+day, IncomeConfirmed{Day: day, Entry: entry, Source: ads, Amount: 100 * Unit})
		w.shareDay(t, day, stepParts)
	}
	w.now = w.now.AddDate(0, 2, 0)
	w.onMonth(t, month, AskSettlement{By: keeper, Month: may, Today: w.now, Days: w.days})
	w.onMonth(t, month, BeginSettlement{By: second, Month: may, Now: w.now, Days: w.days})
	w.credit(t, month, 1)
	w.now = w.now.AddDate(0, from(t, 0, 2, 2, 2), 0)
	for _, account := range []string{alice, bob} {
		for _, method := range []string{"bank", "hand"} {
			events, err := DecideWallet(w.wallets[account], AddDestination{Account: account, Destination: w.id("d"), Method: method, Rests: w.now})
			w.do(t, "wallet-"+account, events, err)
		}
	}
}

func TestNoHistoryLosesMoneyOrPaysTwice(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		w := newWorld()
		if die(rt, 4) > 0 {
			w.ripe(rt)
		}
		for range 20 + die(rt, 64) {
			w.step(rt)
			w.check(rt)
		}
		w.again(rt, len(w.log))
		w.again(rt, rapid.IntRange(0, max(0, len(w.log)-1)).Draw(rt, "stored"))
	})
}

func TestOfTwoDispatchersOneSendsAWithdrawal(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		p := fold[Payout](approved...)
		for range rapid.IntRange(1, 20).Draw(rt, "rounds") {
			readers := make([]Payout, rapid.IntRange(2, 4).Draw(rt, "readers"))
			for i := range readers {
				readers[i] = p
			}
			won := 0
			for _, read := range readers { // each decides again on what is there when it writes
				events, err := DecidePayout(p, Dispatch{Attempt: read.Attempts + 1})
				if err != nil {
					rt.Fatal(err)
				}
				for _, e := range decisiontest.Payloads(events) {
					p = p.Evolve(e, noon)
					won++
				}
			}
			if won != 1 {
				rt.Fatalf("%d of %d have sent it", won, len(readers))
			}
		}
	})
}
