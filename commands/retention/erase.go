package retention

import (
	"context"
	"errors"
	"path"

	"github.com/modyard/modyard/platform/blobs"
)

// Erase destroys what is stored of an erased account: its avatars, the pictures in its texts, its staged files, and the
// files of projects that it owned and deleted. It may be repeated.
func (s *Service) Erase(ctx context.Context, account string) error {
	for _, folder := range []string{"users", "images", blobs.PrivatePrefix + "staged"} {
		if err := s.o.Blobs.DeleteFolder(ctx, path.Join(folder, account)); err != nil {
			return err
		}
	}
	after := ""
	var failed []error
	for {
		list, err := s.o.Candidates(ctx, after)
		if err != nil || len(list) == 0 {
			return errors.Join(append(failed, err)...)
		}
		for _, f := range list {
			after = f.Key
			if !f.State.Destroyed {
				continue
			}
			if err := s.clear(ctx, f, destroyedAtOnce); err != nil {
				failed = append(failed, err)
			}
		}
	}
}
