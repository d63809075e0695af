package remotepicture

import (
	"context"
	"fmt"
	"mime"
	"net/http"
	"slices"

	"github.com/modyard/modyard/platform/picture"
)

// accepted are the types that a host may declare; the content decides which one it is.
func accepted() []string { return []string{"image/png", "image/jpeg", "image/gif", "image/webp"} }

// fetch asks for a picture and keeps it in every width.
func (s *Store) fetch(address string) error {
	ctx, cancel := context.WithTimeout(context.Background(), fetchTime)
	defer cancel()
	data, err := s.download(ctx, address)
	if err != nil {
		return err
	}
	return s.decoder.Use(ctx, data, func(p picture.Picture) error {
		for _, width := range Widths() {
			small, err := p.WebP(width)
			if err != nil {
				return err
			}
			if err := s.keep(s.path(address, width), small); err != nil {
				return err
			}
		}
		return nil
	})
}

func (s *Store) download(ctx context.Context, address string) ([]byte, error) {
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
	if err != nil {
		return nil, fmt.Errorf("ask for a picture: %w", err)
	}
	r.Header.Set("Accept", "image/webp, image/png, image/jpeg, image/gif")
	r.Header.Set("User-Agent", "Modyard-Pictures/1")
	answer, err := s.client.Do(r)
	if err != nil {
		return nil, fmt.Errorf("ask for a picture: %w", err)
	}
	defer answer.Body.Close()
	if answer.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("ask for a picture: status %d", answer.StatusCode)
	}
	if kind, _, err := mime.ParseMediaType(answer.Header.Get("Content-Type")); err != nil || !slices.Contains(accepted(), kind) {
		return nil, fmt.Errorf("ask for a picture: type %q", answer.Header.Get("Content-Type"))
	}
	if answer.ContentLength > maxBytes {
		return nil, fmt.Errorf("ask for a picture: %d bytes", answer.ContentLength)
	}
	data, err := picture.Read(answer.Body, maxBytes)
	if err != nil {
		return nil, fmt.Errorf("read a picture: %w", err)
	}
	return data, nil
}
