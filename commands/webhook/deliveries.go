package webhook

import (
	"context"
	"errors"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/commands"
	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/domain/fault"
	"github.com/modyard/modyard/domain/webhook"
	"github.com/modyard/modyard/platform/idempotency"
	store "github.com/modyard/modyard/platform/webhook"
)

// The sizes of pages of the log of deliveries.
const (
	defaultPage = 20
	maxPage     = 100
)

type deliveryPage struct {
	One
	Before int64 `query:"before" minimum:"0" doc:"上一页的 next"`
	Limit  int   `query:"limit" minimum:"0" doc:"数量，默认 20，最多 100"`
}

// deliveries is GET /…/{id}/webhooks/{webhook}/deliveries.
func (s *Service) deliveries(k kind) func(context.Context, commands.Request, *deliveryPage) (contract.WebhookDeliveries, error) {
	return func(ctx context.Context, req commands.Request, in *deliveryPage) (contract.WebhookDeliveries, error) {
		out := contract.WebhookDeliveries{Deliveries: []contract.WebhookDelivery{}}
		if _, err := s.inspect(ctx, k, req.By, in.One); err != nil {
			return out, err
		}
		limit := min(in.Limit, maxPage)
		if limit <= 0 {
			limit = defaultPage
		}
		list, err := s.Store.Log(ctx, in.Webhook, max(in.Before, 0), limit+1)
		if err != nil {
			return out, err
		}
		if len(list) > limit {
			list = list[:limit]
			out.Next = &list[limit-1].Number
		}
		for _, d := range list {
			out.Deliveries = append(out.Deliveries, shownDelivery(d))
		}
		return out, nil
	}
}

func shownDelivery(d store.Delivery) contract.WebhookDelivery {
	out := contract.WebhookDelivery{
		ID: d.ID, Change: d.Change.ID, Kind: d.Change.Kind, Object: contract.ChangedObject{Type: d.Change.Type, ID: d.Change.Object},
		State: d.State, Made: d.Made, Attempts: d.Attempts, Tried: d.Tried, Status: d.Status, TookMS: d.TookMS, Answer: d.Answer,
	}
	if d.State == store.Waiting {
		at := d.NextAt.UTC()
		out.NextAt = &at
	}
	if d.Error != "" {
		out.Error = &d.Error
	}
	return out
}

// sendable loads an enabled webhook of an owner that the caller may change.
func (s *Service) sendable(ctx context.Context, k kind, req commands.Request, in One) (state webhook.State, err error) {
	state, err = s.inspect(ctx, k, req.By, in)
	if err == nil && state.Stopped != "" {
		err = fault.Conflict("该 Webhook 已停用，请先启用。")
	}
	return state, err
}

// waitingTest looks for a test that waits: a further one would say nothing else.
const waitingTest = `SELECT EXISTS (SELECT FROM webhooks.deliveries WHERE hook = $1 AND state = 'waiting' AND kind = '` + contract.WebhookTest + `')`

// test is POST /…/{id}/webhooks/{webhook}/test. The delivery is queued behind those that wait.
func (s *Service) test(k kind) func(context.Context, commands.Request, *One) (contract.WebhookDeliveryID, commands.Outcome, error) {
	return func(ctx context.Context, req commands.Request, in *One) (contract.WebhookDeliveryID, commands.Outcome, error) {
		state, err := s.sendable(ctx, k, req, *in)
		if err != nil {
			return contract.WebhookDeliveryID{}, commands.Outcome{}, err
		}
		c := store.Change{ID: uuid.NewString(), Kind: contract.WebhookTest, Type: contract.ObjectProject, Object: state.Owner(), At: s.Store.Now()}
		if state.Organization != "" {
			c.Type = contract.ObjectOrganization
		}
		id, err := idempotency.Once(ctx, func() (id string, err error) {
			err = idempotency.Change(ctx, s.Pool, c.ID, func(tx pgx.Tx) error {
				if _, err := tx.Exec(ctx, `SELECT FROM webhooks.hooks WHERE id = $1 FOR NO KEY UPDATE`, in.Webhook); err != nil {
					return err
				}
				var waits bool
				if err := tx.QueryRow(ctx, waitingTest, in.Webhook).Scan(&waits); err != nil {
					return err
				}
				if waits {
					return fault.Conflict("上一次测试尚未送达，请稍候。")
				}
				made, err := s.Store.DeliverIn(ctx, tx, c, in.Webhook)
				if err == nil && len(made) == 0 {
					err = fault.NotFound("Webhook 不存在。")
				}
				if err == nil {
					id = made[0]
				}
				return err
			})
			return id, err
		}, func(change string) (string, error) { return s.Store.Named(ctx, in.Webhook, change) })
		return contract.WebhookDeliveryID{ID: id}, commands.Outcome{}, err
	}
}

type oneDelivery struct {
	One
	Delivery string `path:"delivery" doc:"投递的 ID"`
}

// again is POST /…/{id}/webhooks/{webhook}/deliveries/{delivery}/again. The delivery keeps its id, so that the receiver
// recognises it, and carries the current document.
func (s *Service) again(k kind) func(context.Context, commands.Request, *oneDelivery) (commands.Outcome, error) {
	return func(ctx context.Context, req commands.Request, in *oneDelivery) (commands.Outcome, error) {
		if _, err := s.sendable(ctx, k, req, in.One); err != nil {
			return commands.Outcome{}, err
		}
		if _, err := s.Store.Delivery(ctx, in.Webhook, in.Delivery); err != nil {
			if errors.Is(err, store.ErrNoDelivery) {
				err = fault.NotFound("该投递不存在，或已超过 30 天。")
			}
			return commands.Outcome{}, err
		}
		return idempotency.Once(ctx, func() (commands.Outcome, error) {
			return commands.Outcome{}, idempotency.Change(ctx, s.Pool, in.Delivery, func(tx pgx.Tx) error {
				return s.Store.AgainIn(ctx, tx, in.Webhook, in.Delivery)
			})
		}, func(string) (commands.Outcome, error) { return commands.Outcome{}, nil })
	}
}
