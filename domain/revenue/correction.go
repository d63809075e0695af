package revenue

import (
	"time"

	"github.com/modyard/modyard/domain/decision"
	"github.com/modyard/modyard/domain/fault"
	"github.com/modyard/modyard/domain/reason"
	"github.com/modyard/modyard/domain/role"
)

// CorrectionState is a proposed correction, folded from its stream. The zero state does not exist.
type CorrectionState struct {
	ID, Account, Month, By string
	Amount                 Amount
	Reason                 *reason.Addressed
	At                     time.Time
	Ended                  bool
}

// Evolve applies one event that was decided at a moment.
func (s CorrectionState) Evolve(event any, at time.Time) CorrectionState {
	switch e := event.(type) {
	case CorrectionProposed:
		return CorrectionState{ID: e.Correction, Account: e.Account, Month: e.Month, By: e.By, Amount: e.Amount, Reason: e.Reason, At: at}
	case CorrectionConfirmed, CorrectionDropped:
		s.Ended = true
	}
	return s
}

// CorrectionCommand is a command on a correction.
type CorrectionCommand interface {
	decide(s CorrectionState) ([]any, role.Role, error)
}

// DecideCorrection returns the events of a command, or a *fault.Error.
func DecideCorrection(s CorrectionState, c CorrectionCommand) ([]decision.Event, error) {
	return decision.Of(c.decide(s))
}

// ProposeCorrection proposes to change a balance.
type ProposeCorrection struct {
	By         Caller
	Correction string // id
	Account    string
	Amount     Amount // not zero
	Month      string // empty: of no month
	Evidence   string
	Reason     *reason.Reason
	Today      time.Time
	Unsettled  bool // Month is not settled: its days are shared again instead
}

func (c ProposeCorrection) decide(s CorrectionState) ([]any, role.Role, error) {
	as, err := c.By.keeps()
	switch {
	case err != nil:
		return nil, "", err
	case s.ID != "":
		return nil, "", fault.Conflict("该更正已存在。")
	case c.By.Account == c.Account:
		return nil, "", ownWallet()
	case c.Amount == 0 || c.Amount > MaxAmount || c.Amount < -MaxAmount:
		return nil, "", rejection(CodeAmount, "amount", "更正的金额不能为 0，也不能超过 "+MaxAmount.String()+"。")
	case c.Evidence == "":
		return nil, "", fault.Invalid("evidence", "请上传凭证。")
	}
	if c.Month != "" {
		month, err := Month("month", c.Month)
		switch {
		case err != nil:
			return nil, "", err
		case !c.Today.IsZero() && month.After(c.Today), c.Unsettled:
			return nil, "", fault.Invalid("month", "这个月还没有结算：请更改各天的收入，重新分配。")
		}
	}
	why, err := reason.For(role.Admin, c.Reason)
	if err != nil {
		return nil, "", err
	}
	return []any{CorrectionProposed{
		Correction: c.Correction, Account: c.Account, Amount: c.Amount, Month: c.Month, By: c.By.Account, Evidence: c.Evidence, Reason: why.To(c.Account),
	}}, as, nil
}

// EndCorrection carries a correction out, or drops it.
type EndCorrection struct {
	By   Caller
	Drop bool
	Now  time.Time
}

func (c EndCorrection) decide(s CorrectionState) ([]any, role.Role, error) {
	as, err := c.By.keeps()
	switch {
	case err != nil:
		return nil, "", err
	case s.ID == "":
		return nil, "", fault.NotFound("更正不存在。")
	case s.Ended:
		return nil, "", fault.Conflict("该更正已处理完毕。")
	case c.By.Account == s.Account:
		return nil, "", ownWallet()
	case c.Drop:
		return []any{CorrectionDropped{Correction: s.ID, Account: s.Account}}, as, nil
	}
	as, alone, err := c.By.seconds(s.By, s.At, c.Now)
	if err != nil {
		return nil, "", err
	}
	return []any{CorrectionConfirmed{Correction: s.ID, Account: s.Account, Amount: s.Amount, Alone: alone}}, as, nil
}

// Correct carries a confirmed correction out at a moment. One that reverses an earlier correction of the same month gives
// back what was pending with its value date.
func (s CorrectionState) Correct(w Wallet, at time.Time) Corrected {
	e := Corrected{Account: s.Account, Correction: s.ID, Amount: s.Amount, Month: s.Month, Unclaimed: w.Closed, Reason: s.Reason}
	if e.Amount > 0 && !e.Unclaimed {
		e.Dated = w.dated(e.Month, e.Amount, at)
	}
	return e
}
