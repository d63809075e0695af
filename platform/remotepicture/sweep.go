package remotepicture

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"time"
)

// Run keeps the folder below its limit until the context ends.
func (s *Store) Run(ctx context.Context) error {
	tick := time.NewTicker(time.Hour)
	defer tick.Stop()
	for {
		if err := s.Sweep(); err != nil {
			s.options.Logger.WarnContext(ctx, "cannot remove old pictures", "error", err)
		}
		select {
		case <-tick.C:
		case <-ctx.Done():
			return nil
		}
	}
}

// Sweep removes the oldest files until the folder is below its limit.
func (s *Store) Sweep() error {
	type file struct {
		path string
		size int64
		at   time.Time
	}
	var files []file
	var total int64
	err := filepath.WalkDir(s.options.Folder, func(path string, d fs.DirEntry, err error) error {
		if errors.Is(err, fs.ErrNotExist) {
			return nil // nothing was kept yet, or another machine has removed it
		}
		if err != nil || d.IsDir() {
			return err
		}
		info, err := d.Info()
		if err != nil {
			return nil //nolint:nilerr // it was removed meanwhile
		}
		files, total = append(files, file{path, info.Size(), info.ModTime()}), total+info.Size()
		return nil
	})
	if err != nil {
		return fmt.Errorf("list pictures: %w", err)
	}
	slices.SortFunc(files, func(a, b file) int { return cmp.Or(a.at.Compare(b.at), cmp.Compare(a.path, b.path)) })
	for _, f := range files {
		if total <= s.options.MaxBytes {
			return nil
		}
		if err := os.Remove(f.path); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("remove an old picture: %w", err)
		}
		total -= f.size
	}
	return nil
}
