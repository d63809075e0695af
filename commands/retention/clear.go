package retention

import (
	"context"
	"crypto/sha1" //nolint:gosec // names content, no security measure
	"crypto/sha512"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/modyard/modyard/platform/archive"
	"github.com/modyard/modyard/platform/blobs"
)

// Why bytes were deleted.
const (
	tooOld          = "old"
	destroyedAtOnce = "destroyed"
)

// The bounds of what is kept of an archive's list of entries.
const (
	maxEntries     = 2000
	maxEntriesText = 256 << 10 // bytes
)

const (
	// A repeated clearing keeps what the first one has read: the bytes may be gone since.
	beginClearing = `
insert into cleared.blobs (key, size, sha1, sha512, entries, total, why, begun) values ($1, $2, $3, $4, $5, $6, $7, $8)
on conflict (key) do update set why = excluded.why,
    entries = case excluded.why when 'destroyed' then null else cleared.blobs.entries end`
	endClearing = `update cleared.blobs set cleared = coalesce(cleared, $2) where key = $1`
	wasBegun    = `select exists (select from cleared.blobs where key = $1)`
)

// clear records what stays visible of a blob, deletes it, and records that it is gone. Every step may be repeated: after
// a crash the next sweep begins again with the first one.
func (s *Service) clear(ctx context.Context, f File, why string) error {
	var begun bool
	if err := s.o.Pool.QueryRow(ctx, wasBegun, f.Key).Scan(&begun); err != nil {
		return fmt.Errorf("look for a cleared blob: %w", err)
	}
	now := s.o.Handler.Clock()
	if err := s.describe(ctx, &f, begun, why, now); err != nil {
		return err
	}
	if err := s.o.Blobs.Delete(ctx, f.Key); err != nil {
		return err
	}
	if _, err := s.o.Pool.Exec(ctx, endClearing, f.Key, now); err != nil {
		return fmt.Errorf("record a cleared blob: %w", err)
	}
	return nil
}

// describe records name, size, hashes and entries. What is destroyed at once is not read.
func (s *Service) describe(ctx context.Context, f *File, begun bool, why string, now time.Time) error {
	var entries []string
	total := 0
	if why == tooOld && !begun {
		var err error
		if entries, total, err = s.read(ctx, f); err != nil {
			return err
		}
	}
	if _, err := s.o.Pool.Exec(ctx, beginClearing, f.Key, f.Size, f.SHA1, f.SHA512, entries, total, why, now); err != nil {
		return fmt.Errorf("record a blob to clear: %w", err)
	}
	return nil
}

// read reads the list of entries of an archive, and the size and the hashes if no event tells them. A missing blob has
// none, and a broken archive has no entries.
func (s *Service) read(ctx context.Context, f *File) (entries []string, total int, err error) {
	r, err := s.o.Blobs.Open(ctx, f.Key)
	if errors.Is(err, blobs.ErrNotFound) {
		return nil, 0, nil
	}
	if err != nil {
		return nil, 0, err
	}
	defer func() { _ = r.Close() }()
	if f.SHA512 == "" {
		h1, h512 := sha1.New(), sha512.New() //nolint:gosec // see the import
		if f.Size, err = io.Copy(io.MultiWriter(h1, h512), r); err != nil {
			return nil, 0, fmt.Errorf("read blob %s: %w", f.Key, err)
		}
		f.SHA1, f.SHA512 = hex.EncodeToString(h1.Sum(nil)), hex.EncodeToString(h512.Sum(nil))
	}
	a, err := archive.Open(ctx, at{r}, r.Size(), archive.Limits{})
	var broken *archive.Error
	if errors.As(err, &broken) {
		return nil, 0, nil
	}
	if err != nil {
		return nil, 0, err
	}
	size := 0
	for _, name := range a.Names() {
		if size += len(name); len(entries) == maxEntries || size > maxEntriesText {
			break
		}
		entries = append(entries, name)
	}
	return entries, len(a.Names()), nil
}

// at reads a blob at offsets, for one goroutine.
type at struct{ io.ReadSeeker }

func (r at) ReadAt(p []byte, offset int64) (int, error) {
	if _, err := r.Seek(offset, io.SeekStart); err != nil {
		return 0, fmt.Errorf("seek in a blob: %w", err)
	}
	n, err := io.ReadFull(r, p)
	if errors.Is(err, io.ErrUnexpectedEOF) {
		err = io.EOF
	}
	return n, err
}
