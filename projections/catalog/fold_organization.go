package catalog

import (
	"fmt"
	"slices"
	"strings"

	"github.com/modyard/modyard/domain/organization"
	"github.com/modyard/modyard/projections/runtime"
)

// organization folds an event of an organization's stream. Its projects show its name, address and icon.
func (h *handler) organization(e runtime.Event) error {
	id := e.Subject()
	o := h.orgs[id]
	if _, created := e.Payload.(organization.Created); created {
		o = &organizationState{Created: e.At()}
		h.orgs[id] = o
	}
	if o == nil {
		return fmt.Errorf("organization %s is unknown", id)
	}
	slug, name, icon := o.Slug, o.Name, o.IconURL
	o.State = organization.Evolve(o.State, e.Payload)
	o.Position = uint64(e.Position)
	if o.Gone {
		delete(h.orgs, id)
		delete(h.changed.orgs, id)
		organizations.Delete(h.rows, organizationRow{ID: id})
		h.rows.Exec(deleteOrganizationMembers, id)
		return nil
	}
	o.order()
	h.changed.orgs[id] = true
	if slug != "" && (slug != o.Slug || name != o.Name || icon != o.IconURL) {
		h.changed.shown[id] = o.Position
	}
	return nil
}

// order keeps the members in the order of their invitation.
func (o *organizationState) order() {
	o.Order = slices.DeleteFunc(o.Order, func(account string) bool { _, still := o.Members[account]; return !still })
	for account := range o.Members {
		if !slices.Contains(o.Order, account) {
			o.Order = append(o.Order, account) // an event adds at most one member
		}
	}
}

func (h *handler) organizationSlugReserved(_ runtime.Event, p organization.SlugReserved) {
	organizationSlugs.Put(h.rows, organizationSlug{Slug: strings.ToLower(p.Slug), Organization: p.Organization, Current: true})
}

func (h *handler) organizationSlugReleased(_ runtime.Event, p organization.SlugReleased) {
	s := organizationSlug{Slug: strings.ToLower(p.Slug), Organization: p.Organization}
	if p.Gone {
		organizationSlugs.Delete(h.rows, s)
		return
	}
	organizationSlugs.Put(h.rows, s)
}
