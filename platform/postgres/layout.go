package postgres

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/modyard/modyard/platform/database"
	"github.com/modyard/modyard/platform/pause"
)

const (
	databaseName = "modyard"
	ownerName    = "modyard"
	appName      = "modyard_app" // the role of migrations/00001_roles.sql, here also a login
	socketPort   = "5432"

	// Every system limits a socket's path to little more than a hundred bytes.
	maxSocketPath = 100
)

// layout names the files below DataDir/pg.
type layout struct {
	root     string // DataDir/pg, absolute, links resolved
	data     string // Postgres's own directory
	lock     string // locked by the owner as long as it runs; contains its process id
	password string // the database owner's password, 0600
	app      string // the password of the program's own login, 0600
	running  string // connection addresses, 0600; exists only while a server runs
	socket   string
	log      string
}

func newLayout(dataDir string) (layout, error) {
	abs, err := filepath.Abs(filepath.Join(dataDir, "pg"))
	if err != nil {
		return layout{}, fmt.Errorf("find data directory %s: %w", dataDir, err)
	}
	if err := os.MkdirAll(abs, 0o755); err != nil {
		return layout{}, fmt.Errorf("make data directory: %w", err)
	}
	if abs, err = filepath.EvalSymlinks(abs); err != nil {
		return layout{}, fmt.Errorf("find data directory %s: %w", dataDir, err)
	}
	return layoutAt(abs), nil
}

func layoutAt(root string) layout {
	in := func(name string) string { return filepath.Join(root, name) }
	return layout{
		root: root, data: in("data"), lock: in("lock"), password: in("password"), app: in("password.app"),
		running: in("running.json"), socket: in("socket"), log: in("postgres.log"),
	}
}

// acquire takes the lock until this process ends, or says which process has it.
func (l layout) acquire() (*os.File, error) {
	f, err := os.OpenFile(l.lock, os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nil, fmt.Errorf("lock data directory: %w", err)
	}
	// Join tests the lock by taking it for a moment; that must not count as a second owner.
	for range 10 {
		if err = syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); !errors.Is(err, syscall.EWOULDBLOCK) {
			break
		}
		time.Sleep(20 * time.Millisecond)
	}
	if err != nil {
		owner, _ := os.ReadFile(l.lock)
		_ = f.Close()
		if errors.Is(err, syscall.EWOULDBLOCK) {
			return nil, fmt.Errorf("%w: %s is used by process %s; stop that program, or choose another directory (MODYARD_DATA_DIR)",
				ErrLocked, filepath.Dir(l.root), strings.TrimSpace(string(owner)))
		}
		return nil, fmt.Errorf("lock data directory %s: %w", l.root, err)
	}
	err = f.Truncate(0)
	if err == nil {
		_, err = f.WriteAt([]byte(strconv.Itoa(os.Getpid())+"\n"), 0)
	}
	if err != nil {
		_ = f.Close()
		return nil, fmt.Errorf("lock data directory %s: %w", l.root, err)
	}
	return f, nil
}

// held says whether a running process owns the directory.
func (l layout) held() bool {
	f, err := os.Open(l.lock)
	if err != nil {
		return false
	}
	defer f.Close() //nolint:errcheck // read only
	return errors.Is(syscall.Flock(int(f.Fd()), syscall.LOCK_SH|syscall.LOCK_NB), syscall.EWOULDBLOCK)
}

type runningFile struct {
	Owner      int    `json:"owner"`
	Postmaster int    `json:"postmaster"`
	Socket     string `json:"socket"`
	URL        string `json:"url"` // the owner's
	App        string `json:"app"` // the program's
}

func (l layout) writeRunning(r runningFile) error {
	b, err := json.Marshal(r)
	if err != nil {
		return fmt.Errorf("describe running server: %w", err)
	}
	tmp := l.running + ".new"
	if err := os.WriteFile(tmp, b, 0o600); err != nil {
		return fmt.Errorf("describe running server: %w", err)
	}
	if err := os.Rename(tmp, l.running); err != nil {
		return fmt.Errorf("describe running server: %w", err)
	}
	return nil
}

func (l layout) readRunning() (r runningFile, err error) {
	b, err := os.ReadFile(l.running)
	if err != nil {
		return r, err
	}
	return r, json.Unmarshal(b, &r)
}

// loadPassword reads the owner's password, or creates one for a directory without a cluster.
func (l layout) loadPassword() (string, error) {
	b, err := os.ReadFile(l.password)
	if err == nil && len(b) > 0 {
		return string(b), nil
	}
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return "", fmt.Errorf("read password: %w", err)
	}
	if _, err := os.Stat(filepath.Join(l.data, "PG_VERSION")); err == nil {
		return "", fmt.Errorf("the password file %s is missing, but the database beside it exists", l.password)
	}
	return makePassword(l.password)
}

// loadAppPassword reads the password of the program's own login, or creates one: every start sets it in the server.
func (l layout) loadAppPassword() (string, error) {
	b, err := os.ReadFile(l.app)
	if err == nil && len(b) > 0 {
		return string(b), nil
	}
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return "", fmt.Errorf("read password: %w", err)
	}
	return makePassword(l.app)
}

func makePassword(path string) (string, error) {
	password := rand.Text()
	if err := os.WriteFile(path, []byte(password), 0o600); err != nil {
		return "", fmt.Errorf("write password: %w", err)
	}
	return password, nil
}

func connectionURL(socket, user, password, database string) string {
	u := url.URL{Scheme: "postgres", User: url.UserPassword(user, password), Path: "/" + database}
	u.RawQuery = url.Values{"host": {socket}, "port": {socketPort}}.Encode()
	return u.String()
}

// Join returns the addresses of the server that another program runs on the data directory. It waits a moment for a
// server that is starting. The error wraps ErrNotRunning when there is none.
func Join(ctx context.Context, dataDir string) (database.Logins, error) {
	root, err := filepath.Abs(filepath.Join(dataDir, "pg"))
	if err != nil {
		return database.Logins{}, fmt.Errorf("find data directory %s: %w", dataDir, err)
	}
	l := layoutAt(root)
	ctx, cancel := context.WithTimeout(ctx, 30*time.Second)
	defer cancel()
	for {
		if !l.held() {
			return database.Logins{}, fmt.Errorf("%w: %s", ErrNotRunning, dataDir)
		}
		r, err := l.readRunning()
		if err == nil && r.URL != "" && r.App != "" {
			if err = errors.Join(ping(ctx, r.URL), ping(ctx, r.App)); err == nil {
				return database.Logins{App: r.App, Owner: r.URL}, nil
			}
		}
		if !pause.For(ctx, 100*time.Millisecond) {
			return database.Logins{}, fmt.Errorf("join the server in %s: %w", dataDir, errors.Join(ctx.Err(), err))
		}
	}
}
