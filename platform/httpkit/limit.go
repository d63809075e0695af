package httpkit

import (
	"io"
	"net/http"
	"time"
)

// Handler serves a request; [WriteError] renders the error that it returns.
type Handler func(w http.ResponseWriter, r *http.Request) error

// DefaultBodyLimit is the largest request body of a route without its own limit.
const DefaultBodyLimit int64 = 2 << 20

// Limit lets a route read bodies of up to limit bytes instead of the API's default. Reading a larger body fails with
// an error that is answered as 413.
func Limit(limit int64, h Handler) Handler {
	return func(w http.ResponseWriter, r *http.Request) error {
		if err := limitBody(r, limit); err != nil {
			return err
		}
		return h(w, r)
	}
}

// limitBody sets the limit of one request; 0 keeps the API's.
func limitBody(r *http.Request, limit int64) error {
	x := exchangeFrom(r.Context())
	if limit <= 0 || x == nil || x.body == nil {
		return nil
	}
	return x.body.setLimit(limit)
}

// Timeout gives a route d from now on instead of the API's default. Zero removes the limit, for streams that end with
// the client.
func Timeout(d time.Duration, h Handler) Handler {
	return func(w http.ResponseWriter, r *http.Request) error {
		if x := exchangeFrom(r.Context()); x != nil && x.timer != nil {
			if d > 0 {
				x.timer.Reset(d)
			} else {
				x.timer.Stop()
			}
			if x.body != nil {
				x.setReadDeadline(d)
			}
		}
		return h(w, r)
	}
}

// limitedBody rejects reads above a limit that the route may still change.
type limitedBody struct {
	io.ReadCloser
	limit    int64
	read     int64
	declared int64 // Content-Length, or -1
}

func (b *limitedBody) setLimit(n int64) error {
	b.limit = n
	if b.declared > n {
		return &http.MaxBytesError{Limit: n}
	}
	return nil
}

func (b *limitedBody) Read(p []byte) (int, error) {
	if b.declared > b.limit {
		return 0, &http.MaxBytesError{Limit: b.limit}
	}
	// It reads one byte more than allowed to distinguish "exactly full" from "too large".
	if room := b.limit - b.read + 1; int64(len(p)) > room {
		p = p[:max(room, 1)]
	}
	n, err := b.ReadCloser.Read(p)
	b.read += int64(n)
	if b.read > b.limit {
		return max(0, n-int(b.read-b.limit)), &http.MaxBytesError{Limit: b.limit}
	}
	return n, err
}
