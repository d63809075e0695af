package elastictest

import (
	"io"
	"net"
	"sync"
	"testing"
	"time"
)

// Proxy forwards to a node and can cut or delay the connection.
type Proxy struct {
	listener net.Listener
	target   string
	wg       sync.WaitGroup

	mu    sync.Mutex
	cut   bool
	delay time.Duration
	again chan struct{} // closed and replaced when one of the above changes
	open  map[net.Conn]struct{}
}

// NewProxy starts a proxy for the node at an address (host:port). It forwards everything until it is set otherwise.
func NewProxy(t testing.TB, target string) *Proxy {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	p := &Proxy{listener: l, target: target, again: make(chan struct{}), open: map[net.Conn]struct{}{}}
	p.wg.Go(p.accept)
	t.Cleanup(func() {
		_ = l.Close()
		p.Cut()
		p.wg.Wait()
	})
	return p
}

// URL is the proxy's address.
func (p *Proxy) URL() string { return "http://" + p.listener.Addr().String() }

// Cut closes all connections, and every new one immediately.
func (p *Proxy) Cut() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.cut = true
	p.changed()
	for c := range p.open {
		_ = c.Close()
	}
}

// Slow delays each chunk of an answer.
func (p *Proxy) Slow(delay time.Duration) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.delay = delay
	p.changed()
}

// Heal forwards everything without delay again.
func (p *Proxy) Heal() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.cut, p.delay = false, 0
	p.changed()
}

func (p *Proxy) changed() {
	close(p.again)
	p.again = make(chan struct{})
}

// hold waits for the delay, or until the proxy is set otherwise.
func (p *Proxy) hold() {
	p.mu.Lock()
	delay, again := p.delay, p.again
	p.mu.Unlock()
	if delay == 0 {
		return
	}
	timer := time.NewTimer(delay)
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-again:
	}
}

func (p *Proxy) accept() {
	for {
		c, err := p.listener.Accept()
		if err != nil {
			return // closed
		}
		p.wg.Go(func() { p.serve(c) })
	}
}

func (p *Proxy) serve(client net.Conn) {
	defer client.Close()
	server, err := net.Dial("tcp", p.target)
	if err != nil {
		return
	}
	defer server.Close()
	if !p.keep(client, server) {
		return
	}
	defer p.forget(client, server)
	done := make(chan struct{})
	go func() {
		defer close(done)
		_, _ = io.Copy(server, client) // closing either side closes both
		_ = server.Close()
	}()
	buffer := make([]byte, 64<<10)
	for {
		n, err := server.Read(buffer)
		p.hold()
		if n > 0 {
			if _, err := client.Write(buffer[:n]); err != nil {
				break
			}
		}
		if err != nil {
			break
		}
	}
	_ = client.Close()
	<-done
}

// keep records open connections, unless the proxy is cut.
func (p *Proxy) keep(conns ...net.Conn) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.cut {
		return false
	}
	for _, c := range conns {
		p.open[c] = struct{}{}
	}
	return true
}

func (p *Proxy) forget(conns ...net.Conn) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, c := range conns {
		delete(p.open, c)
	}
}
