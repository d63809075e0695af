package organization

import (
	"context"
	"net/http"
	"strings"
	"time"

	"github.com/modyard/modyard/commands"
	commandsproject "github.com/modyard/modyard/commands/project"
	"github.com/modyard/modyard/domain/fault"
	"github.com/modyard/modyard/domain/organization"
	"github.com/modyard/modyard/domain/project"
	"github.com/modyard/modyard/identity"
	"github.com/modyard/modyard/platform/ids"
)

func stream(id string) string { return "organization-" + id }

func slugStream(slug string) string { return "orgslug-" + strings.ToLower(slug) }

func ownedStream(id string) string { return "orgprojects-" + id }

func load(ctx context.Context, d *commands.Decision, id string) (organization.State, error) {
	return commandsproject.LoadOrganization(ctx, d, id)
}

func loadSlug(ctx context.Context, d *commands.Decision, slug string) (organization.Slug, error) {
	return commands.Load(ctx, d, slugStream(slug), evolveSlug)
}

func loadOwned(ctx context.Context, d *commands.Decision, id string) (organization.Projects, error) {
	return commandsproject.LoadOwned(ctx, d, id)
}

func evolveSlug(s organization.Slug, event any, _ time.Time) organization.Slug {
	return organization.EvolveSlug(s, event)
}

// target is an organization that a command is about, within one decision.
type target struct {
	decision *commands.Decision
	by       organization.Actor
	state    organization.State
}

// do decides a command and keeps what follows.
func (t *target) do(c organization.Command) error {
	events, as, err := organization.Decide(t.state, c)
	if err != nil {
		return err
	}
	t.decision.As(as)
	for _, e := range events {
		t.state = organization.Evolve(t.state, e)
	}
	t.decision.Append(stream(t.state.ID), events...)
	return nil
}

// asker is the actor as projects know him, without what the organization gives.
func (t *target) asker() project.Actor {
	return project.Actor{Account: t.by.Account, Staff: t.by.Staff}
}

// find loads an organization by its id or slug, for an actor.
func find(ctx context.Context, d *commands.Decision, by organization.Actor, idOrSlug string) (*target, error) {
	id, err := resolve(ctx, d, idOrSlug)
	if err != nil {
		return nil, err
	}
	state, err := load(ctx, d, id)
	if err != nil {
		return nil, err
	}
	if !state.Exists() {
		return nil, missing()
	}
	return &target{decision: d, by: by, state: state}, nil
}

func missing() error { return fault.NotFound("团队不存在") }

// resolve finds an organization's id: an id first, then a slug, then a slug that it had and nobody took since.
func resolve(ctx context.Context, d *commands.Decision, idOrSlug string) (string, error) {
	if ids.Valid(idOrSlug) {
		state, err := load(ctx, d, idOrSlug)
		if err != nil {
			return "", err
		}
		if state.ID != "" {
			return state.ID, nil
		}
	}
	slug, err := project.NormalSlug(idOrSlug)
	if err != nil {
		return "", missing()
	}
	held, err := loadSlug(ctx, d, slug)
	if err != nil {
		return "", err
	}
	switch {
	case held.Holder != "":
		return held.Holder, nil
	case held.Former != "":
		return held.Former, nil
	}
	return "", missing()
}

// authorise says who asks, and refuses nobody and tokens without the scope.
func authorise(r *http.Request, scope identity.Scopes) (organization.Actor, commands.Request, error) {
	caller := identity.FromContext(r.Context())
	if err := caller.Require(scope); err != nil {
		return organization.Actor{}, commands.Request{}, err
	}
	by := organization.Actor{Account: caller.Account}
	switch caller.Role {
	case identity.RoleModerator:
		by.Staff = project.Moderator
	case identity.RoleAdmin:
		by.Staff = project.Admin
	}
	req, err := commands.NewRequest(r, caller)
	return by, req, err
}

// on is the whole of a simple command: who asks, which organization, what follows.
func (s *Service) on(w http.ResponseWriter, r *http.Request, scope identity.Scopes, do func(ctx context.Context, t *target) error) error {
	by, req, err := authorise(r, scope)
	if err != nil {
		return err
	}
	outcome, err := s.handler.Handle(r.Context(), req, func(ctx context.Context, d *commands.Decision) error {
		t, err := find(ctx, d, by, r.PathValue("id"))
		if err != nil {
			return err
		}
		return do(ctx, t)
	})
	if err != nil {
		return err
	}
	return commands.Done(w, outcome)
}
