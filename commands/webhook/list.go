package webhook

import (
	"context"
	"time"

	"github.com/modyard/modyard/commands"
	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/domain/webhook"
	store "github.com/modyard/modyard/platform/webhook"
)

// list is GET /…/{id}/webhooks.
func (s *Service) list(k kind) func(context.Context, commands.Request, *commands.Named) (contract.WebhookList, error) {
	return func(ctx context.Context, req commands.Request, in *commands.Named) (contract.WebhookList, error) {
		out := contract.WebhookList{Webhooks: []contract.Webhook{}}
		var states []webhook.State
		err := s.Handler.Read(ctx, req.By, func(ctx context.Context, tx *commands.Tx) error {
			o, err := k.find(ctx, tx, in.ID)
			if err != nil {
				return err
			}
			if err := o.rules.MayInspect(o.by); err != nil {
				return err
			}
			out.Kinds = webhook.Kinds(o.organization != "")
			list, err := held().Get(ctx, tx, o.id())
			if err != nil {
				return err
			}
			for _, id := range list.State() {
				e, err := hooks().Get(ctx, tx, id)
				if err != nil {
					return err
				}
				states = append(states, e.State())
			}
			return nil
		})
		if err != nil || len(states) == 0 {
			return out, err
		}
		ids := make([]string, len(states))
		for i, h := range states {
			ids[i] = h.ID
		}
		rows, err := s.Store.Of(ctx, states[0].Owner())
		if err != nil {
			return out, err
		}
		last, err := s.Store.LastOf(ctx, ids...)
		if err != nil {
			return out, err
		}
		byID := map[string]store.Hook{}
		for _, r := range rows {
			byID[r.ID] = r
		}
		for _, h := range states {
			out.Webhooks = append(out.Webhooks, shown(h, byID[h.ID], last, s.Store.Now()))
		}
		return out, nil
	}
}

func shown(h webhook.State, row store.Hook, last map[string]store.Last, now time.Time) contract.Webhook {
	out := contract.Webhook{ID: h.ID, Host: h.Host, Kinds: h.Kinds, Enabled: h.Stopped == "", Added: h.AddedAt, FailingSince: row.FailingSince}
	if h.Stopped != "" {
		cause := string(h.Stopped)
		out.Cause = &cause
	}
	if len(h.Secrets(now)) > 1 {
		until := h.RotatedAt.Add(webhook.Overlap)
		out.FormerUntil = &until
	}
	if row.RetryAt.After(now) {
		out.RetryAt = &row.RetryAt
	}
	if l, ok := last[h.ID]; ok {
		out.Last = &contract.WebhookLastDelivery{Kind: l.Kind, State: l.State, Tried: l.Tried, Status: l.Status}
	}
	return out
}
