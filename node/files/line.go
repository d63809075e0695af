package files

import (
	"context"
	"io"
	"net/http"
	"sync"
	"time"
)

// line is the connection of a request. Bytes that move keep it open beyond the times of the server; a peer that stalls is cut, and so is one
// whose right has ended.
type line struct {
	ctx     context.Context //nolint:containedctx // of the request
	cancel  context.CancelFunc
	control *http.ResponseController
	w       http.ResponseWriter
	body    io.Reader
	stall   time.Duration
	moved   int64 // bytes since the deadline was set

	mu    sync.Mutex
	isCut bool
}

func newLine(w http.ResponseWriter, r *http.Request, stall time.Duration) *line {
	ctx, cancel := context.WithCancel(r.Context())
	l := &line{ctx: ctx, cancel: cancel, control: http.NewResponseController(w), w: w, body: r.Body, stall: stall}
	l.extend(stall)
	return l
}

// end leaves the connection to the server, which must not wait longer than this for what was not read.
func (l *line) end() {
	l.extend(l.stall)
	l.cancel()
}

// cut ends the request at once. What it has written in the folder "stage" is removed by who reads the error.
func (l *line) cut() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.isCut = true
	l.cancel()
	past := time.Unix(1, 0)
	_ = l.control.SetReadDeadline(past) // a writer of a test has none
	_ = l.control.SetWriteDeadline(past)
}

// extend moves the deadlines; with 0 there are none.
func (l *line) extend(by time.Duration) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.isCut {
		return
	}
	l.moved = 0
	var at time.Time
	if by > 0 {
		at = time.Now().Add(by) // of the connection, not of the service's clock
	}
	_ = l.control.SetReadDeadline(at)
	_ = l.control.SetWriteDeadline(at)
}

// flow notes bytes that have moved.
func (l *line) flow(n int) {
	if l.moved += int64(n); l.moved >= stallBytes {
		l.extend(l.stall)
	}
}

// Read reads the body.
func (l *line) Read(p []byte) (int, error) {
	if err := l.ctx.Err(); err != nil {
		return 0, err
	}
	n, err := l.body.Read(p)
	l.flow(n)
	return n, err
}

// answer is a response whose bytes keep the line open. It has no ReadFrom, so that they pass in small pieces.
type answer struct{ *line }

func (a answer) Header() http.Header { return a.w.Header() }

// WriteHeader keeps answers out of caches, also those that the standard library writes.
func (a answer) WriteHeader(status int) {
	a.w.Header().Set("Cache-Control", "no-store")
	a.w.WriteHeader(status)
}

func (a answer) Write(p []byte) (int, error) {
	if err := a.ctx.Err(); err != nil {
		return 0, err
	}
	n, err := a.w.Write(p)
	a.flow(n)
	return n, err
}
