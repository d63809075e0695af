package revenue

import (
	"github.com/modyard/modyard/domain/fault"
	"github.com/modyard/modyard/domain/role"
)

// MarkPaid records what people have done about a withdrawal of a batch. Who is paid does not mark it.
type MarkPaid struct {
	By    Caller
	Batch string
	Paid  bool
	Fee   Amount // what the bank kept; not more than was paid
}

func (c MarkPaid) decide(p Payout) ([]any, role.Role, error) {
	as, err := c.By.keeps()
	switch {
	case err != nil:
		return nil, "", err
	case p.ID == "" || p.Batch != c.Batch || c.Batch == "":
		return nil, "", fault.NotFound("提现不在这个批次中。")
	case p.Account == c.By.Account:
		return nil, "", ownWallet()
	case p.End == Succeeded && c.Paid && p.ProviderFee != c.Fee:
		return nil, "", fault.Conflict("这笔提现已登记为已付款，银行手续费为 " + p.ProviderFee.String() + "，不能再改。")
	case p.End == Succeeded && c.Paid, p.End == Failed && !c.Paid:
		return nil, as, nil
	case p.End != "":
		return nil, "", ended()
	case c.Paid && !p.bears(c.Fee):
		return nil, "", rejection(CodeAmount, "fee", "银行手续费不能超过付款金额 "+p.Amount.String()+"。")
	case !c.Paid:
		return []any{PayoutFailed{Payout: p.ID, Account: p.Account, Code: "refused"}}, as, nil
	}
	return []any{PayoutSucceeded{
		Payout: p.ID, Account: p.Account, Method: p.Method, Provider: p.Provider, Amount: p.Amount, Fee: p.Fee, ProviderFee: c.Fee,
	}}, as, nil
}

// Void ends a withdrawal that was never sent and cannot be: its destination is gone, or its method.
type Void struct{ Code string }

func (c Void) decide(p Payout) ([]any, role.Role, error) {
	if p.ID == "" || p.End != "" || p.Sent() {
		return nil, role.System, nil
	}
	return []any{PayoutFailed{Payout: p.ID, Account: p.Account, Code: c.Code}}, role.System, nil
}
