package blobs

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"gocloud.dev/blob"
)

// List lists the names of the blobs directly in a folder: the part of a key before a slash.
func (s *Store) List(ctx context.Context, folder string) ([]string, error) {
	prefix := strings.TrimRight(folder, "/") + "/"
	var names []string
	entries := s.bucket.List(&blob.ListOptions{Prefix: prefix, Delimiter: "/"})
	for {
		entry, err := entries.Next(ctx)
		if errors.Is(err, io.EOF) {
			return names, nil
		}
		if err != nil {
			return nil, fmt.Errorf("list blobs in %s: %w", folder, err)
		}
		if name := strings.TrimPrefix(entry.Key, prefix); !entry.IsDir && name != "" {
			names = append(names, name)
		}
	}
}
