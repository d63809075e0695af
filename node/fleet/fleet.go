// Package fleet runs the servers of a node. Each server has a goroutine that feeds its power machine and executes what the machine decides;
// the processes belong to keepers, which outlive the node. What is known is in the store, and in the folder of each server.
package fleet

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/modyard/modyard/contract/node"
	"github.com/modyard/modyard/node/keeper"
	"github.com/modyard/modyard/node/limit"
	"github.com/modyard/modyard/node/power"
	"github.com/modyard/modyard/node/store"
)

var (
	// ErrInUse: another process runs the servers of the folder.
	ErrInUse = errors.New("another node uses the folder")
	// ErrNeedsRoot: servers cannot get users of their own.
	ErrNeedsRoot = errors.New("only root can give each server a user of its own: run the node as root, or set MODYARD_NODE_PLAIN to run servers as the node's user")
	// ErrNotRunning: there is no process to write to.
	ErrNotRunning = errors.New("the server does not run")
)

// startsAtOnce is the number of servers that start at the same time after a restart of the host.
const startsAtOnce = 4

// Options are what a fleet needs.
type Options struct {
	// Dir is the node's data folder; servers are in its folder "servers".
	Dir   string
	Store *store.Store
	// Launch are the program and first arguments of a keeper; the folder of the server is added. Nil is this program with "node-run".
	Launch []string
	// StandIn are the program and arguments of the stand-in; StandInEnv is added to its environment.
	StandIn    []string
	StandInEnv []string
	// Java is the folder of runtimes, such as lts21/temurin; empty is "java" in Dir.
	Java string
	// Clock tells the time; nil is time.Now.
	Clock func() time.Time
	Log   *slog.Logger
	// Plain runs servers as the node's user.
	Plain bool
	// Wrote is called after the settings of a server were written to a file, by its path with a slash before it; it must not wait. Nil: nobody
	// is told.
	Wrote func(server, path string)
}

// Fleet are the servers. Its methods may be called at the same time.
type Fleet struct {
	options Options
	dir     string
	lock    *os.File
	cgroups limit.Cgroups
	ctx     context.Context //nolint:containedctx // the life of the servers' goroutines
	cancel  context.CancelFunc
	running sync.WaitGroup
	slots   chan struct{}
	changed chan struct{}

	mu      sync.Mutex
	servers map[string]*server
	users   map[int]bool
}

// New prepares the servers of a folder. Nothing happens to them before Adopt. The errors are ErrInUse, ErrNeedsRoot and those of the file system.
func New(o Options) (*Fleet, error) {
	if !o.Plain && os.Geteuid() != 0 {
		return nil, ErrNeedsRoot
	}
	dir, err := filepath.Abs(o.Dir)
	if err != nil {
		return nil, fmt.Errorf("open the servers: %w", err)
	}
	if o.Clock == nil {
		o.Clock = time.Now
	}
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	if o.Java == "" {
		o.Java = filepath.Join(dir, "java")
	}
	if o.Launch == nil {
		self, err := os.Executable()
		if err != nil {
			return nil, fmt.Errorf("find this program: %w", err)
		}
		o.Launch = []string{self, "node-run"}
	}
	f := &Fleet{options: o, dir: filepath.Join(dir, "servers"), cgroups: limit.Detect(), servers: map[string]*server{}, users: map[int]bool{},
		slots: make(chan struct{}, startsAtOnce), changed: make(chan struct{}, 1)}
	if err := f.makeDirs(dir); err != nil {
		return nil, fmt.Errorf("open the servers: %w", err)
	}
	f.lock, err = keeper.Lock(filepath.Join(f.dir, ".lock"))
	if errors.Is(err, keeper.ErrLocked) {
		return nil, ErrInUse
	}
	if err != nil {
		return nil, fmt.Errorf("open the servers: %w", err)
	}
	f.ctx, f.cancel = context.WithCancel(context.Background())
	return f, nil
}

// makeDirs makes the folders. Where servers have users of their own, those pass through the folders but cannot list them.
func (f *Fleet) makeDirs(dir string) error {
	if err := os.MkdirAll(f.dir, 0o700); err != nil || f.options.Plain {
		return err
	}
	return errors.Join(os.Chmod(dir, 0o711), os.Chmod(f.dir, 0o711))
}

// IsID says whether a text can be the id of a server, and so the name of a folder: 8 to 64 letters and digits.
func IsID(id string) bool {
	for _, c := range []byte(id) {
		if (c < '0' || c > '9') && (c < 'A' || c > 'Z') && (c < 'a' || c > 'z') {
			return false
		}
	}
	return len(id) >= 8 && len(id) <= 64
}

// Adopt takes over the servers: it continues with the keepers that are alive, learns of the ends that nobody saw, and starts what should run.
// It returns when it knows of each server how it is.
func (f *Fleet) Adopt(ctx context.Context) error {
	desired, err := f.options.Store.Desired()
	if err != nil {
		return err
	}
	entries, err := os.ReadDir(f.dir)
	if err != nil {
		return fmt.Errorf("list the servers: %w", err)
	}
	known := map[string]bool{}
	for id := range desired {
		known[id] = true
	}
	for _, e := range entries {
		if e.IsDir() && IsID(e.Name()) {
			known[e.Name()] = true // also one that the store does not know, since it was lost
		}
	}
	var settled []<-chan struct{}
	f.mu.Lock()
	for id := range known {
		var documents []node.Desired
		if d, ok := desired[id]; ok {
			documents = append(documents, d)
		}
		s, err := f.give(id, documents...)
		if err != nil {
			f.mu.Unlock()
			return err
		}
		settled = append(settled, s.settled)
	}
	f.mu.Unlock()
	for _, done := range settled {
		select {
		case <-done:
		case <-ctx.Done():
			return fmt.Errorf("adopt the servers: %w", ctx.Err())
		}
	}
	return nil
}

// give gives a server documents, and begins with it if it is new. f.mu is held.
func (f *Fleet) give(id string, documents ...node.Desired) (*server, error) {
	s, known := f.servers[id], true
	if s == nil {
		var err error
		if s, err = newServer(f, id); err != nil {
			return nil, err
		}
		known = false
	}
	for _, d := range documents {
		s.learn(d)
		s.post(message{input: power.Desired{Desired: d}})
	}
	if !known {
		f.servers[id] = s
		f.running.Go(func() { s.live(f.ctx) })
	}
	return s, nil
}

// Apply makes documents hold. One that is not newer than the known one changes nothing. If they are complete, each server that they do not
// name is stopped; nothing is deleted that no document says is deleted. It returns when the documents are stored.
func (f *Fleet) Apply(_ context.Context, documents []node.Desired, complete bool) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	named := map[string]bool{}
	var newer []node.Desired
	for _, d := range documents {
		if !IsID(d.Server) {
			return fmt.Errorf("the id of a server is malformed: %.80q", d.Server)
		}
		named[d.Server] = true
		if s := f.servers[d.Server]; s == nil || d.Generation > s.known().Generation {
			newer = append(newer, d)
		}
	}
	if err := f.options.Store.SaveDesired(newer...); err != nil {
		return err
	}
	for _, d := range documents {
		if _, err := f.give(d.Server, d); err != nil {
			return err
		}
	}
	for id, s := range f.servers {
		if complete && !named[id] {
			s.post(message{input: power.Unlisted{}})
		}
	}
	return nil
}

// Observed are the present states of all servers, by id.
func (f *Fleet) Observed() []node.Observed {
	f.mu.Lock()
	defer f.mu.Unlock()
	all := make([]node.Observed, 0, len(f.servers))
	for _, s := range f.servers {
		all = append(all, s.observe())
	}
	slices.SortFunc(all, func(a, b node.Observed) int { return strings.Compare(a.Server, b.Server) })
	return all
}

// Desired is the newest document about a server.
func (f *Fleet) Desired(id string) (node.Desired, bool) {
	s := f.server(id)
	if s == nil {
		return node.Desired{}, false
	}
	d := s.known()
	return d, d.Server != ""
}

func (f *Fleet) server(id string) *server {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.servers[id]
}

// Changed receives after states have changed; several changes may be one signal.
func (f *Fleet) Changed() <-chan struct{} { return f.changed }

func (f *Fleet) change() {
	select {
	case f.changed <- struct{}{}:
	default:
	}
}

// Close ends the work. The servers go on for the next node, unless they are to be stopped; then it returns when they have ended.
func (f *Fleet) Close(stopServers bool) error {
	if stopServers {
		f.stop()
	}
	f.cancel()
	f.running.Wait()
	if err := f.lock.Close(); err != nil {
		return fmt.Errorf("close the servers: %w", err)
	}
	return nil
}

// stop stops all servers and waits for their ends. The desired states stay, so that the next node starts them again.
func (f *Fleet) stop() {
	f.mu.Lock()
	var idle []chan struct{}
	for _, s := range f.servers {
		done := make(chan struct{})
		idle = append(idle, done)
		s.post(message{input: power.Hold{}, idle: done})
	}
	f.mu.Unlock()
	for _, done := range idle {
		<-done
	}
}
