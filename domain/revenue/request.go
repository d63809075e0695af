package revenue

import (
	"slices"
	"time"

	"github.com/modyard/modyard/domain/decision"
	"github.com/modyard/modyard/domain/fault"
	"github.com/modyard/modyard/domain/role"
)

// The limits of withdrawals.
const (
	maxOpen   = 5
	maxADay   = 10
	dayLength = 24 * time.Hour
	// Up to byRule a rule approves a withdrawal to a destination that was paid before; above byOne two people must.
	byRule  = 100 * Unit
	byOne   = 1000 * Unit
	trusted = 30 * dayLength // the age of an account whose withdrawals a rule approves
)

// Request asks for a withdrawal.
type Request struct {
	By          Caller
	Payout      string // id
	Method      Method
	Methods     string // hash of the file
	Destination string // id
	Country     string // of the caller; empty: unknown
	Amount      Amount // that the wallet loses, with the fee
	Shown       Amount // the fee that the caller has seen; negative: none
	Quote       *Quote
	Now         time.Time
	Paused      bool // withdrawing is paused for all
	Verified    bool // the account has a verified address
	Factor      bool // the account has a second factor or a passkey
	Leaving     bool
	Since       time.Time // when the account was made; zero: unknown
}

// DecideRequest returns the events of the withdrawal and of the wallet, or a *fault.Error.
func DecideRequest(w Wallet, c Request) (payout, wallet []decision.Event, err error) {
	if err := c.check(w); err != nil {
		return nil, nil, err
	}
	fee := c.Method.Fee.Of(c.Amount)
	events := []any{PayoutRequested{
		Payout: c.Payout, Account: c.By.Account, Method: c.Method.ID, Provider: c.Method.Provider, Destination: c.Destination,
		Amount: c.Amount - fee, Fee: fee, Methods: c.Methods, Quote: c.Quote,
	}}
	payout, _ = decision.In(role.Self, events, nil)
	if c.Amount <= byRule && slices.Contains(w.Used, c.Destination) && !c.Since.IsZero() && c.Now.Sub(c.Since) >= trusted {
		payout = append(payout, decision.Event{Role: role.System, Payload: PayoutApproved{Payout: c.Payout, Account: c.By.Account, Enough: true}})
	}
	wallet, err = decision.In(role.Self, []any{PayoutReserved{
		Account: c.By.Account, Payout: c.Payout, Amount: c.Amount, Destination: c.Destination,
	}}, nil)
	return payout, wallet, err
}

// CheckConditions returns an error for an account that cannot withdraw now, whatever the amount.
func (c Request) CheckConditions(w Wallet) error {
	switch {
	case !c.By.SignedIn():
		return fault.Unauthorized("请先登录。")
	case c.By.Program:
		return noProgram()
	case w.Closed || c.Leaving:
		return fault.Forbidden("账户正在注销，不能提现。")
	case c.Paused:
		return &fault.Error{Kind: fault.KindConflict, Code: CodePaused, Text: "提现已暂停，请稍后再试。余额不受影响。"}
	case w.Frozen:
		return &fault.Error{Kind: fault.KindForbidden, Code: CodeFrozen, Text: "你的余额已被冻结，不能提现。"}
	case !c.Verified:
		return fault.Forbidden("请先验证邮箱，再提现。")
	case !c.Factor:
		return &fault.Error{Kind: fault.KindForbidden, Code: CodeFactor, Text: "请先启用两步验证或添加通行密钥，再提现。"}
	}
	return nil
}

func (c Request) check(w Wallet) error {
	if err := c.CheckConditions(w); err != nil {
		return err
	}
	d, there := w.Destination(c.Destination)
	recent := slices.DeleteFunc(slices.Clone(w.Requested), func(t time.Time) bool { return c.Now.Sub(t) >= dayLength })
	switch {
	case c.Method.ID == "":
		return rejection(CodeMethod, "method_id", "收款方式不存在。")
	case !c.Method.In(c.Country):
		return rejection(CodeMethod, "method_id", "你所在的地区不能使用此收款方式。")
	case !there || d.Method != c.Method.ID:
		return rejection(CodeMethod, "method_details.destination", "请选择此收款方式的收款账户。")
	case c.Now.Before(d.Rests):
		return rejection(CodeResting, "method_details.destination", "新的收款账户从 "+d.Rests.UTC().Format("2006-01-02 15:04")+"（UTC）起才能使用。")
	}
	if err := c.Method.Fits("amount", c.Amount); err != nil {
		return err
	}
	switch available := w.Available(c.Now); {
	case c.Amount > available.Floor():
		return rejection(CodeFunds, "amount", "可提现余额不足，当前可提现 "+available.String()+"。")
	case len(w.Reserved) >= maxOpen:
		return &fault.Error{Kind: fault.KindConflict, Code: CodeOpen, Text: "最多同时有 5 笔未完成的提现。"}
	case len(recent) >= maxADay:
		return &fault.Error{Kind: fault.KindConflict, Code: CodeOpen, Text: "24 小时内最多提现 10 次。"}
	case c.Shown >= 0 && c.Shown != c.Method.Fee.Of(c.Amount):
		return &fault.Error{Kind: fault.KindConflict, Code: CodeChanged, Field: "amount", Text: "手续费已变更为 " + c.Method.Fee.Of(c.Amount).String() + "，请重新确认。"}
	case c.Quote != nil && (c.Quote.Currency != c.Method.Currency || !c.Quote.pays()):
		return &fault.Error{Kind: fault.KindConflict, Code: CodeChanged, Field: "amount", Text: "汇率报价与收款方式不符，请重新确认。"}
	case c.Quote != nil && expired(*c.Quote, c.Now):
		return &fault.Error{Kind: fault.KindConflict, Code: CodeChanged, Field: "amount", Text: "汇率报价已过期，请重新确认。"}
	}
	return nil
}

func (q Quote) pays() bool {
	_, ok := q.Amount()
	return ok
}

func expired(q Quote, now time.Time) bool {
	until, err := time.Parse(time.RFC3339, q.Until)
	return err != nil || !now.Before(until)
}
