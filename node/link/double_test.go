package link_test

import (
	"context"
	"encoding/json"
	"math/rand/v2"
	"net"
	"net/http"
	"slices"
	"sync"

	"github.com/coder/websocket"

	"github.com/modyard/modyard/contract/node"
)

// site is a double of a site, over real WebSockets. With chaos it loses, repeats, reorders and cuts.
type site struct {
	mu       sync.Mutex
	desired  map[string]node.Desired
	reports  []node.Report // in the order of arrival, each once
	repeats  int
	batches  []int
	durable  uint64
	conns    map[*websocket.Conn]*line
	hellos   []node.Hello
	tokens   []string
	observed map[string]node.Observed
	frames   int
	chaos    *rand.Rand // nil: none
	refuse   websocket.StatusCode
	status   int  // of the answer to a dial; 0 takes it
	silent   bool // sends nothing after the welcome
}

// line is a connection whose frames may wait.
type line struct {
	mu   sync.Mutex
	held []node.Frame
}

func newSite() *site {
	return &site{desired: map[string]node.Desired{}, conns: map[*websocket.Conn]*line{}, observed: map[string]node.Observed{}}
}

func (s *site) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	s.tokens = append(s.tokens, r.Header.Get("Authorization"))
	status, refuse := s.status, s.refuse
	s.mu.Unlock()
	if r.URL.Path != node.PathLink {
		status = http.StatusNotFound
	}
	if status != 0 {
		w.WriteHeader(status)
		return
	}
	conn, err := websocket.Accept(w, r, nil)
	if err != nil {
		return
	}
	defer conn.CloseNow() //nolint:errcheck // it may be closed
	conn.SetReadLimit(node.MaxFrame)
	if refuse != 0 {
		_ = conn.Close(refuse, "")
		return
	}
	s.serve(r.Context(), conn)
}

func (s *site) serve(ctx context.Context, conn *websocket.Conn) {
	frame, err := read(ctx, conn)
	if err != nil || frame.Hello == nil {
		return
	}
	l := &line{}
	s.mu.Lock()
	s.hellos = append(s.hellos, *frame.Hello)
	welcome := node.Welcome{Acknowledged: s.durable, Servers: len(s.desired), Origins: []string{"https://example.org"}}
	initial := make([]node.Desired, 0, len(s.desired))
	for _, d := range s.desired {
		initial = append(initial, d)
	}
	s.conns[conn] = l
	l.mu.Lock() // changes come after the initial states
	s.mu.Unlock()
	defer func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		delete(s.conns, conn)
	}()
	err = write(ctx, conn, node.Frame{Welcome: &welcome})
	for part := range slices.Chunk(initial, 3) {
		if err == nil && !s.chance(8) {
			err = write(ctx, conn, node.Frame{Desired: part})
		}
		if err == nil && s.chance(4) {
			err = write(ctx, conn, node.Frame{Desired: part})
		}
	}
	l.mu.Unlock()
	for err == nil {
		if frame, err = read(ctx, conn); err == nil {
			err = s.take(ctx, conn, frame)
		}
	}
}

func (s *site) take(ctx context.Context, conn *websocket.Conn, frame node.Frame) error {
	s.mu.Lock()
	s.frames++
	for _, o := range frame.Observed {
		s.observed[o.Server] = o
	}
	if len(frame.Reports) > 0 {
		s.batches = append(s.batches, len(frame.Reports))
	}
	for _, r := range frame.Reports {
		if r.Sequence != s.durable+1 {
			s.repeats++ // of an earlier connection; a gap would be found by the test
			continue
		}
		s.durable++
		s.reports = append(s.reports, r)
	}
	durable, silent := s.durable, s.silent
	s.mu.Unlock()
	if silent || s.chance(3) {
		return nil // the acknowledgement is lost
	}
	if s.chance(10) {
		return conn.CloseNow()
	}
	return write(ctx, conn, node.Frame{Acknowledged: &durable})
}

// want changes a desired state and sends it to whoever is connected.
func (s *site) want(ctx context.Context, server string, running bool) {
	s.mu.Lock()
	d := s.desired[server]
	d.Server, d.Running = server, running
	d.Generation++
	s.desired[server] = d
	conns := make(map[*websocket.Conn]*line, len(s.conns))
	for c, l := range s.conns {
		conns[c] = l
	}
	s.mu.Unlock()
	for c, l := range conns {
		s.sendLate(ctx, c, l, node.Frame{Desired: []node.Desired{d}})
	}
}

// sendLate sends a frame, or holds it, loses it, sends it twice, sends held ones first or last.
func (s *site) sendLate(ctx context.Context, c *websocket.Conn, l *line, f node.Frame) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.held = append(l.held, f)
	if s.chance(3) {
		return
	}
	if s.chance(2) {
		slices.Reverse(l.held)
	}
	for _, f := range l.held {
		if s.chance(6) {
			continue
		}
		_ = write(ctx, c, f)
		if s.chance(4) {
			_ = write(ctx, c, f)
		}
	}
	l.held = nil
	if s.chance(12) {
		_ = c.CloseNow()
	}
}

// cut ends all connections.
func (s *site) cut() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for c := range s.conns {
		_ = c.CloseNow()
	}
}

// chance is true once in n times, if there is chaos.
func (s *site) chance(n int) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.chaos != nil && s.chaos.IntN(n) == 0
}

func (s *site) with(f func()) {
	s.mu.Lock()
	defer s.mu.Unlock()
	f()
}

func (s *site) count() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.frames
}

func (s *site) saw(server string) node.Observed {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.observed[server]
}

func read(ctx context.Context, c *websocket.Conn) (f node.Frame, err error) {
	_, data, err := c.Read(ctx)
	if err == nil {
		err = json.Unmarshal(data, &f)
	}
	return f, err
}

func write(ctx context.Context, c *websocket.Conn, f node.Frame) error {
	data, err := json.Marshal(f)
	if err != nil {
		return err
	}
	return c.Write(ctx, websocket.MessageText, data)
}

// feed is a channel that is closed at a change.
type feed struct {
	mu sync.Mutex
	c  chan struct{}
}

func (f *feed) wait() <-chan struct{} {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.c == nil {
		f.c = make(chan struct{})
	}
	return f.c
}

func (f *feed) tell() {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.c != nil {
		close(f.c)
		f.c = nil
	}
}

// fleet is a double of the node's servers: it obeys at once.
type fleet struct {
	feed *feed
	mu   sync.Mutex
	// desired is what was applied; absent are those that the whole did not name.
	desired map[string]node.Desired
	absent  map[string]bool
	wholes  int
}

func newFleet(f *feed) *fleet {
	return &fleet{feed: f, desired: map[string]node.Desired{}, absent: map[string]bool{}}
}

func (f *fleet) Apply(_ context.Context, desired []node.Desired, complete bool) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	defer f.feed.tell()
	named := map[string]bool{}
	for _, d := range desired {
		named[d.Server] = true
		delete(f.absent, d.Server)
		if old, ok := f.desired[d.Server]; !ok || d.Generation > old.Generation {
			f.desired[d.Server] = d
		}
	}
	if complete {
		f.wholes++
		for id := range f.desired {
			f.absent[id] = !named[id]
		}
	}
	return nil
}

func (f *fleet) Observed() (all []node.Observed) {
	f.mu.Lock()
	defer f.mu.Unlock()
	for id, d := range f.desired {
		state := node.StateStopped
		if d.Running && !f.absent[id] {
			state = node.StateRunning
		}
		all = append(all, node.Observed{Server: id, Generation: d.Generation, State: state})
	}
	return all
}

// outbox is a double of the node's reports.
type outbox struct {
	mu      sync.Mutex
	sent    uint64
	pending []node.Report
}

func (o *outbox) Incarnation() string { return "one" }

func (o *outbox) Sent() (uint64, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.sent, nil
}

func (o *outbox) add(n int) {
	o.mu.Lock()
	defer o.mu.Unlock()
	for range n {
		o.sent++
		o.pending = append(o.pending, node.Report{Sequence: o.sent, Incarnation: "one", Server: "server1", Kind: node.ReportStarted})
	}
}

func (o *outbox) Pending(after uint64, limit int) ([]node.Report, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	i, _ := slices.BinarySearchFunc(o.pending, after+1, func(r node.Report, n uint64) int { return int(r.Sequence) - int(n) })
	return slices.Clone(o.pending[i:min(len(o.pending), i+limit)]), nil
}

func (o *outbox) Acknowledge(n uint64) error {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.pending = slices.DeleteFunc(o.pending, func(r node.Report) bool { return r.Sequence <= n })
	return nil
}

// pipes is a listener in memory, for bubbles of synctest.
type pipes struct {
	conns  chan net.Conn
	closed chan struct{}
	once   sync.Once
}

func newPipes() *pipes { return &pipes{conns: make(chan net.Conn), closed: make(chan struct{})} }

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

func (p *pipes) dial(ctx context.Context, _, _ string) (net.Conn, error) {
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
