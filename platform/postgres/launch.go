package postgres

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"github.com/modyard/modyard/platform/pause"
)

// startPatience is the time limit of one start, including the replay of the write-ahead log after a crash.
const startPatience = 5 * time.Minute

// initialise creates the cluster once. It builds it under another name and renames it, so that an interrupted start
// leaves nothing that looks like a database.
func (s *Server) initialise(ctx context.Context) error {
	if _, err := os.Stat(filepath.Join(s.layout.data, "PG_VERSION")); err == nil {
		return nil
	}
	fresh := s.layout.data + ".new"
	var lastErr error
	for _, locale := range []string{"C.UTF-8", "C"} { // not every system has the first
		if err := os.RemoveAll(fresh); err != nil {
			return fmt.Errorf("remove an incomplete database: %w", err)
		}
		if err := os.Mkdir(fresh, 0o700); err != nil {
			return fmt.Errorf("make database directory: %w", err)
		}
		if lastErr = s.initdb(ctx, fresh, locale); lastErr == nil {
			if err := os.Rename(fresh, s.layout.data); err != nil {
				return fmt.Errorf("rename the new database: %w", err)
			}
			return nil
		}
	}
	return lastErr
}

func (s *Server) initdb(ctx context.Context, dir, locale string) error {
	// The account cannot read the password file; it gets a temporary copy inside the directory.
	pw := dir + ".password"
	if err := os.WriteFile(pw, []byte(s.password), 0o600); err != nil {
		return fmt.Errorf("pass the password: %w", err)
	}
	defer os.Remove(pw) //nolint:errcheck // a temporary copy
	for _, path := range []string{dir, pw} {
		if err := s.account.own(path); err != nil {
			return err
		}
	}
	secret, err := os.Open(pw)
	if err != nil {
		return fmt.Errorf("pass the password: %w", err)
	}
	defer secret.Close() //nolint:errcheck // read only
	cmd, cleanup, err := s.command("initdb", dir, func(dir string) []string {
		args := []string{"-D", dir, "-U", ownerName, "--pwfile=/dev/stdin", "-A", "scram-sha-256", "-E", "UTF8",
			"--locale=" + locale, "--data-checksums", "--no-instructions"}
		if s.opts.Volatile {
			args = append(args, "--no-sync")
		}
		return args
	})
	if err != nil {
		return err
	}
	defer cleanup()
	cmd.Stdin = secret
	out := &strings.Builder{}
	cmd.Stdout, cmd.Stderr = out, out
	p, err := run(cmd)
	if err != nil {
		return fmt.Errorf("run initdb: %w", err)
	}
	select {
	case <-p.done:
	case <-ctx.Done():
		_ = p.cmd.Process.Kill()
		<-p.done
		return ctx.Err()
	}
	if p.err != nil {
		return fmt.Errorf("run initdb: %w: %s", p.err, tail(out.String()))
	}
	return nil
}

// makeSocketDir chooses the folder of the Unix socket: beside the data, or a short private one in the system's
// temporary folder when the path is too long or the server's account cannot enter it.
func (s *Server) makeSocketDir() error {
	if r, err := s.layout.readRunning(); err == nil && r.Socket != s.layout.socket &&
		strings.HasPrefix(filepath.Base(r.Socket), "modyard-pg-") {
		_ = os.RemoveAll(r.Socket) // of a killed owner
	}
	s.socket, s.ownSock = s.layout.socket, false
	path := s.socket + "/.s.PGSQL." + socketPort
	if len(path) > maxSocketPath || strings.ContainsAny(path, `,"'`) || !s.account.reaches(s.socket) {
		dir, err := os.MkdirTemp("", "modyard-pg-")
		if err != nil {
			return fmt.Errorf("make socket folder: %w", err)
		}
		s.socket, s.ownSock = dir, true
		return s.account.own(dir)
	}
	// No server is running, so its contents are stale.
	if err := os.RemoveAll(s.socket); err != nil {
		return fmt.Errorf("empty the socket folder: %w", err)
	}
	if err := os.Mkdir(s.socket, 0o700); err != nil {
		return fmt.Errorf("create the socket folder: %w", err)
	}
	return s.account.own(s.socket)
}

// launch starts the server and waits until it answers. The sessions of a killed server end with a delay, and a new
// server does not start while they exist: launch waits for that.
func (s *Server) launch(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, startPatience)
	defer cancel()
	for {
		if err := stopOrphan(ctx, s.layout, s.opts.Logger); err != nil {
			return err
		}
		err := s.launchOnce(ctx)
		var early *earlyExit
		if err == nil || !errors.As(err, &early) || !early.transient() {
			return err
		}
		if !pause.For(ctx, 200*time.Millisecond) {
			return errors.Join(ctx.Err(), err)
		}
	}
}

func (s *Server) launchOnce(ctx context.Context) error {
	log, err := openLog(s.layout.log)
	if err != nil {
		return err
	}
	defer log.Close() //nolint:errcheck // the child has its own copy
	mark, err := log.Seek(0, 2)
	if err != nil {
		return fmt.Errorf("open the server's log: %w", err)
	}
	cmd, cleanup, err := s.command("postgres", s.layout.data, func(dir string) []string {
		return append([]string{"-D", dir}, s.settings()...)
	})
	if err != nil {
		return err
	}
	defer cleanup()
	cmd.Stdout, cmd.Stderr = log, log
	signalOnParentDeath(cmd.SysProcAttr, s.opts.DieHard)
	p, err := run(cmd)
	if err != nil {
		return fmt.Errorf("run postgres: %w", err)
	}
	s.mu.Lock()
	s.process = p
	s.mu.Unlock()
	for {
		if err = ping(ctx, s.DatabaseURL("postgres")); err == nil {
			break
		}
		select {
		case <-p.done:
			return &earlyExit{cause: p.cause(), log: tail(readFrom(s.layout.log, mark))}
		case <-ctx.Done():
			_ = p.stop(10 * time.Second)
			return fmt.Errorf("wait for Postgres: %w: %w", ctx.Err(), err)
		case <-time.After(20 * time.Millisecond):
		}
	}
	return s.layout.writeRunning(runningFile{
		Owner: os.Getpid(), Postmaster: p.pid(), Socket: s.socket, URL: s.Logins().Owner, App: s.Logins().App,
	})
}

// settings are passed on the command line, so that a newer program changes them by a restart.
func (s *Server) settings() []string {
	set := []string{
		"listen_addresses=", "port=" + socketPort, "unix_socket_directories=" + s.socket, "unix_socket_permissions=0700",
		// A process uses up to 40 connections (docs/operations.md): room for serve, workers and tools.
		"cluster_name=modyard", "max_connections=200", "timezone=UTC", "log_timezone=UTC", "jit=off",
		"shared_buffers=256MB", "maintenance_work_mem=128MB", "effective_cache_size=1GB", "random_page_cost=1.1",
		"synchronous_commit=on", "fsync=on", "full_page_writes=on",
		"min_wal_size=1GB", "max_wal_size=4GB", "checkpoint_timeout=15min", "checkpoint_completion_target=0.9",
		"log_checkpoints=off", "log_min_messages=warning", "log_line_prefix=%m [%p] ",
		// Statements may contain personal data: errors are logged without statement and values.
		"log_min_error_statement=panic", "log_error_verbosity=terse",
	}
	if s.opts.Volatile {
		set = append(set, "fsync=off", "full_page_writes=off", "synchronous_commit=off", "shared_buffers=128MB",
			"max_wal_size=1GB", "autovacuum_naptime=10min", "max_connections=300",
			"dynamic_shared_memory_type=mmap") // files of the data directory, which go with it
	}
	args := make([]string, 0, 2*len(set))
	for _, v := range set {
		args = append(args, "-c", v)
	}
	return args
}

type earlyExit struct{ cause, log string }

func (e *earlyExit) Error() string { return "postgres ended at once (" + e.cause + "): " + e.log }

func (e *earlyExit) transient() bool {
	return strings.Contains(e.log, "still in use") || strings.Contains(e.log, "already exists")
}

func ping(ctx context.Context, url string) error {
	ctx, cancel := context.WithTimeout(ctx, 5*time.Second)
	defer cancel()
	conn, err := pgx.Connect(ctx, url)
	if err != nil {
		return err
	}
	defer conn.Close(ctx) //nolint:errcheck // nothing is in flight
	return conn.Ping(ctx)
}

// ensureDatabase creates the database and the program's own login, with the password from the file beside the data.
func ensureDatabase(ctx context.Context, adminURL, appPassword string) error {
	conn, err := pgx.Connect(ctx, adminURL)
	if err != nil {
		return fmt.Errorf("make database: %w", err)
	}
	defer conn.Close(ctx) //nolint:errcheck // nothing is in flight
	_, err = conn.Exec(ctx, "CREATE DATABASE "+databaseName)
	if err != nil && !refusedWith(err, "42P04") { // it exists
		return fmt.Errorf("make database: %w", err)
	}
	_, err = conn.Exec(ctx, "CREATE ROLE "+appName)
	if err != nil && !refusedWith(err, "42710") { // it exists
		return fmt.Errorf("make the program's login: %w", err)
	}
	if _, err := conn.Exec(ctx, "ALTER ROLE "+appName+" LOGIN NOSUPERUSER NOCREATEROLE NOCREATEDB PASSWORD '"+
		strings.ReplaceAll(appPassword, "'", "''")+"'"); err != nil {
		return fmt.Errorf("make the program's login: %w", err)
	}
	return nil
}

func refusedWith(err error, code string) bool {
	var refused *pgconn.PgError
	return errors.As(err, &refused) && refused.Code == code
}
