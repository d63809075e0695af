package erase

import (
	"context"
	"fmt"
	"time"
)

// retry is how often what waits is tried.
const retry = 2 * time.Second

// Apply takes away the keys of everybody whom the blob store lists, and closes their accounts where they are open: the
// database may have been restored from a time before.
func (s *Service) Apply(ctx context.Context) error {
	ids, err := s.o.Blobs.List(ctx, Folder)
	if err == nil && len(ids) > 0 {
		err = s.o.Keys.Erase(ctx, ids...)
	}
	if err == nil && s.o.Again != nil {
		err = s.o.Again(ctx, ids)
	}
	if err != nil {
		return fmt.Errorf("apply the list of erased accounts: %w", err)
	}
	return nil
}

// Run applies the list and finishes the erasures that wait, until the context ends.
func (s *Service) Run(ctx context.Context) error {
	tick := time.NewTicker(retry)
	defer tick.Stop()
	for applied := false; ; {
		if !applied {
			err := s.Apply(ctx)
			if applied = err == nil; err != nil && ctx.Err() == nil {
				s.o.Logger.WarnContext(ctx, "the store of files does not say who was erased", "error", err)
			}
		}
		if err := s.FinishAll(ctx); err != nil && ctx.Err() == nil {
			s.o.Logger.WarnContext(ctx, "erasures wait to be finished", "error", err)
		}
		select {
		case <-ctx.Done():
			return nil
		case <-tick.C:
		}
	}
}
