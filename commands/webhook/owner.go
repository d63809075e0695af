package webhook

import (
	"context"

	"github.com/modyard/modyard/commands"
	"github.com/modyard/modyard/commands/organization"
	"github.com/modyard/modyard/commands/project"
	"github.com/modyard/modyard/domain/actor"
	"github.com/modyard/modyard/domain/reason"
	"github.com/modyard/modyard/domain/role"
	"github.com/modyard/modyard/domain/webhook"
	"github.com/modyard/modyard/identity"
)

// kind is a kind of thing that has webhooks.
type kind struct {
	path, name string
	scope      identity.Scopes
	find       func(ctx context.Context, tx *commands.Tx, idOrSlug string) (owner, error)
}

// owner is a project or an organization within a decision.
type owner struct {
	project, organization string // an id; one is empty
	rules                 interface {
		MayEdit(a actor.Actor, given *reason.Reason) (role.Role, *reason.Reason, error)
		MayInspect(a actor.Actor) error
	}
	by actor.Actor
}

func (o owner) id() string { return o.project + o.organization }

// right is the caller's right to change the owner's webhooks, or the error of the owner's rules.
func (o owner) right(given *reason.Reason) (webhook.Right, error) {
	as, why, err := o.rules.MayEdit(o.by, given)
	return webhook.Right{As: as, Why: why}, err
}

func projects() kind {
	return kind{
		path: "/v3/project", name: "资源", scope: identity.ScopeProjectWrite,
		find: func(ctx context.Context, tx *commands.Tx, name string) (owner, error) {
			t, err := project.Find(ctx, tx, name)
			if err != nil {
				return owner{}, err
			}
			return owner{project: t.State().ID, rules: t.State(), by: t.By}, nil
		},
	}
}

func organizations() kind {
	return kind{
		path: "/v3/organization", name: "团队", scope: identity.ScopeOrganizationWrite,
		find: func(ctx context.Context, tx *commands.Tx, name string) (owner, error) {
			o, err := organization.Find(ctx, tx, name)
			if err != nil {
				return owner{}, err
			}
			return owner{organization: o.State().ID, rules: o.State(), by: tx.By()}, nil
		},
	}
}

// may finds the owner and the caller's right to change its webhooks.
func (k kind) may(ctx context.Context, tx *commands.Tx, name string, given *reason.Reason) (owner, webhook.Right, error) {
	o, err := k.find(ctx, tx, name)
	if err != nil {
		return o, webhook.Right{}, err
	}
	right, err := o.right(given)
	return o, right, err
}

// inspect loads a webhook for a caller who may read it.
func (s *Service) inspect(ctx context.Context, k kind, by actor.Actor, in One) (state webhook.State, err error) {
	err = s.Handler.Read(ctx, by, func(ctx context.Context, tx *commands.Tx) error {
		o, err := k.find(ctx, tx, in.ID)
		if err != nil {
			return err
		}
		if err := o.rules.MayInspect(o.by); err != nil {
			return err
		}
		e, err := find(ctx, tx, o, in.Webhook)
		if err != nil {
			return err
		}
		state = e.State()
		return nil
	})
	return state, err
}
