package blobs

import (
	"context"
	"fmt"
	"io"
	"slices"

	"gocloud.dev/blob"
	"gocloud.dev/gcerrors"
)

const (
	rangeBlock  = 256 << 10 // bytes fetched at a time
	rangeBlocks = 64        // kept in memory
)

// Ranged reads any part of a blob, and fetches only the blocks that are read. It keeps at most 16 MiB of them, and is
// not safe for concurrent use.
type Ranged struct {
	ctx    context.Context //nolint:containedctx // io.ReaderAt has no context of its own
	store  *Store
	key    string
	size   int64
	blocks map[int64][]byte
	order  []int64 // of the kept blocks, oldest first
}

// Ranged opens a blob for reading its parts while the context lasts. A missing blob is ErrNotFound.
func (s *Store) Ranged(ctx context.Context, key string) (*Ranged, error) {
	if err := CheckKey(key); err != nil {
		return nil, err
	}
	var about *blob.Attributes
	err := s.reading(key, func() (err error) {
		about, err = s.bucket.Attributes(ctx, key)
		return err
	})
	if gcerrors.Code(err) == gcerrors.NotFound {
		return nil, fmt.Errorf("open blob %s: %w", key, ErrNotFound)
	}
	if err != nil {
		return nil, fmt.Errorf("open blob %s: %w", key, err)
	}
	return &Ranged{ctx: ctx, store: s, key: key, size: about.Size, blocks: map[int64][]byte{}}, nil
}

// Size is the size of the blob in bytes.
func (r *Ranged) Size() int64 { return r.size }

// ReadAt reads as io.ReaderAt says.
func (r *Ranged) ReadAt(p []byte, off int64) (int, error) {
	if off < 0 {
		return 0, fmt.Errorf("read blob %s: negative offset", r.key)
	}
	n := 0
	for n < len(p) {
		if off >= r.size {
			return n, io.EOF
		}
		block, err := r.block(off / rangeBlock)
		if err != nil {
			return n, err
		}
		read := copy(p[n:], block[off%rangeBlock:])
		n, off = n+read, off+int64(read)
	}
	return n, nil
}

func (r *Ranged) block(at int64) ([]byte, error) {
	if kept, ok := r.blocks[at]; ok {
		return kept, nil
	}
	begin := at * rangeBlock
	length := min(rangeBlock, r.size-begin)
	body, err := r.store.bucket.NewRangeReader(r.ctx, r.key, begin, length, nil)
	if err != nil {
		return nil, fmt.Errorf("read blob %s: %w", r.key, err)
	}
	defer func() { _ = body.Close() }()
	data := make([]byte, length)
	if _, err := io.ReadFull(body, data); err != nil {
		return nil, fmt.Errorf("read blob %s: %w", r.key, err)
	}
	if len(r.order) == rangeBlocks {
		delete(r.blocks, r.order[0])
		r.order = slices.Delete(r.order, 0, 1)
	}
	r.blocks[at], r.order = data, append(r.order, at)
	return data, nil
}
