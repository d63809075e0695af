package main

import (
	"context"
	"io"
	"net"
	"sync"
	"testing"
	"time"

	"github.com/modyard/modyard/platform/pause"
)

// wire is a proxy between a process and the engine. It can be cut, so that connections break and new ones are rejected,
// stopped, so that no data arrives and no error is reported, or slow.
type wire struct {
	listener net.Listener
	network  string
	engine   string // its address, or the path of its socket
	mu       sync.Mutex
	changed  *sync.Cond
	cut      bool
	stopped  bool
	delay    time.Duration // of each block of data
	live     map[net.Conn]bool
	running  sync.WaitGroup
}

func newWire(t *testing.T, network, engine string) *wire {
	t.Helper()
	var lc net.ListenConfig
	listener, err := lc.Listen(context.Background(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	w := &wire{listener: listener, network: network, engine: engine, live: map[net.Conn]bool{}}
	w.changed = sync.NewCond(&w.mu)
	w.running.Go(w.accept)
	t.Cleanup(func() {
		_ = listener.Close()
		w.set(true, false)
		w.running.Wait()
	})
	return w
}

func (w *wire) accept() {
	for {
		conn, err := w.listener.Accept()
		if err != nil {
			return
		}
		w.running.Go(func() { w.forward(conn) })
	}
}

func (w *wire) forward(near net.Conn) {
	defer near.Close() //nolint:errcheck // it is over
	far, err := net.DialTimeout(w.network, w.engine, 5*time.Second)
	if err != nil {
		return
	}
	defer far.Close() //nolint:errcheck // it is over
	if !w.keep(near, far) {
		return
	}
	defer w.forget(near, far)
	var back sync.WaitGroup
	back.Go(func() {
		w.pump(near, far)
		_ = near.Close()
	})
	w.pump(far, near)
	_ = far.Close()
	back.Wait()
}

// pump copies data while the wire is open.
func (w *wire) pump(to io.Writer, from io.Reader) {
	buffer := make([]byte, 32<<10)
	for {
		n, err := from.Read(buffer)
		if n > 0 {
			w.mu.Lock()
			for w.stopped && !w.cut {
				w.changed.Wait()
			}
			delay := w.delay
			w.mu.Unlock()
			pause.For(context.Background(), delay) // a slow network
			if _, err := to.Write(buffer[:n]); err != nil {
				return
			}
		}
		if err != nil {
			return
		}
	}
}

func (w *wire) keep(conns ...net.Conn) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.cut {
		return false
	}
	for _, c := range conns {
		w.live[c] = true
	}
	return true
}

func (w *wire) forget(conns ...net.Conn) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, c := range conns {
		delete(w.live, c)
	}
}

// slow delays each block of data.
func (w *wire) slow(delay time.Duration) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.delay = delay
}

// set cuts, stops or restores the wire.
func (w *wire) set(cut, stopped bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.cut, w.stopped = cut, stopped
	if cut {
		for c := range w.live {
			_ = c.Close()
		}
	}
	w.changed.Broadcast()
}

func (w *wire) address() string { return w.listener.Addr().String() }
