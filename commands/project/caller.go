package project

import (
	"context"
	"fmt"
	"net/http"
	"time"

	"github.com/modyard/modyard/commands"
	"github.com/modyard/modyard/domain/fault"
	"github.com/modyard/modyard/domain/organization"
	"github.com/modyard/modyard/domain/project"
	"github.com/modyard/modyard/identity"
)

// authorise says who asks, and refuses nobody and tokens without the scope.
func authorise(r *http.Request, scope identity.Scopes) (project.Actor, commands.Request, error) {
	caller := identity.FromContext(r.Context())
	if err := caller.Require(scope); err != nil {
		return project.Actor{}, commands.Request{}, err
	}
	by := project.Actor{Account: caller.Account}
	switch caller.Role {
	case identity.RoleModerator:
		by.Staff = project.Moderator
	case identity.RoleAdmin:
		by.Staff = project.Admin
	}
	req, err := commands.NewRequest(r, caller.Account)
	return by, req, err
}

func evolveOrganization(s organization.State, event any, _ time.Time) organization.State {
	return organization.Evolve(s, event)
}

// inOrganization gives an actor the rights that the organization gives him on its projects.
func inOrganization(ctx context.Context, d *commands.Decision, by project.Actor, id string) (project.Actor, organization.State, error) {
	o, err := commands.Load(ctx, d, "organization-"+id, evolveOrganization)
	if err != nil {
		return by, o, fmt.Errorf("load organization of project: %w", err)
	}
	by.OrganizationPermissions = 0
	if o.ID != "" && o.Owner == by.Account {
		by.OrganizationPermissions = project.AllPermissions
	}
	return by, o, nil
}

// mayAddTo says that the actor may put a new project into an organization.
func mayAddTo(by project.Actor, o organization.State) error {
	if o.ID == "" {
		return fault.Invalid("organization_id", "团队不存在。")
	}
	if by.Staff == project.NotStaff && !o.PermissionsOf(by.Account).Has(organization.AddProject) {
		return fault.Forbidden("您不能向该团队添加资源。")
	}
	return nil
}
