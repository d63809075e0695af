package project

import (
	"context"
	"fmt"
	"net/http"

	"github.com/modyard/modyard/commands"
	"github.com/modyard/modyard/domain/organization"
	"github.com/modyard/modyard/domain/project"
	"github.com/modyard/modyard/domain/reason"
	"github.com/modyard/modyard/domain/role"
	"github.com/modyard/modyard/identity"
)

// authorise says who asks, and refuses nobody and tokens without the scope.
func authorise(r *http.Request, scope identity.Scopes) (project.Actor, commands.Request, error) {
	caller := identity.FromContext(r.Context())
	if err := caller.Require(scope); err != nil {
		return project.Actor{}, commands.Request{}, err
	}
	by := actor(caller)
	req, err := commands.NewRequest(r, caller)
	return by, req, err
}

// actor is a caller as the rules know him.
func actor(caller identity.Caller) project.Actor {
	by := project.Actor{Account: caller.Account}
	switch caller.Role {
	case identity.RoleModerator:
		by.Staff = project.Moderator
	case identity.RoleAdmin:
		by.Staff = project.Admin
	}
	return by
}

// inOrganization gives an actor the rights that the organization gives him on its projects.
func inOrganization(ctx context.Context, d *commands.Decision, by project.Actor, id string) (project.Actor, organization.State, error) {
	o, err := LoadOrganization(ctx, d, id)
	if err != nil {
		return by, o, fmt.Errorf("load organization of project: %w", err)
	}
	return o.InProjects(by), o, nil
}

// addTo keeps in the same append that an organization owns a new project, if the actor may add to it, and says in
// which role he does.
func addTo(ctx context.Context, d *commands.Decision, by project.Actor, o organization.State, id string, given *reason.Reason) (role.Role, error) {
	as, why, err := o.MayAdd(organization.Actor{Account: by.Account, Staff: by.Staff}, given)
	if err != nil {
		return as, err
	}
	if !as.Staff() {
		as = role.OrganizationMember
	}
	owned, err := LoadOwned(ctx, d, o.ID)
	if err != nil {
		return as, fmt.Errorf("load projects of organization: %w", err)
	}
	events, err := owned.Add(id, why)
	d.As(as)
	d.Append("orgprojects-"+o.ID, events...)
	return as, err
}

// removeFrom keeps in the same append that an organization does not own a project any more.
func removeFrom(ctx context.Context, d *commands.Decision, organizationID, id string, why *reason.Reason) error {
	owned, err := LoadOwned(ctx, d, organizationID)
	if err != nil {
		return fmt.Errorf("load projects of organization: %w", err)
	}
	d.Append("orgprojects-"+organizationID, owned.Remove(id, why)...)
	return nil
}
