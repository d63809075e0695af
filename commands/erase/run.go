package erase

import (
	"context"
	"fmt"
	"time"
)

// retry is the interval between attempts to finish pending erasures.
const retry = 2 * time.Second

// Apply destroys the keys of all accounts that the blob store lists as erased, and closes their accounts if they are
// open: the database may have been restored from an older backup.
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

// Run applies the list and finishes pending erasures, until the context ends.
func (s *Service) Run(ctx context.Context) error {
	tick := time.NewTicker(retry)
	defer tick.Stop()
	for applied := false; ; {
		if !applied {
			err := s.Apply(ctx)
			if applied = err == nil; err != nil && ctx.Err() == nil {
				s.o.Logger.WarnContext(ctx, "cannot read the list of erased accounts from the blob store", "error", err)
			}
		}
		if err := s.FinishAll(ctx); err != nil && ctx.Err() == nil {
			s.o.Logger.WarnContext(ctx, "cannot finish erasures", "error", err)
		}
		select {
		case <-ctx.Done():
			return nil
		case <-tick.C:
		}
	}
}
