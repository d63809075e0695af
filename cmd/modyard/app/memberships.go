package app

import (
	"context"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"

	commandteam "github.com/modyard/modyard/commands/team"
	"github.com/modyard/modyard/projections/catalog"
)

const selectMemberships = `select project from catalog.members where account = $1 and not owner
union all select organization from catalog.organization_members where account = $1 and not owner order by 1`

// leaveTeams ends the memberships and invitations of an erased account, with the titles that teams gave it.
func (s *Site) leaveTeams(teams *commandteam.Service) func(ctx context.Context, account string) error {
	return func(ctx context.Context, account string) error {
		if err := s.atEnd(ctx, catalog.Name); err != nil {
			return fmt.Errorf("find memberships: %w", err)
		}
		rows, err := s.DB.Pool.Query(ctx, selectMemberships, account)
		if err != nil {
			return fmt.Errorf("find memberships: %w", err)
		}
		list, err := pgx.CollectRows(rows, pgx.RowTo[string])
		if err != nil {
			return fmt.Errorf("find memberships: %w", err)
		}
		var failed []error
		for _, team := range list {
			failed = append(failed, teams.Erase(ctx, team, account))
		}
		return errors.Join(failed...)
	}
}
