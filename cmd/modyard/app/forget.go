package app

import "context"

// forgets are what drops the copies and the private rows of an account that is erased. Each may be called again.
func (s *Site) forgets() []func(ctx context.Context, account string) error {
	return []func(context.Context, string) error{s.forgetSnapshots, s.Notifications.Forget}
}

// forgetSnapshots drops what was folded from the account's own streams. No fold of another stream keeps a person's text
// (commandstest.WholeSnapshots).
func (s *Site) forgetSnapshots(ctx context.Context, account string) error {
	for _, category := range []string{"account", "collections", "follows", "images", "reports"} {
		if err := s.Core.Handler.DeleteSnapshot(ctx, category+"-"+account); err != nil {
			return err
		}
	}
	return nil
}
