package revenue

import (
	"fmt"
	"reflect"
	"slices"
	"testing"
	"time"
)

// byHand is a withdrawal that people pay, asked for some minutes after noon and approved.
func byHand(id string, minutes int) Payout {
	p := Payout{}.Evolve(PayoutRequested{Payout: id, Account: "account-" + id, Method: "bank", Provider: Manual}, noon.Add(time.Duration(minutes)*time.Minute))
	return p.Evolve(PayoutApproved{Payout: id, Enough: true}, noon)
}

func TestTheResultOfMakingABatch(t *testing.T) {
	one := []Payout{byHand("a", 0)}
	held, other, sent := byHand("a", 0), byHand("a", 0), byHand("a", 0)
	held.Held, other.Method = true, "paypal"
	sent = sent.Evolve(PayoutDispatched{Attempt: 1, Batch: "earlier"}, noon)
	const none = "conflict conflict -: 没有等待人工付款的提现"
	for name, c := range map[string]struct {
		given Batch
		when  MakeBatch
		want  string
	}{
		"a treasurer makes a batch":     {Batch{}, MakeBatch{By: keeper, Payouts: one}, "BatchMade/treasurer"},
		"an administrator does":         {Batch{}, MakeBatch{By: admin, Payouts: one}, "BatchMade/admin"},
		"a creator does not":            {Batch{}, MakeBatch{By: creator, Payouts: one}, notKeeper},
		"a moderator does not":          {Batch{}, MakeBatch{By: mod, Payouts: one}, notKeeper},
		"a token does not":              {Batch{}, MakeBatch{By: program, Payouts: one}, byToken},
		"an anonymous caller does not":  {Batch{}, MakeBatch{Payouts: one}, signIn},
		"twice":                         {Batch{ID: "b"}, MakeBatch{By: keeper, Payouts: one}, "conflict conflict -: 该批次已存在"},
		"while all are paused":          {Batch{}, MakeBatch{By: keeper, Payouts: one, Paused: true}, "conflict payouts_paused -: 提现已暂停"},
		"of nothing":                    {Batch{}, MakeBatch{By: keeper}, none},
		"of what is held":               {Batch{}, MakeBatch{By: keeper, Payouts: []Payout{held}}, none},
		"of what goes another way":      {Batch{}, MakeBatch{By: keeper, Payouts: []Payout{other}}, none},
		"of what is in another batch":   {Batch{}, MakeBatch{By: keeper, Payouts: []Payout{sent}}, none},
		"of what is not approved":       {Batch{}, MakeBatch{By: keeper, Payouts: []Payout{fold[Payout](byPeople[0])}}, none},
		"of what a provider pays":       {Batch{}, MakeBatch{By: keeper, Payouts: []Payout{fold[Payout](approved...)}}, none},
		"of what goes to a frozen one":  {Batch{}, MakeBatch{By: keeper, Payouts: one, Frozen: map[string]bool{"account-a": true}}, none},
		"of what goes to somebody else": {Batch{}, MakeBatch{By: keeper, Payouts: one, Frozen: map[string]bool{"account-b": true}}, "BatchMade/treasurer"},
	} {
		t.Run(name, func(t *testing.T) {
			c.when.Batch, c.when.Method = "b", "bank"
			batch, payouts, err := DecideBatch(c.given, c.when)
			check(t, outcome(batch, err), c.want)
			if want := min(1, len(batch)); len(payouts) != want && err == nil {
				t.Errorf("%d withdrawals", len(payouts))
			}
		})
	}
}

func TestABatchIsInTheOrderOfTheRequests(t *testing.T) {
	list := []Payout{byHand("c", 1), byHand("a", 2), byHand("b", 1), byHand("b", 1)}
	for range 2 {
		batch, payouts, err := DecideBatch(Batch{}, MakeBatch{By: keeper, Batch: "b", Method: "bank", Payouts: list})
		if e := only[BatchMade](t, batch, err); !reflect.DeepEqual(e, BatchMade{Batch: "b", Method: "bank", Payouts: []string{"b", "c", "a"}}) {
			t.Errorf("%+v", e)
		}
		if e := only[PayoutDispatched](t, payouts["a"], nil); e != (PayoutDispatched{Payout: "a", Account: "account-a", Attempt: 1, Batch: "b"}) {
			t.Errorf("%+v", e)
		}
		slices.Reverse(list)
	}
	var many []Payout
	for i := range maxBatch + 1 {
		many = append(many, byHand(fmt.Sprint(i), i))
	}
	batch, payouts, err := DecideBatch(Batch{}, MakeBatch{By: keeper, Batch: "b", Method: "bank", Payouts: many})
	e := only[BatchMade](t, batch, err)
	if len(e.Payouts) != maxBatch || len(payouts) != maxBatch {
		t.Errorf("%d and %d", len(e.Payouts), len(payouts))
	}
	if b := fold[Batch](e, PayoutHeld{}); b.ID != "b" || b.Method != "bank" || len(b.Payouts) != maxBatch || b.At != noon {
		t.Errorf("%+v", b)
	}
}
