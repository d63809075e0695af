// Package organization is who may ask for a team that owns projects, and the route to ask by.
package organization

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"github.com/modyard/modyard/commands"
	"github.com/modyard/modyard/domain/organization"
	"github.com/modyard/modyard/domain/project"
	"github.com/modyard/modyard/eventlog"
	"github.com/modyard/modyard/identity"
	"github.com/modyard/modyard/platform/httpkit"
	"github.com/modyard/modyard/platform/ids"
)

// Options are what the service needs.
type Options struct {
	Log   eventlog.Log
	Codec commands.Codec
	Now   func() time.Time // nil for time.Now
}

// Service handles the commands of the area. It is safe for concurrent use.
type Service struct{ handler *commands.Handler }

// New makes the service; mount it with Routes.
func New(o Options) (*Service, error) {
	if o.Log == nil || o.Codec == nil {
		return nil, errors.New("make organization commands: log and codec are needed")
	}
	return &Service{handler: &commands.Handler{Log: o.Log, Codec: o.Codec, Now: o.Now}}, nil
}

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

type input struct {
	Slug        string `json:"slug"`
	Name        string `json:"name"`
	Description string `json:"description"`
}

// Routes mounts the routes of the package.
func (s *Service) Routes(api *httpkit.API) {
	api.Raw(huma.Operation{
		Method: http.MethodPost, Path: "/v3/organization", OperationID: "create-organization-v3", Summary: "新建团队",
		Tags: []string{"organizations"}, RequestBody: httpkit.JSONBody[input](api.Huma),
		Responses: httpkit.JSONResponses[OrganizationDocument](api.Huma, "200", "新建的团队"),
	}, s.create)
}

func (s *Service) create(w http.ResponseWriter, r *http.Request) error {
	caller := identity.FromContext(r.Context())
	if err := caller.Require(identity.ScopeOrganizationCreate); err != nil {
		return err
	}
	req, err := commands.NewRequest(r, caller.Account)
	if err != nil {
		return err
	}
	var in input
	if err := httpkit.DecodeJSON(r, &in); err != nil {
		return err
	}
	state, outcome, err := s.Create(r.Context(), req, organization.Create{
		Account: caller.Account, Organization: ids.FromBytes([]byte("organization:" + req.Command)),
		Slug: in.Slug, Name: in.Name, Description: in.Description,
	})
	if err != nil {
		return err
	}
	commands.WritePosition(w, outcome.Position)
	return httpkit.WriteJSON(w, http.StatusOK, OrganizationDocument{
		ID: state.ID, Slug: state.Slug, Name: state.Name, TeamID: state.ID, Description: state.Description, IconURL: optional(state.IconURL),
	})
}

// Create makes an organization and reserves its slug. A command that was handled before gives what it made.
func (s *Service) Create(ctx context.Context, req commands.Request, c organization.Create) (organization.State, commands.Outcome, error) {
	slug, err := project.NormalSlug(c.Slug)
	if err != nil {
		return organization.State{}, commands.Outcome{}, err
	}
	c.Slug = slug
	var state organization.State
	outcome, err := s.handler.Handle(ctx, req, func(ctx context.Context, d *commands.Decision) error {
		var err error
		if state, err = commands.Load(ctx, d, "organization-"+c.Organization, evolve); err != nil {
			return err
		}
		events, err := organization.Decide(state, c)
		if err != nil {
			return err
		}
		held, err := commands.Load(ctx, d, slugStream(slug), evolveSlug)
		if err != nil {
			return err
		}
		reserved, err := organization.ReserveSlug(held, slug, c.Organization)
		if err != nil {
			return err
		}
		for _, e := range events {
			state = organization.Evolve(state, e)
		}
		d.Append("organization-"+c.Organization, events...)
		d.Append(slugStream(slug), reserved...)
		return nil
	})
	return state, outcome, err
}

func slugStream(slug string) string { return "orgslug-" + strings.ToLower(slug) }

func evolve(s organization.State, event any, _ time.Time) organization.State {
	return organization.Evolve(s, event)
}

func evolveSlug(s organization.Slug, event any, _ time.Time) organization.Slug {
	return organization.EvolveSlug(s, event)
}

func optional(s string) *string {
	if s == "" {
		return nil
	}
	return &s
}
