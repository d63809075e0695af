package webhook

import (
	"context"

	"github.com/google/uuid"

	"github.com/modyard/modyard/commands"
	"github.com/modyard/modyard/commands/project"
	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/domain/actor"
	"github.com/modyard/modyard/domain/webhook"
	store "github.com/modyard/modyard/platform/webhook"
)

// Concerned are the webhooks to which a public change is to be delivered: those of its project and of the organization
// that owns the project, or those of its organization.
func (s *Service) Concerned(ctx context.Context, c contract.Change) (ids []string, err error) {
	switch c.Object.Type {
	case contract.ObjectProject, contract.ObjectVersion, contract.ObjectOrganization:
	default:
		return nil, nil
	}
	if any, err := s.Store.Any(ctx); err != nil || !any {
		return nil, err
	}
	err = s.Handler.Read(ctx, actor.Actor{}, func(ctx context.Context, tx *commands.Tx) error {
		owners, err := ownersOf(ctx, tx, c.Object)
		if err != nil || len(owners) == 0 {
			return err
		}
		rows, err := s.Store.Of(ctx, owners...)
		if err != nil {
			return err
		}
		for _, r := range rows {
			e, err := hooks().Get(ctx, tx, r.ID)
			if err != nil {
				return err
			}
			if e.State().Delivers(c.Kind, c.At) {
				ids = append(ids, r.ID)
			}
		}
		return nil
	})
	return ids, err
}

// ownersOf are the ids of those whose webhooks a change of an object concerns.
func ownersOf(ctx context.Context, tx *commands.Tx, o contract.ChangedObject) ([]string, error) {
	id := o.ID
	switch o.Type {
	case contract.ObjectOrganization:
		return []string{id}, nil
	case contract.ObjectVersion:
		v, err := project.Versions().Open(ctx, tx, id)
		if err != nil || v.State().Project == "" {
			return nil, err
		}
		id = v.State().Project
	}
	p, err := project.Projects().Get(ctx, tx, id)
	if err != nil {
		return nil, err
	}
	var owners []string
	if p.State().Exists() {
		owners = append(owners, id)
	}
	if team := p.State().Organization; team != "" {
		owners = append(owners, team)
	}
	return owners, nil
}

// Active loads a webhook for a delivery; false if it or its owner no longer exists.
func (s *Service) Active(ctx context.Context, id string) (state webhook.State, exists bool, err error) {
	err = s.Handler.Read(ctx, actor.Actor{}, func(ctx context.Context, tx *commands.Tx) error {
		e, err := hooks().Get(ctx, tx, id)
		if err != nil {
			return err
		}
		if state = e.State(); !state.Exists() {
			return nil
		}
		if state.Organization != "" {
			o, err := project.Organizations().Get(ctx, tx, state.Organization)
			exists = err == nil && o.State().Exists()
			return err
		}
		p, err := project.Projects().Get(ctx, tx, state.Project)
		exists = err == nil && p.State().Exists()
		return err
	})
	return state, exists, err
}

// Stop disables a webhook because of its receiver, and gives up its deliveries.
func (s *Service) Stop(ctx context.Context, id string, cause webhook.Cause) error {
	// The command's id is new each time: a webhook may be stopped again after it was enabled.
	req := commands.Request{Command: uuid.NewString()}
	_, err := s.Handler.Handle(ctx, req, func(ctx context.Context, tx *commands.Tx) error {
		e, err := hooks().Get(ctx, tx, id)
		if err != nil {
			return err
		}
		return e.Do(webhook.Stop{Cause: cause})
	})
	if err != nil {
		return err
	}
	return s.Store.Drop(ctx, id, store.ErrorDisabled)
}
