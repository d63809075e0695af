package socket

import (
	"context"
	"errors"
	"log/slog"
	"net"
	"net/http"
	"sync"

	"github.com/coder/websocket"

	"github.com/modyard/modyard/contract/node"
	"github.com/modyard/modyard/node/token"
)

// Sockets are all sockets of the node.
type Sockets struct {
	servers Servers
	guard   *token.Guard
	log     *slog.Logger

	mu      sync.Mutex
	closed  bool
	open    map[*socket]struct{} // all, also without a token
	pending int                  // those without a token
	hubs    map[string]*hub
	running sync.WaitGroup
}

// New makes the handler of sockets.
func New(servers Servers, guard *token.Guard, log *slog.Logger) *Sockets {
	return &Sockets{servers: servers, guard: guard, log: log, open: map[*socket]struct{}{}, hubs: map[string]*hub{}}
}

// ServeHTTP answers a request of Path. It returns when the socket is closed.
func (s *Sockets) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	server := r.PathValue("id")
	if !isID(server) {
		http.NotFound(w, r)
		return
	}
	// A page's request has an origin, a program's has none; a token is needed by both.
	if origins := r.Header.Values("Origin"); len(origins) > 1 || len(origins) == 1 && !s.guard.Admits(origins[0]) {
		http.Error(w, "this origin may not open a socket", http.StatusForbidden)
		return
	}
	c := newSocket(s, server)
	if !s.enter(c) {
		w.Header().Set("Retry-After", "5")
		http.Error(w, "too many sockets", http.StatusServiceUnavailable)
		return
	}
	defer s.leave(c)
	conn, err := websocket.Accept(w, r, &websocket.AcceptOptions{InsecureSkipVerify: true}) // the origin was checked above
	if err != nil {
		return // answered
	}
	if tcp, ok := r.Context().Value(connKey{}).(*net.TCPConn); ok {
		// What the kernel holds for a slow reader counts too.
		_ = tcp.SetWriteBuffer(sendBuffer)
	}
	conn.SetReadLimit(node.MaxConsoleFrame)
	c.serve(conn)
}

type connKey struct{}

// sendBuffer is what the kernel may hold for one reader, in bytes.
const sendBuffer = 64 << 10

// ConnContext is for http.Server: it lets a socket bound what the kernel holds for it.
func ConnContext(ctx context.Context, c net.Conn) context.Context {
	return context.WithValue(ctx, connKey{}, c)
}

// Recheck ends the sockets of a server whose tokens were revoked. It is called after the guard has noted the revocation.
func (s *Sockets) Recheck(server string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	h, ok := s.hubs[server]
	if !ok {
		return
	}
	for c := range h.sockets {
		if !s.guard.Holds(c.granted()) {
			c.end(node.StatusForbidden, "the token is revoked")
		}
	}
}

// Close ends all sockets and waits for them; further ones are refused.
func (s *Sockets) Close(ctx context.Context) error {
	s.mu.Lock()
	s.closed = true
	for c := range s.open {
		c.end(websocket.StatusGoingAway, "the node is restarted")
	}
	s.mu.Unlock()
	done := make(chan struct{})
	go func() { s.running.Wait(); close(done) }()
	select {
	case <-done:
		return nil
	case <-ctx.Done():
		return errors.New("sockets are still open")
	}
}

// Open is the number of sockets.
func (s *Sockets) Open() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.open)
}

// enter counts a socket before it has a token.
func (s *Sockets) enter(c *socket) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed || len(s.open) >= MaxOfNode || s.pending >= maxPending {
		return false
	}
	s.open[c] = struct{}{}
	s.pending++
	s.running.Add(1)
	return true
}

// join counts a socket with a token at its server, or says that there are too many.
func (s *Sockets) join(c *socket) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	h, ok := s.hubs[c.server]
	if !ok {
		h = newHub(s, c.server)
	}
	if len(h.sockets) >= MaxOfServer || h.accounts[c.account] >= MaxOfAccount {
		return false
	}
	if !ok {
		s.hubs[c.server] = h
		h.start()
	}
	h.sockets[c] = struct{}{}
	h.accounts[c.account]++
	s.pending--
	c.hub = h
	return true
}

func (s *Sockets) leave(c *socket) {
	s.mu.Lock()
	defer s.mu.Unlock()
	defer s.running.Done()
	delete(s.open, c)
	h := c.hub
	if h == nil {
		s.pending--
		return
	}
	delete(h.sockets, c)
	if h.accounts[c.account]--; h.accounts[c.account] == 0 {
		delete(h.accounts, c.account)
	}
	if len(h.sockets) == 0 {
		h.stop()
		delete(s.hubs, h.server)
	}
}

// each calls f with the sockets of a hub.
func (s *Sockets) each(h *hub, f func(*socket)) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for c := range h.sockets {
		f(c)
	}
}

// isID says whether a text has the form of a server's id.
func isID(s string) bool {
	if len(s) < 8 || len(s) > 64 {
		return false
	}
	for i := range len(s) {
		if c := s[i]; (c < '0' || c > '9') && (c < 'A' || c > 'Z') && (c < 'a' || c > 'z') {
			return false
		}
	}
	return true
}
