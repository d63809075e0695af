package project

import (
	"context"
	"time"

	"github.com/modyard/modyard/commands"
	"github.com/modyard/modyard/domain/organization"
)

// OrganizationFold is how an organization's stream becomes its state.
func OrganizationFold() commands.Fold[organization.State] {
	return commands.Fold[organization.State]{Version: "organization/1", Evolve: func(s organization.State, event any, _ time.Time) organization.State {
		return organization.Evolve(s, event)
	}}
}

// OwnedFold is how the stream orgprojects-<id> becomes what an organization owns.
func OwnedFold() commands.Fold[organization.Projects] {
	return commands.Fold[organization.Projects]{Version: "orgprojects/2", Evolve: func(p organization.Projects, event any, _ time.Time) organization.Projects {
		return organization.EvolveProjects(p, event)
	}}
}

// LoadOrganization loads an organization, which decides about its projects too.
func LoadOrganization(ctx context.Context, d *commands.Decision, id string) (organization.State, error) {
	return commands.LoadFold(ctx, d, "organization-"+id, OrganizationFold())
}

// LoadOwned loads what an organization owns.
func LoadOwned(ctx context.Context, d *commands.Decision, id string) (organization.Projects, error) {
	return commands.LoadFold(ctx, d, "orgprojects-"+id, OwnedFold())
}
