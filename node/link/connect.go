package link

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"time"

	"github.com/coder/websocket"

	"github.com/modyard/modyard/contract/node"
)

const (
	dialTime = 20 * time.Second
	// brokenAfter is how long a link may be without a frame.
	brokenAfter = 3 * node.Beat
)

var errRefused = errors.New("the site does not know this node or refuses its signature, which also holds for a minute only: is the clock right?")

// connect dials and serves one connection. Welcomed says whether the site has welcomed it.
func (l *Link) connect(ctx context.Context) (welcomed bool, err error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	conn, err := l.dial(ctx)
	if err != nil {
		return false, err
	}
	defer conn.CloseNow() //nolint:errcheck // it may be closed
	conn.SetReadLimit(node.MaxFrame)
	s := newSession(l, conn)
	if s.assigned, err = l.o.Outbox.Sent(); err != nil {
		return false, err
	}
	hello := l.o.Hello()
	hello.Protocol, hello.Incarnation, hello.Sent = node.Protocol, l.o.Outbox.Incarnation(), s.assigned
	frame, err := s.greet(ctx, hello)
	if err != nil {
		return false, refusal(err)
	}
	if frame.Welcome == nil {
		return false, errors.New("the site's first frame is no welcome")
	}
	if err := s.take(ctx, frame); err != nil {
		return false, err
	}
	l.connected.Store(true)
	l.o.Log.InfoContext(ctx, "the link to the site stands", "servers", frame.Welcome.Servers)
	return true, s.serve(ctx)
}

// greet sends a hello and reads the answer. A site that refuses may do so before it reads, and its reason must not be lost to an error
// of writing.
func (s *session) greet(ctx context.Context, hello node.Hello) (node.Frame, error) {
	written := make(chan error, 1)
	go func() { written <- s.write(ctx, node.Frame{Hello: &hello}) }()
	frame, err := s.read(ctx)
	if err != nil {
		_ = s.conn.CloseNow() // ends the writing
		return frame, errors.Join(err, <-written)
	}
	return frame, <-written
}

func (l *Link) dial(ctx context.Context) (*websocket.Conn, error) {
	token, err := l.o.Sign()
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(ctx, dialTime)
	defer cancel()
	conn, answer, err := websocket.Dial(ctx, l.o.Site+node.PathLink, &websocket.DialOptions{
		HTTPClient: l.o.Client, HTTPHeader: http.Header{"Authorization": {"Bearer " + token}},
	})
	if answer != nil && answer.StatusCode == http.StatusUnauthorized {
		return nil, errRefused
	}
	if err != nil {
		return nil, fmt.Errorf("dial the site: %w", err)
	}
	return conn, nil
}

// refusal marks the close code of a site that does not know the node.
func refusal(err error) error {
	if websocket.CloseStatus(err) == node.StatusUnknown {
		return fmt.Errorf("%w: %w", errRefused, err)
	}
	return err
}

// read reads a frame, or fails when none has come for three beats.
func (s *session) read(ctx context.Context) (frame node.Frame, err error) {
	ctx, cancel := context.WithTimeout(ctx, brokenAfter)
	defer cancel()
	kind, data, err := s.conn.Read(ctx)
	if err != nil {
		return frame, fmt.Errorf("read from the site: %w", err)
	}
	if kind != websocket.MessageText || json.Unmarshal(data, &frame) != nil {
		return frame, errors.New("a frame of the site is no JSON text")
	}
	return frame, nil
}

// write writes a frame.
func (s *session) write(ctx context.Context, frame node.Frame) error {
	data, err := json.Marshal(frame)
	if err != nil {
		return fmt.Errorf("write to the site: %w", err)
	}
	return s.writeRaw(ctx, data)
}

func (s *session) writeRaw(ctx context.Context, data []byte) error {
	ctx, cancel := context.WithTimeout(ctx, brokenAfter)
	defer cancel()
	if err := s.conn.Write(ctx, websocket.MessageText, data); err != nil {
		return fmt.Errorf("write to the site: %w", err)
	}
	s.wrote = time.Now()
	return nil
}
