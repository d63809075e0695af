package organization

import (
	"context"

	"github.com/modyard/modyard/commands"
	commandsproject "github.com/modyard/modyard/commands/project"
	"github.com/modyard/modyard/domain/organization"
)

// OrganizationDocument is the v3 document of an organization in the answer to its creation.
type OrganizationDocument struct {
	ID          string  `json:"id"`
	Slug        string  `json:"slug"`
	Name        string  `json:"name"`
	TeamID      string  `json:"team_id"`
	Description string  `json:"description"`
	IconURL     *string `json:"icon_url"`
	Color       *int    `json:"color"`
}

type organizationInput struct {
	Slug        string `json:"slug"`
	Name        string `json:"name"`
	Description string `json:"description"`
}

type createOrganization struct{ Body organizationInput }

// create is POST /organization.
func create(ctx context.Context, tx *commands.Tx, in *createOrganization) (OrganizationDocument, error) {
	id, err := tx.NewID(ctx, "organization")
	if err != nil {
		return OrganizationDocument{}, err
	}
	o, err := Begin(ctx, tx, organization.Create{
		Account: tx.By().Account, Organization: id, Slug: in.Body.Slug, Name: in.Body.Name, Description: in.Body.Description,
	})
	if err != nil {
		return OrganizationDocument{}, err
	}
	state := o.State()
	if !state.Exists() { // the command is repeated, and the organization was deleted since
		return OrganizationDocument{}, missing()
	}
	return OrganizationDocument{
		ID: state.ID, Slug: state.Slug, Name: state.Name, TeamID: state.ID, Description: state.Description, IconURL: optional(state.IconURL),
	}, nil
}

// Begin creates an organization and reserves its slug. For a command that was handled before it returns the created
// organization.
func Begin(ctx context.Context, tx *commands.Tx, c organization.Create) (*Entity, error) {
	o, err := commandsproject.Organizations().Get(ctx, tx, c.Organization)
	if err != nil || tx.Repeated() {
		return o, err
	}
	tx.Fresh(c.Organization)
	if err := o.Do(c); err != nil {
		return nil, err
	}
	return o, reserve(ctx, tx, o.State().Slug, c.Organization, o.Role())
}

func optional(s string) *string {
	if s == "" {
		return nil
	}
	return &s
}
