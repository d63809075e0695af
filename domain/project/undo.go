package project

import (
	"time"

	"github.com/modyard/modyard/domain/actor"
	"github.com/modyard/modyard/domain/fault"
	"github.com/modyard/modyard/domain/reason"
	"github.com/modyard/modyard/domain/role"
)

// Made is a decision of the staff in the log: the id of its event and the account that decided.
type Made struct {
	Event     string
	Moderator string // empty if the program decided
}

// Undo undoes the newest decision. A moderator undoes their own decision alone, and another's by confirming the proposal
// of a third one.
type Undo struct {
	By       actor.Actor
	Reason   *reason.Reason
	Decision string // the event of the decision that the actor means
	Newest   Made   // the newest decision that was not undone
	Proposer string // empty without a proposal
	Proposal string
}

// Check returns an error if the actor may not undo the decision, also with another moderator. It returns the reason.
func (c Undo) Check(s State) (*reason.Reason, error) {
	if _, err := s.reviewer(c.By, c.Reason); err != nil {
		return nil, err
	}
	why, err := reason.For(role.Moderator, c.Reason) // also of an administrator about an own project
	if err != nil {
		return nil, err
	}
	if why == nil || why.Text == "" {
		return nil, fault.Invalid(reason.Field, "请写明为什么撤销这个决定：作者和作出决定的审核人员都会看到。")
	}
	switch {
	case c.Newest.Event != "" && c.Decision != c.Newest.Event:
		return nil, fault.Conflict("这个决定已经被撤销，或者之后又有了新的决定：只能撤销最新的决定。")
	case len(s.Decisions) > 0:
		return why, nil
	case c.Newest.Event == "":
		return nil, fault.Conflict("该项目没有可以撤销的决定。")
	case s.Overtaken == Resubmitted:
		return nil, fault.Conflict("作者在这个决定之后已经重新提交，不能再撤销：请对新的一轮作出决定。")
	}
	return nil, fault.Conflict("该项目的状态在这个决定之后又有改变，不能再撤销：请重新作出决定。")
}

func (c Undo) decide(s State) ([]any, role.Role, error) {
	why, err := c.Check(s)
	if err != nil {
		return nil, "", err
	}
	own := c.Newest.Moderator != "" && c.Newest.Moderator == c.By.Account
	switch {
	case c.Proposer == "" && !own:
		return nil, "", fault.Forbidden("这是其他审核人员的决定：撤销它须由另一位审核人员确认。")
	case c.Proposer != "" && c.Proposer == c.By.Account:
		return nil, "", fault.Forbidden("不能确认自己的提议，请等待另一位审核人员。")
	case c.Proposer != "" && own:
		return nil, "", fault.Forbidden("这是你自己的决定：你可以直接撤销，不能确认他人的提议。")
	}
	d := s.Decisions[len(s.Decisions)-1]
	e := DecisionUndone{
		Decision: c.Newest.Event, Moderator: c.Newest.Moderator, Submission: d.Submission, From: s.Status, To: d.Status,
		Proposer: c.Proposer, Proposal: c.Proposal, Reason: why,
	}
	if d.Status == Processing && !s.SubmittedAt.IsZero() {
		e.SubmittedAt = submission(s.SubmittedAt)
	}
	return []any{e}, role.Moderator, nil
}

func submission(at time.Time) *time.Time {
	at = at.UTC()
	return &at
}
