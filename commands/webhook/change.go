package webhook

import (
	"context"

	"github.com/modyard/modyard/commands"
	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/domain/decision"
	"github.com/modyard/modyard/domain/reason"
	"github.com/modyard/modyard/domain/webhook"
	store "github.com/modyard/modyard/platform/webhook"
)

// webhookPatch changes a webhook. A missing or null member changes nothing.
type webhookPatch struct {
	URL     *string   `json:"url,omitempty" doc:"新的接收地址"`
	Kinds   *[]string `json:"kinds,omitempty"`
	Enabled *bool     `json:"enabled,omitempty"`

	Reason *reason.Reason `json:"reason,omitempty"` // for the staff
}

type changeWebhook struct {
	One
	Body webhookPatch
}

// change is PATCH /…/{id}/webhooks/{webhook}.
func (s *Service) change(k kind) func(context.Context, commands.Request, *changeWebhook) (commands.Outcome, error) {
	return func(ctx context.Context, req commands.Request, in *changeWebhook) (commands.Outcome, error) {
		c := webhook.Change{Kinds: in.Body.Kinds, Enabled: in.Body.Enabled}
		decide := func(ctx context.Context, tx *commands.Tx) error {
			return decideOn(ctx, tx, k, in.One, in.Body.Reason, func(r webhook.Right) webhook.Command { c.Right = r; return c })
		}
		if in.Body.URL != nil {
			// The caller's right is checked before the address.
			if err := s.Handler.Read(ctx, req.By, decide); err != nil {
				return commands.Outcome{}, err
			}
			address, host, err := s.accept(*in.Body.URL)
			if err != nil {
				return commands.Outcome{}, err
			}
			text := store.NewText(address)
			if err := s.Store.Put(ctx, in.Webhook, text); err != nil {
				return commands.Outcome{}, err
			}
			c.Host, c.Address = host, text.ID
		}
		outcome, err := s.Handler.Handle(ctx, req, decide)
		if err != nil {
			return outcome, err
		}
		switch enabled := in.Body.Enabled; {
		case enabled != nil && !*enabled:
			err = s.Store.Drop(ctx, in.Webhook, store.ErrorDisabled)
		case enabled != nil || in.Body.URL != nil:
			err = s.Store.Wake(ctx, in.Webhook)
		}
		return outcome, err
	}
}

// decideOn decides a command about a webhook.
func decideOn(ctx context.Context, tx *commands.Tx, k kind, in One, given *reason.Reason, command func(webhook.Right) webhook.Command) error {
	o, right, err := k.may(ctx, tx, in.ID, given)
	if err != nil {
		return err
	}
	e, err := find(ctx, tx, o, in.Webhook)
	if err != nil {
		return err
	}
	return e.Do(command(right))
}

type rotateSecret struct {
	One
	commands.Because
}

// rotate is POST /…/{id}/webhooks/{webhook}/secret.
func (s *Service) rotate(k kind) func(context.Context, commands.Request, *rotateSecret) (contract.WebhookSecret, commands.Outcome, error) {
	return func(ctx context.Context, req commands.Request, in *rotateSecret) (contract.WebhookSecret, commands.Outcome, error) {
		var out contract.WebhookSecret
		secret := store.NewText(store.NewSecret())
		decide := func(ctx context.Context, tx *commands.Tx) error {
			return decideOn(ctx, tx, k, in.One, in.Reason(), func(r webhook.Right) webhook.Command { return webhook.Rotate{Right: r, Secret: secret.ID} })
		}
		if err := s.Handler.Read(ctx, req.By, decide); err != nil {
			return out, commands.Outcome{}, err
		}
		if err := s.Store.Put(ctx, in.Webhook, secret); err != nil {
			return out, commands.Outcome{}, err
		}
		outcome, err := s.Handler.Handle(ctx, req, decide)
		if err != nil || !outcome.Repeated {
			return contract.WebhookSecret{ID: in.Webhook, Secret: secret.Plain}, outcome, err
		}
		state, err := s.inspect(ctx, k, req.By, in.One)
		if err == nil {
			out, err = s.secretOf(ctx, in.Webhook, state.Secret)
		}
		return out, outcome, err
	}
}

type removeWebhook struct {
	One
	commands.Because
}

// remove is DELETE /…/{id}/webhooks/{webhook}. Its rows and its waiting deliveries are deleted at once; if that fails,
// by the next sweep.
func (s *Service) remove(k kind) func(context.Context, commands.Request, *removeWebhook) (commands.Outcome, error) {
	return func(ctx context.Context, req commands.Request, in *removeWebhook) (commands.Outcome, error) {
		outcome, err := s.Handler.Handle(ctx, req, func(ctx context.Context, tx *commands.Tx) error {
			o, right, err := k.may(ctx, tx, in.ID, in.Reason())
			if err != nil {
				return err
			}
			e, err := find(ctx, tx, o, in.Webhook)
			if err != nil {
				return err
			}
			if err := e.Do(webhook.Remove{Right: right}); err != nil {
				return err
			}
			list, err := held().Get(ctx, tx, o.id())
			if err != nil {
				return err
			}
			return list.Do(decision.Entry{As: right.As, ID: in.Webhook, Ended: true})
		})
		if err != nil {
			return outcome, err
		}
		if err := s.Store.Remove(ctx, in.Webhook); err != nil {
			s.Logger.WarnContext(ctx, "the rows of a removed webhook stay until the next sweep", "error", err)
		}
		return outcome, nil
	}
}
