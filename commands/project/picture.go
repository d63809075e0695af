package project

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"path"

	"github.com/modyard/modyard/domain/project"
	"github.com/modyard/modyard/platform/picture"
)

const (
	maxIconBytes    = picture.MaxIconBytes
	maxPictureBytes = 5 << 20
	iconSide        = 96
)

// storeIcon reads a picture, draws it small and stores that.
func (s *Service) storeIcon(ctx context.Context, u *uploads, projectID string, r io.Reader) (string, *int, error) {
	data, err := picture.Read(r, maxIconBytes)
	if err != nil {
		return "", nil, err
	}
	p, err := s.pictures.Decode(ctx, data)
	if err != nil {
		return "", nil, err
	}
	small, color, err := p.Icon(iconSide)
	if err != nil {
		return "", nil, fmt.Errorf("draw icon: %w", err)
	}
	key := path.Join(projectID, "icons", u.id, picture.ContentName(small)+".png")
	if _, err := u.put(ctx, key, "image/png", bytes.NewReader(small), maxIconBytes); err != nil {
		return "", nil, err
	}
	return s.options.Blobs.URL(key), color, nil
}

// storePicture stores a gallery picture as it was sent, once it has proved to be one.
func (s *Service) storePicture(ctx context.Context, u *uploads, projectID string, r io.Reader) (project.Picture, error) {
	data, err := picture.Read(r, maxPictureBytes)
	if err != nil {
		return project.Picture{}, err
	}
	p, err := s.pictures.Decode(ctx, data)
	if err != nil {
		return project.Picture{}, err
	}
	key := path.Join(projectID, "images", u.id, picture.ContentName(data)+p.Ext())
	stored, err := u.put(ctx, key, "image/"+p.Kind, bytes.NewReader(data), maxPictureBytes)
	if err != nil {
		return project.Picture{}, err
	}
	address := s.options.Blobs.URL(key)
	return project.Picture{URL: address, RawURL: address, SHA1: stored.SHA1}, nil
}
