package image

import (
	"context"

	"github.com/modyard/modyard/commands"
	"github.com/modyard/modyard/domain/image"
)

// delete is DELETE /v3/image/{id}: of the caller's own pictures. The bytes are deleted after the append; if that fails,
// the sweep of commands/retention deletes them.
func (s *Service) delete(ctx context.Context, req commands.Request, in *commands.Named) (commands.Outcome, error) {
	address := ""
	outcome, err := s.Handler.Handle(ctx, req, func(ctx context.Context, tx *commands.Tx) error {
		held, err := Pictures().Get(ctx, tx, req.By.Account)
		if err != nil {
			return err
		}
		if p, found := held.State().Find(in.ID); found {
			address = p.URL
		}
		return held.Do(image.Delete{By: req.By.Account, Image: in.ID})
	})
	if err != nil {
		return outcome, err
	}
	if key, ours := s.Uploads.Blobs.KeyOf(address); ours {
		s.Uploads.Delete(ctx, key)
	}
	return outcome, nil
}
