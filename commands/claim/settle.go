package claim

import (
	"context"
	"errors"

	"github.com/modyard/modyard/commands"
	"github.com/modyard/modyard/commands/project"
	"github.com/modyard/modyard/domain/claim"
	"github.com/modyard/modyard/domain/decision"
	"github.com/modyard/modyard/domain/fault"
	"github.com/modyard/modyard/domain/organization"
	domain "github.com/modyard/modyard/domain/project"
	"github.com/modyard/modyard/domain/reason"
)

// withdraw is POST /claim/{id}/withdraw.
func withdraw(ctx context.Context, tx *commands.Tx, in *commands.Named) error {
	return end(ctx, tx, in.ID, claim.Withdraw{By: tx.By()})
}

type claimDecision struct {
	Reason *reason.Reason `json:"reason,omitempty"`
}

type settled struct {
	commands.Named
	Body claimDecision
}

// reject is POST /claim/{id}/reject.
func reject(ctx context.Context, tx *commands.Tx, in *settled) error {
	return end(ctx, tx, in.ID, claim.Settle{By: tx.By(), Reason: in.Body.Reason})
}

// accept is POST /claim/{id}/accept: the project leaves the repost team and the claimant becomes its owner. The other
// claims to the project end.
func (s *Service) accept(ctx context.Context, tx *commands.Tx, in *settled) error {
	c := claim.Settle{By: tx.By(), Accept: true, Reason: in.Body.Reason}
	if err := end(ctx, tx, in.ID, c); err != nil || tx.Repeated() {
		return err
	}
	e, err := get(ctx, tx, in.ID)
	if err != nil {
		return err
	}
	state := e.State()
	if there, err := s.AccountExists(ctx, state.Account); err != nil || !there {
		return orConflict(err, "认领人的账号已不存在，请拒绝此认领。")
	}
	p, err := project.Find(ctx, tx, state.Project)
	if err != nil {
		return err
	}
	if !p.Visible() || p.State().Organization != state.Organization {
		return orConflict(nil, "该资源已不由搬运团队发布，请拒绝此认领。")
	}
	if err := p.Do(domain.LeaveOrganization{
		By: p.By, Role: e.Role(), Reason: c.Reason, Organization: state.Organization, Owner: state.Account, Claim: state.ID,
	}); err != nil {
		return err
	}
	owned, err := project.Owned().Get(ctx, tx, state.Organization)
	if err != nil {
		return err
	}
	if err := owned.Do(organization.Own{Entry: decision.Entry{As: e.Role(), ID: state.Project, Ended: true}, Reason: c.Reason}); err != nil {
		return err
	}
	to, err := openTo().Get(ctx, tx, state.Project)
	if err != nil {
		return err
	}
	for _, id := range to.State().IDs() {
		if err := end(ctx, tx, id, claim.Supersede{By: state.ID}); err != nil {
			return err
		}
	}
	return nil
}

// end executes a command that ends a claim, and removes it from the lists of open claims.
func end(ctx context.Context, tx *commands.Tx, id string, c claim.Command) error {
	e, err := get(ctx, tx, id)
	if err != nil {
		return err
	}
	if err := e.Do(c); err != nil || len(e.Decided()) == 0 {
		return err // the claim ended after the list was read
	}
	s := e.State()
	of, err := openOf().Get(ctx, tx, s.Account)
	if err != nil {
		return err
	}
	to, err := openTo().Get(ctx, tx, s.Project)
	if err != nil {
		return err
	}
	ended := claim.List{Entry: decision.Entry{As: e.Role(), ID: s.ID, Ended: true}, Project: s.Project, Account: s.Account}
	return errors.Join(of.Do(ended), to.Do(ended))
}

func orConflict(err error, words string) error {
	if err != nil {
		return err
	}
	return fault.Conflict(words)
}
