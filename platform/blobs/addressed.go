package blobs

import (
	"bytes"
	"context"
	"crypto/sha1" //nolint:gosec // names content, no security measure
	"encoding/hex"
	"fmt"
	"io"
)

// PutAddressed stores a small blob under a name made of its content: prefix/<sha1><ext>, ext with its dot. It reads r
// into memory, so set MaxSize. The same content has the same name.
func (s *Store) PutAddressed(ctx context.Context, prefix, ext, contentType string, r io.Reader, options ...Option) (string, Stored, error) {
	o := putOptions{max: 8 << 20}
	for _, option := range options {
		option(&o)
	}
	data, err := io.ReadAll(io.LimitReader(r, o.max+1))
	if err == nil && int64(len(data)) > o.max {
		err = ErrTooLarge
	}
	if err != nil {
		return "", Stored{}, fmt.Errorf("put blob under %s: %w", prefix, err)
	}
	sum := sha1.Sum(data) //nolint:gosec // see the import
	key := prefix + "/" + hex.EncodeToString(sum[:]) + ext
	stored, err := s.Put(ctx, key, contentType, bytes.NewReader(data), MaxSize(o.max))
	return key, stored, err
}
