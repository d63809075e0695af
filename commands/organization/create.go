package organization

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/modyard/modyard/commands"
	commandsproject "github.com/modyard/modyard/commands/project"
	commandquota "github.com/modyard/modyard/commands/quota"
	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/domain/organization"
	"github.com/modyard/modyard/domain/quota"
)

type organizationInput struct {
	Slug        string `json:"slug"`
	Name        string `json:"name"`
	Description string `json:"description"`
}

type createOrganization struct{ Body organizationInput }

// create is POST /organization.
func (s *Service) create(ctx context.Context, tx *commands.Tx, in *createOrganization) (contract.OrganizationAnswer, error) {
	var none contract.OrganizationAnswer
	id, err := tx.NewID(ctx, "organization")
	if err != nil {
		return none, err
	}
	if !tx.Repeated() {
		if err := commandquota.Count(ctx, tx, quota.Organizations, id, s.MaxOwned, owned); err != nil {
			return none, err
		}
	}
	o, err := Begin(ctx, tx, organization.Create{
		Account: tx.By().Account, Organization: id, Slug: in.Body.Slug, Name: in.Body.Name, Description: in.Body.Description,
	})
	if err != nil {
		return none, err
	}
	if err := notDisguised(o.State()); err != nil {
		return none, err
	}
	if err := s.passes(ctx, tx, organization.State{}, o.State()); err != nil {
		return none, err
	}
	if !o.State().Exists() { // the command is repeated, and the organization was deleted since
		return none, missing()
	}
	return s.document(ctx, o)
}

// owned is true while the caller owns an organization.
func owned(ctx context.Context, tx *commands.Tx, id string) (bool, error) {
	o, err := commandsproject.Organizations().Get(ctx, tx, id)
	if err != nil {
		return false, err
	}
	return o.State().Exists() && o.State().Owner == tx.By().Account, nil
}

// document is an organization as shown to its members.
func (s *Service) document(ctx context.Context, e *Entity) (contract.OrganizationAnswer, error) {
	o := e.State()
	began, _, err := e.Times(ctx)
	d := contract.OrganizationAnswer{
		ID: o.ID, Slug: o.Slug, Name: o.Name, TeamID: o.ID, Description: o.Description, IconURL: contract.Present(o.IconURL), Color: o.Color,
		Repost: o.Repost, Created: began, Members: []contract.MemberV3{},
	}
	if err != nil {
		return d, err
	}
	profiles, err := s.Profiles.Profiles(ctx, slices.Collect(maps.Keys(o.Members)))
	if err != nil {
		return d, fmt.Errorf("read members of organization: %w", err)
	}
	var members []contract.Member
	for _, m := range o.Members {
		user := contract.User{ID: m.Account, Role: contract.Role(""), Created: time.Unix(0, 0).UTC()} // of a deleted account
		if p, ok := profiles[m.Account]; ok {
			user = p.Public()
		}
		onProjects, onOrganization, split := uint64(m.ProjectPermissions), uint64(m.Permissions), m.Weight.Float()
		members = append(members, contract.Member{
			TeamID: o.ID, User: user, Role: m.Role, IsOwner: m.Account == o.Owner, Accepted: m.Accepted, Ordering: m.Ordering,
			Permissions: &onProjects, OrganizationPermissions: &onOrganization, PayoutsSplit: &split,
		})
	}
	slices.SortStableFunc(members, contract.CompareMembers)
	for _, m := range members {
		d.Members = append(d.Members, m.V3())
	}
	return d, nil
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
