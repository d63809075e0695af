package link

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"github.com/coder/websocket"

	"github.com/modyard/modyard/contract/node"
)

// session is one connection. One goroutine reads, another writes.
type session struct {
	l    *Link
	conn *websocket.Conn

	// Of the reader: the desired states that Welcome counts, until all have come; nil after that.
	awaited int
	gather  map[string]node.Desired

	assigned     uint64 // sequence number of the newest report when the connection began
	acknowledged atomic.Uint64
	room         chan struct{} // an acknowledgement came

	// Of the writer.
	wrote time.Time
	sent  atomic.Uint64 // sequence number of the last report sent
	shown map[string]string
	// contents are the lists of files that were sent over this connection, by server.
	contents map[string]*node.Contents
	full     time.Time // when all observations were sent last
}

func newSession(l *Link, conn *websocket.Conn) *session {
	return &session{l: l, conn: conn, room: make(chan struct{}, 1), shown: map[string]string{}, contents: map[string]*node.Contents{}}
}

// serve reads and writes until one of both fails.
func (s *session) serve(ctx context.Context) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	var writing sync.WaitGroup
	writing.Go(func() { cancel(s.send(ctx)) })
	var err error
	for err == nil {
		var frame node.Frame
		if frame, err = s.read(ctx); err == nil {
			err = s.take(ctx, frame)
		}
	}
	// The writer's error came first if it ended the context.
	if cause := context.Cause(ctx); cause != nil {
		err = cause
	}
	cancel(err)
	writing.Wait()
	return refusal(err)
}

// take does what a frame says.
func (s *session) take(ctx context.Context, frame node.Frame) error {
	o := s.l.o
	if w := frame.Welcome; w != nil {
		// A full disk, or a key of a later site, is no reason to do without the link.
		if err := o.Welcome(w.Keys, w.Origins); err != nil {
			o.Log.ErrorContext(ctx, "take the site's keys and origins", "error", err)
		}
		if err := s.begin(w); err != nil {
			return err
		}
	}
	for _, r := range frame.Revoked {
		if err := o.Revoke(r); err != nil {
			o.Log.ErrorContext(ctx, "keep a revocation", "server", r.Server, "account", r.Account, "error", err)
		}
	}
	if a := frame.Acknowledged; a != nil {
		if err := s.acknowledge(*a); err != nil {
			return err
		}
	}
	if len(frame.Desired) > 0 || frame.Welcome != nil {
		return s.apply(ctx, frame.Desired)
	}
	return nil
}

// begin starts from what the site has. A number that was never assigned is that of another incarnation: then everything is sent.
func (s *session) begin(w *node.Welcome) error {
	s.awaited, s.gather = w.Servers, map[string]node.Desired{}
	if w.Acknowledged > s.assigned {
		s.l.o.Log.Warn("the site has reports that this node did not send", "acknowledged", w.Acknowledged, "sent", s.assigned)
		return nil
	}
	s.sent.Store(w.Acknowledged)
	return s.acknowledge(w.Acknowledged)
}

// acknowledge removes reports. Those that were not sent by this connection cannot be meant.
func (s *session) acknowledge(sequence uint64) error {
	if sequence > s.sent.Load() || sequence <= s.acknowledged.Load() {
		return nil
	}
	if err := s.l.o.Outbox.Acknowledge(sequence); err != nil {
		return fmt.Errorf("forget acknowledged reports: %w", err)
	}
	s.acknowledged.Store(sequence)
	select {
	case s.room <- struct{}{}:
	default:
	}
	return nil
}

// apply applies desired states as they come. When all that Welcome counts have come, they are applied once more as the whole.
func (s *session) apply(ctx context.Context, desired []node.Desired) error {
	if len(desired) > 0 {
		if err := s.l.o.Fleet.Apply(ctx, desired, false); err != nil {
			return fmt.Errorf("apply desired states: %w", err)
		}
	}
	if s.gather == nil {
		return nil
	}
	for _, d := range desired {
		if old, ok := s.gather[d.Server]; !ok || d.Generation >= old.Generation {
			s.gather[d.Server] = d
		}
	}
	if len(s.gather) < s.awaited {
		return nil
	}
	all := make([]node.Desired, 0, len(s.gather))
	for _, d := range s.gather {
		all = append(all, d)
	}
	s.gather = nil
	if err := s.l.o.Fleet.Apply(ctx, all, true); err != nil {
		return fmt.Errorf("apply the whole desired state: %w", err)
	}
	return nil
}
