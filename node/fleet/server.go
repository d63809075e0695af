package fleet

import (
	"context"
	"crypto/rand"
	"path/filepath"
	"reflect"
	"sync"
	"time"

	"github.com/modyard/modyard/contract/node"
	"github.com/modyard/modyard/node/console"
	"github.com/modyard/modyard/node/keeper"
	"github.com/modyard/modyard/node/limit"
	"github.com/modyard/modyard/node/power"
)

// saved is what the store has of a server.
type saved struct {
	power.State
	// Boot is the host's boot id at the start of the run.
	Boot string `json:"boot,omitempty"`
}

// message is what a server's goroutine gets.
type message struct {
	input power.Input
	// at is when it happened; the zero time is now.
	at time.Time
	// started: the start in progress is over, well or not.
	started bool
	// inspect: look at the folder what there is.
	inspect bool
	// unsettled is closed when it is forgotten which settings were written.
	unsettled chan struct{}
	// forget: the run's files can go once the input is stored.
	forget bool
	// idle is closed when the server has no process.
	idle chan struct{}
}

// server is one server.
type server struct {
	fleet  *Fleet
	id     string
	folder string
	// marker is the name of the group and the value of limit.Marker.
	marker  string
	reader  *console.Reader
	lines   signal
	wake    signal // somebody watches now
	settled chan struct{}
	mail    chan struct{}
	// made is held while the folder is made for others or removed: after its removal nobody makes it again.
	made sync.Mutex

	// The goroutine of live uses these alone.
	state     saved
	unsaved   []node.Report
	idle      []chan struct{}
	starting  bool          // a start is in progress: what the folder says is not yet true
	forgotten bool          // the site does not name the server any more, and nothing of it is left
	queued    bool          // the next start waits for a place among those after a restart of the host
	callOff   chan struct{} // closed when the start in progress is not wanted any more
	place     chan struct{} // closed when the start in progress is over
	detach    context.CancelFunc

	mu       sync.Mutex
	inbox    []message
	shown    saved
	desired  node.Desired
	client   *keeper.Client
	status   keeper.Status
	watchers int
	figures  *node.Figures
	players  *node.Players
	pong     time.Time
	written  uint64 // generation of the newest setting in server.properties
	// installed is what the node has installed; nil: nothing.
	installed *node.Software
}

func newServer(f *Fleet, id string) (*server, error) {
	folder := filepath.Join(f.dir, id)
	s := &server{
		fleet: f, id: id, folder: folder, marker: marker(folder, id), reader: console.NewReader(keeper.ConsoleDir(folder)),
		settled: make(chan struct{}), mail: make(chan struct{}, 1),
	}
	if _, err := f.options.Store.Power(id, &s.state); err != nil {
		return nil, err
	}
	s.shown = s.state
	i, err := f.options.Store.Installation(id)
	if err != nil {
		return nil, err
	}
	s.installed = i.Software
	written, err := readWritten(s.recordOfSettings())
	if err != nil {
		s.fail("open the server", err) // the settings are written again
	}
	s.written = newest(written)
	return s, nil
}

// post gives the goroutine a message. It never waits.
func (s *server) post(m message) {
	s.mu.Lock()
	s.inbox = append(s.inbox, m)
	s.mu.Unlock()
	select {
	case s.mail <- struct{}{}:
	default:
	}
}

func (s *server) take() []message {
	s.mu.Lock()
	defer s.mu.Unlock()
	all := s.inbox
	s.inbox = nil
	return all
}

// known is the newest document, with the software that the node has installed.
func (s *server) known() node.Desired {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.effective()
}

// effective is known; s.mu is held.
func (s *server) effective() node.Desired {
	d := s.desired
	if s.installed != nil && d.Server != "" {
		d.Software = *s.installed
	}
	return d
}

// learn keeps a document if it is newer.
func (s *server) learn(d node.Desired) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if d.Generation > s.desired.Generation || s.desired.Server == "" {
		s.desired = d
	}
}

// live is the server's goroutine.
func (s *server) live(ctx context.Context) {
	defer s.leave()
	s.inspect(ctx)
	for _, m := range s.take() {
		s.handle(ctx, m)
	}
	s.step(ctx, power.Adopted{}, time.Time{})
	if s.state.Blocked == node.ReasonInstalling {
		s.unblock(ctx)
	}
	close(s.settled)
	timer := time.NewTimer(0)
	defer timer.Stop()
	for !s.forgotten {
		if at := s.state.Deadline; at != nil {
			timer.Reset(max(at.Sub(s.now()), 0))
		} else {
			timer.Stop()
		}
		select {
		case <-ctx.Done():
			return
		case <-timer.C:
			s.step(ctx, power.Tick{}, time.Time{})
		case <-s.mail:
			for _, m := range s.take() {
				s.handle(ctx, m)
			}
		}
	}
}

// leave ends what the goroutine began, but no process.
func (s *server) leave() {
	s.drop()
	s.endStart()
	for _, done := range s.idle {
		close(done)
	}
}

func (s *server) handle(ctx context.Context, m message) {
	if m.started {
		s.starting = false
	}
	if m.unsettled != nil {
		s.unsettle(m.unsettled)
	}
	if m.inspect {
		s.inspect(ctx)
	}
	if m.input != nil {
		s.step(ctx, m.input, m.at)
		if _, unlisted := m.input.(power.Unlisted); unlisted && s.state.Removed && !s.state.Active() {
			s.forgotten = s.fleet.forget(s)
		}
	}
	s.settleIdle()
	if m.forget && !s.state.Active() && len(s.unsaved) == 0 {
		s.forgetRun()
	}
	if m.idle != nil {
		s.idle = append(s.idle, m.idle)
	}
	if !s.state.Active() {
		for _, done := range s.idle {
			close(done)
		}
		s.idle = nil
	}
}

func (s *server) now() time.Time { return s.fleet.options.Clock().UTC() }

// step asks the machine, stores its answer, and then executes it.
func (s *server) step(ctx context.Context, in power.Input, at time.Time) {
	now := s.now()
	if at.IsZero() || at.After(now) {
		at = now
	}
	out := power.Step(s.state.State, power.Context{Now: at, NewRun: rand.Text()}, in)
	next := saved{State: out.State, Boot: s.state.Boot}
	if next.Run != s.state.Run {
		next.Boot = limit.BootID()
	}
	s.unsaved = append(s.unsaved, out.Reports...)
	if len(s.unsaved) > 0 || !reflect.DeepEqual(next, s.state) {
		if err := s.fleet.options.Store.Save(s.id, next, s.unsaved...); err != nil {
			s.fail("store the state", err) // the reports come with the next change
		} else {
			s.unsaved = nil
		}
	}
	seen := s.state.Wire() != next.Wire() || s.state.Generation != next.Generation || s.state.Run != next.Run
	s.state = next
	s.show()
	if s.state.Phase != node.StateStarting {
		s.endStart()
	}
	for _, a := range out.Actions {
		s.act(ctx, a)
	}
	if seen {
		s.fleet.change()
		s.lines.raise() // who waits for lines looks at the state too
	}
}

// show makes the state visible to others.
func (s *server) show() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.shown = s.state
	if !s.state.Active() {
		s.figures, s.players = nil, nil
	}
}

func (s *server) fail(what string, err error) {
	s.fleet.options.Log.Error(what, "server", s.id, "error", err)
}

// signal wakes all who wait for it. The zero value is ready.
type signal struct {
	mu sync.Mutex
	ch chan struct{}
}

// wait returns a channel that is closed by the next raise.
func (g *signal) wait() <-chan struct{} {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.ch == nil {
		g.ch = make(chan struct{})
	}
	return g.ch
}

func (g *signal) raise() {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.ch != nil {
		close(g.ch)
		g.ch = nil
	}
}
