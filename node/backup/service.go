package backup

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"sync"
	"syscall"
	"time"

	"github.com/modyard/modyard/contract/node"
	"github.com/modyard/modyard/node/files"
	"github.com/modyard/modyard/node/limit"
	"github.com/modyard/modyard/node/store"
	"github.com/modyard/modyard/node/token"
)

// Console is what the service needs of a server's console.
type Console interface {
	Since(number uint64, limit int) (lines []node.Line, missing uint64, err error)
	Last(limit int) ([]node.Line, error)
	Wait(ctx context.Context, number uint64) error
	Write(ctx context.Context, line string) error
}

// Servers are the servers of the node.
type Servers interface {
	State(server string) (node.Observed, node.Desired, bool)
	Observed() []node.Observed
	Changed(server string) <-chan struct{}
	// Place returns the folder of a server and the user that owns its files.
	Place(server string) (dir string, user limit.User, err error)
	Lines(server string) (Console, bool)
	// Installed tells that other software stands in a server's folder, after that is stored.
	Installed(server string, other bool) error
}

// Store keeps what must not be forgotten.
type Store interface {
	Backups(server string, into any) (found bool, err error)
	SaveBackups(server string, state any, reports ...node.Report) error
	// Standing is the software in a server's folder, and Stands stores that it is another one.
	Standing(d node.Desired) (store.Standing, error)
	Stands(server string, now store.Standing) error
}

// Files are the files of the node's servers.
type Files interface {
	// Replace begins a replacement of what a server has at a path by an entry of the folder from.
	Replace(server, path string, from *os.Root) (*files.Replacement, error)
	// Room begins a replacement of all that a server's folder has, by one that is made beside it.
	Room(ctx context.Context, server string) (*files.Room, error)
}

// Options are what the service needs.
type Options struct {
	// Dir is the folder of the repositories, one a server.
	Dir     string
	Store   Store
	Servers Servers
	Guard   *token.Guard
	// Files puts single files and folders of backups into the servers' folders, and has room for whole ones.
	Files Files
	// Changed is called when the progress of an operation has changed.
	Changed func()
	// Replaced is called after a server's files were exchanged and before that is stored, perhaps again after a kill; nil: nobody is told.
	Replaced func(server string) error
	// Lost are the projects of decided content whose files are not there after a restore of a path and what is below it, which is "/" for everything;
	// nil: nothing is said about it.
	Lost func(server, path string) (projects []string, err error)
	// Clock tells the time; nil is time.Now.
	Clock func() time.Time
	// Every is the time between two looks at the schedules; 0 is 15 s.
	Every time.Duration
	// SaveWait is how long a game may take to save; 0 is 30 s.
	SaveWait time.Duration
	Log      *slog.Logger
}

const (
	lookEvery = 15 * time.Second
	saveWait  = 30 * time.Second
	// atOnce is the number of operations of a node at a time.
	atOnce = 2
)

// Service makes, removes and restores the backups that the desired states name. Its methods may be called at the same time.
type Service struct {
	Options
	slots chan struct{}
	again chan struct{}
	work  sync.WaitGroup

	mu     sync.Mutex
	busy   map[string]*task
	shown  map[string]node.BackupProgress
	guards map[string]*sync.RWMutex // held for reading by downloads, for writing by removals
}

// New makes the service. Nothing happens before Run.
func New(o Options) *Service {
	if o.Clock == nil {
		o.Clock = time.Now
	}
	if o.Every == 0 {
		o.Every = lookEvery
	}
	if o.SaveWait == 0 {
		o.SaveWait = saveWait
	}
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	return &Service{
		Options: o, slots: make(chan struct{}, atOnce), again: make(chan struct{}, 1),
		busy: map[string]*task{}, shown: map[string]node.BackupProgress{}, guards: map[string]*sync.RWMutex{},
	}
}

// Run works until the context ends. What it leaves unfinished is finished or undone by the next one.
func (s *Service) Run(ctx context.Context) {
	defer s.work.Wait()
	tick := time.NewTicker(s.Every)
	defer tick.Stop()
	for {
		changed := s.Servers.Changed("")
		for _, o := range s.Servers.Observed() {
			s.look(ctx, o.Server)
		}
		select {
		case <-changed:
		case <-s.again:
		case <-tick.C:
		case <-ctx.Done():
			return
		}
	}
}

// look begins with what is to be done for a server, unless something is being done.
func (s *Service) look(ctx context.Context, id string) {
	o, d, known := s.Servers.State(id)
	if !known {
		return
	}
	s.mu.Lock()
	now := s.busy[id]
	s.mu.Unlock()
	if now != nil {
		if now.unwanted(d) {
			now.cancel()
		}
		return
	}
	if d.Deleted {
		if err := os.RemoveAll(s.dir(id)); err != nil {
			s.Log.ErrorContext(ctx, "remove the backups of a server", "server", id, "error", err)
		}
		return
	}
	rec := newRecord()
	if _, err := s.Store.Backups(id, rec); err != nil {
		s.Log.ErrorContext(ctx, "read what is known of backups", "server", id, "error", err)
		return
	}
	t := next(d, o, rec, s.Clock())
	if t == nil {
		return
	}
	t.service, t.server, t.rec, t.desired = s, id, rec, d
	taskCtx, cancel := context.WithCancel(ctx)
	t.cancel = cancel
	s.mu.Lock()
	s.busy[id] = t
	s.mu.Unlock()
	s.work.Go(func() {
		defer cancel()
		s.execute(taskCtx, t)
		s.mu.Lock()
		delete(s.busy, id)
		s.mu.Unlock()
		if ctx.Err() == nil && !t.later {
			select {
			case s.again <- struct{}{}:
			default:
			}
		}
	})
}

// Exclude keeps the service from a server until it is released; false: it does something there.
func (s *Service) Exclude(server string) (release func(), ok bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.busy[server] != nil {
		return nil, false
	}
	s.busy[server] = &task{cancel: func() {}}
	return func() {
		s.mu.Lock()
		delete(s.busy, server)
		s.mu.Unlock()
		select {
		case s.again <- struct{}{}:
		default:
		}
	}, true
}

func (s *Service) execute(ctx context.Context, t *task) {
	select {
	case s.slots <- struct{}{}:
		defer func() { <-s.slots }()
	case <-ctx.Done():
		return
	}
	if err := t.run(ctx); err != nil && ctx.Err() == nil {
		t.later = true // not at once again
		s.Log.ErrorContext(ctx, "work on the backups of a server", "server", t.server, "task", t.kind, "backup", t.backup, "error", err)
	}
}

// Progress is the operation of a server that goes on, or the end of the last one; false if there was none.
func (s *Service) Progress(server string) (node.BackupProgress, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	p, ok := s.shown[server]
	return p, ok
}

// tell shows a progress. Changes of less than a percent are not worth a frame.
func (s *Service) tell(server string, p node.BackupProgress) {
	p.Event, p.Ready = node.EventBackupProgress, p.State == node.ProgressDone
	s.mu.Lock()
	old := s.shown[server]
	news := old.ID != p.ID || old.State != p.State || old.Task != p.Task || p.Progress-old.Progress >= 0.01
	if news {
		s.shown[server] = p
	}
	s.mu.Unlock()
	if news && s.Changed != nil {
		s.Changed()
	}
}

func (s *Service) dir(server string) string { return filepath.Join(s.Dir, server) }

// guard is held while a server's backups are read.
func (s *Service) guard(server string) *sync.RWMutex {
	s.mu.Lock()
	defer s.mu.Unlock()
	g := s.guards[server]
	if g == nil {
		g = &sync.RWMutex{}
		s.guards[server] = g
	}
	return g
}

// cause is the reason of a report about an error.
func cause(err error) string {
	switch {
	case errors.Is(err, errFull):
		return node.ReasonQuota
	case errors.Is(err, errSave):
		return node.ReasonSave
	case errors.Is(err, errDamaged):
		return node.ReasonDamaged
	case errors.Is(err, ErrMissing):
		return node.ReasonMissing
	case errors.Is(err, errRunning):
		return node.ReasonRunning
	case errors.Is(err, syscall.ENOSPC), errors.Is(err, syscall.EDQUOT): // of the host
		return node.ReasonDisk
	case files.CodeOf(err) == node.FileQuota:
		return node.ReasonPlan
	}
	return node.ReasonDisk
}

var (
	errSave    = errors.New("the game did not say that it saved")
	errRunning = errors.New("the server runs")
)

// openRoot opens the folder that the game sees.
func (s *Service) openRoot(server string) (*os.Root, error) {
	dir, _, err := s.Servers.Place(server)
	if err != nil {
		return nil, err
	}
	root, err := os.OpenRoot(filepath.Join(dir, dirRoot))
	if err != nil {
		return nil, fmt.Errorf("open the server's folder: %w", err)
	}
	return root, nil
}
