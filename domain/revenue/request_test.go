package revenue

import (
	"fmt"
	"reflect"
	"testing"
	"time"
)

var bank = Method{
	ID: "bank", Type: "bank", Name: "银行转账", Provider: Sandbox, Countries: []string{"CN", "DE"}, Least: decimal(5 * Unit), Most: decimal(5000 * Unit),
	Fee: Fee{Fraction: 20_000, Least: decimal(Unit), Most: decimal(20 * Unit)}, Fields: []Field{{Name: "iban", Label: "账号", Shown: true}},
}

// rich is a wallet with 3000.005 and a destination that was paid before and one that was not.
func rich() []any {
	return []any{
		earned("2026-01", "2026-03-31", 3000*Unit+Cent/2), earned("2026-03", "2026-05-21", 100*Unit),
		DestinationAdded{Account: alice, Destination: "d", Method: "bank", Rests: "2026-05-01T00:00:00Z"},
		DestinationAdded{Account: alice, Destination: "new", Method: "bank", Rests: "2026-05-20T12:00:01Z"},
		DestinationAdded{Account: alice, Destination: "other", Method: "paypal", Rests: "2026-05-01T00:00:00Z"},
	}
}

func request(change func(*Request)) Request {
	c := Request{
		By: creator, Payout: "w", Method: bank, Methods: "file", Destination: "d", Country: "CN", Amount: 100 * Unit, Shown: -1, Now: noon,
		Verified: true, Factor: true, Since: noon.AddDate(-1, 0, 0),
	}
	if change != nil {
		change(&c)
	}
	return c
}

func TestTheResultOfEachRequestForAWithdrawal(t *testing.T) {
	used := append(rich(), PayoutReserved{Payout: "v", Amount: Unit, Destination: "d"}, PayoutSettled{Payout: "v"})
	quote := func(change func(*Quote)) func(*Request) {
		return func(c *Request) {
			c.Method.Currency = "EUR"
			c.Quote = &Quote{ID: "q", Currency: "EUR", Rate: 900_000, Minor: 8820, Digits: 2, Until: "2026-05-20T12:00:01Z"}
			change(c.Quote)
		}
	}
	reserved := func(n int, amount Amount) []any {
		events := rich()
		for i := range n {
			events = append(events, PayoutReserved{Payout: fmt.Sprint(i), Amount: amount, Destination: "d"})
		}
		return events
	}
	ended := reserved(maxADay, Unit)
	for i := range maxADay {
		ended = append(ended, PayoutRestored{Payout: fmt.Sprint(i), Amount: Unit})
	}
	amount := func(a Amount) func(*Request) { return func(c *Request) { c.Amount = a } }
	const asked, approved = "PayoutRequested/self", "PayoutRequested/self PayoutApproved/system"
	for name, c := range map[string]struct {
		given  []any
		change func(*Request)
		want   string
	}{
		"a withdrawal is asked for":                    {rich(), nil, asked},
		"a rule approves it to a known destination":    {used, nil, approved},
		"up to a hundred":                              {used, amount(100*Unit + Cent), asked},
		"of an account of thirty days":                 {used, func(c *Request) { c.Since = noon.Add(-trusted) }, approved},
		"not of a younger one":                         {used, func(c *Request) { c.Since = noon.Add(1 - trusted) }, asked},
		"not of one whose age is not known":            {used, func(c *Request) { c.Since = time.Time{} }, asked},
		"an anonymous caller":                          {rich(), func(c *Request) { c.By = nobody }, signIn},
		"a token":                                      {rich(), func(c *Request) { c.By = programOf(creator) }, byToken},
		"a closed wallet":                              {append(rich(), WalletClosed{}), nil, "forbidden unauthorized -: 账户正在注销"},
		"an account that leaves":                       {rich(), func(c *Request) { c.Leaving = true }, "forbidden unauthorized -: 账户正在注销"},
		"a pause":                                      {rich(), func(c *Request) { c.Paused = true }, "conflict payouts_paused -: 提现已暂停"},
		"a frozen wallet":                              {append(rich(), WalletFrozen{}), nil, "forbidden wallet_frozen -: 你的余额已被冻结"},
		"an unfrozen one":                              {append(rich(), WalletFrozen{}, WalletUnfrozen{}), nil, asked},
		"an address that is not verified":              {rich(), func(c *Request) { c.Verified = false }, "forbidden unauthorized -: 请先验证邮箱"},
		"no second factor":                             {rich(), func(c *Request) { c.Factor = false }, "forbidden factor_required -: 请先启用两步验证"},
		"no method":                                    {rich(), func(c *Request) { c.Method = Method{} }, "invalid method_invalid method_id: 收款方式不存在"},
		"a method of another country":                  {rich(), func(c *Request) { c.Country = "US" }, "invalid method_invalid method_id: 你所在的地区"},
		"a country that is not known":                  {rich(), func(c *Request) { c.Country = "" }, asked},
		"no destination":                               {rich(), func(c *Request) { c.Destination = "" }, "invalid method_invalid method_details.destination: 请选择"},
		"another's destination":                        {rich(), func(c *Request) { c.Destination = "x" }, "invalid method_invalid method_details.destination: 请选择"},
		"a destination of another method":              {rich(), func(c *Request) { c.Destination = "other" }, "invalid method_invalid method_details.destination: 请选择"},
		"a removed destination":                        {append(rich(), DestinationRemoved{Destination: "d"}), nil, "invalid method_invalid method_details.destination: 请选择"},
		"a destination that rests":                     {rich(), func(c *Request) { c.Destination = "new" }, "invalid destination_resting method_details.destination: 新的收款账户从 2026-05-20 12:00"},
		"and that rests no more":                       {rich(), func(c *Request) { c.Destination, c.Now = "new", noon.Add(time.Second) }, asked},
		"less than a cent":                             {rich(), amount(100*Unit + 1), "invalid amount_invalid amount: 金额最多两位小数"},
		"nothing":                                      {rich(), amount(0), "invalid below_minimum amount: 最低提现金额为 5.00"},
		"less than nothing":                            {rich(), amount(-100 * Unit), "invalid below_minimum amount: 最低提现金额为 5.00"},
		"less than the minimum":                        {rich(), amount(5*Unit - Cent), "invalid below_minimum amount: 最低提现金额为 5.00"},
		"the minimum":                                  {rich(), amount(5 * Unit), asked},
		"more than the maximum":                        {rich(), amount(5000*Unit + Cent), "invalid above_maximum amount: 最高提现金额为 5000.00"},
		"no more than the fee":                         {rich(), func(c *Request) { c.Amount, c.Method.Fee.Least = 5*Unit, decimal(5*Unit) }, "invalid below_minimum amount: 扣除手续费后没有"},
		"another amount than the fixed ones":           {rich(), func(c *Request) { c.Method.Values = decimals{decimal(50 * Unit)} }, "invalid amount_invalid amount: 此收款方式只支持固定的金额"},
		"one of the fixed ones":                        {rich(), func(c *Request) { c.Method.Values = decimals{decimal(100 * Unit)} }, asked},
		"all that there is":                            {rich(), amount(3000 * Unit), asked},
		"a cent more":                                  {rich(), amount(3000*Unit + Cent), "invalid insufficient_funds amount: 可提现余额不足，当前可提现 3000.00"},
		"what is there from tomorrow on":               {rich(), amount(3050 * Unit), "invalid insufficient_funds amount: 可提现余额不足"},
		"and tomorrow":                                 {rich(), func(c *Request) { c.Amount, c.Now = 3050*Unit, time.Date(2026, 5, 21, 0, 0, 0, 0, time.UTC) }, asked},
		"a debt":                                       {append(rich(), Corrected{Amount: -3200 * Unit}), amount(5 * Unit), "invalid insufficient_funds amount: 可提现余额不足，当前可提现 -100.00"},
		"a fifth open one":                             {reserved(maxOpen-1, Unit), nil, asked},
		"a sixth open one":                             {reserved(maxOpen, Unit), nil, "conflict too_many_payouts -: 最多同时有 5 笔"},
		"an eleventh on a day":                         {ended, nil, "conflict too_many_payouts -: 24 小时内最多提现 10 次"},
		"an eleventh a day later":                      {ended, func(c *Request) { c.Now = noon.Add(dayLength) }, asked},
		"the fee that was shown":                       {rich(), func(c *Request) { c.Shown = 2 * Unit }, asked},
		"another fee than was shown":                   {rich(), func(c *Request) { c.Shown = Unit }, "conflict quote_changed amount: 手续费已变更为 2.00"},
		"a quote":                                      {rich(), quote(func(*Quote) {}), asked},
		"a quote that is over":                         {rich(), quote(func(q *Quote) { q.Until = "2026-05-20T12:00:00Z" }), "conflict quote_changed amount: 汇率报价已过期"},
		"a quote without an end":                       {rich(), quote(func(q *Quote) { q.Until = "" }), "conflict quote_changed amount: 汇率报价已过期"},
		"a quote of another currency":                  {rich(), quote(func(q *Quote) { q.Currency = "CHF" }), "conflict quote_changed amount: 汇率报价与收款方式不符"},
		"a quote of nothing":                           {rich(), quote(func(q *Quote) { q.Minor = 0 }), "conflict quote_changed amount: 汇率报价与收款方式不符"},
		"a quote of more than there is on earth":       {rich(), quote(func(q *Quote) { q.Minor = 1 << 62 }), "conflict quote_changed amount: 汇率报价与收款方式不符"},
		"a quote of a currency with too many decimals": {rich(), quote(func(q *Quote) { q.Digits = 7 }), "conflict quote_changed amount: 汇率报价与收款方式不符"},
	} {
		t.Run(name, func(t *testing.T) {
			payout, wallet, err := DecideRequest(fold[Wallet](c.given...), request(c.change))
			check(t, outcome(payout, err), c.want)
			if err == nil {
				check(t, outcome(wallet, nil), "PayoutReserved/self")
			} else if payout != nil || wallet != nil {
				t.Errorf("a refusal with events %v %v", payout, wallet)
			}
		})
	}
}

func TestTheFeeIsTakenFromTheAmountOfAWithdrawal(t *testing.T) {
	payout, wallet, err := DecideRequest(fold[Wallet](rich()...), request(nil))
	want := PayoutRequested{
		Payout: "w", Account: alice, Method: "bank", Provider: Sandbox, Destination: "d", Amount: 98 * Unit, Fee: 2 * Unit, Methods: "file",
	}
	if e := only[PayoutRequested](t, payout, err); !reflect.DeepEqual(e, want) {
		t.Errorf("%+v", e)
	}
	if e := only[PayoutReserved](t, wallet, err); e != (PayoutReserved{Account: alice, Payout: "w", Amount: 100 * Unit, Destination: "d"}) {
		t.Errorf("%+v", e)
	}
}
