package kurrenttest

import (
	"context"
	"crypto/rand"
	"io"
	"net"
	"path"
	"slices"
	"sync"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/peer"
	"google.golang.org/grpc/status"
)

// Moment is a point during a call at which a Fault can occur.
type Moment int

// The moments of a call.
const (
	// OnCall is when a call arrives, before its content is checked.
	OnCall Moment = iota
	// OnReceive is when one of the client's messages has arrived. Of a streaming append the first
	// message is the header and each further one an event.
	OnReceive
	// BeforeCommit is when an append or delete is complete and not written yet.
	BeforeCommit
	// AfterCommit is when it is durable and the client has no answer yet.
	AfterCommit
	// OnSend is before a message is sent to the client.
	OnSend
)

// Fault changes the normal course of a call. Its effects occur in the order of its fields.
type Fault struct {
	// Method is the last part of the call's name ("Append", "AppendSession", "AppendRecords",
	// "Read", "Delete", "Tombstone", "GetSupportedMethods"); empty means every call.
	Method string
	// At is the moment; in each call, the first After occurrences of the moment are skipped.
	At    Moment
	After int
	// Times is how often it occurs; zero means until it is removed.
	Times int

	Delay   time.Duration // waits, at most until the call is cancelled
	Hang    bool          // waits until the call is cancelled or the fault removed
	Garbage int           // sends this number of random bytes
	Half    bool          // sends only half of the next data, then cuts the connection
	Cut     bool          // cuts the connection
	// NotLeader answers that the leader is at host:port.
	NotLeader string
	// Err answers with an error: NotReady, Busy, TimedOut, or any gRPC status.
	Err error
}

// faults are the injected faults.
type faults struct {
	mu   sync.Mutex
	list []*planted
}

type planted struct {
	Fault
	left    int // remaining occurrences, if Times > 0
	removed chan struct{}
	once    sync.Once
}

func (p *planted) remove() { p.once.Do(func() { close(p.removed) }) }

// Inject adds a fault. The returned function removes it, and continues the calls that hang in it.
func (s *Server) Inject(f Fault) (remove func()) {
	p := &planted{Fault: f, left: f.Times, removed: make(chan struct{})}
	s.faults.mu.Lock()
	s.faults.list = append(s.faults.list, p)
	s.faults.mu.Unlock()
	return func() {
		s.faults.mu.Lock()
		s.faults.list = slices.DeleteFunc(s.faults.list, func(q *planted) bool { return p == q })
		s.faults.mu.Unlock()
		p.remove()
	}
}

// Heal removes every fault.
func (s *Server) Heal() { s.faults.clear() }

func (f *faults) clear() {
	f.mu.Lock()
	list := f.list
	f.list = nil
	f.mu.Unlock()
	for _, p := range list {
		p.remove()
	}
}

// due returns the faults that occur now and counts them down.
func (f *faults) due(method string, at Moment, passed int) []*planted {
	f.mu.Lock()
	defer f.mu.Unlock()
	var due []*planted
	for _, p := range f.list {
		if p.At != at || p.Method != "" && p.Method != method || passed < p.After {
			continue
		}
		if p.Times > 0 {
			if p.left == 0 {
				continue
			}
			p.left--
		}
		due = append(due, p)
	}
	return due
}

// CutConnections closes every open connection. The node stays reachable.
func (s *Server) CutConnections() { s.gate.cut() }

// Down makes the node unreachable: connections are cut, new ones are rejected.
func (s *Server) Down() { s.gate.down() }

// Up makes it reachable again, at the same address. It returns an error if another process took the port.
func (s *Server) Up() error { return s.gate.up() }

// Outage makes the node unreachable for a time. The channel receives the error of the restart, nil if it succeeded.
func (s *Server) Outage(d time.Duration) (over <-chan error) {
	s.Down()
	done := make(chan error, 1)
	s.done.Go(func() {
		select {
		case <-time.After(d):
			done <- s.Up()
		case <-s.gate.closed:
			done <- net.ErrClosed
		}
	})
	return done
}

// Freeze stops all data, with the connections open, like a paused process or a lost route.
func (s *Server) Freeze() { s.gate.freeze() }

// Thaw resumes the transfer of data.
func (s *Server) Thaw() { s.gate.thaw() }

// Connections counts the open connections.
func (s *Server) Connections() int {
	s.gate.mu.Lock()
	defer s.gate.mu.Unlock()
	return len(s.gate.conns)
}

// call is the state of one call in the server.
type call struct {
	server *Server
	method string
	conn   *conn
	mu     sync.Mutex
	passed map[Moment]int
}

type callKey struct{}

func (s *Server) newCall(ctx context.Context, fullMethod string) (context.Context, *call) {
	c := &call{server: s, method: path.Base(fullMethod), passed: map[Moment]int{}}
	if p, ok := peer.FromContext(ctx); ok {
		c.conn = s.gate.find(p.Addr)
	}
	return context.WithValue(ctx, callKey{}, c), c
}

// moment applies the faults of a moment to the call of this context.
func moment(ctx context.Context, at Moment) error {
	c, ok := ctx.Value(callKey{}).(*call)
	if !ok {
		return nil
	}
	return c.reach(ctx, at)
}

func (c *call) reach(ctx context.Context, at Moment) error {
	c.mu.Lock()
	passed := c.passed[at]
	c.passed[at]++
	c.mu.Unlock()
	for _, p := range c.server.faults.due(c.method, at, passed) {
		if err := c.strike(ctx, p); err != nil {
			return err
		}
	}
	return nil
}

func (c *call) strike(ctx context.Context, p *planted) error {
	if p.Delay > 0 {
		select {
		case <-time.After(p.Delay):
		case <-p.removed:
		case <-ctx.Done():
			return status.FromContextError(ctx.Err()).Err()
		}
	}
	if p.Hang {
		select {
		case <-p.removed:
		case <-ctx.Done():
			return status.FromContextError(ctx.Err()).Err()
		}
	}
	if c.conn != nil {
		if p.Garbage > 0 {
			_, _ = io.CopyN(c.conn, rand.Reader, int64(p.Garbage)) // the connection may be closed already
		}
		if p.Half {
			c.conn.halve()
		}
		if p.Cut {
			c.conn.reset()
			return status.Error(codes.Unavailable, errCut.Error())
		}
	}
	if p.NotLeader != "" {
		return notLeader(ctx, c.method, p.NotLeader)
	}
	return p.Err
}

func (s *Server) faultUnary(ctx context.Context, req any, info *grpc.UnaryServerInfo, handle grpc.UnaryHandler) (any, error) {
	ctx, c := s.newCall(ctx, info.FullMethod)
	for _, at := range []Moment{OnCall, OnReceive} {
		if err := c.reach(ctx, at); err != nil {
			return nil, err
		}
	}
	resp, err := handle(ctx, req)
	if err != nil {
		return nil, err
	}
	if err := c.reach(ctx, OnSend); err != nil {
		return nil, err
	}
	return resp, nil
}

func (s *Server) faultStream(srv any, ss grpc.ServerStream, info *grpc.StreamServerInfo, handle grpc.StreamHandler) error {
	ctx, c := s.newCall(ss.Context(), info.FullMethod)
	if err := c.reach(ctx, OnCall); err != nil {
		return err
	}
	return handle(srv, &faultyServerStream{ServerStream: ss, ctx: ctx, call: c})
}

// hurtServerStream applies the faults of messages.
type faultyServerStream struct {
	grpc.ServerStream
	ctx  context.Context
	call *call
}

func (h *faultyServerStream) Context() context.Context { return h.ctx }

func (h *faultyServerStream) RecvMsg(m any) error {
	if err := h.ServerStream.RecvMsg(m); err != nil {
		return err
	}
	return h.call.reach(h.ctx, OnReceive)
}

func (h *faultyServerStream) SendMsg(m any) error {
	if err := h.call.reach(h.ctx, OnSend); err != nil {
		return err
	}
	return h.ServerStream.SendMsg(m)
}
