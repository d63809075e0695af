package socket_test

import (
	"context"
	"crypto/ed25519"
	"crypto/rand"
	"encoding/base64"
	"encoding/json"
	"log/slog"
	"net"
	"net/http"
	"sync"
	"testing"
	"time"

	"github.com/coder/websocket"
	"github.com/golang-jwt/jwt/v5"

	"github.com/modyard/modyard/contract/node"
	"github.com/modyard/modyard/node/socket"
	"github.com/modyard/modyard/node/token"
)

const (
	server = "srvAAAAA"
	nodeID = "nodeAAAA"
	alice  = "accAlice"
	bob    = "accBobbb"
)

// world is a node with sockets. Its listener is in memory, so that it also works in a bubble of synctest.
type world struct {
	t       *testing.T
	servers *servers
	guard   *token.Guard
	sockets *socket.Sockets
	key     ed25519.PrivateKey
	dial    func(context.Context) (net.Conn, error)
	log     *logText
}

func newWorld(t *testing.T, ids ...string) *world {
	t.Helper()
	l := &pipes{conns: make(chan net.Conn), closed: make(chan struct{})}
	return newWorldOn(t, l, l.dial, ids...)
}

// newTCPWorld is one on a real listener.
func newTCPWorld(t *testing.T, ids ...string) *world {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	return newWorldOn(t, l, func(ctx context.Context) (net.Conn, error) {
		return (&net.Dialer{}).DialContext(ctx, "tcp", l.Addr().String())
	}, ids...)
}

func newWorldOn(t *testing.T, l net.Listener, dial func(context.Context) (net.Conn, error), ids ...string) *world {
	t.Helper()
	if len(ids) == 0 {
		ids = []string{server}
	}
	w := &world{t: t, servers: newServers(ids...), dial: dial, log: &logText{}}
	public, private, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	w.key = private
	if w.guard, err = token.Open("", nodeID, nil); err != nil {
		t.Fatal(err)
	}
	keys := []node.Key{{ID: "k1", Public: base64.RawURLEncoding.EncodeToString(public)}}
	if err := w.guard.Welcome(keys, []string{"https://example.org"}); err != nil {
		t.Fatal(err)
	}
	w.sockets = socket.New(w.servers, w.guard, slog.New(slog.NewTextHandler(w.log, &slog.HandlerOptions{Level: slog.LevelDebug})))
	mux := http.NewServeMux()
	mux.Handle(socket.Path, w.sockets)
	s := &http.Server{Handler: mux, ConnContext: socket.ConnContext, ReadHeaderTimeout: time.Minute, ErrorLog: slog.NewLogLogger(slog.DiscardHandler, slog.LevelInfo)}
	var serving sync.WaitGroup
	serving.Go(func() { _ = s.Serve(l) })
	t.Cleanup(func() {
		if err := w.sockets.Close(context.Background()); err != nil {
			t.Error(err)
		}
		_ = s.Close()
		serving.Wait()
	})
	return w
}

type logText struct {
	mu   sync.Mutex
	text []byte
}

func (l *logText) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.text = append(l.text, p...)
	return len(p), nil
}

func (l *logText) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return string(l.text)
}

// pipes is a listener of connections in memory.
type pipes struct {
	conns  chan net.Conn
	closed chan struct{}
	once   sync.Once
}

func (p *pipes) Accept() (net.Conn, error) {
	select {
	case c := <-p.conns:
		return c, nil
	case <-p.closed:
		return nil, net.ErrClosed
	}
}

func (p *pipes) Close() error   { p.once.Do(func() { close(p.closed) }); return nil }
func (p *pipes) Addr() net.Addr { return &net.UnixAddr{Name: "memory"} }

func (p *pipes) dial(ctx context.Context) (net.Conn, error) {
	ours, theirs := net.Pipe()
	select {
	case p.conns <- theirs:
		return ours, nil
	case <-p.closed:
		return nil, net.ErrClosed
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// sign makes a token; change may change its claims.
func (w *world) sign(account string, life time.Duration, change func(jwt.MapClaims)) string {
	w.t.Helper()
	c := jwt.MapClaims{
		"aud": nodeID, "sub": account, "srv": server, "jti": "ses1", "scp": []string{node.ScopeConsole, node.ScopeCommands}, "epo": 1,
		"nbf": time.Now().Unix(), "exp": time.Now().Add(life).Unix(),
	}
	if change != nil {
		change(c)
	}
	j := jwt.NewWithClaims(jwt.SigningMethodEdDSA, c)
	j.Header["kid"] = "k1"
	raw, err := j.SignedString(w.key)
	if err != nil {
		w.t.Fatal(err)
	}
	return raw
}

// browser is a client. It reads when the test does.
type browser struct {
	t    *testing.T
	conn *websocket.Conn
	got  chan read // of readAlways
}

// read is a frame or the code at the end.
type read struct {
	frame
	closed websocket.StatusCode
}

// readAlways reads also while the test does not, so that pings are answered.
func (b *browser) readAlways() {
	got := make(chan read, 100_000)
	go func() {
		for {
			f, closed := b.next()
			got <- read{f, closed}
			if closed != 0 {
				return
			}
		}
	}()
	b.got = got
}

// take is next, also of a browser that reads always.
func (b *browser) take() (frame, websocket.StatusCode) {
	b.t.Helper()
	if b.got == nil {
		return b.next()
	}
	r := <-b.got
	return r.frame, r.closed
}

// open opens a socket of a server with headers in pairs.
func (w *world) open(id string, headers ...string) (*browser, *http.Response, error) {
	h := http.Header{}
	for i := 0; i < len(headers); i += 2 {
		h.Add(headers[i], headers[i+1])
	}
	transport := &http.Transport{DisableKeepAlives: true, DialContext: func(ctx context.Context, _, _ string) (net.Conn, error) { return w.dial(ctx) }}
	conn, answer, err := websocket.Dial(context.Background(), "ws://node/modyard/v0/servers/"+id+"/ws", &websocket.DialOptions{
		HTTPClient: &http.Client{Transport: transport}, HTTPHeader: h,
	})
	if err != nil {
		return nil, answer, err
	}
	conn.SetReadLimit(-1)
	w.t.Cleanup(func() { _ = conn.CloseNow() })
	return &browser{t: w.t, conn: conn}, answer, nil
}

func (w *world) mustOpen() *browser {
	w.t.Helper()
	b, _, err := w.open(server)
	if err != nil {
		w.t.Fatal(err)
	}
	return b
}

// enter opens a socket with a token.
func (w *world) enter(account string, since *uint64) *browser {
	w.t.Helper()
	b := w.mustOpen()
	b.send(node.FromBrowser{Event: node.EventAuth, JWT: w.sign(account, 10*time.Minute, nil), Since: since})
	b.until(node.EventAuthOK)
	return b
}

func (b *browser) send(frame any) {
	b.t.Helper()
	data, err := json.Marshal(frame)
	if err != nil {
		b.t.Fatal(err)
	}
	b.sendRaw(string(data))
}

func (b *browser) sendRaw(text string) {
	b.t.Helper()
	if err := b.conn.Write(context.Background(), websocket.MessageText, []byte(text)); err != nil {
		b.t.Fatal(err)
	}
}

// frame is any frame of the node.
type frame struct {
	Event   string      `json:"event"`
	Message string      `json:"message"`
	Stream  string      `json:"stream"`
	Missing uint64      `json:"missing"`
	Lines   []node.Line `json:"lines"`
	State   string      `json:"state"`
	Uptime  int64       `json:"uptime"`
	Cmd     string      `json:"cmd"`
	Reason  string      `json:"reason"`
	CPU     *float64    `json:"cpu_percent"`
	RAM     int64       `json:"ram_total_bytes"`
	Sent    *int64      `json:"net_tx_bytes"`
	Exit    *int        `json:"exit_code"`
}

// next reads a frame, or the code with which the socket was closed.
func (b *browser) next() (f frame, closed websocket.StatusCode) {
	b.t.Helper()
	_, data, err := b.conn.Read(context.Background())
	if err != nil {
		return f, websocket.CloseStatus(err)
	}
	if err := json.Unmarshal(data, &f); err != nil {
		b.t.Fatalf("%q: %v", data, err)
	}
	return f, 0
}

// until reads up to a frame of an event.
func (b *browser) until(event string) frame {
	b.t.Helper()
	for {
		f, closed := b.take()
		if closed != 0 {
			b.t.Fatalf("closed with %d before %s", closed, event)
		}
		if f.Event == event {
			return f
		}
	}
}

// end reads up to the end and returns its code and the events before it.
func (b *browser) end() (code websocket.StatusCode, events []string) {
	b.t.Helper()
	for {
		f, closed := b.take()
		if closed != 0 {
			return closed, events
		}
		events = append(events, f.Event)
	}
}

func number(n uint64) *uint64 { return &n }
