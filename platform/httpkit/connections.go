package httpkit

import (
	"io"
	"net"
	"net/netip"
	"slices"
	"sync"
	"time"
)

// connections are the limits of a listener's connections.
type connections struct {
	most    int            // together
	each    int            // of one network: an IPv4 address or an IPv6 /64
	trusted []netip.Prefix // load balancers, which one network's limit does not apply to
	stall   time.Duration  // how long the peer may take to receive the next part of an answer
}

func defaultConnections(trusted []netip.Prefix) connections {
	return connections{most: 10_000, each: 512, trusted: trusted, stall: 30 * time.Second}
}

const (
	writePart = 16 << 10  // a slower peer than 16 KiB in the time of stall loses its connection
	filePart  = 128 << 10 // files are handed to the kernel in larger parts
)

// limitedListener closes connections above its limits at once: whoever opens many must not keep others out by waiting.
type limitedListener struct {
	net.Listener
	limits connections

	mu   sync.Mutex
	open int
	of   map[netip.Addr]int
}

func limit(l net.Listener, limits connections) net.Listener {
	return &limitedListener{Listener: l, limits: limits, of: map[netip.Addr]int{}}
}

// Accept returns the next connection within the limits.
func (l *limitedListener) Accept() (net.Conn, error) {
	for {
		c, err := l.Listener.Accept()
		if err != nil {
			return nil, err
		}
		network := networkOf(c.RemoteAddr(), l.limits.trusted)
		if l.enter(network) {
			return &limitedConn{Conn: c, stall: l.limits.stall, leave: sync.OnceFunc(func() { l.leave(network) })}, nil
		}
		_ = c.Close()
	}
}

func (l *limitedListener) enter(network netip.Addr) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.open >= l.limits.most || network.IsValid() && l.of[network] >= l.limits.each {
		return false
	}
	l.open++
	if network.IsValid() {
		l.of[network]++
	}
	return true
}

func (l *limitedListener) leave(network netip.Addr) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.open--
	if !network.IsValid() {
		return
	}
	if l.of[network]--; l.of[network] == 0 {
		delete(l.of, network)
	}
}

// networkOf is the network that connections are counted by; invalid for this machine's own and for load balancers.
func networkOf(address net.Addr, trusted []netip.Prefix) netip.Addr {
	tcp, ok := address.(*net.TCPAddr)
	if !ok {
		return netip.Addr{}
	}
	a := tcp.AddrPort().Addr().Unmap().WithZone("")
	if a.IsLoopback() || slices.ContainsFunc(trusted, func(p netip.Prefix) bool { return p.Contains(a) }) {
		return netip.Addr{}
	}
	return Network(a)
}

// limitedConn gives the peer a while for each part of an answer, however long the whole takes.
type limitedConn struct {
	net.Conn
	stall time.Duration
	leave func()
}

// Write writes in parts.
func (c *limitedConn) Write(p []byte) (n int, err error) {
	for {
		part := p[:min(len(p), writePart)]
		if err := c.Conn.SetWriteDeadline(time.Now().Add(c.stall)); err != nil {
			return n, err
		}
		m, err := c.Conn.Write(part)
		n += m
		if p = p[len(part):]; err != nil || len(p) == 0 {
			return n, err
		}
	}
}

// ReadFrom keeps the zero-copy path for files.
func (c *limitedConn) ReadFrom(r io.Reader) (n int64, err error) {
	for {
		if err := c.Conn.SetWriteDeadline(time.Now().Add(c.stall)); err != nil {
			return n, err
		}
		m, err := io.CopyN(c.Conn, r, filePart)
		n += m
		if err == io.EOF {
			return n, nil
		}
		if err != nil {
			return n, err
		}
	}
}

// Close closes the connection.
func (c *limitedConn) Close() error {
	c.leave()
	return c.Conn.Close()
}
