package revenue

import (
	"bytes"
	"flag"
	"fmt"
	"maps"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write docs/ledger.md anew")

const (
	ledgerDoc   = "../../docs/ledger.md"
	ledgerIntro = `<!-- Code generated from domain/revenue by ` + "`go test ./domain/revenue -run Ledger -update`" + `. DO NOT EDIT. -->
# The ledger

Every event that moves money has postings. They are derived from the event (` + "`revenue.Postings`" + `), never stored in it, and add up
to zero for each event. An amount is an integer of millionths of the site's one currency. It is positive on the left
(debit) and negative on the right (credit): what the site has grows on the left, what it owes or keeps grows on the right.

| account | one for each | what it means |
|---|---|---|
| ` + "`cash`" + ` | source, provider | what came in from a source; what a provider has paid, with its own fee, less what came back |
| ` + "`income`" + ` | source | confirmed and not shared yet: zero once all days are shared |
| ` + "`platform`" + ` | | what the site keeps; it pays corrections |
| ` + "`reserve`" + ` | | the creators' part of days on which no project takes part |
| ` + "`accrued`" + ` | account | shared and not settled: zero for a month that is settled |
| ` + "`wallet`" + ` | account | settled and not withdrawn; below zero only after a correction, or a withdrawal that was paid after it had failed |
| ` + "`transit`" + ` | withdrawal | asked for and not ended, with its fee: zero after its end |
| ` + "`fees`" + ` | method | fees of withdrawals, less what providers keep |
| ` + "`unclaimed`" + ` | | what belongs to nobody: of accounts that are gone |

Amounts are rounded in three places only. The creators' part of an entry is rounded down, and the rest is the platform's.
Shares are divided by the largest remainder, first among projects and then among their people, equal remainders by id: they
add up to the whole. A fee is rounded half up to a cent, and then its minimum and maximum hold.

A posting to a wallet may have a value date: the amount can be withdrawn from 00:00 UTC of that day on, without another
event. A settlement is worth from the last day of its month and 59 days on, everything else at once. A negative correction
takes what is pending first, the latest before the others; a positive one of the same month gives it back with its value date.

An event that is not in this list moves no money.

| event | when | left | right | amount |
|---|---|---|---|---|
`
)

// example is an event with amounts that have names: each is a power of a thousand, so that sums can be told apart.
type example struct {
	event any
	when  string
	from  map[Amount]string // what the amounts of the postings are
}

const (
	thousand Amount = 1000
	million2        = thousand * thousand
)

// examples are the events that move money, in the order in which money moves.
func examples() []example {
	amount := map[Amount]string{1: "amount"}
	negative := map[Amount]string{1: "amount, negative"}
	sums := []Sum{{Source: "source", Creators: million2, Platform: 1, Reserve: thousand}}
	shares := []Share{{"project", "account", 1}, {"project", "another account", thousand}}
	kept := map[Amount]string{1: "platform", thousand: "reserve"}
	parts := map[Amount]string{1: "a share", thousand: "another share", 1 + thousand: "all shares"}
	lines := []Line{{"project", "source", 1}}
	paid := map[Amount]string{1 + million2: "amount + fee", 1 + thousand: "amount + provider's fee", million2 - thousand: "fee − provider's fee"}
	success := PayoutSucceeded{Payout: "payout", Account: "account", Method: "method", Provider: "provider", Amount: 1, Fee: million2, ProviderFee: thousand}
	late := success
	late.Late = true
	return []example{
		{IncomeConfirmed{Source: "source", Amount: 1}, "", amount},
		{IncomeReversed{Source: "source", Amount: 1, Confirmed: true}, "it was confirmed", amount},
		{SharesNoted{Source: "source", Shares: shares}, "", parts},
		{SharingFinished{Sums: sums}, "", kept},
		{SharesUndone{Source: "source", Shares: shares}, "", parts},
		{SharingUndone{Sums: sums}, "", kept},
		{Earned{Account: "account", ValueDate: "value date", Lines: lines}, "", map[Amount]string{1: "all lines"}},
		{Earned{Account: "account", ValueDate: "value date", Lines: lines, Unclaimed: true}, "the account is gone", map[Amount]string{1: "all lines"}},
		{Corrected{Account: "account", Amount: 1}, "", amount},
		{
			Corrected{Account: "account", Amount: 1 + thousand, Dated: []Dated{{"value date", thousand}}}, "it gives back what an earlier one has taken from what was pending",
			map[Amount]string{1: "what was there", thousand: "what was pending"},
		},
		{Corrected{Account: "account", Amount: -1}, "it is negative", negative},
		{Corrected{Account: "account", Amount: -1, Unclaimed: true}, "it is negative, the account is gone", negative},
		{PayoutReserved{Account: "account", Payout: "payout", Amount: 1}, "", map[Amount]string{1: "amount with fee"}},
		{success, "", paid},
		{late, "it had failed or was cancelled", paid},
		{PayoutRestored{Account: "account", Payout: "payout", Amount: 1}, "", map[Amount]string{1: "amount with fee"}},
		{PayoutRestored{Account: "account", Payout: "payout", Amount: 1, Unclaimed: true}, "the account is gone", map[Amount]string{1: "amount with fee"}},
		{PayoutReturned{Account: "account", Payout: "payout", Provider: "provider", Amount: 1}, "", map[Amount]string{1: "what came back"}},
		{PayoutReturned{Account: "account", Payout: "payout", Provider: "provider", Amount: 1, Unclaimed: true}, "the account is gone", map[Amount]string{1: "what came back"}},
		{WalletClosed{Account: "account", Amount: 1}, "", map[Amount]string{1: "what is left"}},
		{WalletClosed{Account: "account", Amount: -1}, "there is a debt", map[Amount]string{1: "the debt"}},
	}
}

func TestTheLedgerTableIsFresh(t *testing.T) {
	want := ledgerTable(t)
	if *update {
		if err := os.WriteFile(ledgerDoc, want, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	got, err := os.ReadFile(ledgerDoc)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Errorf("%s is not what the code says: go test ./domain/revenue -run Ledger -update", ledgerDoc)
	}
}

// ledgerTable is the document: a row for each event type with postings and each of its cases.
func ledgerTable(t *testing.T) []byte {
	t.Helper()
	names := map[reflect.Type]string{}
	for name, e := range EventTypes() {
		names[reflect.TypeOf(e)] = name
	}
	out := bytes.NewBufferString(ledgerIntro)
	shown := map[string]bool{}
	for _, x := range examples() {
		name := names[reflect.TypeOf(x.event)]
		shown[name] = true
		sum := Amount(0)
		for _, p := range Postings(x.event) {
			sum += p.Amount
		}
		if sum != 0 {
			t.Errorf("the postings of %s add up to %d", name, sum)
		}
		name = "`" + name + "`"
		for _, p := range Postings(x.event) {
			left, right := account(p), ""
			if p.Amount < 0 {
				left, right = "", left
			}
			words := x.from[max(p.Amount, -p.Amount)]
			if words == "" {
				t.Errorf("the amount %d of %s has no name", p.Amount, name)
			}
			row := fmt.Sprintf("| %s | %s | %s | %s | %s |\n", name, x.when, left, right, words)
			out.WriteString(strings.ReplaceAll(strings.ReplaceAll(row, "|  |", "| |"), "|  |", "| |"))
			name, x.when = "", ""
		}
	}
	for _, name := range slices.Sorted(maps.Keys(EventTypes())) {
		if !shown[name] && len(Postings(filled(EventTypes()[name]))) > 0 {
			t.Errorf("%s moves money, and the table has no row for it", name)
		}
	}
	return out.Bytes()
}

// account is the ledger account of a posting, with its value date.
func account(p Posting) string {
	words := "`" + p.Account + "`"
	if p.From != "" {
		words += " from the " + p.From
	}
	return words
}

// filled is an event with a value in all of its amounts and flags.
func filled(event any) any {
	v := reflect.New(reflect.TypeOf(event)).Elem()
	v.Set(reflect.ValueOf(event))
	for i := range v.NumField() {
		switch f := v.Field(i); f.Kind() {
		case reflect.Int64:
			f.SetInt(1)
		case reflect.Bool:
			f.SetBool(true)
		}
	}
	return v.Interface()
}

func TestAnEventWithoutMoneyHasNoPostings(t *testing.T) {
	for name, event := range map[string]any{
		"income that nobody has confirmed": IncomeEntered{Source: ads, Amount: 1}, "such income, reversed": IncomeReversed{Source: ads, Amount: 1},
		"a withdrawal that is asked for": PayoutRequested{Amount: 1, Fee: 1}, "a settled reservation": PayoutSettled{Amount: 1}, "a return as the provider tells it": PayoutCameBack{Amount: 1},
		"a proposed correction": CorrectionProposed{Amount: 1}, "a confirmed one, beside that of the wallet": CorrectionConfirmed{Amount: 1}, "nothing": WalletClosed{Account: alice},
		"what is no event": 3,
	} {
		if p := Postings(event); len(p) != 0 {
			t.Errorf("%s: %+v", name, p)
		}
	}
}
