package files

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/modyard/modyard/contract/node"
)

// staged is a whole file in the stage, which belongs to the server's user already.
type staged struct {
	place *place
	dir   folder
	name  string
	bytes int64 // what it occupies
}

// stageFile writes a file into the stage. Each byte is reserved before it is written; limit is the most it may have. size is what is announced, or
// negative.
func (p *place) stageFile(ctx context.Context, body io.Reader, size, limit int64, mode os.FileMode, h *hold) (s *staged, err error) {
	if size > limit {
		return nil, refuse(node.FileTooLarge, "")
	}
	if size > 0 {
		if err := h.grow(ctx, rounded(size)); err != nil {
			return nil, err
		}
	}
	s = &staged{place: p, name: newID()}
	if s.dir, err = openFolder(p.stage, "."); err != nil {
		return nil, fmt.Errorf("open the stage: %w", err)
	}
	f, err := p.stage.OpenFile(s.name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		s.dir.close()
		return nil, fmt.Errorf("stage a file: %w", err)
	}
	defer func() {
		if err = errors.Join(err, f.Close()); err != nil {
			s.drop()
			s = nil
		}
	}()
	if err := pour(ctx, f, body, max(size, 0), limit, h); err != nil {
		return s, err
	}
	if err := errors.Join(p.give(f, mode), f.Sync()); err != nil {
		return s, fmt.Errorf("stage a file: %w", err)
	}
	st, err := statFile(f)
	if err != nil {
		return s, err
	}
	s.bytes = occupied(&st)
	return s, nil
}

// pour copies a body, and reserves what goes beyond the announced size.
func pour(ctx context.Context, f io.Writer, body io.Reader, announced, limit int64, h *hold) error {
	buffer := make([]byte, 256<<10)
	for written := int64(0); ; {
		if err := ctx.Err(); err != nil {
			return err
		}
		n, err := body.Read(buffer)
		if written+int64(n) > limit {
			return refuse(node.FileTooLarge, "")
		}
		if more := rounded(written+int64(n)) - max(rounded(written), rounded(announced)); more > 0 {
			if err := h.grow(ctx, more); err != nil {
				return err
			}
		}
		if n > 0 {
			if _, err := f.Write(buffer[:n]); err != nil {
				return fmt.Errorf("stage a file: %w", err)
			}
			written += int64(n)
		}
		switch {
		case errors.Is(err, io.EOF):
			return nil
		case err != nil:
			return &cutError{err}
		}
	}
}

// cutError: the body did not arrive as a whole.
type cutError struct{ err error }

func (e *cutError) Error() string { return "read the content: " + e.err.Error() }
func (e *cutError) Unwrap() error { return e.err }

// rounded is what a content occupies on most file systems.
func rounded(n int64) int64 { return (n + 4095) &^ 4095 }

// drop removes the file if it was not moved away.
func (s *staged) drop() {
	_ = s.place.stage.Remove(s.name) // it is not there if it was moved; else the next start removes it
	s.dir.close()
}
