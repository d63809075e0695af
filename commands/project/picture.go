package project

import (
	"bytes"
	"context"
	"crypto/sha1" //nolint:gosec // a name for content, not a security measure
	"encoding/hex"
	"fmt"
	"io"
	"path"

	"github.com/modyard/modyard/domain/fault"
	"github.com/modyard/modyard/domain/project"
)

// readPicture reads at most limit bytes.
func readPicture(r io.Reader, field string, limit int64) ([]byte, error) {
	data, err := io.ReadAll(io.LimitReader(r, limit+1))
	if err != nil {
		return nil, err
	}
	if int64(len(data)) > limit {
		return nil, fault.TooLarge(field, fmt.Sprintf("图片不能超过 %d KiB。", limit>>10))
	}
	return data, nil
}

// contentName names a blob by its content, which tells that it never changes.
func contentName(data []byte) string {
	sum := sha1.Sum(data) //nolint:gosec // a name, not a security measure
	return hex.EncodeToString(sum[:])
}

// storeIcon reads a picture, draws it small and stores that.
func (s *Service) storeIcon(ctx context.Context, u *uploads, projectID string, r io.Reader) (string, *int, error) {
	data, err := readPicture(r, "icon", maxIconBytes)
	if err != nil {
		return "", nil, err
	}
	p, err := s.decode(ctx, "icon", data)
	if err != nil {
		return "", nil, err
	}
	small, color, err := p.icon()
	if err != nil {
		return "", nil, fmt.Errorf("draw icon: %w", err)
	}
	key := path.Join(projectID, "icons", u.id, contentName(small)+".png")
	if _, err := u.put(ctx, key, "image/png", bytes.NewReader(small), maxIconBytes); err != nil {
		return "", nil, err
	}
	return s.options.Blobs.URL(key), color, nil
}

// storePicture stores a gallery picture as it was sent, once it has proved to be one.
func (s *Service) storePicture(ctx context.Context, u *uploads, projectID string, r io.Reader, field string) (project.Picture, error) {
	data, err := readPicture(r, field, maxPictureBytes)
	if err != nil {
		return project.Picture{}, err
	}
	p, err := s.decode(ctx, field, data)
	if err != nil {
		return project.Picture{}, err
	}
	key := path.Join(projectID, "images", u.id, contentName(data)+p.ext())
	stored, err := u.put(ctx, key, "image/"+p.kind, bytes.NewReader(data), maxPictureBytes)
	if err != nil {
		return project.Picture{}, err
	}
	address := s.options.Blobs.URL(key)
	return project.Picture{URL: address, RawURL: address, SHA1: stored.SHA1}, nil
}
