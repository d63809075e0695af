package webhook

import (
	"context"
	"time"

	"github.com/modyard/modyard/contract"
)

const (
	sweepPage = 200
	// unnamed is the age after which a row that no event names is deleted: its command has ended by then.
	unnamed = time.Hour
)

// Forget deletes the rows of the webhooks of a project or an organization that was deleted. It does nothing while the
// owner exists.
func (s *Service) Forget(ctx context.Context, o contract.ChangedObject) error {
	rows, err := s.Store.Of(ctx, o.ID)
	if err != nil {
		return err
	}
	for _, h := range rows {
		if _, exists, err := s.Active(ctx, h.ID); err != nil || exists {
			return err
		}
		if err := s.Store.Remove(ctx, h.ID); err != nil {
			return err
		}
	}
	return nil
}

// Sweep deletes the rows of webhooks that were removed, whose owner was deleted, or whose command failed, texts that are
// no longer used, and old deliveries. It is idempotent.
func (s *Service) Sweep(ctx context.Context) error {
	after := ""
	for {
		page, err := s.Store.Page(ctx, after, sweepPage)
		if err != nil {
			return err
		}
		for _, h := range page {
			state, exists, err := s.Active(ctx, h.ID)
			if err != nil {
				return err
			}
			now := s.Store.Now()
			switch {
			case !exists && (state.ID != "" || h.Made.Before(now.Add(-unnamed))):
				err = s.Store.Remove(ctx, h.ID)
			case exists:
				err = s.Store.Keep(ctx, h.ID, now.Add(-unnamed), append(state.Secrets(now), state.Address)...)
			}
			if err != nil {
				return err
			}
			after = h.ID
		}
		if len(page) < sweepPage {
			return s.Store.Clean(ctx)
		}
	}
}
