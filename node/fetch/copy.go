package fetch

import (
	"errors"
	"fmt"
	"io"
	"slices"
)

// writeError: the file could not be written.
type writeError struct{ err error }

func (e *writeError) Error() string { return "write the file: " + e.err.Error() }
func (e *writeError) Unwrap() error { return e.err }

// copy appends a body to the file, and calls moved for each part of it. Not one byte beyond the bound is written.
func (t *transfer) copy(body io.Reader, moved func()) error {
	bound := t.source.Size
	if bound == 0 {
		bound = MaxSize
		if t.source.Most > 0 {
			bound = min(bound, t.source.Most)
		}
	}
	buffer := make([]byte, 128<<10)
	for {
		n, err := body.Read(buffer)
		if t.have+int64(n) > bound {
			return fmt.Errorf("%w: more than %d bytes", ErrSize, bound)
		}
		if n > 0 {
			moved()
			if _, err := t.dst.Write(buffer[:n]); err != nil {
				return &writeError{err}
			}
			for _, c := range t.checks {
				_, _ = c.of.Write(buffer[:n]) // a hash never fails
			}
			if t.have += int64(n); t.source.Moved != nil {
				t.source.Moved(t.have)
			}
		}
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return fmt.Errorf("read the file: %w", err)
		}
	}
}

// verify compares the whole file with what was announced. A content in parts may have been replaced at the host meanwhile: then it is
// fetched as a whole.
func (t *transfer) verify() error {
	var err error
	switch {
	case t.source.Size > 0 && t.have != t.source.Size:
		err = fmt.Errorf("%w: %d bytes", ErrSize, t.have)
	case slices.ContainsFunc(t.checks, func(c check) bool { return !c.holds() }):
		err = ErrHash
	default:
		return nil
	}
	if t.resumed {
		return t.again(err)
	}
	return err
}
