package review

import (
	"context"

	"github.com/modyard/modyard/commands"
	"github.com/modyard/modyard/commands/project"
	"github.com/modyard/modyard/commands/report"
	"github.com/modyard/modyard/domain/fault"
	domain "github.com/modyard/modyard/domain/project"
	"github.com/modyard/modyard/domain/reason"
	"github.com/modyard/modyard/domain/review"
)

// undoings are the proposals to undo the decisions about a project, one stream for each project.
func undoings() *commands.Aggregate[review.Undoing, review.UndoingCommand] {
	return &commands.Aggregate[review.Undoing, review.UndoingCommand]{
		Category: "undo", Evolve: commands.Timeless(review.EvolveUndoing), Decide: review.DecideUndoing,
	}
}

type undoIn struct {
	ID   string `path:"id" doc:"资源的 ID 或 slug"`
	Body undoBody
}

type undoBody struct {
	Decision string         `json:"decision" doc:"要撤销的决定的事件 ID"`
	Reason   *reason.Reason `json:"reason"`
}

// Undone says what became of the request to undo a decision: Proposed is true if another moderator must confirm it.
type Undone struct {
	Proposed bool    `json:"proposed"`
	Proposal *string `json:"proposal"`
}

// undoing is a project with the proposal about it.
type undoing struct {
	subject
	proposal *commands.Entity[review.Undoing, review.UndoingCommand]
	newest   domain.Made
}

// loadUndoing loads a project whose decision is to be undone. A deleted one is a conflict: it was there when its page was
// opened.
func loadUndoing(ctx context.Context, tx *commands.Tx, name string) (undoing, error) {
	if !tx.By().Staff() {
		return undoing{}, fault.Forbidden("只有审核人员可以撤销审核决定。")
	}
	t, err := project.Find(ctx, tx, name)
	if err != nil {
		return undoing{}, err
	}
	if t.State().Gone {
		return undoing{}, fault.Conflict("该项目已被删除，不能再撤销它的审核决定。")
	}
	if !t.Visible() {
		return undoing{}, fault.NotFound("资源不存在")
	}
	u := undoing{subject: subject{t, review.Reviewer{Actor: t.By, Own: t.State().Own(t.By)}}}
	if u.newest, err = t.Made(ctx); err != nil {
		return undoing{}, err
	}
	u.proposal, err = undoings().Open(ctx, tx, t.State().ID)
	return u, err
}

// undo is POST /_internal/moderation/project/{id}/undo. It undoes a decision of the caller, and proposes to undo another
// moderator's.
func undo(ctx context.Context, tx *commands.Tx, in *undoIn) (Undone, error) {
	u, err := loadUndoing(ctx, tx, in.ID)
	if err != nil {
		return Undone{}, err
	}
	id, err := tx.NewID(ctx, "proposal")
	if err != nil {
		return Undone{}, err
	}
	c := domain.Undo{By: u.By, Reason: in.Body.Reason, Decision: in.Body.Decision, Newest: u.newest}
	switch p := u.proposal.State().Proposal; {
	case tx.Repeated() && p != nil && p.ID == id:
		return Undone{Proposed: true, Proposal: &id}, nil
	case tx.Repeated():
		return Undone{}, nil
	case u.newest.Moderator == u.By.Account:
		if err := u.proposal.Do(review.SettleUndo{Project: u.State().ID, Now: tx.Now()}); err != nil {
			return Undone{}, err
		}
		return Undone{}, u.apply(ctx, tx, c)
	}
	why, err := c.Check(u.State())
	if err != nil {
		return Undone{}, err
	}
	return Undone{Proposed: true, Proposal: &id}, u.proposal.Do(review.ProposeUndo{
		By: u.reviewer, Project: u.State().ID, Proposal: id, Decision: u.newest.Event, Moderator: u.newest.Moderator, Reason: why, Now: tx.Now(),
	})
}

// apply undoes the decision and tells the team, in the project's thread.
func (u undoing) apply(ctx context.Context, tx *commands.Tx, c domain.Undo) error {
	before := u.State()
	if err := u.Do(c); err != nil {
		return err
	}
	return report.Say(ctx, tx, before.Thread, undoneMessage(before, u.State(), c.Reason))
}

type answerIn struct {
	ID       string `path:"id" doc:"资源的 ID 或 slug"`
	Proposal string `path:"proposal" doc:"提议的 ID"`
}

// confirmUndo is POST /_internal/moderation/project/{id}/undo/{proposal}/confirm. The end of the proposal and the undo are
// one append.
func confirmUndo(ctx context.Context, tx *commands.Tx, in *answerIn) error {
	u, err := loadUndoing(ctx, tx, in.ID)
	if err != nil {
		return err
	}
	p := u.proposal.State().Proposal
	if err := u.proposal.Do(review.ConfirmUndo{By: u.reviewer, Project: u.State().ID, Proposal: in.Proposal, Now: tx.Now()}); err != nil || p == nil {
		return err
	}
	return u.apply(ctx, tx, domain.Undo{
		By: u.By, Reason: p.Reason, Decision: p.Decision, Newest: u.newest, Proposer: p.Proposer, Proposal: p.ID,
	})
}

type declineIn struct {
	ID       string `path:"id" doc:"资源的 ID 或 slug"`
	Proposal string `path:"proposal" doc:"提议的 ID"`
	Body     declineBody
}

type declineBody struct {
	Reason *reason.Reason `json:"reason"`
}

// declineUndo is POST /_internal/moderation/project/{id}/undo/{proposal}/decline.
func declineUndo(ctx context.Context, tx *commands.Tx, in *declineIn) error {
	u, err := loadUndoing(ctx, tx, in.ID)
	if err != nil {
		return err
	}
	return u.proposal.Do(review.DeclineUndo{By: u.reviewer, Project: u.State().ID, Proposal: in.Proposal, Reason: in.Body.Reason, Now: tx.Now()})
}
