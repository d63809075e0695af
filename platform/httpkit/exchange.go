package httpkit

import (
	"bufio"
	"context"
	"io"
	"net"
	"net/http"
	"time"

	"github.com/modyard/modyard/platform/correlation"
)

// exchange is the kit's state of one request.
type exchange struct {
	id      string
	start   time.Time
	pattern string // the mux pattern that served it, "" while or when unknown
	failure error  // the cause of a 5xx answer
	unready func(error) bool
	limited bool // the rate limiter has counted it
	w       recorder
	body    *limitedBody
	timer   *time.Timer
	family  map[string]bool   // members of bodies that are accepted and not acted on
	bodies  *compressedBodies // nil where this answer must not be compressed
}

type exchangeKey struct{}

func exchangeFrom(ctx context.Context) *exchange {
	x, _ := ctx.Value(exchangeKey{}).(*exchange)
	return x
}

// RequestID is the id of the request that ctx belongs to, or, in a reactor or a job, follows from; else "".
func RequestID(ctx context.Context) string {
	if x := exchangeFrom(ctx); x != nil {
		return x.id
	}
	return correlation.Of(ctx)
}

// readGrace is how much later than the request the reading of its body times out. The server treats a failed read as
// a closed connection, so the request's deadline must come first to be answered as a timeout.
const readGrace = 5 * time.Second

// setReadDeadline bounds the reading of the body to d from now; 0 removes the limit.
func (x *exchange) setReadDeadline(d time.Duration) {
	var deadline time.Time
	if d > 0 {
		deadline = time.Now().Add(d + readGrace)
	}
	_ = http.NewResponseController(x.w.raw).SetReadDeadline(deadline) // not every connection supports one
}

// recorder records status and size of an answer.
type recorder struct {
	http.ResponseWriter
	raw    http.ResponseWriter // the server's own, below compression
	status int
	bytes  int64 // before compression
}

func (w *recorder) WriteHeader(status int) {
	// 1xx answers come before the real one.
	if w.status == 0 && status >= 200 {
		w.status = status
	}
	w.ResponseWriter.WriteHeader(status)
}

func (w *recorder) Write(p []byte) (int, error) {
	if w.status == 0 {
		w.status = http.StatusOK
	}
	n, err := w.ResponseWriter.Write(p)
	w.bytes += int64(n)
	return n, err
}

// ReadFrom keeps the server's zero-copy path for files.
func (w *recorder) ReadFrom(src io.Reader) (int64, error) {
	if w.status == 0 {
		w.status = http.StatusOK
	}
	n, err := io.Copy(w.ResponseWriter, src)
	w.bytes += n
	return n, err
}

func (w *recorder) Flush() {
	if w.status == 0 {
		w.status = http.StatusOK
	}
	if f, ok := w.ResponseWriter.(http.Flusher); ok {
		f.Flush()
	}
}

// Hijack takes over the connection, for protocols other than HTTP.
func (w *recorder) Hijack() (net.Conn, *bufio.ReadWriter, error) {
	w.status = http.StatusSwitchingProtocols
	return http.NewResponseController(w.raw).Hijack()
}

// Unwrap lets http.ResponseController reach the server's writer, for deadlines.
func (w *recorder) Unwrap() http.ResponseWriter { return w.raw }

// SetReadDeadline does nothing: the kit sets the deadline of the request, and an earlier one would end its context
// (see readGrace). Use Timeout.
func (w *recorder) SetReadDeadline(time.Time) error { return nil }
