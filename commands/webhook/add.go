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

type webhookInput struct {
	URL   string   `json:"url" doc:"接收地址，https"`
	Kinds []string `json:"kinds" doc:"要投递的变更种类"`

	Reason *reason.Reason `json:"reason,omitempty"` // for the staff
}

type addWebhook struct {
	commands.Named
	Body webhookInput
}

// adding is the decision to add a webhook.
type adding struct {
	kind            kind
	in              *addWebhook
	id, host        string
	address, secret store.Text
	owner           string // found by the decision
}

func (a *adding) decide(ctx context.Context, tx *commands.Tx) error {
	tx.Fresh(a.id)
	o, right, err := a.kind.may(ctx, tx, a.in.ID, a.in.Body.Reason)
	if err != nil {
		return err
	}
	a.owner = o.id()
	list, err := held().Get(ctx, tx, a.owner)
	if err != nil {
		return err
	}
	e, err := hooks().Open(ctx, tx, a.id)
	if err != nil {
		return err
	}
	if err := e.Do(webhook.Add{
		Right: right, Webhook: a.id, Project: o.project, Organization: o.organization, Host: a.host, Address: a.address.ID, Secret: a.secret.ID,
		Kinds: a.in.Body.Kinds, Held: list.State(),
	}); err != nil {
		return err
	}
	return list.Do(decision.Entry{As: right.As, ID: a.id})
}

// add is POST /…/{id}/webhooks. The answer to a repeated request contains the same secret, unless it was rotated.
func (s *Service) add(k kind) func(context.Context, commands.Request, *addWebhook) (contract.WebhookSecret, commands.Outcome, error) {
	return func(ctx context.Context, req commands.Request, in *addWebhook) (contract.WebhookSecret, commands.Outcome, error) {
		var out contract.WebhookSecret
		id, err := s.Handler.NewID(ctx, req, "webhook")
		if err != nil {
			return out, commands.Outcome{}, err
		}
		if outcome, repeated, err := s.Handler.Repeated(ctx, req, hooks().Stream(id)); err != nil || repeated {
			if err == nil {
				out, err = s.added(ctx, k, req, in.ID, id)
			}
			return out, outcome, err
		}
		a := &adding{kind: k, in: in, id: id, secret: store.NewText(store.NewSecret())}
		var address string
		// The caller's right is checked before the address, and everything before a row is stored.
		addressErr := error(nil)
		if address, a.host, addressErr = s.accept(in.Body.URL); addressErr == nil {
			a.address = store.NewText(address)
		}
		if err := s.Handler.Read(ctx, req.By, func(ctx context.Context, tx *commands.Tx) error {
			if _, _, err := k.may(ctx, tx, in.ID, in.Body.Reason); err != nil || addressErr != nil {
				return firstOf(err, addressErr)
			}
			return a.decide(ctx, tx)
		}); err != nil {
			return out, commands.Outcome{}, err
		}
		if err := s.Store.Add(ctx, id, a.owner, a.address, a.secret); err != nil {
			return out, commands.Outcome{}, err
		}
		outcome, err := s.Handler.Handle(ctx, req, a.decide)
		switch {
		case err != nil:
			return out, outcome, err
		case outcome.Repeated: // by a concurrent request of the same name
			out, err = s.added(ctx, k, req, in.ID, id)
			return out, outcome, err
		}
		return contract.WebhookSecret{ID: id, Secret: a.secret.Plain}, outcome, nil
	}
}

// added makes the answer of a repeated request.
func (s *Service) added(ctx context.Context, k kind, req commands.Request, owner, id string) (contract.WebhookSecret, error) {
	state, err := s.inspect(ctx, k, req.By, One{Named: commands.Named{ID: owner}, Webhook: id})
	if err != nil || !state.RotatedAt.IsZero() {
		return contract.WebhookSecret{ID: id}, err
	}
	return s.secretOf(ctx, id, state.Secret)
}

func firstOf(errs ...error) error {
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}
