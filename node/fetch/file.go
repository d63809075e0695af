package fetch

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"strconv"
	"strings"
	"time"

	"github.com/modyard/modyard/platform/outbound"
	"github.com/modyard/modyard/platform/pause"
)

// Source is a file that is to be fetched.
type Source struct {
	URL string
	// SHA512 is the hash of the content in hexadecimal digits. SHA1 is checked too where it is not empty.
	SHA512 string
	SHA1   string
	// Size is the length of the content in bytes; 0 is unknown, and then Most holds, or MaxSize where that is 0 too.
	Size int64
	Most int64
	// Public lets the address be any public one. Algorithm and Hash are then in the place of SHA512: sha512, sha256, sha1 or md5, or both empty, and the
	// content is what the host answers over https.
	Public          bool
	Algorithm, Hash string
	// Moved is told how many bytes have come; nil: nobody is.
	Moved func(have int64)
}

// File fetches a file into dst, from its beginning, and verifies it. A broken transfer is resumed where the host can, and repeated otherwise:
// three attempts in all. After an error dst has some content, which the caller removes. The caller reserves the room for Size before.
func (f *Fetcher) File(ctx context.Context, s Source, dst *os.File) error {
	if err := f.allowed(s.URL, s.Public); err != nil {
		return err
	}
	checks, err := s.checks()
	if err != nil {
		return err
	}
	if s.Size < 0 || s.Size > MaxSize {
		return fmt.Errorf("%w: %d bytes", ErrSize, s.Size)
	}
	t := &transfer{Fetcher: f, source: s, dst: dst, checks: checks}
	if err := t.restart(); err != nil {
		return err
	}
	pauses := pause.Doubling(firstWait, firstWait<<attempts)
	for attempt := 1; ; attempt++ {
		err := t.attempt(ctx)
		var again *againError
		if !errors.As(err, &again) {
			return err
		}
		if ctx.Err() != nil {
			return fmt.Errorf("fetch a file: %w", ctx.Err())
		}
		if attempt == attempts {
			return fmt.Errorf("%w: %w", ErrUnreachable, again.err)
		}
		if !f.wait(ctx, pauses.NextBackOff()) {
			return fmt.Errorf("fetch a file: %w", ctx.Err())
		}
	}
}

// againError is an error that another attempt may not have.
type againError struct{ err error }

func (e *againError) Error() string { return e.err.Error() }
func (e *againError) Unwrap() error { return e.err }

// transfer is a file on its way.
type transfer struct {
	*Fetcher
	source Source
	dst    *os.File
	// checks have the hashes of the first have bytes, which stand in dst.
	checks  []check
	have    int64
	resumed bool   // some of the content came with another answer
	tag     string // strong entity tag of the content; empty: none
}

// restart forgets what was fetched.
func (t *transfer) restart() error {
	t.have, t.resumed, t.tag = 0, false, ""
	for _, c := range t.checks {
		c.of.Reset()
	}
	_, err := t.dst.Seek(0, io.SeekStart)
	if err = errors.Join(err, t.dst.Truncate(0)); err != nil {
		return fmt.Errorf("begin the file: %w", err)
	}
	return nil
}

// attempt fetches what is missing.
func (t *transfer) attempt(ctx context.Context) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	stalled := time.AfterFunc(t.stall, func() { cancel(errStalled) })
	defer stalled.Stop()
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, t.source.URL, nil)
	if err != nil {
		return fmt.Errorf("%w: %w", ErrSource, outbound.Cause(err))
	}
	r.Header.Set("Accept-Encoding", "identity")
	if t.have > 0 {
		r.Header.Set("Range", "bytes="+strconv.FormatInt(t.have, 10)+"-")
		if t.tag != "" {
			r.Header.Set("If-Range", t.tag)
		}
	}
	answer, err := t.client.Do(r)
	if err != nil {
		return failed(ctx, err)
	}
	defer func() { _ = answer.Body.Close() }() // it was only read
	if err := t.accept(answer); err != nil {
		return err
	}
	if err := t.copy(answer.Body, func() { stalled.Reset(t.stall) }); err != nil {
		return failed(ctx, err)
	}
	return t.verify()
}

var errStalled = errors.New("the host sends nothing")

// failed is the error of an attempt: only what a repetition may mend is repeated.
func failed(ctx context.Context, err error) error {
	var write *writeError
	switch {
	case errors.As(err, &write):
		return write
	case errors.Is(err, ErrSize), errors.Is(err, ErrSource):
		return outbound.Cause(err)
	case errors.Is(err, outbound.ErrForbidden), errors.Is(err, outbound.ErrRedirects):
		return fmt.Errorf("%w: %w", ErrSource, outbound.Cause(err))
	case errors.Is(context.Cause(ctx), errStalled):
		err = errStalled
	}
	return &againError{outbound.Cause(err)}
}

// accept reads the head of an answer.
func (t *transfer) accept(answer *http.Response) error {
	switch code := answer.StatusCode; {
	case code == http.StatusPartialContent && t.have > 0:
		if from, _, ok := strings.Cut(answer.Header.Get("Content-Range"), "-"); !ok || from != "bytes "+strconv.FormatInt(t.have, 10) {
			return t.again(errors.New("the host answers with another part of the file"))
		}
		t.resumed = true
	case code == http.StatusOK:
		if t.have > 0 {
			if err := t.restart(); err != nil {
				return err
			}
		}
		if tag := answer.Header.Get("ETag"); strings.HasPrefix(tag, `"`) {
			t.tag = tag
		}
		if n := answer.ContentLength; n >= 0 && t.source.Size > 0 && n != t.source.Size || n > MaxSize {
			return fmt.Errorf("%w: the host announces %d bytes", ErrSize, n)
		}
	case code == http.StatusRequestedRangeNotSatisfiable && t.have > 0:
		return t.again(errors.New("the host does not have the rest of the file"))
	case code >= http.StatusInternalServerError, code == http.StatusTooManyRequests, code == http.StatusRequestTimeout:
		return &againError{fmt.Errorf("the host answers %d", code)}
	default:
		return fmt.Errorf("%w: the host answers %d", ErrUnreachable, code)
	}
	return nil
}

// again begins the next attempt at the first byte.
func (t *transfer) again(why error) error {
	if err := t.restart(); err != nil {
		return err
	}
	return &againError{why}
}
