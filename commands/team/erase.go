package team

import (
	"context"
	"errors"
	"fmt"

	"github.com/google/uuid"

	"github.com/modyard/modyard/commands"
	commandsproject "github.com/modyard/modyard/commands/project"
	"github.com/modyard/modyard/domain/fault"
	"github.com/modyard/modyard/domain/organization"
	"github.com/modyard/modyard/domain/project"
)

// Erase ends the membership or the invitation of an erased account in the team of a project or an organization. A team
// that is gone, and one whose owner the account is, stays as it is. It may be repeated.
func (s *Service) Erase(ctx context.Context, team, account string) error {
	req := commands.Request{Command: uuid.Must(uuid.NewV7()).String()}
	_, err := s.Handler.Handle(ctx, req, func(ctx context.Context, tx *commands.Tx) error {
		o, err := commandsproject.Organizations().Get(ctx, tx, team)
		if err != nil {
			return err
		}
		if o.State().ID != "" {
			return o.Do(organization.EndMembership{Account: account})
		}
		p, err := commandsproject.Find(ctx, tx, team)
		var gone *fault.Error
		if errors.As(err, &gone) && gone.Kind == fault.KindNotFound {
			return nil
		}
		if err != nil {
			return err
		}
		return p.Do(project.EndMembership{Account: account})
	})
	if err != nil {
		return fmt.Errorf("end the membership of %s in %s: %w", account, team, err)
	}
	return nil
}
