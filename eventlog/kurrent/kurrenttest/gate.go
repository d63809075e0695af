package kurrenttest

import (
	"errors"
	"fmt"
	"net"
	"sync"
	"time"
)

// gate is the listener of a node's gRPC server. The real listener behind it can be closed and opened again at the same
// address, and faults can be applied to its connections.
type gate struct {
	mu       sync.Mutex
	listener net.Listener // nil while the node is down
	address  string
	conns    map[*conn]struct{}
	closed   chan struct{}
	accepted chan net.Conn
	thawed   chan struct{} // open while frozen, otherwise closed
	accepts  sync.WaitGroup
}

func newGate() *gate {
	thawed := make(chan struct{})
	close(thawed)
	return &gate{conns: map[*conn]struct{}{}, closed: make(chan struct{}), accepted: make(chan net.Conn), thawed: thawed}
}

// open accepts connections from a listener; if the gate is shut, it closes the listener.
func (g *gate) open(l net.Listener) {
	g.mu.Lock()
	defer g.mu.Unlock()
	select {
	case <-g.closed:
		l.Close()
		return
	default:
	}
	g.listener, g.address = l, l.Addr().String()
	g.accepts.Go(func() {
		for {
			raw, err := l.Accept()
			if err != nil {
				return
			}
			c := g.admit(l, raw)
			if c == nil {
				continue
			}
			select {
			case g.accepted <- c:
			case <-g.closed:
				c.Close()
				return
			}
		}
	})
}

// admit accepts a connection, unless the listener was closed in the meantime, so that no connection is accepted during
// an outage.
func (g *gate) admit(l net.Listener, raw net.Conn) *conn {
	c := &conn{Conn: raw, gate: g, gone: make(chan struct{})}
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.listener != l {
		raw.Close()
		return nil
	}
	g.conns[c] = struct{}{}
	return c
}

func (g *gate) forget(c *conn) {
	g.mu.Lock()
	defer g.mu.Unlock()
	delete(g.conns, c)
}

// down rejects new connections and cuts the current ones.
func (g *gate) down() {
	g.mu.Lock()
	l := g.listener
	g.listener = nil
	g.mu.Unlock()
	if l != nil {
		l.Close()
	}
	g.cut()
}

// up listens again at the same address.
func (g *gate) up() error {
	g.mu.Lock()
	address, there := g.address, g.listener != nil
	g.mu.Unlock()
	if there {
		return nil
	}
	for attempt := 0; ; attempt++ {
		l, err := net.Listen("tcp", address)
		if err == nil {
			g.open(l)
			return nil
		}
		select {
		case <-g.closed:
			return fmt.Errorf("listen again: %w", net.ErrClosed)
		case <-time.After(10 * time.Millisecond):
		}
		if attempt == 500 {
			return fmt.Errorf("listen again: %w", err)
		}
	}
}

// cut closes every connection.
func (g *gate) cut() {
	g.mu.Lock()
	conns := make([]*conn, 0, len(g.conns))
	for c := range g.conns {
		conns = append(conns, c)
	}
	g.mu.Unlock()
	for _, c := range conns {
		c.reset()
	}
}

// freeze stops all data in both directions until thaw, with the connections open.
func (g *gate) freeze() {
	g.mu.Lock()
	defer g.mu.Unlock()
	select {
	case <-g.thawed:
		g.thawed = make(chan struct{})
	default:
	}
}

func (g *gate) thaw() {
	g.mu.Lock()
	defer g.mu.Unlock()
	select {
	case <-g.thawed:
	default:
		close(g.thawed)
	}
}

func (g *gate) flowing() <-chan struct{} {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.thawed
}

// find returns the connection from a client's address.
func (g *gate) find(remote net.Addr) *conn {
	g.mu.Lock()
	defer g.mu.Unlock()
	for c := range g.conns {
		if c.RemoteAddr().String() == remote.String() {
			return c
		}
	}
	return nil
}

func (g *gate) addr() string {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.address
}

// shut closes the gate permanently and waits for its goroutines.
func (g *gate) shut() {
	g.mu.Lock()
	select {
	case <-g.closed:
	default:
		close(g.closed)
	}
	g.mu.Unlock()
	g.thaw()
	g.down()
	g.accepts.Wait()
}

// Accept returns the next connection, and waits during an outage.
func (g *gate) Accept() (net.Conn, error) {
	select {
	case c := <-g.accepted:
		return c, nil
	case <-g.closed:
		return nil, net.ErrClosed
	}
}

// Close is called by the gRPC server when it stops.
func (g *gate) Close() error {
	g.shut()
	return nil
}

// Addr is the node's address.
func (g *gate) Addr() net.Addr {
	a, err := net.ResolveTCPAddr("tcp", g.addr())
	if err != nil {
		return &net.TCPAddr{}
	}
	return a
}

// conn is one client's connection.
type conn struct {
	net.Conn
	gate *gate
	once sync.Once
	gone chan struct{}

	mu     sync.Mutex
	halved bool // the next write sends only half of its data, and then the connection is cut
}

var errCut = errors.New("connection was cut")

// Read waits while the node is frozen.
func (c *conn) Read(b []byte) (int, error) {
	n, err := c.Conn.Read(b)
	if waitErr := c.wait(); waitErr != nil {
		return 0, waitErr
	}
	return n, err
}

// Write waits while the node is frozen. It may be the last write.
func (c *conn) Write(b []byte) (int, error) {
	if err := c.wait(); err != nil {
		return 0, err
	}
	c.mu.Lock()
	halved := c.halved
	c.mu.Unlock()
	if !halved {
		return c.Conn.Write(b)
	}
	n, err := c.Conn.Write(b[:len(b)/2])
	c.Close()
	if err == nil {
		err = errCut
	}
	return n, err
}

func (c *conn) wait() error {
	select {
	case <-c.gate.flowing():
		return nil
	case <-c.gone:
		return errCut
	}
}

// Close removes and closes the connection.
func (c *conn) Close() error {
	c.once.Do(func() {
		close(c.gone)
		c.gate.forget(c)
	})
	return c.Conn.Close()
}

// reset cuts the connection at once, like a crashed machine or a firewall.
func (c *conn) reset() {
	if tcp, ok := c.Conn.(*net.TCPConn); ok {
		_ = tcp.SetLinger(0) // best effort: a normal close is also a fault
	}
	c.Close()
}

// halve makes the next write the last one, with half of its data.
func (c *conn) halve() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.halved = true
}
