package project

import (
	"context"
	"fmt"
	"net/http"
	"time"

	"github.com/modyard/modyard/commands"
	"github.com/modyard/modyard/domain/fault"
	"github.com/modyard/modyard/domain/project"
	"github.com/modyard/modyard/identity"
	"github.com/modyard/modyard/platform/ids"
)

// target is a project that a command is about, within one decision.
type target struct {
	decision *commands.Decision
	by       project.Actor
	state    project.State
	list     *project.Versions // nil until it is asked for
}

func (t *target) stream() string { return "project-" + t.state.ID }

// do decides a command and keeps what follows.
func (t *target) do(c project.Command) error {
	events, err := project.Decide(t.state, c)
	if err != nil {
		return err
	}
	t.decision.As(project.RoleIn(t.state, c))
	t.keep(events)
	return nil
}

func (t *target) keep(events []any) {
	for _, e := range events {
		t.state = project.EvolveAt(t.state, e, t.decision.Now())
	}
	t.decision.Append(t.stream(), events...)
}

func listStream(id string) string { return "projectversions-" + id }

// versions loads the list of the project's versions.
func (t *target) versions(ctx context.Context) (project.Versions, error) {
	if t.list == nil {
		list, err := LoadVersions(ctx, t.decision, t.state.ID)
		if err != nil {
			return list, err
		}
		t.list = &list
	}
	return *t.list, nil
}

// keepListed adds what follows for the list of versions, which was loaded before.
func (t *target) keepListed(events []any) {
	for _, e := range events {
		*t.list = project.EvolveVersions(*t.list, e)
	}
	t.decision.Append(listStream(t.state.ID), events...)
}

// target loads a project by its id or slug, for an actor.
func (s *Service) target(ctx context.Context, d *commands.Decision, by project.Actor, idOrSlug string) (*target, error) {
	id, err := Resolve(ctx, d, idOrSlug)
	if err != nil {
		return nil, err
	}
	return s.targetByID(ctx, d, by, id)
}

func (s *Service) targetByID(ctx context.Context, d *commands.Decision, by project.Actor, id string) (*target, error) {
	state, err := Load(ctx, d, id)
	if err != nil {
		return nil, err
	}
	if state.Organization != "" {
		if by, _, err = inOrganization(ctx, d, by, state.Organization); err != nil {
			return nil, err
		}
	}
	return &target{decision: d, by: by, state: state}, nil
}

func evolveSlug(s project.Slug, event any, _ time.Time) project.Slug {
	return project.EvolveSlug(s, event)
}

// Resolve finds a project's id: an id first, then a slug, then a slug that it had and nobody took since.
func Resolve(ctx context.Context, d *commands.Decision, idOrSlug string) (string, error) {
	missing := fault.NotFound("资源不存在")
	if ids.Valid(idOrSlug) {
		state, err := Load(ctx, d, idOrSlug)
		if err != nil {
			return "", err
		}
		if state.ID != "" {
			return state.ID, nil
		}
	}
	slug, err := project.NormalSlug(idOrSlug)
	if err != nil {
		return "", missing
	}
	held, err := commands.Load(ctx, d, "slug-"+slug, evolveSlug)
	if err != nil {
		return "", err
	}
	switch {
	case held.Holder != "":
		return held.Holder, nil
	case held.Former != "":
		return held.Former, nil
	}
	return "", missing
}

// onProject is the whole of a simple command: who asks, which project, what follows.
func (s *Service) onProject(w http.ResponseWriter, r *http.Request, scope identity.Scopes, do func(ctx context.Context, t *target) error) error {
	return on(s, w, r, scope, s.target, do)
}

// on asks, finds what the path names, decides and answers. find loads the streams of what is decided about.
func on[T any](s *Service, w http.ResponseWriter, r *http.Request, scope identity.Scopes,
	find func(context.Context, *commands.Decision, project.Actor, string) (T, error), do func(context.Context, T) error) error {
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

// peek loads a project outside of any command, to refuse what need not be read any further.
func (s *Service) peek(ctx context.Context, by project.Actor, idOrSlug string) (*target, error) {
	var t *target
	_, err := s.handler.Handle(ctx, commands.Request{}, func(ctx context.Context, d *commands.Decision) error {
		var err error
		t, err = s.target(ctx, d, by, idOrSlug)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("look at project: %w", err)
	}
	return t, nil
}
