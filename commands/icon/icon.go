// Package icon keeps the icons that commands set: drawn small, stored before the append, and taken back where
// nothing was appended.
package icon

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"path"
	"time"

	"github.com/modyard/modyard/commands"
	"github.com/modyard/modyard/domain/fault"
	"github.com/modyard/modyard/platform/blobs"
	"github.com/modyard/modyard/platform/httpkit"
	"github.com/modyard/modyard/platform/ids"
	"github.com/modyard/modyard/platform/picture"
)

const side = 96

// Store keeps icons among the site's files. It is safe for concurrent use.
type Store struct {
	blobs    *blobs.Store
	pictures *picture.Decoder
	logger   *slog.Logger
}

// NewStore makes a store over the site's files; a nil logger is the default one.
func NewStore(b *blobs.Store, logger *slog.Logger) *Store {
	if logger == nil {
		logger = slog.Default()
	}
	return &Store{blobs: b, pictures: picture.NewDecoder(), logger: logger}
}

// Set reads a picture of at most 256 KiB, stores it as an icon under the owner's id and lets append name its address
// and mean colour in an event. The icon is taken back where nothing was appended; where that is not known it stays.
func (s *Store) Set(ctx context.Context, owner string, r io.Reader, appendIt func(url string, color *int) (commands.Outcome, error)) (commands.Outcome, error) {
	data, err := picture.Read(r, picture.MaxIconBytes)
	if err != nil {
		return commands.Outcome{}, err
	}
	p, err := s.pictures.Decode(ctx, data)
	if err != nil {
		return commands.Outcome{}, err
	}
	small, color, err := p.Icon(side)
	if err != nil {
		return commands.Outcome{}, fmt.Errorf("draw icon: %w", err)
	}
	// A name of its own: taking one back never touches another's.
	key := path.Join(owner, "icons", ids.New(), picture.ContentName(small)+".png")
	if _, err := s.blobs.Put(ctx, key, "image/png", bytes.NewReader(small), blobs.MaxSize(picture.MaxIconBytes)); err != nil {
		if errors.Is(err, blobs.ErrTooLarge) {
			return commands.Outcome{}, fault.TooLarge("icon", "图片过大。")
		}
		return commands.Outcome{}, fmt.Errorf("store icon: %w", err)
	}
	outcome, err := appendIt(s.blobs.URL(key), color)
	if outcome.Repeated || definite(err) {
		s.remove(ctx, key)
	}
	return outcome, err
}

// definite says that an error means that nothing was appended.
func definite(err error) bool {
	var f httpkit.Faulty
	return errors.As(err, &f) && f.FaultKind() != httpkit.KindUnavailable
}

func (s *Store) remove(ctx context.Context, key string) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), 10*time.Second)
	defer cancel()
	if err := s.blobs.Delete(ctx, key); err != nil {
		s.logger.WarnContext(ctx, "a refused icon stays behind", "key", key, "error", err)
	}
}
