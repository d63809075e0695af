package image

import (
	"bytes"
	"context"
	"io"
	"net/http"
	"path"

	"github.com/modyard/modyard/commands"
	"github.com/modyard/modyard/commands/upload"
	"github.com/modyard/modyard/domain/image"
	"github.com/modyard/modyard/identity"
	"github.com/modyard/modyard/platform/httpkit"
	"github.com/modyard/modyard/platform/picture"
)

// Pictures are the pictures that an account has uploaded for its texts, by the account's id.
func Pictures() *commands.Aggregate[image.State, image.Command] {
	return &commands.Aggregate[image.State, image.Command]{Category: "images", Version: "images/2", Evolve: image.Evolve, Decide: image.Decide}
}

// send is POST /v3/image: the body is the picture. A caller who may not write the text is rejected before the body is
// read.
func (s *Service) send(w http.ResponseWriter, r *http.Request, req commands.Request) error {
	ctx, q, owner := r.Context(), r.URL.Query(), req.By.Account
	of, err := s.subject(image.Context(q.Get("context")))
	if err != nil {
		return err
	}
	if err := identity.FromContext(ctx).Require(of.Scope); err != nil {
		return err
	}
	add := image.Add{By: req.By, Picture: image.Added{Owner: owner, Context: of.Context}, Reason: commands.ReasonOf(r)}
	if add.Picture.Image, err = s.Handler.NewID(ctx, req, "image"); err != nil {
		return err
	}
	outcome, again, err := s.Handler.Repeated(ctx, req, Pictures().Stream(owner))
	if err != nil {
		return err
	}
	if err := s.Handler.Read(ctx, req.By, func(ctx context.Context, tx *commands.Tx) (err error) {
		if add.Picture.Subject, add.As, err = of.Find(ctx, tx, q); err != nil {
			return err
		}
		if err := picture.CheckExt(q.Get("ext")); err != nil || again {
			return err
		}
		held, err := Pictures().Get(ctx, tx, owner)
		if err != nil {
			return err
		}
		return held.Try(add)
	}); err != nil {
		return err
	}
	if !again {
		if outcome, err = s.keep(ctx, req, add, r.Body); err != nil {
			return err
		}
	}
	return s.answer(ctx, w, req, outcome, add.Picture.Image, of)
}

// keep stores the picture and decides the command.
func (s *Service) keep(ctx context.Context, req commands.Request, add image.Add, body io.Reader) (commands.Outcome, error) {
	batch := s.Uploads.Begin()
	defer batch.Close(ctx)
	if err := s.store(ctx, batch, body, &add.Picture); err != nil {
		return commands.Outcome{}, err
	}
	return batch.Handle(ctx, req, func(ctx context.Context, tx *commands.Tx) error {
		held, err := Pictures().Get(ctx, tx, add.Picture.Owner)
		if err != nil {
			return err
		}
		tx.Fresh(add.Picture.Image)
		return held.Do(add)
	})
}

// answer returns the picture of an id, which this request or its first attempt has uploaded.
func (s *Service) answer(ctx context.Context, w http.ResponseWriter, req commands.Request, outcome commands.Outcome, id string, of Subject) error {
	var sent image.Picture
	if err := s.Handler.Read(ctx, req.By, func(ctx context.Context, tx *commands.Tx) error {
		held, err := Pictures().Get(ctx, tx, req.By.Account)
		if err == nil {
			sent, _ = held.State().Find(id)
		}
		return err
	}); err != nil {
		return err
	}
	commands.WritePosition(w, outcome.Position)
	return httpkit.WriteJSON(w, http.StatusOK, document(sent, of))
}

// store checks the picture and stores it without the camera's notes, under a name of its own.
func (s *Service) store(ctx context.Context, batch *upload.Batch, body io.Reader, added *image.Added) error {
	data, err := picture.Read(body, MaxBytes)
	if err != nil {
		return err
	}
	p, err := s.pictures.Check(ctx, data)
	if err != nil {
		return err
	}
	key := path.Join("images", added.Owner, batch.ID, picture.ContentName(p.Data)+p.Ext())
	stored, err := batch.Put(ctx, key, "image/"+p.Kind, "image", bytes.NewReader(p.Data), MaxBytes)
	if err != nil {
		return err
	}
	added.URL, added.Size = s.Uploads.Blobs.URL(key), stored.Size
	return nil
}
