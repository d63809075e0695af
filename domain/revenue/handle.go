package revenue

import (
	"slices"
	"time"

	"github.com/modyard/modyard/domain/fault"
	"github.com/modyard/modyard/domain/reason"
	"github.com/modyard/modyard/domain/role"
)

// Approve lets a withdrawal be sent: one person up to a limit, two above it. Nobody approves an own one.
type Approve struct {
	By  Caller
	Now time.Time
}

func (c Approve) decide(p Payout) ([]any, role.Role, error) {
	as, err := c.By.keeps()
	switch {
	case err != nil:
		return nil, "", err
	case p.ID == "":
		return nil, "", noPayout()
	case p.End != "":
		return nil, "", ended()
	case c.By.Account == p.Account:
		return nil, "", ownWallet()
	case p.Approved:
		return nil, as, nil
	}
	alone := false
	if slices.Contains(p.Approvals, c.By.Account) {
		if as, alone, err = c.By.seconds(c.By.Account, p.ApprovedAt, c.Now); err != nil {
			return nil, "", err
		}
	}
	enough := p.Gross() <= byOne || len(p.Approvals) > 0
	return []any{PayoutApproved{Payout: p.ID, Account: p.Account, By: c.By.Account, Enough: enough, Alone: alone}}, as, nil
}

// Hold stops a withdrawal that was not sent, or ends that. Who held it does not release it.
type Hold struct {
	By      Caller
	Release bool
	Reason  *reason.Reason
}

func (c Hold) decide(p Payout) ([]any, role.Role, error) {
	as, err := c.By.keeps()
	switch {
	case err != nil:
		return nil, "", err
	case p.ID == "":
		return nil, "", noPayout()
	case c.By.Account == p.Account:
		return nil, "", ownWallet()
	case p.End != "":
		return nil, "", ended()
	case p.Held != c.Release:
		return nil, as, nil
	case !c.Release && p.Sent():
		return nil, "", fault.Conflict("这笔提现已经发出，不能再暂扣。")
	case c.Release && p.HeldBy == c.By.Account && !c.By.Alone:
		return nil, "", &fault.Error{Kind: fault.KindForbidden, Code: CodeAlone, Text: "须由另一位财务人员或管理员解除暂扣。"}
	}
	why, err := reason.For(role.Admin, c.Reason)
	if err != nil {
		return nil, "", err
	}
	if c.Release {
		return []any{PayoutReleased{Payout: p.ID, Account: p.Account, Reason: why.To(p.Account)}}, as, nil
	}
	return []any{PayoutHeld{Payout: p.ID, Account: p.Account, By: c.By.Account, Reason: why.To(p.Account)}}, as, nil
}

// Cancel cancels a withdrawal: at once before it was sent, afterwards only if the provider agrees.
type Cancel struct{ By Caller }

func (c Cancel) decide(p Payout) ([]any, role.Role, error) {
	switch {
	case !c.By.SignedIn():
		return nil, "", fault.Unauthorized("请先登录。")
	case p.ID == "" || p.Account != c.By.Account:
		return nil, "", noPayout()
	case p.End != "", p.Unclear, p.Provider == Manual && p.Sent():
		return nil, "", &fault.Error{Kind: fault.KindInvalid, Code: CodeNotCancel, Text: "这笔提现已不能取消。"}
	case !p.Sent():
		return []any{PayoutCancelled{Payout: p.ID, Account: p.Account}}, role.Self, nil
	case p.CancelAsked:
		return nil, role.Self, nil
	}
	return []any{PayoutCancelAsked{Payout: p.ID, Account: p.Account}}, role.Self, nil
}

// Dispatch says that a withdrawal is being sent, for the first time or again.
type Dispatch struct {
	Attempt int    // Attempts + 1 as it was read
	Batch   string // people pay it
	Paused  bool
	Frozen  bool // the wallet is frozen: what was not sent yet waits
}

func (c Dispatch) decide(p Payout) ([]any, role.Role, error) {
	switch {
	case !p.Ready(), c.Paused, c.Frozen && !p.Sent(), c.Attempt != p.Attempts+1, p.Reference != "", p.Unclear, p.Sent() && c.Batch != "":
		return nil, role.System, nil
	case (p.Provider == Manual) != (c.Batch != ""):
		return nil, role.System, nil
	}
	return []any{PayoutDispatched{Payout: p.ID, Account: p.Account, Attempt: c.Attempt, Batch: c.Batch}}, role.System, nil
}
