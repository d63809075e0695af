package provider

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"net/http"
	"sync"
	"time"
)

// limited limits the size of answers, and keeps the answers of marked addresses for a minute.
type limited struct {
	next http.RoundTripper
	now  func() time.Time

	mu   sync.Mutex
	keys string // the address of the keys; empty until it is known
	kept map[string]keptAnswer
}

type keptAnswer struct {
	at     time.Time
	header http.Header
	body   []byte
}

const keysKept = time.Minute

// keepKeys marks the address of the keys.
func (l *limited) keepKeys(address string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.keys != address {
		l.keys, l.kept = address, map[string]keptAnswer{}
	}
}

// RoundTrip implements http.RoundTripper.
func (l *limited) RoundTrip(r *http.Request) (*http.Response, error) {
	address := r.URL.String()
	l.mu.Lock()
	ofKeys := r.Method == http.MethodGet && address == l.keys
	kept, there := l.kept[address]
	l.mu.Unlock()
	if ofKeys && there && l.now().Sub(kept.at) < keysKept {
		return &http.Response{
			Status: "200 OK", StatusCode: http.StatusOK, Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1, Request: r,
			Header: kept.header.Clone(), Body: io.NopCloser(bytes.NewReader(kept.body)), ContentLength: int64(len(kept.body)),
		}, nil
	}
	answer, err := l.next.RoundTrip(r)
	if err != nil {
		return nil, err
	}
	body, err := io.ReadAll(io.LimitReader(answer.Body, maxAnswer+1))
	if err := errors.Join(err, answer.Body.Close()); err != nil {
		return nil, fmt.Errorf("read the answer: %w", err)
	}
	if len(body) > maxAnswer {
		return nil, fmt.Errorf("the answer is longer than %d bytes", maxAnswer)
	}
	answer.Body, answer.ContentLength = io.NopCloser(bytes.NewReader(body)), int64(len(body))
	if ofKeys && answer.StatusCode == http.StatusOK {
		l.mu.Lock()
		l.kept[address] = keptAnswer{at: l.now(), header: answer.Header.Clone(), body: body}
		l.mu.Unlock()
	}
	return answer, nil
}
