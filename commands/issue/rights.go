package issue

import (
	"context"
	"errors"

	"github.com/modyard/modyard/commands"
	commandforum "github.com/modyard/modyard/commands/forum"
	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/domain/actor"
	"github.com/modyard/modyard/domain/fault"
	"github.com/modyard/modyard/domain/issue"
)

func missing(err error) bool { return commandforum.IsMissing(err) }

// Rights are what an actor may do with an issue, by the rules of the commands.
func (s *Service) Rights(ctx context.Context, by actor.Actor, id string) (out contract.IssueRights, err error) {
	err = s.Handler.Read(ctx, by, func(ctx context.Context, tx *commands.Tx) error {
		f, err := s.at(ctx, tx, id)
		if err != nil {
			return err
		}
		state, c := f.State(), f.caller
		closed := state.Open(c)
		may := func(command issue.Command) bool { return allowed(f.Try(command)) }
		yes, no := true, false
		title := state.Title.Text + "."
		out = contract.IssueRights{
			Comment: closed == nil, Why: complaint(closed), Edit: may(issue.Change{Caller: c, Title: &title}), Close: may(issue.Change{Caller: c, Closed: &yes}),
			Reopen: may(issue.Change{Caller: c, Closed: &no}), Manage: may(issue.SetLocked{Caller: c}), Moderate: c.By.Staff(),
		}
		return nil
	})
	if missing(err) { // the read model shows what was hidden just now
		err = nil
	}
	return out, err
}

// allowed is true for a command that is rejected, if at all, for its values: the staff lacks a reason, or nothing changes.
func allowed(err error) bool {
	var f *fault.Error
	return err == nil || errors.As(err, &f) && f.Kind == fault.KindInvalid && (f.Field != "" || f.Text == unchanged)
}

const unchanged = "未做任何修改"

// complaint is the text of a rejection.
func complaint(err error) *string {
	var f *fault.Error
	if errors.As(err, &f) {
		return &f.Text
	}
	return nil
}

// BoardRights completes what an actor may do on the board of a project.
func (s *Service) BoardRights(ctx context.Context, by actor.Actor, project string, out *contract.IssueBoard) error {
	err := s.Handler.Read(ctx, by, func(ctx context.Context, tx *commands.Tx) error {
		c, _, _, err := s.caller(ctx, tx, project)
		if err != nil {
			return err
		}
		closed := c.Opens()
		out.CanOpen, out.Why = closed == nil, complaint(closed)
		out.Member, out.Settings = c.Team != "" || c.By.Staff(), c.Manager != ""
		return nil
	})
	return err
}
