package revenue

import (
	"slices"
	"time"

	"github.com/modyard/modyard/domain/fault"
	"github.com/modyard/modyard/domain/reason"
	"github.com/modyard/modyard/domain/role"
)

// Approve lets a withdrawal be sent: one person up to a limit, two above it. Nobody approves an own one.
type Approve struct{ By Caller }

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
	case p.Approved || slices.Contains(p.Approvals, c.By.Account):
		return nil, as, nil
	}
	enough := p.Gross() <= byOne || len(p.Approvals) > 0
	return []any{PayoutApproved{Payout: p.ID, Account: p.Account, By: c.By.Account, Enough: enough}}, as, nil
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
	case p.End == Cancelled:
		return nil, role.Self, nil
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
}

func (c Dispatch) decide(p Payout) ([]any, role.Role, error) {
	switch {
	case !p.Ready(), c.Paused, c.Attempt != p.Attempts+1, p.Reference != "", p.Unclear, p.Sent() && c.Batch != "":
		return nil, role.System, nil
	case (p.Provider == Manual) != (c.Batch != ""):
		return nil, role.System, nil
	}
	return []any{PayoutDispatched{Payout: p.ID, Account: p.Account, Attempt: c.Attempt, Batch: c.Batch}}, role.System, nil
}

// Answer is what a provider says about a withdrawal.
type Answer struct {
	State     State
	Reference string // the provider's; at most 100 characters
	Paid      Amount // of a success
	Fee       Amount // what the provider keeps, in addition
	Currency  string // of Paid
	Code      string // of a failure
	Back      Amount // of a return
}

// State is how far a provider is.
type State string

// The states of a withdrawal at its provider.
const (
	AtWork      State = "pending"
	Paid        State = "paid"
	Refused     State = "refused"
	Withdrawn   State = "cancelled"
	CameBack    State = "returned"
	Unknown     State = "unknown" // it has never heard of it
	maxReferred       = 100
)

// Learn records what the provider says. It never takes an answer for a failure that is not one, and an answer that does
// not fit makes the withdrawal unclear: then only people end it.
type Learn struct {
	Answer   Answer
	Currency string // of the site
}

func (c Learn) decide(p Payout) ([]any, role.Role, error) {
	a := c.Answer
	if p.ID == "" || !p.Sent() {
		return nil, role.System, nil
	}
	reference := a.Reference[:min(len(a.Reference), maxReferred)]
	var events []any
	if p.Reference == "" && reference != "" && p.End == "" {
		events = append(events, PayoutTaken{Payout: p.ID, Account: p.Account, Reference: reference})
	}
	switch a.State {
	case Paid:
		return append(events, c.paid(p)...), role.System, nil
	case Refused:
		if p.End == "" && !p.Unclear {
			events = append(events, PayoutFailed{Payout: p.ID, Account: p.Account, Code: failure(a.Code)})
		}
	case Withdrawn:
		switch {
		case p.End != "" || p.Unclear:
		case p.CancelAsked:
			events = append(events, PayoutCancelled{Payout: p.ID, Account: p.Account})
		default:
			events = append(events, PayoutFailed{Payout: p.ID, Account: p.Account, Code: "cancelled_by_provider"})
		}
	case CameBack:
		return append(events, c.cameBack(p)...), role.System, nil
	}
	return events, role.System, nil
}

func failure(code string) string {
	if !slugLike(code) {
		return "refused"
	}
	return code
}

// paid are the events of a success. What failed before and was paid all the same is paid late.
func (c Learn) paid(p Payout) []any {
	late := p.End == Failed || p.End == Cancelled
	if p.End != "" && !late {
		return nil
	}
	if !c.fits(p) {
		if p.Unclear {
			return nil
		}
		return []any{PayoutUnclear{Payout: p.ID, Account: p.Account, Code: "amount_differs"}}
	}
	if p.Unclear && !late {
		return nil
	}
	return []any{PayoutSucceeded{
		Payout: p.ID, Account: p.Account, Method: p.Method, Provider: p.Provider, Amount: p.Amount, Fee: p.Fee,
		ProviderFee: c.Answer.Fee, Late: late,
	}}
}

// fits is true if the provider has paid what was asked.
func (c Learn) fits(p Payout) bool {
	a := c.Answer
	if a.Fee < 0 || a.Fee > MaxAmount {
		return false
	}
	if p.Quote != nil {
		return a.Currency == p.Quote.Currency && a.Paid == p.Quote.amount()
	}
	return a.Currency == c.Currency && a.Paid == p.Amount
}

// amount is what is paid, in millionths of the other currency; 0 for a quote that no provider makes.
func (q Quote) amount() Amount {
	a := Amount(q.Minor)
	for range 6 - q.Digits {
		a *= 10
	}
	return a
}

func (c Learn) cameBack(p Payout) []any {
	var events []any
	switch p.End {
	case "":
		if p.Unclear {
			return nil
		}
		events = append(events, PayoutSucceeded{
			Payout: p.ID, Account: p.Account, Method: p.Method, Provider: p.Provider, Amount: p.Amount, Fee: p.Fee, ProviderFee: max(c.Answer.Fee, 0),
		})
	case Succeeded:
	default:
		return nil
	}
	if c.Answer.Back <= 0 || c.Answer.Back > p.Gross() {
		if p.Unclear {
			return nil
		}
		return []any{PayoutUnclear{Payout: p.ID, Account: p.Account, Code: "return_differs"}}
	}
	return append(events, PayoutCameBack{Payout: p.ID, Account: p.Account, Amount: c.Answer.Back})
}

// Judge ends a withdrawal whose provider does not tell: one person says how it ended, with evidence, another confirms.
type Judge struct {
	By       Caller
	End      End // Succeeded or Failed
	Evidence string
	Reason   *reason.Reason
	Now      time.Time
}

func (c Judge) decide(p Payout) ([]any, role.Role, error) {
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
	case !p.Sent():
		return nil, "", fault.Conflict("这笔提现还没有发出。")
	case c.End != Succeeded && c.End != Failed:
		return nil, "", fault.Invalid("end", "结果须为 success 或 failed。")
	case p.Proposal != nil && p.Proposal.End == c.End:
		return c.confirm(p)
	case c.Evidence == "":
		return nil, "", fault.Invalid("evidence", "请上传凭证。")
	}
	why, err := reason.For(role.Admin, c.Reason)
	if err != nil {
		return nil, "", err
	}
	return []any{PayoutEndProposed{Payout: p.ID, Account: p.Account, By: c.By.Account, End: c.End, Evidence: c.Evidence, Reason: why}}, as, nil
}

func (c Judge) confirm(p Payout) ([]any, role.Role, error) {
	as, _, err := c.By.seconds(p.Proposal.By, p.Proposal.At, c.Now)
	if err != nil {
		return nil, "", err
	}
	if c.End == Failed {
		return []any{PayoutFailed{Payout: p.ID, Account: p.Account, Code: "judged", Evidence: p.Proposal.Evidence}}, as, nil
	}
	return []any{PayoutSucceeded{
		Payout: p.ID, Account: p.Account, Method: p.Method, Provider: p.Provider, Amount: p.Amount, Fee: p.Fee, Evidence: p.Proposal.Evidence,
	}}, as, nil
}
