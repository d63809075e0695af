// Package postgres runs a Postgres server inside the data directory, as a child process: it finds the programs,
// initialises the cluster, starts and watches the server, restarts it when it ends, and stops it cleanly.
package postgres

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"sync"
	"time"

	"github.com/modyard/modyard/platform/database"
	"github.com/modyard/modyard/platform/pause"
)

// Errors that callers distinguish.
var (
	// ErrLocked says that another program already uses the data directory.
	ErrLocked = errors.New("data directory is in use")
	// ErrNotRunning says that no program runs a server on the data directory.
	ErrNotRunning = errors.New("no server is running on the data directory")
	// ErrNoBinaries says that no usable Postgres programs were found.
	ErrNoBinaries = errors.New("no Postgres programs found")
)

// Options are the server's location and programs.
type Options struct {
	// DataDir is the site's data directory; the server's files are in DataDir/pg.
	DataDir string
	// Bin is the folder with initdb and postgres. Empty: findBinaries looks for them.
	Bin string
	// Volatile trades durability for speed. Tests only: a crash of the machine may lose all data.
	Volatile bool
	// DieHard stops the server immediately, without a checkpoint, when this process dies. Otherwise it shuts down in
	// order.
	DieHard bool
	// Logger logs restarts. Empty: slog.Default().
	Logger *slog.Logger
}

// Server is a running Postgres server that this process owns.
type Server struct {
	opts     Options
	layout   layout
	lock     *os.File
	bin      string
	account  *account
	password string // the owner's
	app      string // the program's own login's password
	socket   string
	ownSock  bool // the socket folder is temporary

	mu      sync.Mutex
	process *process
	closing chan struct{}
	watched chan struct{}
	once    sync.Once
	err     error
}

// Start takes the data directory's lock, stops a server that a killed program has left, initialises an empty
// directory, starts Postgres and waits until it answers. The error wraps ErrLocked when another program runs on the
// directory.
func Start(ctx context.Context, opts Options) (*Server, error) {
	if opts.Logger == nil {
		opts.Logger = slog.Default()
	}
	lay, err := newLayout(opts.DataDir)
	if err != nil {
		return nil, err
	}
	lock, err := lay.acquire()
	if err != nil {
		return nil, err
	}
	s := &Server{opts: opts, layout: lay, lock: lock, closing: make(chan struct{}), watched: make(chan struct{})}
	if err := s.start(ctx); err != nil {
		s.release()
		return nil, fmt.Errorf("start Postgres in %s: %w", lay.root, err)
	}
	go s.watch()
	return s, nil
}

// URL is the address of the database for its owner, a superuser. It contains the password.
func (s *Server) URL() string { return s.DatabaseURL(databaseName) }

// DatabaseURL is the owner's address of another database of the same server.
func (s *Server) DatabaseURL(database string) string {
	return connectionURL(s.socket, ownerName, s.password, database)
}

// Logins are the addresses of the database for the program and for its owner.
func (s *Server) Logins() database.Logins { return s.LoginsOf(databaseName) }

// LoginsOf are the addresses of another database of the same server.
func (s *Server) LoginsOf(name string) database.Logins {
	return database.Logins{App: connectionURL(s.socket, appName, s.app, name), Owner: s.DatabaseURL(name)}
}

// DataDir is the directory that the server was started on.
func (s *Server) DataDir() string { return s.opts.DataDir }

// PID is the process id of the running Postgres; zero between two runs.
func (s *Server) PID() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.process == nil {
		return 0
	}
	return s.process.pid()
}

// Close shuts the server down in order and releases the data directory. It waits for the shutdown's checkpoint.
func (s *Server) Close() error {
	s.once.Do(func() {
		close(s.closing)
		s.mu.Lock()
		p := s.process
		s.mu.Unlock()
		if p != nil {
			s.err = p.stop(time.Minute)
		}
		<-s.watched
		s.release()
	})
	return s.err
}

func (s *Server) start(ctx context.Context) (err error) {
	if s.bin, err = findBinaries(s.opts.Bin); err != nil {
		return err
	}
	if s.account, err = serverAccount(s.layout.data); err != nil {
		return err
	}
	if s.bin, err = reachable(s.bin, s.account); err != nil {
		return err
	}
	// Stop an orphan before clearing its files, which it may still use.
	if err := stopOrphan(ctx, s.layout, s.opts.Logger); err != nil {
		return err
	}
	if s.password, err = s.layout.loadPassword(); err != nil {
		return err
	}
	if s.app, err = s.layout.loadAppPassword(); err != nil {
		return err
	}
	if err := s.initialise(ctx); err != nil {
		return err
	}
	if err := s.makeSocketDir(); err != nil {
		return err
	}
	if err := s.launch(ctx); err != nil {
		return err
	}
	if err := ensureDatabase(ctx, s.DatabaseURL("postgres"), s.app); err != nil {
		_ = s.process.stop(time.Minute)
		return err
	}
	return nil
}

// watch restarts Postgres when it ends without a request.
func (s *Server) watch() {
	defer close(s.watched)
	for {
		s.mu.Lock()
		p := s.process
		s.mu.Unlock()
		<-p.done
		if s.stopping() {
			return
		}
		s.opts.Logger.Warn("Postgres ended unexpectedly and is started again", "dir", s.layout.root, "cause", p.cause())
		if !s.relaunch() {
			return
		}
	}
}

func (s *Server) relaunch() bool {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	go func() {
		select {
		case <-s.closing:
			cancel()
		case <-ctx.Done():
		}
	}()
	for pauses := pause.Doubling(100*time.Millisecond, 5*time.Second); ; {
		err := s.launch(ctx)
		if s.stopping() {
			if err == nil {
				_ = s.process.stop(time.Minute)
			}
			return false
		}
		if err == nil {
			return true
		}
		s.opts.Logger.Error("Postgres does not start", "dir", s.layout.root, "error", err)
		if !pause.For(ctx, pauses.NextBackOff()) {
			return false
		}
	}
}

func (s *Server) stopping() bool {
	select {
	case <-s.closing:
		return true
	default:
		return false
	}
}

func (s *Server) release() {
	_ = os.Remove(s.layout.running)
	if s.ownSock {
		_ = os.RemoveAll(s.socket)
	}
	_ = s.lock.Close() // closing the file releases its lock
}
