package kurrent_test

import (
	"net"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/modyard/modyard/platform/until"
)

// proxy is between the client and a real node or a double, and can interrupt the connection.
type proxy struct {
	target string
	mu     sync.Mutex
	addr   string
	listen net.Listener
	conns  map[net.Conn]struct{}
	slow   time.Duration // before every piece that is sent to the client
	thawed chan struct{} // open while nothing is forwarded
	done   sync.WaitGroup
}

// throughProxy starts a proxy for the node of an address, and returns the proxy's address. A cluster tells its clients
// to connect directly, so the address must name one node.
func throughProxy(t *testing.T, address string) (*proxy, string) {
	t.Helper()
	u, err := url.Parse(address)
	if err != nil || u.Port() == "" || strings.Contains(u.Scheme, "+discover") {
		t.Skip("a proxy cannot interrupt the connection to a cluster")
	}
	p := &proxy{target: u.Host, conns: map[net.Conn]struct{}{}, thawed: make(chan struct{})}
	close(p.thawed)
	p.up(t)
	t.Cleanup(func() {
		p.thaw()
		p.down()
		p.done.Wait()
	})
	u.Host = p.addr
	if q := u.Query(); q.Get("tls") != "false" {
		q.Set("tlsVerifyCert", "false") // the certificate has the node's own name
		u.RawQuery = q.Encode()
	}
	return p, u.String()
}

func (p *proxy) up(t *testing.T) {
	t.Helper()
	p.mu.Lock()
	defer p.mu.Unlock()
	addr := p.addr
	if addr == "" {
		addr = "127.0.0.1:0"
	}
	until.Until(t, "the address is free", func() (err error) {
		p.listen, err = net.Listen("tcp", addr)
		return err
	})
	p.addr = p.listen.Addr().String()
	listener := p.listen
	p.done.Go(func() {
		for {
			client, err := listener.Accept()
			if err != nil {
				return
			}
			p.done.Go(func() { p.forward(client) })
		}
	})
}

func (p *proxy) forward(client net.Conn) {
	defer client.Close()
	node, err := net.Dial("tcp", p.target)
	if err != nil {
		return
	}
	defer node.Close()
	p.mu.Lock()
	p.conns[client] = struct{}{}
	p.mu.Unlock()
	defer func() {
		p.mu.Lock()
		defer p.mu.Unlock()
		delete(p.conns, client)
	}()
	var both sync.WaitGroup
	both.Go(func() { p.copy(node, client) })
	both.Go(func() { p.copy(client, node) })
	both.Wait()
}

// copy copies bytes until one side ends, and then ends the other.
func (p *proxy) copy(to, from net.Conn) {
	defer to.Close()
	buffer := make([]byte, 32<<10)
	for {
		n, err := from.Read(buffer)
		p.mu.Lock()
		slow, thawed := p.slow, p.thawed
		p.mu.Unlock()
		<-thawed
		time.Sleep(slow)
		if n > 0 {
			if _, err := to.Write(buffer[:n]); err != nil {
				return
			}
		}
		if err != nil {
			return
		}
	}
}

// cut ends every connection; new ones are accepted.
func (p *proxy) cut() {
	p.mu.Lock()
	defer p.mu.Unlock()
	for c := range p.conns {
		if tcp, ok := c.(*net.TCPConn); ok {
			_ = tcp.SetLinger(0) // at once, like a crashed machine or a firewall
		}
		c.Close()
	}
}

func (p *proxy) down() {
	p.mu.Lock()
	listener := p.listen
	p.mu.Unlock()
	listener.Close()
	p.cut()
}

func (p *proxy) freeze() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.thawed = make(chan struct{})
}

func (p *proxy) thaw() {
	p.mu.Lock()
	defer p.mu.Unlock()
	select {
	case <-p.thawed:
	default:
		close(p.thawed)
	}
}

func (p *proxy) delay(d time.Duration) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.slow = d
}
