package archive

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
)

var (
	errTooMany = errors.New("too many directory entries")
	signature  = []byte("PK\x01\x02")
)

// readError is a failure of the underlying reader, as opposed to a broken archive.
type readError struct{ err error }

func (e *readError) Error() string { return fmt.Sprintf("read archive: %v", e.err) }

// directoryGuard counts directory entries while they are read, before memory is allocated for them: a directory may
// have more entries than it declares.
type directoryGuard struct {
	r    io.ReaderAt
	ctx  context.Context //nolint:containedctx // used during one Open
	left int
	off  bool
	tail []byte // the end of the last read, for a signature across the boundary
	next int64
}

func (g *directoryGuard) ReadAt(p []byte, at int64) (int, error) {
	n, err := g.r.ReadAt(p, at)
	if err != nil && !errors.Is(err, io.EOF) {
		return n, &readError{err}
	}
	if g.off {
		return n, err
	}
	if failed := g.ctx.Err(); failed != nil {
		return 0, failed
	}
	if at != g.next {
		g.tail = nil
	}
	g.left -= bytes.Count(p[:n], signature)
	if head := min(n, 3); bytes.Contains(append(g.tail, p[:head]...), signature) {
		g.left--
	}
	g.tail, g.next = append([]byte(nil), p[max(0, n-3):n]...), at+int64(n)
	if g.left < 0 {
		return 0, errTooMany
	}
	return n, err
}

// withContext stops reading when the context ends.
type withContext struct {
	ctx context.Context //nolint:containedctx // used during one Read
	r   io.Reader
}

func (c withContext) Read(p []byte) (int, error) {
	if err := c.ctx.Err(); err != nil {
		return 0, err
	}
	return c.r.Read(p)
}
