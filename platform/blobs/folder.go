package blobs

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"gocloud.dev/blob"
)

// DeleteFolder deletes every blob below a folder, and may be repeated after a failure. The folder must not be empty.
func (s *Store) DeleteFolder(ctx context.Context, folder string) error {
	if err := CheckKey(folder); err != nil {
		return err
	}
	prefix := strings.TrimRight(folder, "/") + "/"
	entries := s.bucket.List(&blob.ListOptions{Prefix: prefix})
	var failed []error
	for {
		entry, err := entries.Next(ctx)
		if errors.Is(err, io.EOF) {
			return errors.Join(failed...)
		}
		if err != nil {
			return errors.Join(append(failed, fmt.Errorf("list blobs in %s: %w", folder, err))...)
		}
		if err := s.Delete(ctx, entry.Key); err != nil {
			failed = append(failed, err)
		}
	}
}
