package project

import (
	"bytes"
	"context"
	"io"
	"path"

	"github.com/modyard/modyard/commands/upload"
	"github.com/modyard/modyard/domain/project"
	"github.com/modyard/modyard/platform/picture"
)

const (
	maxIconBytes    = picture.MaxIconBytes
	maxPictureBytes = 5 << 20
	iconSide        = 96
)

// storePicture stores a gallery picture without the camera's notes after it was decoded successfully.
func (s *Service) storePicture(ctx context.Context, u *upload.Batch, projectID string, r io.Reader) (project.Picture, error) {
	data, err := picture.Read(r, maxPictureBytes)
	if err != nil {
		return project.Picture{}, err
	}
	p, err := s.pictures.Check(ctx, data)
	if err != nil {
		return project.Picture{}, err
	}
	key := path.Join(projectID, "images", u.ID, picture.ContentName(p.Data)+p.Ext())
	stored, err := u.Put(ctx, key, "image/"+p.Kind, "file_parts", bytes.NewReader(p.Data), maxPictureBytes)
	if err != nil {
		return project.Picture{}, err
	}
	address := s.files.Blobs.URL(key)
	return project.Picture{URL: address, RawURL: address, SHA1: stored.SHA1}, nil
}
