package catalog

import (
	"fmt"
	"slices"
	"strings"

	"github.com/modyard/modyard/domain/organization"
	"github.com/modyard/modyard/domain/project"
	"github.com/modyard/modyard/domain/team"
	"github.com/modyard/modyard/projections/runtime"
)

// applyOrganization folds the events of organizations and of their slugs.
func (h *handler) applyOrganization(e runtime.Event) (bool, error) {
	switch p := e.Payload.(type) {
	case organization.SlugReserved:
		h.changed.orgs.slugs[strings.ToLower(p.Slug)] = organizationSlug{Organization: p.Organization, Current: true}
		return true, nil
	case organization.SlugReleased:
		s := organizationSlug{Organization: p.Organization}
		if p.Gone {
			s.Organization = ""
		}
		h.changed.orgs.slugs[strings.ToLower(p.Slug)] = s
		return true, nil
	}
	id, ok := strings.CutPrefix(e.Stream, "organization-")
	if !ok {
		return false, nil
	}
	if c, ok := e.Payload.(organization.Created); ok {
		h.orgs[id] = &organizationState{
			ID: id, Slug: c.Slug, Name: c.Name, Description: c.Description, IconURL: c.IconURL, Owner: c.Owner, Repost: c.Repost, Created: at(e),
			Members: []organizationMember{{
				member:                  member{Account: c.Owner, Role: team.OwnerRole, Permissions: uint64(project.AllPermissions), Accepted: true},
				OrganizationPermissions: uint64(organization.AllPermissions),
			}},
			Position: uint64(e.Position),
		}
		h.changed.orgs.written[id] = true
		return true, nil
	}
	o := h.orgs[id]
	if o == nil {
		return true, fmt.Errorf("apply %s: organization %s is unknown", e.Type, id)
	}
	h.changed.orgs.written[id] = true
	o.Position = uint64(e.Position)
	switch c := e.Payload.(type) {
	case organization.Renamed:
		o.Name = c.Name
		h.organizationShown(o)
	case organization.SlugChanged:
		o.Slug = c.Slug
		h.organizationShown(o)
	case organization.Described:
		o.Description = c.Description
	case organization.IconChanged:
		o.IconURL, o.Color = c.URL, c.Color
		h.organizationShown(o)
	case organization.Deleted:
		delete(h.orgs, id)
		delete(h.changed.orgs.written, id)
		h.changed.orgs.deleted[id] = true
	default:
		return true, o.applyMember(e)
	}
	return true, nil
}

// organizationShown lets every project of the organization be rendered again, here those that the batch knows. Their
// position must not depend on where batches are cut.
func (h *handler) organizationShown(o *organizationState) {
	h.changed.orgs.shown[o.ID] = o.Position
	for id, p := range h.projects {
		if p.Organization == o.ID {
			p.Position = o.Position
			h.touch(id)
		}
	}
}

func (o *organizationState) applyMember(e runtime.Event) error {
	switch c := e.Payload.(type) {
	case organization.MemberInvited:
		o.Members = append(o.Members, organizationMember{
			member:                  member{Account: c.Account, Role: c.Role, Permissions: uint64(c.ProjectPermissions), Weight: c.Weight, Ordering: c.Ordering},
			OrganizationPermissions: uint64(c.Permissions),
		})
	case organization.MemberJoined:
		o.change(c.Account, func(m *organizationMember) { m.Accepted = true })
	case organization.MemberTitled:
		o.change(c.Account, func(m *organizationMember) { m.Role = c.Role })
	case organization.RightsGranted:
		o.change(c.Account, func(m *organizationMember) {
			m.Permissions, m.OrganizationPermissions = uint64(c.ProjectPermissions), uint64(c.Permissions)
		})
	case organization.PayoutWeightSet:
		o.change(c.Account, func(m *organizationMember) { m.Weight = c.Weight })
	case organization.MemberReordered:
		o.change(c.Account, func(m *organizationMember) { m.Ordering = c.Ordering })
	case organization.InvitationDeclined:
		o.drop(c.Account)
	case organization.InvitationWithdrawn:
		o.drop(c.Account)
	case organization.MemberLeft:
		o.drop(c.Account)
	case organization.MemberRemoved:
		o.drop(c.Account)
	case organization.OwnershipHandedOver:
		o.Owner = c.Account
		o.change(c.Account, func(m *organizationMember) {
			m.Permissions, m.OrganizationPermissions = uint64(project.AllPermissions), uint64(organization.AllPermissions)
		})
	default:
		return fmt.Errorf("apply %s: payload %T is unknown", e.Type, e.Payload)
	}
	return nil
}

func (o *organizationState) drop(account string) {
	o.Members = slices.DeleteFunc(o.Members, func(m organizationMember) bool { return m.Account == account })
}

func (o *organizationState) change(account string, how func(*organizationMember)) {
	if i := slices.IndexFunc(o.Members, func(m organizationMember) bool { return m.Account == account }); i >= 0 {
		how(&o.Members[i])
	}
}
