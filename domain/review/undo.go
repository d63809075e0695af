package review

import (
	"time"

	"github.com/modyard/modyard/domain/decision"
	"github.com/modyard/modyard/domain/fault"
	"github.com/modyard/modyard/domain/reason"
	"github.com/modyard/modyard/domain/role"
)

// ProposalTime is how long a proposal to undo a decision waits for another moderator.
const ProposalTime = 24 * time.Hour

// Proposal is a proposal to undo another moderator's decision.
type Proposal struct {
	ID        string
	Decision  string // the event of the decision
	Moderator string // who decided; empty if the program did
	Proposer  string
	Until     time.Time
	Reason    *reason.Reason
}

// Undoing is the proposal about a project that was neither confirmed nor declined, if there is one.
type Undoing struct{ Proposal *Proposal }

// EvolveUndoing applies one event.
func EvolveUndoing(s Undoing, event any) Undoing {
	switch e := event.(type) {
	case UndoProposed:
		s.Proposal = &Proposal{ID: e.Proposal, Decision: e.Decision, Moderator: e.Moderator, Proposer: e.By, Until: e.Until, Reason: e.Reason}
	case UndoConfirmed, UndoDeclined, UndoLapsed:
		s.Proposal = nil
	}
	return s
}

// UndoingCommand is a command about the proposal of a project.
type UndoingCommand interface {
	decide(s Undoing) ([]any, error)
}

// DecideUndoing returns the events of a command, or a *fault.Error.
func DecideUndoing(s Undoing, c UndoingCommand) ([]decision.Event, error) {
	payloads, err := c.decide(s)
	return decision.In(role.Moderator, payloads, err)
}

// ProposeUndo proposes to undo another moderator's decision. The rules of the project say whether it can be undone.
type ProposeUndo struct {
	By        Reviewer
	Project   string
	Proposal  string // id of the new proposal
	Decision  string
	Moderator string
	Reason    *reason.Reason
	Now       time.Time
}

func (c ProposeUndo) decide(s Undoing) ([]any, error) {
	if err := c.By.MayReview(); err != nil {
		return nil, err
	}
	p := UndoProposed{
		Project: c.Project, Proposal: c.Proposal, Decision: c.Decision, Moderator: c.Moderator, By: c.By.Account, Until: c.Now.Add(ProposalTime).UTC(), Reason: c.Reason,
	}
	switch old := s.Proposal; {
	case c.Moderator == c.By.Account:
		return nil, fault.Invalid("decision", "这是你自己的决定：你可以直接撤销。")
	case old == nil:
		return []any{p}, nil
	case old.Decision == c.Decision && c.Now.Before(old.Until):
		return nil, fault.Conflict("已经有人提议撤销这个决定，正在等待确认。")
	default:
		return []any{old.lapse(c.Project, c.Now), p}, nil
	}
}

// lapse ends a proposal that nobody answered.
func (p Proposal) lapse(project string, now time.Time) UndoLapsed {
	cause := LapsedDecision
	if !now.Before(p.Until) {
		cause = LapsedTime
	}
	return UndoLapsed{Project: project, Proposal: p.ID, Cause: cause}
}

// ConfirmUndo confirms a proposal: the decision is undone in the same append.
type ConfirmUndo struct {
	By       Reviewer
	Project  string
	Proposal string
	Now      time.Time
}

func (c ConfirmUndo) decide(s Undoing) ([]any, error) {
	p, err := s.answered(c.By, c.Proposal, c.Now)
	if err != nil {
		return nil, err
	}
	switch c.By.Account {
	case p.Proposer:
		return nil, fault.Forbidden("不能确认自己的提议，请等待另一位审核人员。")
	case p.Moderator:
		return nil, fault.Forbidden("这是你自己的决定：你可以直接撤销，不能确认他人的提议。")
	}
	return []any{UndoConfirmed{Project: c.Project, Proposal: p.ID, Decision: p.Decision, Proposer: p.Proposer, By: c.By.Account}}, nil
}

// DeclineUndo declines a proposal, or withdraws one's own.
type DeclineUndo struct {
	By       Reviewer
	Project  string
	Proposal string
	Reason   *reason.Reason
	Now      time.Time
}

func (c DeclineUndo) decide(s Undoing) ([]any, error) {
	p, err := s.answered(c.By, c.Proposal, c.Now)
	if err != nil {
		return nil, err
	}
	if p.Moderator == c.By.Account {
		return nil, fault.Forbidden("不能驳回针对自己决定的提议，请交给另一位审核人员。")
	}
	why, err := reason.For(role.Moderator, c.Reason)
	if err != nil {
		return nil, err
	}
	return []any{UndoDeclined{Project: c.Project, Proposal: p.ID, Decision: p.Decision, Proposer: p.Proposer, By: c.By.Account, Reason: why}}, nil
}

// answered is the proposal that a moderator answers.
func (s Undoing) answered(by Reviewer, proposal string, now time.Time) (Proposal, error) {
	if err := by.MayReview(); err != nil {
		return Proposal{}, err
	}
	switch p := s.Proposal; {
	case p == nil || p.ID != proposal:
		return Proposal{}, fault.Conflict("这个提议已经有了结果，请刷新后查看。")
	case !now.Before(p.Until):
		return Proposal{}, fault.Conflict("这个提议超过 24 小时无人确认，已经失效，可以重新提议。")
	default:
		return *p, nil
	}
}

// SettleUndo ends the proposal about a decision that its moderator undoes.
type SettleUndo struct {
	Project string
	Now     time.Time
}

func (c SettleUndo) decide(s Undoing) ([]any, error) {
	if s.Proposal == nil {
		return nil, nil
	}
	return []any{s.Proposal.lapse(c.Project, c.Now)}, nil
}
