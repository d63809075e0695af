package revenue

import (
	"time"

	"github.com/modyard/modyard/domain/actor"
	"github.com/modyard/modyard/domain/fault"
	"github.com/modyard/modyard/domain/role"
)

// Codes of errors for programs.
const (
	CodeBelow       = "below_minimum"
	CodeAbove       = "above_maximum"
	CodeFunds       = "insufficient_funds"
	CodeMethod      = "method_invalid"
	CodeResting     = "destination_resting"
	CodeFrozen      = "wallet_frozen"
	CodePaused      = "payouts_paused"
	CodeOpen        = "too_many_payouts"
	CodeFactor      = "factor_required"
	CodeChanged     = "quote_changed"
	CodeNotCancel   = "not_cancellable"
	CodeTwice       = "entered_twice"
	CodeAlone       = "second_person_required"
	CodeSettled     = "month_settled"
	CodeUnconfirmed = "income_unconfirmed"
)

// Caller is who sends a command about the site's money. A rule reads nothing else of them.
type Caller struct {
	actor.Actor
	Treasurer bool
	Alone     bool // no other account may do what treasurers do
}

// aloneAfter is how long a step waits for a second person where there is none.
const aloneAfter = 24 * time.Hour

// keeps returns the role of a caller who keeps the site's money.
func (c Caller) keeps() (role.Role, error) {
	switch {
	case !c.SignedIn():
		return "", fault.Unauthorized("请先登录。")
	case c.Program:
		return "", noProgram()
	case c.Treasurer:
		return role.Treasurer, nil
	case c.Admin():
		return role.Admin, nil
	}
	return "", fault.Forbidden("只有财务人员可以执行此操作。")
}

// noProgram refuses an access token: it reads, asks for fees and cancels withdrawals of its account. Everything else that
// concerns money, withdrawing and destinations too, happens in a session only.
func noProgram() error {
	return fault.Forbidden("访问令牌不能执行此操作，请在网页上登录后操作。")
}

// Keeps returns an error for a caller who does not keep the site's money.
func (c Caller) Keeps() error {
	_, err := c.keeps()
	return err
}

// MayFreeze returns an error for a caller who may not freeze balances: treasurers and the staff may.
func (c Caller) MayFreeze() error {
	if c.Staff() {
		return nil
	}
	return c.Keeps()
}

// seconds returns the role of a caller who confirms what by began at a moment, and whether it is the same account.
func (c Caller) seconds(by string, began, now time.Time) (as role.Role, alone bool, err error) {
	if as, err = c.keeps(); err != nil || c.Account != by {
		return as, false, err
	}
	if !c.Alone {
		return "", false, &fault.Error{Kind: fault.KindForbidden, Code: CodeAlone, Text: "须由另一位财务人员或管理员确认。"}
	}
	if wait := began.Add(aloneAfter); now.Before(wait) {
		return "", false, &fault.Error{Kind: fault.KindForbidden, Code: CodeAlone,
			Text: "没有其他财务人员：须在提出 24 小时后，即 " + wait.UTC().Format("2006-01-02 15:04") + "（UTC）之后，才能单人确认。"}
	}
	return as, true, nil
}
