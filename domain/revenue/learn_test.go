package revenue

import (
	"strings"
	"testing"
	"unicode/utf8"
)

func TestTheResultOfEachAnswerOfAProvider(t *testing.T) {
	good := Answer{State: Paid, Paid: 99 * Unit, Currency: "USD", Fee: Cent}
	paid := func(change func(*Answer)) Answer {
		a := good
		if change != nil {
			change(&a)
		}
		return a
	}
	back := func(amount Amount) Answer { return Answer{State: CameBack, Paid: 99 * Unit, Back: amount} }
	quoted := requested(100 * Unit)
	quoted.Quote = &Quote{ID: "q", Currency: "EUR", Minor: 8820, Digits: 2}
	abroad := append([]any{quoted}, sent[1:]...)
	late := append(failed[:4:4], PayoutSucceeded{Late: true})
	for name, c := range map[string]struct {
		given  []any
		answer Answer
		want   string
	}{
		"it is at work":                                     {sent, Answer{State: AtWork}, nothing},
		"it names its reference":                            {sent, Answer{State: AtWork, Reference: "r-1"}, "PayoutTaken/system"},
		"once":                                              {taken, Answer{State: AtWork, Reference: "r-2"}, nothing},
		"it does not know it":                               {sent, Answer{State: Unknown}, nothing},
		"it does not know what it names":                    {sent, Answer{State: Unknown, Reference: "r-1"}, nothing},
		"it says something else":                            {sent, Answer{State: "lost", Reference: "r-1", Paid: 99 * Unit}, nothing},
		"it says nothing":                                   {sent, Answer{}, nothing},
		"it has paid":                                       {sent, good, "PayoutSucceeded/system"},
		"with a reference":                                  {sent, paid(func(a *Answer) { a.Reference = "r-1" }), "PayoutTaken/system PayoutSucceeded/system"},
		"in the site's currency":                            {sent, paid(func(a *Answer) { a.Currency = "" }), "PayoutSucceeded/system"},
		"in another one":                                    {sent, paid(func(a *Answer) { a.Currency = "EUR" }), "PayoutUnclear/system"},
		"a cent less":                                       {sent, paid(func(a *Answer) { a.Paid -= Cent }), "PayoutUnclear/system"},
		"a cent more":                                       {sent, paid(func(a *Answer) { a.Paid += Cent }), "PayoutUnclear/system"},
		"less than nothing":                                 {sent, paid(func(a *Answer) { a.Paid = -a.Paid }), "PayoutUnclear/system"},
		"for a fee below zero":                              {sent, paid(func(a *Answer) { a.Fee = -1 }), "PayoutUnclear/system"},
		"for a fee as large as the amount":                  {sent, paid(func(a *Answer) { a.Fee = 99 * Unit }), "PayoutSucceeded/system"},
		"for a fee above the amount":                        {sent, paid(func(a *Answer) { a.Fee = 99*Unit + 1 }), "PayoutUnclear/system"},
		"for a fee above it, of what had failed":            {failed, paid(func(a *Answer) { a.Fee = 100 * Unit }), "PayoutUnclear/system"},
		"for a fee above it, of what comes back":            {sent, Answer{State: CameBack, Paid: 99 * Unit, Fee: 100 * Unit, Back: Unit}, "PayoutUnclear/system"},
		"what does not fit, twice":                          {unclear, paid(func(a *Answer) { a.Paid = 0 }), nothing},
		"what fits, after what did not":                     {unclear, good, nothing},
		"what it has quoted":                                {abroad, Answer{State: Paid, Paid: 88_200_000, Currency: "EUR"}, "PayoutSucceeded/system"},
		"less than it has quoted":                           {abroad, Answer{State: Paid, Paid: 88_190_000, Currency: "EUR"}, "PayoutUnclear/system"},
		"the amount instead of what it has quoted":          {abroad, good, "PayoutUnclear/system"},
		"what it has quoted in no currency":                 {abroad, Answer{State: Paid, Paid: 88_200_000}, "PayoutUnclear/system"},
		"it has paid twice":                                 {paidOut, good, nothing},
		"it has paid another amount, after a success":       {paidOut, paid(func(a *Answer) { a.Paid = 0 }), nothing},
		"it has paid what came back":                        {returned, good, nothing},
		"it has paid what had failed":                       {failed, good, "PayoutSucceeded/system"},
		"it has paid what was cancelled":                    {append(asked[:4:4], PayoutCancelled{}), good, "PayoutSucceeded/system"},
		"it has paid another amount of what had failed":     {failed, paid(func(a *Answer) { a.Paid = 0 }), "PayoutUnclear/system"},
		"and then the right one":                            {append(failed[:4:4], PayoutUnclear{}), good, "PayoutSucceeded/system"},
		"it has paid late, twice":                           {late, good, nothing},
		"it has paid what was not sent":                     {approved, good, nothing},
		"it has paid what was cancelled before it was sent": {cancelled, good, nothing},
		"it has paid what is not there":                     {nil, good, nothing},
		"it refuses":                                        {sent, Answer{State: Refused, Code: "account_closed"}, "PayoutFailed/system"},
		"it refuses what it has":                            {sent, Answer{State: Refused, Reference: "r-1"}, "PayoutTaken/system PayoutFailed/system"},
		"it refuses what it has paid":                       {paidOut, Answer{State: Refused}, nothing},
		"it refuses twice":                                  {failed, Answer{State: Refused}, nothing},
		"it refuses what is unclear":                        {unclear, Answer{State: Refused}, nothing},
		"it refuses what the owner cancels":                 {asked, Answer{State: Refused}, "PayoutFailed/system"},
		"it agrees to cancel":                               {asked, Answer{State: Withdrawn}, "PayoutCancelled/system"},
		"it cancels unasked":                                {sent, Answer{State: Withdrawn}, "PayoutFailed/system"},
		"it cancels what it has paid":                       {paidOut, Answer{State: Withdrawn}, nothing},
		"it cancels what is unclear":                        {append(asked[:4:4], PayoutUnclear{}), Answer{State: Withdrawn}, nothing},
		"it has paid what the owner cancels":                {asked, good, "PayoutSucceeded/system"},
		"it comes back":                                     {paidOut, back(99 * Unit), "PayoutCameBack/system"},
		"in part":                                           {paidOut, back(Cent), "PayoutCameBack/system"},
		"with the fee":                                      {paidOut, back(100 * Unit), "PayoutCameBack/system"},
		"with more":                                         {paidOut, back(100*Unit + Cent), "PayoutUnclear/system"},
		"with nothing":                                      {paidOut, back(0), "PayoutUnclear/system"},
		"with nothing, twice":                               {append(paidOut[:4:4], PayoutUnclear{}), back(0), nothing},
		"and then with something":                           {append(paidOut[:4:4], PayoutUnclear{}), back(Unit), "PayoutCameBack/system"},
		"twice":                                             {returned, back(Unit), nothing},
		"before it was paid":                                {sent, back(99 * Unit), "PayoutSucceeded/system PayoutCameBack/system"},
		"before another amount was paid":                    {sent, Answer{State: CameBack, Paid: Unit, Back: Unit}, "PayoutUnclear/system"},
		"when it is unclear":                                {unclear, back(99 * Unit), nothing},
		"after it had failed":                               {failed, back(98 * Unit), "PayoutSucceeded/system PayoutCameBack/system"},
		"before it was sent":                                {approved, back(Unit), nothing},
	} {
		t.Run(name, func(t *testing.T) {
			check(t, outcome(DecidePayout(fold[Payout](c.given...), Learn{c.answer, "USD"})), c.want)
		})
	}
}

func TestASuccessAfterAFailureIsLate(t *testing.T) {
	for _, history := range [][]any{sent, failed} {
		p := fold[Payout](history...)
		events, err := DecidePayout(p, Learn{Answer{State: Paid, Paid: 99 * Unit, Fee: Cent}, "USD"})
		want := PayoutSucceeded{
			Payout: "w", Account: alice, Method: "bank", Provider: Sandbox, Amount: 99 * Unit, Fee: Unit, ProviderFee: Cent, Late: p.End == Failed,
		}
		if e := only[PayoutSucceeded](t, events, err); e != want {
			t.Errorf("%+v", e)
		}
	}
}

func TestTheWordsOfAProviderAreMadeHarmless(t *testing.T) {
	for reference, want := range map[string]string{
		"r-1": "r-1", " r 1 ": "r 1", "a\x00b\x1b[31m": "ab[31m", "\u202ecba": "cba", "\xff\xfeab": "ab", "\n": "", "付款-1": "付款-1",
		strings.Repeat("付", 200): strings.Repeat("付", maxReferred),
	} {
		if got := referred(reference); got != want || !utf8.ValidString(got) {
			t.Errorf("%q gives %q", reference, got)
		}
	}
	for code, want := range map[string]string{
		"account_closed": "account_closed", "no-such-account": "no-such-account", "": "refused", "Sorry!": "refused", "a b": "refused", "=cmd": "refused",
		strings.Repeat("a", 33): "refused",
	} {
		events, err := DecidePayout(fold[Payout](sent...), Learn{Answer{State: Refused, Code: code}, "USD"})
		if e := only[PayoutFailed](t, events, err); e.Code != want {
			t.Errorf("%q gives %q", code, e.Code)
		}
	}
}

func TestWhatAQuotePaysIsReadInItsOwnUnit(t *testing.T) {
	for name, c := range map[string]struct {
		quote Quote
		want  Amount
		ok    bool
	}{
		"cents":             {Quote{Minor: 8820, Digits: 2}, 88_200_000, true},
		"yen":               {Quote{Minor: 15_000, Digits: 0}, 15_000 * Unit, true},
		"mils":              {Quote{Minor: 1, Digits: 3}, 1000, true},
		"millionths":        {Quote{Minor: 7, Digits: 6}, 7, true},
		"nothing":           {Quote{Digits: 2}, 0, false},
		"less than nothing": {Quote{Minor: -1, Digits: 2}, 0, false},
		"too many digits":   {Quote{Minor: 1, Digits: 7}, 0, false},
		"negative digits":   {Quote{Minor: 1, Digits: -1}, 0, false},
		"too much":          {Quote{Minor: 1 << 62, Digits: 0}, 0, false},
	} {
		if got, ok := c.quote.Amount(); got != c.want || ok != c.ok {
			t.Errorf("%s: %d %v", name, got, ok)
		}
	}
}
