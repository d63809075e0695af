package httpkit

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"net/netip"
	"os"
	"path/filepath"
	"testing"
	"testing/synctest"
	"time"
)

// peer is a connection from an address.
type peer struct {
	net.Conn
	from   string
	closed bool
}

func (p *peer) RemoteAddr() net.Addr { return net.TCPAddrFromAddrPort(netip.MustParseAddrPort(p.from)) }
func (p *peer) Close() error         { p.closed = true; return nil }

// queue is a listener with waiting connections.
type queue struct {
	net.Listener
	waiting []*peer
}

func (q *queue) Accept() (net.Conn, error) {
	if len(q.waiting) == 0 {
		return nil, io.EOF
	}
	next := q.waiting[0]
	q.waiting = q.waiting[1:]
	return next, nil
}

func TestConnectionsAreLimitedTogetherAndByNetwork(t *testing.T) {
	var all []*peer
	for _, from := range []string{
		"192.0.2.1:1", "192.0.2.1:2", "192.0.2.1:3", // the third is too many
		"[2001:db8::1]:1", "[2001:db8::2]:1", "[2001:db8::3]:1", "[2001:db8:0:1::1]:1", // another /64
		"127.0.0.1:1", "127.0.0.1:2", "127.0.0.1:3", // this machine
		"10.0.0.1:1", "10.0.0.1:2", "10.0.0.1:3", // a load balancer
		"198.51.100.1:1", // too many together
	} {
		all = append(all, &peer{from: from})
	}
	l := limit(&queue{waiting: all}, connections{most: 11, each: 2, trusted: []netip.Prefix{netip.MustParsePrefix("10.0.0.0/8")}, stall: time.Second}).(*limitedListener)
	var taken []net.Conn
	for {
		c, err := l.Accept()
		if errors.Is(err, io.EOF) {
			break
		}
		taken = append(taken, c)
	}
	for i, p := range all {
		if want := i == 2 || i == 5 || i == 13; p.closed != want {
			t.Errorf("%s: closed is %v", p.from, p.closed)
		}
	}
	for _, c := range taken {
		_ = c.Close()
		_ = c.Close() // counts once
	}
	if l.open != 0 || len(l.of) != 0 {
		t.Errorf("%d connections and %v are left", l.open, l.of)
	}
}

func TestAPeerThatReceivesNothingLosesItsConnection(t *testing.T) {
	big := filepath.Join(t.TempDir(), "big")
	if err := os.WriteFile(big, make([]byte, 64<<20), 0o600); err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 2)
	mux := http.NewServeMux()
	mux.HandleFunc("GET /bytes", func(w http.ResponseWriter, _ *http.Request) {
		part := make([]byte, 1<<20)
		for range 64 {
			if _, err := w.Write(part); err != nil {
				ended <- err
				return
			}
		}
		ended <- nil
	})
	mux.HandleFunc("GET /file", func(w http.ResponseWriter, _ *http.Request) {
		f, err := os.Open(big)
		if err == nil {
			defer f.Close() //nolint:errcheck // only read
			_, err = io.Copy(w, f)
		}
		ended <- err
	})
	var lc net.ListenConfig
	raw, err := lc.Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan error, 1)
	limits := defaultConnections(nil)
	limits.stall = 200 * time.Millisecond
	go func() { done <- serveLimited(ctx, limit(raw, limits), mux) }()
	for _, path := range []string{"/bytes", "/file"} {
		var d net.Dialer
		c, err := d.DialContext(t.Context(), "tcp", raw.Addr().String())
		if err != nil {
			t.Fatal(err)
		}
		defer c.Close() //nolint:errcheck // the server closes it
		if _, err := io.WriteString(c, "GET "+path+" HTTP/1.1\r\nHost: x\r\n\r\n"); err != nil {
			t.Fatal(err)
		}
		if err := <-ended; err == nil {
			t.Errorf("%s was written to a peer that reads nothing", path)
		}
	}
	cancel()
	if err := <-done; err != nil {
		t.Error(err)
	}
}

func TestAPeerThatReadsSlowlyReceivesEverything(t *testing.T) {
	for name, send := range map[string]func(*limitedConn, []byte) error{
		"bytes":  func(c *limitedConn, all []byte) error { _, err := c.Write(all); return err },
		"a file": func(c *limitedConn, all []byte) error { _, err := c.ReadFrom(bytes.NewReader(all)); return err },
	} {
		synctest.Test(t, func(t *testing.T) {
			const stall = time.Minute
			server, peer := net.Pipe()
			c := &limitedConn{Conn: server, stall: stall, leave: func() {}}
			sent := make(chan error, 1)
			go func() { sent <- errors.Join(send(c, make([]byte, 1<<20)), c.Close()) }()
			n, begin := 0, time.Now()
			for buffer := make([]byte, 4<<10); ; time.Sleep(stall / 64) { // 16 KiB in a quarter of the time
				m, err := peer.Read(buffer)
				n += m
				if err != nil {
					break
				}
			}
			if err := <-sent; err != nil || n != 1<<20 {
				t.Errorf("%s: %d bytes, %v", name, n, err)
			}
			if time.Since(begin) < 2*stall {
				t.Errorf("%s: the peer was not slow", name)
			}
		})
	}
}
