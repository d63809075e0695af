package revenue

import (
	"time"

	"github.com/modyard/modyard/domain/fault"
	"github.com/modyard/modyard/domain/reason"
	"github.com/modyard/modyard/domain/role"
)

// Judge ends a withdrawal whose provider does not tell (Doubtful): one person says how it ended, with evidence, another
// confirms.
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
	case !p.Doubtful(c.Now):
		return nil, "", fault.Conflict("发出三天后仍不明的提现才能由人判定。")
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
	as, alone, err := c.By.seconds(p.Proposal.By, p.Proposal.At, c.Now)
	if err != nil {
		return nil, "", err
	}
	if c.End == Failed {
		return []any{PayoutFailed{Payout: p.ID, Account: p.Account, Code: "judged", Evidence: p.Proposal.Evidence, Alone: alone}}, as, nil
	}
	return []any{PayoutSucceeded{
		Payout: p.ID, Account: p.Account, Method: p.Method, Provider: p.Provider, Amount: p.Amount, Fee: p.Fee, Evidence: p.Proposal.Evidence, Alone: alone,
	}}, as, nil
}
