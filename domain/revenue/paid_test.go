package revenue

import "testing"

func TestTheResultOfMarkingAWithdrawalThatPeoplePay(t *testing.T) {
	paid := append(inBatch[:3:3], PayoutSucceeded{Payout: "w", ProviderFee: Unit})
	refused := append(inBatch[:3:3], PayoutFailed{Payout: "w"})
	mark := func(change func(*MarkPaid)) MarkPaid {
		c := MarkPaid{By: keeper, Batch: "b", Paid: true, Fee: Unit}
		if change != nil {
			change(&c)
		}
		return c
	}
	fee := func(a Amount) MarkPaid { return mark(func(c *MarkPaid) { c.Fee = a }) }
	not := mark(func(c *MarkPaid) { c.Paid, c.Fee = false, 0 })
	const notInBatch, tooMuch = "not_found not_found -: 提现不在这个批次中", "invalid amount_invalid fee: 银行手续费不能超过付款金额 99.00"
	for name, c := range map[string]struct {
		given []any
		when  MarkPaid
		want  string
	}{
		"it is paid":                         {inBatch, mark(nil), "PayoutSucceeded/treasurer"},
		"for no fee":                         {inBatch, fee(0), "PayoutSucceeded/treasurer"},
		"for a fee as large as the amount":   {inBatch, fee(99 * Unit), "PayoutSucceeded/treasurer"},
		"for a cent more":                    {inBatch, fee(99*Unit + Cent), tooMuch},
		"for the largest fee of all":         {inBatch, fee(MaxAmount), tooMuch},
		"for less than nothing":              {inBatch, fee(-Cent), tooMuch},
		"paid twice":                         {paid, mark(nil), nothing},
		"paid again for another fee":         {paid, fee(2 * Unit), "conflict conflict -: 这笔提现已登记为已付款，银行手续费为 1.00"},
		"paid again without a fee":           {paid, fee(0), "conflict conflict -: 这笔提现已登记为已付款，银行手续费为 1.00"},
		"paid again for a fee without bound": {paid, fee(MaxAmount), "conflict conflict -: 这笔提现已登记为已付款，银行手续费为 1.00"},
		"it is not paid":                     {inBatch, not, "PayoutFailed/treasurer"},
		"not paid twice":                     {refused, not, nothing},
		"not paid and then paid":             {refused, mark(nil), isEnded},
		"paid and then not":                  {paid, not, isEnded},
		"in another batch":                   {inBatch, mark(func(c *MarkPaid) { c.Batch = "c" }), notInBatch},
		"in no batch":                        {byPeople, mark(func(c *MarkPaid) { c.Batch = "" }), notInBatch},
		"what is not there":                  {nil, mark(nil), notInBatch},
		"its owner does not":                 {inBatch, mark(func(c *MarkPaid) { c.By = treasurerOf(alice) }), own},
		"a creator does not":                 {inBatch, mark(func(c *MarkPaid) { c.By = creator }), notKeeper},
		"a token does not":                   {inBatch, mark(func(c *MarkPaid) { c.By = program }), byToken},
	} {
		t.Run(name, func(t *testing.T) { check(t, outcome(DecidePayout(fold[Payout](c.given...), c.when)), c.want) })
	}
}
