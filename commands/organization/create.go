package organization

import (
	"context"
	"net/http"

	"github.com/modyard/modyard/commands"
	"github.com/modyard/modyard/domain/organization"
	"github.com/modyard/modyard/domain/project"
	"github.com/modyard/modyard/identity"
	"github.com/modyard/modyard/platform/httpkit"
	"github.com/modyard/modyard/platform/ids"
)

// OrganizationDocument is the v3 shape of an organization, for the answer to its creation.
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

// create is POST /organization.
func (s *Service) create(w http.ResponseWriter, r *http.Request) error {
	by, req, err := authorise(r, identity.ScopeOrganizationCreate)
	if err != nil {
		return err
	}
	var in organizationInput
	if err := httpkit.DecodeJSON(r, &in); err != nil {
		return err
	}
	id, err := s.handler.NewID(r.Context(), req, "organization")
	if err != nil {
		return err
	}
	state, outcome, err := s.Create(r.Context(), req, organization.Create{
		Account: by.Account, Organization: id,
		Slug: in.Slug, Name: in.Name, Description: in.Description,
	})
	if err != nil {
		return err
	}
	if !state.Exists() { // a repeated command, of an organization that is gone since
		return missing()
	}
	commands.WritePosition(w, outcome.Position)
	return httpkit.WriteJSON(w, http.StatusOK, OrganizationDocument{
		ID: state.ID, Slug: state.Slug, Name: state.Name, TeamID: state.ID, Description: state.Description, IconURL: optional(state.IconURL),
	})
}

// Create makes an organization and reserves its slug. A command that was handled before gives what it made.
func (s *Service) Create(ctx context.Context, req commands.Request, c organization.Create) (organization.State, commands.Outcome, error) {
	var state organization.State
	outcome, err := s.handler.Handle(ctx, req, func(ctx context.Context, d *commands.Decision) error {
		var err error
		if state, err = load(ctx, d, c.Organization); err != nil {
			return err
		}
		d.Fresh(c.Organization)
		events, as, err := organization.Decide(state, c)
		if err != nil {
			return err
		}
		d.As(as)
		for _, e := range events {
			state = organization.Evolve(state, e)
		}
		d.Append(stream(c.Organization), events...)
		return reserve(ctx, d, state.Slug, c.Organization)
	})
	return state, outcome, err
}

// reserve gives a slug to an organization in the same append. A slug that reads like the id of another organization
// is refused, since an id is looked for first.
func reserve(ctx context.Context, d *commands.Decision, slug, id string) error {
	if ids.Valid(slug) && slug != id {
		other, err := load(ctx, d, slug)
		if err != nil {
			return err
		}
		if other.ID != "" {
			return project.SlugTaken()
		}
	}
	held, err := loadSlug(ctx, d, slug)
	if err != nil {
		return err
	}
	events, err := organization.ReserveSlug(held, slug, id)
	if err != nil {
		return err
	}
	d.Append(slugStream(slug), events...)
	return nil
}

// release frees an organization's slug in the same append.
func release(ctx context.Context, d *commands.Decision, slug, id string, gone bool) error {
	held, err := loadSlug(ctx, d, slug)
	if err != nil {
		return err
	}
	d.Append(slugStream(slug), organization.ReleaseSlug(held, slug, id, gone)...)
	return nil
}

func optional(s string) *string {
	if s == "" {
		return nil
	}
	return &s
}
