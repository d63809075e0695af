package revenue

import (
	"slices"

	"github.com/modyard/modyard/domain/decision"
	"github.com/modyard/modyard/domain/fault"
	"github.com/modyard/modyard/domain/role"
)

// MaxBatch is how many withdrawals a batch has.
const MaxBatch = 100

// Batch is a file of withdrawals that people pay, folded from its stream. The zero Batch does not exist.
type Batch struct {
	ID, Method string
	Payouts    []string
}

// Evolve applies one event.
func (b Batch) Evolve(event any) Batch {
	if e, ok := event.(BatchMade); ok {
		return Batch{ID: e.Batch, Method: e.Method, Payouts: e.Payouts}
	}
	return b
}

// MakeBatch puts withdrawals into a batch, each of which is dispatched by it in the same append.
type MakeBatch struct {
	By      Caller
	Batch   string // id
	Method  string
	Payouts []string
}

// DecideBatch returns the events of a command, or a *fault.Error.
func DecideBatch(b Batch, c MakeBatch) ([]decision.Event, error) {
	as, err := c.By.keeps()
	switch {
	case err != nil:
		return nil, err
	case b.ID != "":
		return nil, fault.Conflict("该批次已存在。")
	case len(c.Payouts) == 0:
		return nil, fault.Conflict("没有待付款的提现。")
	case len(c.Payouts) > MaxBatch:
		return nil, fault.Invalid("payouts", "一个批次最多 100 笔提现。")
	}
	return decision.In(as, []any{BatchMade{Batch: c.Batch, Method: c.Method, Payouts: slices.Clone(c.Payouts)}}, nil)
}

// MarkPaid records what people have done about a withdrawal of a batch. Who is paid does not mark it.
type MarkPaid struct {
	By    Caller
	Batch string
	Paid  bool
	Fee   Amount // what the bank kept
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
	case p.End == Succeeded && c.Paid, p.End == Failed && !c.Paid:
		return nil, as, nil
	case p.End != "":
		return nil, "", ended()
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
