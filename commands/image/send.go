package image

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net/http"
	"path"
	"time"

	"github.com/modyard/modyard/commands"
	"github.com/modyard/modyard/domain/image"
	"github.com/modyard/modyard/identity"
	"github.com/modyard/modyard/platform/blobs"
	"github.com/modyard/modyard/platform/httpkit"
	"github.com/modyard/modyard/platform/ids"
	"github.com/modyard/modyard/platform/picture"
)

// send is POST /v3/image: the body is the picture. Who may not write where it is for is refused before it is read.
func (s *Service) send(w http.ResponseWriter, r *http.Request) error {
	ctx := r.Context()
	caller := identity.FromContext(ctx)
	add, err := s.asked(ctx, caller, r)
	if err != nil {
		return err
	}
	if err := picture.CheckExt(r.URL.Query().Get("ext")); err != nil {
		return err
	}
	req, err := commands.NewRequest(r, caller)
	if err != nil {
		return err
	}
	if add.Picture.Image, err = s.handler.NewID(ctx, req, "image"); err != nil {
		return err
	}
	state, repeated, err := s.before(ctx, req)
	if err != nil {
		return err
	}
	if p, ok := state.Find(add.Picture.Image); ok && repeated {
		return httpkit.WriteJSON(w, http.StatusOK, document(p))
	}
	if _, err := add.Decide(state); err != nil {
		return err
	}
	key, err := s.store(ctx, r, &add.Picture)
	if err != nil {
		return err
	}
	outcome, err := s.handler.Handle(ctx, req, func(ctx context.Context, d *commands.Decision) error {
		held, err := commands.LoadFold(ctx, d, stream(req.Actor), Fold())
		if err != nil {
			state = held
			return err
		}
		d.Fresh(add.Picture.Image)
		events, err := add.Decide(held)
		if err != nil {
			return err
		}
		d.As(add.As)
		d.Append(stream(req.Actor), events...)
		state = held
		for _, e := range events {
			state = image.Evolve(state, e, d.Now())
		}
		return nil
	})
	if outcome.Repeated || definite(err) {
		s.remove(ctx, key)
	}
	if err != nil {
		return err
	}
	p, _ := state.Find(add.Picture.Image)
	commands.WritePosition(w, outcome.Position)
	return httpkit.WriteJSON(w, http.StatusOK, document(p))
}

func stream(account string) string { return "images-" + account }

// before folds the account's pictures and says whether this very command was handled already.
func (s *Service) before(ctx context.Context, req commands.Request) (image.State, bool, error) {
	var state image.State
	req.Keyed = false // nothing is remembered yet
	outcome, err := s.handler.Handle(ctx, req, func(ctx context.Context, d *commands.Decision) error {
		var err error
		state, err = commands.LoadFold(ctx, d, stream(req.Actor), Fold())
		return err
	})
	return state, outcome.Repeated, err
}

// store checks the picture and keeps it as it was sent, under a name of its own.
func (s *Service) store(ctx context.Context, r *http.Request, added *image.Added) (string, error) {
	data, err := picture.Read(r.Body, MaxBytes)
	if err != nil {
		return "", err
	}
	p, err := s.pictures.Decode(ctx, data)
	if err != nil {
		return "", err
	}
	key := path.Join("images", added.Owner, ids.New(), picture.ContentName(data)+p.Ext())
	stored, err := s.options.Blobs.Put(ctx, key, "image/"+p.Kind, bytes.NewReader(data), blobs.MaxSize(MaxBytes))
	if err != nil {
		return "", fmt.Errorf("store picture: %w", err)
	}
	added.URL, added.Size = s.options.Blobs.URL(key), stored.Size
	return key, nil
}

// definite says that an error means that nothing was appended.
func definite(err error) bool {
	var f httpkit.Faulty
	return errors.As(err, &f) && f.FaultKind() != httpkit.KindUnavailable
}

func (s *Service) remove(ctx context.Context, key string) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), 10*time.Second)
	defer cancel()
	if err := s.options.Blobs.Delete(ctx, key); err != nil {
		s.options.Logger.WarnContext(ctx, "a refused picture stays behind", "key", key, "error", err)
	}
}
