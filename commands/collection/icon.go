package collection

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net/http"
	"path"
	"time"

	"github.com/modyard/modyard/commands"
	"github.com/modyard/modyard/domain/collection"
	"github.com/modyard/modyard/domain/reason"
	"github.com/modyard/modyard/identity"
	"github.com/modyard/modyard/platform/blobs"
	"github.com/modyard/modyard/platform/httpkit"
	"github.com/modyard/modyard/platform/ids"
	"github.com/modyard/modyard/platform/picture"
)

const iconSide = 192 // pixels: pages show it at 96

// changeIcon is PATCH /v3/collection/{id}/icon: the body is the picture.
func (s *Service) changeIcon(w http.ResponseWriter, r *http.Request) error {
	a, err := authorise(r, identity.ScopeCollectionWrite)
	if err != nil {
		return err
	}
	if err := picture.CheckExt(r.URL.Query().Get("ext")); err != nil {
		return err
	}
	id := r.PathValue("id")
	why := commands.ReasonOf(r)
	if err := s.mayChange(r.Context(), a, id, why); err != nil {
		return err
	}
	small, color, err := s.draw(r)
	if err != nil {
		return err
	}
	// A name of its own for each request, so that taking it back never touches another's.
	key := path.Join("collections", id, ids.New(), picture.ContentName(small)+".png")
	if _, err := s.blobs.Put(r.Context(), key, "image/png", bytes.NewReader(small), blobs.MaxSize(int64(len(small)))); err != nil {
		return fmt.Errorf("store picture of collection: %w", err)
	}
	outcome, err := s.handler.Handle(r.Context(), a.request, func(ctx context.Context, d *commands.Decision) error {
		state, err := load(ctx, d, id)
		if err != nil {
			return err
		}
		return do(d, state, collection.ChangeIcon{By: a.by, URL: s.blobs.URL(key), Color: color, Reason: why})
	})
	if outcome.Repeated || definite(err) {
		s.discard(r.Context(), key)
	}
	if err != nil {
		return err
	}
	return commands.Done(w, outcome)
}

// mayChange refuses before a picture is read what would be refused after it.
func (s *Service) mayChange(ctx context.Context, a ask, id string, why *reason.Reason) error {
	_, err := s.handler.Handle(ctx, commands.Request{}, func(ctx context.Context, d *commands.Decision) error {
		state, err := load(ctx, d, id)
		if err != nil {
			return err
		}
		_, _, err = collection.Decide(state, collection.ChangeIcon{By: a.by, URL: "-", Reason: why})
		return err
	})
	return err
}

// draw reads the picture of a request and draws it small.
func (s *Service) draw(r *http.Request) ([]byte, *int, error) {
	data, err := picture.Read(r.Body, picture.MaxIconBytes)
	if err != nil {
		return nil, nil, err
	}
	p, err := s.pictures.Decode(r.Context(), data)
	if err != nil {
		return nil, nil, err
	}
	small, color, err := p.Icon(iconSide)
	if err != nil {
		return nil, nil, fmt.Errorf("draw picture of collection: %w", err)
	}
	return small, color, nil
}

func (s *Service) removeIcon(w http.ResponseWriter, r *http.Request) error {
	return s.command(w, r, identity.ScopeCollectionWrite, func(ctx context.Context, d *commands.Decision, a ask) error {
		state, err := load(ctx, d, r.PathValue("id"))
		if err != nil {
			return err
		}
		return do(d, state, collection.ChangeIcon{By: a.by, Reason: commands.ReasonOf(r)})
	})
}

// discard takes back a picture that nothing refers to; one that stays behind does no harm.
func (s *Service) discard(ctx context.Context, key string) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), 10*time.Second)
	defer cancel()
	if err := s.blobs.Delete(ctx, key); err != nil {
		s.logger.WarnContext(ctx, "a refused picture stays behind", "key", key, "error", err)
	}
}

// definite says that an error means that nothing was appended.
func definite(err error) bool {
	var f httpkit.Faulty
	return errors.As(err, &f) && f.FaultKind() != httpkit.KindUnavailable
}
