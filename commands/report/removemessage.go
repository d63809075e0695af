package report

import (
	"context"

	"github.com/modyard/modyard/commands"
	commandimage "github.com/modyard/modyard/commands/image"
	"github.com/modyard/modyard/domain/image"
	"github.com/modyard/modyard/domain/thread"
	"github.com/modyard/modyard/platform/ids"
)

// removeMessage is DELETE /message/{id}. The pictures that only this message shows are deleted with it: their bytes after
// the append; if that fails, the sweep of commands/retention deletes them.
func (s *Service) removeMessage(ctx context.Context, req commands.Request, in *one) (commands.Outcome, error) {
	var addresses []string
	outcome, err := s.Handler.Handle(ctx, req, func(ctx context.Context, tx *commands.Tx) error {
		addresses = nil
		if !ids.Valid(in.ID) {
			return errNoThread()
		}
		at, err := places().Get(ctx, tx, in.ID)
		if err != nil {
			return err
		}
		t, err := getThread(ctx, tx, at.State())
		if err != nil {
			return err
		}
		team, err := s.team(ctx, tx, t.State())
		if err != nil {
			return err
		}
		if err := t.Do(thread.Remove{By: tx.By(), Team: team, Message: in.ID, Reason: in.Reason()}); err != nil || len(t.Decided()) == 0 {
			return err
		}
		addresses, err = s.dropPictures(ctx, tx, t, in.ID)
		return err
	})
	if err != nil || s.Uploads == nil {
		return outcome, err
	}
	for _, address := range addresses {
		if key, ours := s.Uploads.Blobs.KeyOf(address); ours {
			s.Uploads.Delete(ctx, key)
		}
	}
	return outcome, nil
}

// dropPictures deletes the pictures of a deleted message that no other text shows, and returns their addresses.
func (s *Service) dropPictures(ctx context.Context, tx *commands.Tx, t *conversation, message string) ([]string, error) {
	freed := t.State().Freed(message)
	if len(freed) == 0 {
		return nil, nil
	}
	held, err := commandimage.Pictures().Get(ctx, tx, t.State().Messages[message].Author)
	if err != nil {
		return nil, err
	}
	var addresses []string
	for _, id := range freed {
		p, found := held.State().Find(id)
		if !found {
			continue
		}
		used, err := s.usedElsewhere(ctx, p.URL, message)
		if err != nil {
			return nil, err
		}
		if !used {
			addresses = append(addresses, p.URL)
			held.Follow(t.Role(), image.Deleted{Image: p.Image, Owner: p.Owner, URL: p.URL})
		}
	}
	return addresses, nil
}

func (s *Service) usedElsewhere(ctx context.Context, address, message string) (bool, error) {
	if s.Used == nil || s.Uploads == nil {
		return false, nil
	}
	key, ours := s.Uploads.Blobs.KeyOf(address)
	if !ours {
		return false, nil
	}
	return s.Used(ctx, key, message)
}
