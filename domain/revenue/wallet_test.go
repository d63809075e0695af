package revenue

import (
	"fmt"
	"reflect"
	"testing"
	"time"
)

func earned(month, from string, amount Amount) Earned {
	return Earned{Account: alice, Month: month, ValueDate: from, Lines: []Line{{Project: "p", Source: ads, Amount: amount}}}
}

func TestTheResultOfEachCommandOnAWallet(t *testing.T) {
	frozen := []any{WalletFrozen{Account: alice, By: tina}}
	closed := []any{WalletClosed{Account: alice}}
	earn := Earn{Account: alice, Month: month, ValueDate: "2026-07-29", Lines: []Line{{"p", ads, Unit}}}
	add := AddDestination{Account: alice, Destination: "d", Method: "bank", Rests: noon}
	var full []any
	for i := range MaxDestinations {
		full = append(full, DestinationAdded{Account: alice, Destination: fmt.Sprint(i), Method: "bank"})
	}
	freeze := func(by Caller, thaw bool) Freeze { return Freeze{By: by, Account: alice, Thaw: thaw, Reason: because} }
	for name, c := range map[string]struct {
		given []any
		when  WalletCommand
		want  string
	}{
		"a settled month is credited":               {nil, earn, "Earned/system"},
		"once":                                      {[]any{earned(month, "2026-07-29", Unit)}, earn, nothing},
		"a month with nothing":                      {nil, Earn{Account: alice, Month: month}, nothing},
		"a frozen wallet goes on earning":           {frozen, earn, "Earned/system"},
		"a closed one takes for nobody":             {closed, earn, "Earned/system"},
		"a treasurer freezes":                       {nil, freeze(keeper, false), "WalletFrozen/treasurer"},
		"an administrator freezes":                  {nil, freeze(admin, false), "WalletFrozen/admin"},
		"a moderator freezes":                       {nil, freeze(mod, false), "WalletFrozen/moderator"},
		"an anonymous caller does not":              {nil, freeze(nobody, false), signIn},
		"a creator does not":                        {nil, freeze(Caller{Actor: creator.With(0)}, false), notKeeper},
		"a token does not":                          {nil, freeze(program, false), byToken},
		"a moderator's token does not":              {nil, freeze(programOf(mod), false), byToken},
		"nobody freezes an own wallet":              {nil, Freeze{By: keeper, Account: tina, Reason: because}, own},
		"nor unfreezes it":                          {frozen, Freeze{By: keeper, Account: tina, Thaw: true, Reason: because}, own},
		"without a reason":                          {nil, Freeze{By: mod, Account: alice}, needReason},
		"twice":                                     {frozen, freeze(second, false), nothing},
		"another person unfreezes":                  {frozen, freeze(second, true), "WalletUnfrozen/treasurer"},
		"a moderator unfreezes":                     {frozen, freeze(mod, true), "WalletUnfrozen/moderator"},
		"who froze it does not":                     {frozen, freeze(keeper, true), needSecond},
		"unless nobody else could":                  {frozen, freeze(lone, true), "WalletUnfrozen/treasurer"},
		"unfrozen without a reason":                 {frozen, Freeze{By: second, Account: alice, Thaw: true}, needReason},
		"what is not frozen":                        {nil, freeze(second, true), nothing},
		"a destination is added":                    {nil, add, "DestinationAdded/self"},
		"also to a frozen wallet":                   {frozen, add, "DestinationAdded/self"},
		"not to a closed one":                       {closed, add, "forbidden unauthorized -: 账户已关闭"},
		"not a sixth":                               {full, add, "conflict conflict -: 最多添加 5 个收款账户"},
		"but after one was removed":                 {append(full[:5:5], DestinationRemoved{Account: alice, Destination: "1"}), add, "DestinationAdded/self"},
		"a destination is removed":                  {full, RemoveDestination{Account: alice, Destination: "1"}, "DestinationRemoved/self"},
		"by a token it is not removed":              {full, RemoveDestination{Account: alice, Destination: "1", Program: true}, byToken},
		"nor added":                                 {nil, AddDestination{Account: alice, Destination: "d", Method: "bank", Program: true}, byToken},
		"one that is not there":                     {full, RemoveDestination{Account: alice, Destination: "d"}, "not_found not_found -: 收款账户不存在"},
		"the wallet is closed":                      {[]any{earned(month, "2026-07-29", Unit)}, Close{alice}, "WalletClosed/self"},
		"closed twice":                              {closed, Close{alice}, nothing},
		"closed with a withdrawal on its way":       {[]any{PayoutReserved{Account: alice, Payout: "w", Amount: Unit}}, Close{alice}, "WalletClosed/self"},
		"unfrozen and frozen again by the same one": {append(frozen[:1:1], WalletUnfrozen{Account: alice}), freeze(keeper, false), "WalletFrozen/treasurer"},
	} {
		t.Run(name, func(t *testing.T) { check(t, outcome(DecideWallet(fold[Wallet](c.given...), c.when)), c.want) })
	}
}

func programOf(c Caller) Caller {
	c.Program = true
	return c
}

func TestWhoFrozeAWalletStandsInTheEvent(t *testing.T) {
	events, err := DecideWallet(Wallet{}, Freeze{By: mod, Account: alice, Reason: because})
	if e := only[WalletFrozen](t, events, err); e.By != mona || e.Reason == nil {
		t.Errorf("%+v", e)
	}
}

func TestALargeMonthIsOneCreditInSeveralEvents(t *testing.T) {
	lines := make([]Line, 2*MaxShares+1)
	for i := range lines {
		lines[i] = Line{Project: fmt.Sprint(i), Source: ads, Amount: 1}
	}
	events, err := DecideWallet(Wallet{}, Earn{Account: alice, Month: month, ValueDate: "2026-07-29", Lines: lines})
	if err != nil || len(events) != 3 {
		t.Fatal(len(events), err)
	}
	w := Wallet{}
	for i, e := range events {
		if part := e.Payload.(Earned); part.Part != i || len(part.Lines) > MaxShares {
			t.Errorf("part %d has the number %d and %d lines", i, part.Part, len(part.Lines))
		}
		w = w.Evolve(e.Payload, noon)
	}
	if w.Left() != Amount(len(lines)) || !reflect.DeepEqual(w.Months, []string{month}) {
		t.Errorf("%d, %v", w.Left(), w.Months)
	}
	again, err := DecideWallet(w, Earn{Account: alice, Month: month, Lines: lines})
	check(t, outcome(again, err), nothing)
}

func TestWhatWasEarnedCanBeWithdrawnFromItsValueDate(t *testing.T) {
	w := fold[Wallet](earned("2026-04", "2026-06-28", 7*Unit), earned("2026-03", "2026-05-30", 2*Unit))
	for moment, want := range map[string]Amount{
		"2026-05-29T23:59:59Z": 0, "2026-05-30T00:00:00Z": 2 * Unit, "2026-06-27T23:59:59Z": 2 * Unit, "2026-06-28T00:00:00Z": 9 * Unit,
		"2026-06-28T07:59:00+08:00": 2 * Unit, // still the 27th there in UTC
	} {
		at, err := time.Parse(time.RFC3339, moment)
		if err != nil {
			t.Fatal(err)
		}
		pending := Amount(0)
		for _, c := range w.Pending(at) {
			pending += c.Amount
		}
		if got := w.Available(at); got != want || pending != 9*Unit-want || w.Left() != 9*Unit {
			t.Errorf("%s: %s and %s later", moment, got, pending)
		}
	}
}

func TestANegativeCorrectionTakesWhatComesLastFirst(t *testing.T) {
	credits := []any{earned("2026-03", "2026-05-30", 2*Unit), earned("2026-04", "2026-06-28", 7*Unit), earned("2026-01", "2026-03-31", 3*Unit)}
	for name, c := range map[string]struct {
		amounts []Amount
		now     Amount
		later   []Credit
	}{
		"a positive one is there at once": {[]Amount{Unit}, 4 * Unit, []Credit{{"2026-05-30", 2 * Unit}, {"2026-06-28", 7 * Unit}}},
		"a part of the latest":            {[]Amount{-4 * Unit}, 3 * Unit, []Credit{{"2026-05-30", 2 * Unit}, {"2026-06-28", 3 * Unit}}},
		"more than the latest":            {[]Amount{-8 * Unit}, 3 * Unit, []Credit{{"2026-05-30", Unit}}},
		"all that comes later":            {[]Amount{-9 * Unit}, 3 * Unit, nil},
		"also what is there":              {[]Amount{-11 * Unit}, Unit, nil},
		"a debt":                          {[]Amount{-13 * Unit}, -Unit, nil},
		"a debt that another one pays":    {[]Amount{-13 * Unit, 3 * Unit}, 2 * Unit, nil},
	} {
		w := fold[Wallet](credits...)
		for _, a := range c.amounts {
			w = w.Evolve(Corrected{Account: alice, Amount: a}, noon)
		}
		if w.Now != c.now || len(w.Later) != len(c.later) || len(c.later) > 0 && !reflect.DeepEqual(w.Later, c.later) {
			t.Errorf("%s: %+v", name, w)
		}
	}
	before := fold[Wallet](credits...)
	before.Evolve(Corrected{Account: alice, Amount: -20 * Unit}, noon)
	if before.Left() != 12*Unit {
		t.Errorf("the state before the event has changed: %+v", before)
	}
}

func TestADebtIsPaidByWhatIsEarnedLater(t *testing.T) {
	w := fold[Wallet](Corrected{Account: alice, Amount: -5 * Unit}, earned(month, "2026-07-29", 8*Unit))
	if now, then := w.Available(noon), w.Available(noon.AddDate(0, 3, 0)); now != -5*Unit || then != 3*Unit {
		t.Errorf("%s, then %s", now, then)
	}
}

func TestAReservationIsTakenAndEndsInEachWay(t *testing.T) {
	base := []any{
		earned("2026-01", "2026-03-31", 10*Unit), DestinationAdded{Destination: "d", Method: "bank"}, PayoutReserved{Account: alice, Payout: "w", Amount: 4 * Unit, Destination: "d"},
	}
	for name, c := range map[string]struct {
		end      []any
		left     Amount
		reserved int
		used     []string
	}{
		"open":                       {nil, 6 * Unit, 1, nil},
		"paid":                       {[]any{PayoutSettled{Payout: "w", Amount: 4 * Unit}}, 6 * Unit, 0, []string{"d"}},
		"not paid":                   {[]any{PayoutRestored{Payout: "w", Amount: 4 * Unit}}, 10 * Unit, 0, nil},
		"paid and returned":          {[]any{PayoutSettled{Payout: "w"}, PayoutReturned{Payout: "w", Amount: 3 * Unit}}, 9 * Unit, 0, []string{"d"}},
		"not paid and paid later":    {[]any{PayoutRestored{Payout: "w", Amount: 4 * Unit}, Corrected{Payout: "w", Amount: -4 * Unit}}, 6 * Unit, 0, nil},
		"closed meanwhile":           {[]any{WalletClosed{Amount: 6 * Unit}}, 0, 1, nil},
		"closed and not paid":        {[]any{WalletClosed{Amount: 6 * Unit}, PayoutRestored{Payout: "w", Amount: 4 * Unit, Unclaimed: true}}, 0, 0, nil},
		"closed, paid and returned":  {[]any{WalletClosed{}, PayoutSettled{Payout: "w"}, PayoutReturned{Payout: "w", Amount: Unit, Unclaimed: true}}, 0, 0, []string{"d"}},
		"closed, earned":             {[]any{WalletClosed{}, Earned{Month: "2026-04", Lines: []Line{{Amount: Unit}}, Unclaimed: true}}, 0, 1, nil},
		"closed, corrected":          {[]any{WalletClosed{}, Corrected{Amount: -Unit, Unclaimed: true}}, 0, 1, nil},
		"its destination is removed": {[]any{PayoutSettled{Payout: "w"}, DestinationRemoved{Destination: "d"}}, 6 * Unit, 0, []string{}},
	} {
		w := fold[Wallet](append(base[:3:3], c.end...)...)
		if w.Left() != c.left || len(w.Reserved) != c.reserved || len(w.Used) != len(c.used) {
			t.Errorf("%s: %+v", name, w)
		}
	}
}
