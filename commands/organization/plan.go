package organization

import (
	"context"
	"time"

	"github.com/modyard/modyard/commands"
	commandsproject "github.com/modyard/modyard/commands/project"
	"github.com/modyard/modyard/domain/actor"
	"github.com/modyard/modyard/domain/decision"
	"github.com/modyard/modyard/domain/organization"
	"github.com/modyard/modyard/domain/role"
	"github.com/modyard/modyard/eventlog"
)

// Planned is an imported organization.
type Planned struct {
	Command string // permanent name of the plan (commands.NewPlan)
	At      time.Time
	Create  organization.Create
	Role    role.Role             // of all events of the plan; empty for the role in which each is decided
	Members []organization.Invite // accepted members; By is the owner
	// Projects are the ids of the projects that are planned for it. An organization that is planned without them does
	// not know that it owns projects, so it must be a repost team, which is never deleted.
	Projects []string
}

// PlanOrganization decides a plan by the same rules as for a person's commands, and returns writes that must be
// appended together.
func PlanOrganization(ctx context.Context, codec commands.Codec, p Planned) ([]eventlog.Write, error) {
	plan := commands.NewPlan(codec, p.Command, p.Role)
	owner := actor.Actor{Account: p.Create.Account}
	var o *Entity
	err := plan.Step(p.At, owner, func(tx *commands.Tx) (err error) {
		o, err = Begin(ctx, tx, p.Create)
		return err
	})
	for _, m := range p.Members {
		if err != nil {
			return nil, err
		}
		m.By = owner
		if err = plan.Step(p.At, owner, func(*commands.Tx) error { return o.Do(m) }); err != nil {
			return nil, err
		}
		member := actor.Actor{Account: m.Account}
		err = plan.Step(p.At, member, func(*commands.Tx) error { return o.Do(organization.Join{By: member}) })
	}
	if err != nil {
		return nil, err
	}
	err = plan.Step(p.At, owner, func(tx *commands.Tx) error {
		owned, err := commandsproject.Owned().Get(ctx, tx, p.Create.Organization)
		for _, project := range p.Projects {
			if err != nil {
				return err
			}
			err = owned.Do(organization.Own{Entry: decision.Entry{As: role.Owner, ID: project}})
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	return plan.Writes(ctx)
}
