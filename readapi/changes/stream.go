package changes

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"time"

	"github.com/modyard/modyard/identity"
	"github.com/modyard/modyard/readapi/view"
)

// writeTime is the time limit for writing to a slow reader.
const writeTime = 30 * time.Second

// stream answers with server-sent events until the client leaves, the session ends or the server stops.
func (s *Routes) stream(w http.ResponseWriter, r *http.Request, q Query) error {
	q.After = cmp.Or(r.Header.Get("Last-Event-ID"), q.After)
	place := view.PlaceOf(r, s.TrustedProxies)
	if err := s.streams.Join(place); err != nil {
		return err
	}
	defer s.streams.Leave(place)
	page, err := s.feed.Page(r.Context(), q) // an invalid cursor is answered with its status
	if err != nil {
		return err
	}
	w.Header().Set("Content-Type", "text/event-stream")
	w.Header().Set("X-Accel-Buffering", "no") // otherwise proxies that buffer answers delay messages
	w.WriteHeader(http.StatusOK)
	defer func() { _ = http.NewResponseController(w).SetWriteDeadline(time.Time{}) }()
	caller := identity.FromContext(r.Context())
	checked := time.Now()
	for {
		if err := send(w, page); err != nil {
			return nil //nolint:nilerr // the reader has closed the connection
		}
		if time.Since(checked) >= s.Heartbeat {
			if !s.same(r, caller) {
				return nil
			}
			checked = time.Now()
		}
		if s.ended(r.Context()) {
			return nil
		}
		q.After = page.Next
		ctx, cancel := s.until(r.Context(), s.Heartbeat)
		page, err = s.feed.Next(r.Context(), ctx, q)
		cancel()
		if err != nil {
			return nil //nolint:nilerr // the answer has begun: the client connects again and gets the error
		}
	}
}

func (s *Routes) ended(ctx context.Context) bool {
	select {
	case <-ctx.Done():
		return true
	case <-s.closed:
		return true
	default:
		return false
	}
}

// same says whether the caller's session and rights are unchanged: otherwise the stream ends.
func (s *Routes) same(r *http.Request, was identity.Caller) bool {
	if s.Again == nil {
		return true
	}
	now, err := s.Again(r)
	return err == nil && now.Account == was.Account && now.Role == was.Role && now.Session == was.Session && now.Scopes == was.Scopes
}

// send writes the changes of a page, or its cursor where it has none: the id is where the client resumes.
func send(w http.ResponseWriter, page Page) error {
	controller := http.NewResponseController(w)
	_ = controller.SetWriteDeadline(time.Now().Add(writeTime)) // not every connection supports one
	for _, c := range page.Changes {
		data, err := json.Marshal(c)
		if err != nil {
			return fmt.Errorf("encode change: %w", err)
		}
		if _, err := fmt.Fprintf(w, "id: %s\nevent: change\ndata: %s\n\n", c.Cursor, data); err != nil {
			return err
		}
	}
	if page.Next != "" {
		if _, err := fmt.Fprintf(w, "id: %s\nevent: reached\ndata: {}\n\n", page.Next); err != nil {
			return err
		}
	}
	return controller.Flush()
}
