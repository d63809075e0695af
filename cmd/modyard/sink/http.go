package sink

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strconv"
	"time"

	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/platform/pause"
)

const (
	// postLines and postBytes end a batch.
	postLines = 1000
	postBytes = 1 << 20
	// postTime bounds a request.
	postTime = 30 * time.Second
	// postTries are made of each batch, with pauses from firstPause on, each twice as long as the one before.
	postTries  = 7
	firstPause = 500 * time.Millisecond
	// longestPause bounds a pause that the receiver asks for: it waits no longer, whatever Retry-After says.
	longestPause = 2 * time.Minute
)

// post sends hits as batches of JSON lines. A batch whose answer is lost is sent again: the receiver tells lines apart by
// their cursor.
type post struct {
	url           string
	authorization string
	client        *http.Client
	wait          func(ctx context.Context, d time.Duration) bool // false: the context has ended

	body  bytes.Buffer
	lines int
	first string
	last  string
	kept  string
}

func newPost(address, authorization string) (*post, error) {
	u, err := url.Parse(address)
	if err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" {
		return nil, errors.New("http: the destination is not an http or https address") // it may contain a password
	}
	return &post{url: address, authorization: authorization, wait: pause.For, client: &http.Client{
		Timeout:       postTime,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}}, nil
}

func (s *post) Write(ctx context.Context, hit contract.DownloadHit) error {
	data, err := json.Marshal(hit)
	if err != nil {
		return fmt.Errorf("encode hit %s: %w", hit.Cursor, err)
	}
	if s.lines == 0 {
		s.first = hit.Cursor
	}
	s.body.Write(data)
	s.body.WriteByte('\n')
	s.lines++
	if s.last = hit.Cursor; s.lines >= postLines || s.body.Len() >= postBytes {
		return s.Flush(ctx)
	}
	return nil
}

// Flush sends the batch, again after failures that may pass.
func (s *post) Flush(ctx context.Context) error {
	if s.lines == 0 {
		return nil
	}
	pauses := pause.Doubling(firstPause, longestPause)
	for n := 1; ; n++ {
		after, err := s.send(ctx)
		if err == nil {
			break
		}
		var final *refusal
		if errors.As(err, &final) || n == postTries || ctx.Err() != nil {
			return fmt.Errorf("send hits %s to %s, tried %d times: %w", s.first, s.last, n, err)
		}
		if !s.wait(ctx, max(pauses.NextBackOff(), after)) {
			return fmt.Errorf("send hits %s to %s: %w", s.first, s.last, ctx.Err())
		}
	}
	s.body.Reset()
	s.lines, s.kept = 0, s.last
	return nil
}

// refusal is an answer that another try would not change.
type refusal struct{ text string }

func (r *refusal) Error() string { return r.text }

// send sends the batch once. after is how long the receiver wants the next try to wait.
func (s *post) send(ctx context.Context) (after time.Duration, err error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, s.url, bytes.NewReader(s.body.Bytes()))
	if err != nil {
		return 0, &refusal{err.Error()}
	}
	req.Header.Set("Content-Type", "application/x-ndjson")
	req.Header.Set("Idempotency-Key", s.first+"-"+s.last)
	req.Header.Set("Replay-Cursor", s.last)
	if s.authorization != "" {
		req.Header.Set("Authorization", s.authorization)
	}
	answer, err := s.client.Do(req)
	if err != nil {
		return 0, err
	}
	said, _ := io.ReadAll(io.LimitReader(answer.Body, 300)) // for the error alone
	_ = answer.Body.Close()
	if answer.StatusCode/100 == 2 {
		return 0, nil
	}
	text := fmt.Sprintf("the receiver answers %d %q", answer.StatusCode, said)
	switch {
	case answer.StatusCode >= 500, answer.StatusCode == http.StatusTooManyRequests, answer.StatusCode == http.StatusRequestTimeout:
		return retryAfter(answer.Header.Get("Retry-After")), errors.New(text)
	}
	return 0, &refusal{text}
}

// retryAfter is the pause that a receiver asks for, in seconds or as a time; zero where it asks for none.
func retryAfter(header string) time.Duration {
	if seconds, err := strconv.ParseUint(header, 10, 32); err == nil {
		return min(time.Duration(seconds)*time.Second, longestPause)
	}
	if at, err := http.ParseTime(header); err == nil {
		return min(max(time.Until(at), 0), longestPause)
	}
	return 0
}

func (s *post) Close(ctx context.Context) error { return s.Flush(ctx) }

func (s *post) Abort() {}

func (s *post) Kept() string { return s.kept }
