package revenue

import (
	"context"

	"golang.org/x/sync/errgroup"

	"github.com/modyard/modyard/identity"
)

// known is what a withdrawal depends on beside the log.
type known struct {
	standing identity.Standing
	restored bool
	mark     *string // of the destination; nil: the caller has none of this id
}

// known reads what a withdrawal of a caller to a destination depends on, all at once. Who has not confirmed the sign-in is
// told nothing else.
func (s *Service) known(ctx context.Context, caller identity.Caller, destination string) (k known, err error) {
	var unconfirmed error
	var reads errgroup.Group
	reads.Go(func() error {
		unconfirmed = s.Confirmed(ctx, caller)
		return nil
	})
	reads.Go(func() (err error) {
		k.standing, err = s.Standing(ctx, caller.Account)
		return err
	})
	reads.Go(func() (err error) {
		k.restored, err = s.Restored(ctx)
		return err
	})
	reads.Go(func() (err error) {
		k.mark, err = s.Destinations.mark(ctx, caller.Account, destination)
		return err
	})
	if err = reads.Wait(); unconfirmed != nil {
		err = unconfirmed
	}
	return k, err
}
