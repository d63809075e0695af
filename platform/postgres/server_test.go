package postgres_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/platform/postgres"
	"github.com/modyard/modyard/platform/until"
)

func start(t *testing.T, dir string) *postgres.Server {
	t.Helper()
	return startWith(t, postgres.Options{DataDir: dir})
}

func startWith(t *testing.T, o postgres.Options) *postgres.Server {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	s, err := postgres.Start(ctx, o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	return s
}

func exec(t *testing.T, url, sql string, args ...any) {
	t.Helper()
	if err := tryExec(url, sql, args...); err != nil {
		t.Fatalf("%s: %v", sql, err)
	}
}

func tryExec(url, sql string, args ...any) error {
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	c, err := pgx.Connect(ctx, url)
	if err != nil {
		return err
	}
	defer c.Close(ctx) //nolint:errcheck // test
	_, err = c.Exec(ctx, sql, args...)
	return err
}

func count(t *testing.T, url string) (n int) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
	defer cancel()
	c, err := pgx.Connect(ctx, url)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close(ctx) //nolint:errcheck // test
	if err := c.QueryRow(ctx, "SELECT count(*) FROM kept").Scan(&n); err != nil {
		t.Fatal(err)
	}
	return n
}

func TestDataSurvivesARestart(t *testing.T) {
	dir := t.TempDir()
	s := start(t, dir)
	exec(t, s.URL(), "CREATE TABLE kept (n int)")
	exec(t, s.URL(), "INSERT INTO kept VALUES (1)")
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := postgres.Join(t.Context(), dir); !errors.Is(err, postgres.ErrNotRunning) {
		t.Fatalf("Join after Close = %v, want ErrNotRunning", err)
	}
	s = start(t, dir)
	if n := count(t, s.URL()); n != 1 {
		t.Fatalf("%d rows after a restart, want 1", n)
	}
}

func TestNothingIsLostWhenPostgresIsKilled(t *testing.T) {
	if testing.Short() {
		t.Skip("kills servers: runs in make test-all")
	}
	dir := t.TempDir()
	s := start(t, dir)
	url := s.URL()
	exec(t, url, "CREATE TABLE kept (n int)")
	acknowledged := 0
	for round := range 3 {
		for range 20 {
			exec(t, url, "INSERT INTO kept VALUES ($1)", acknowledged)
			acknowledged++
		}
		old := s.PID()
		if err := syscall.Kill(old, syscall.SIGKILL); err != nil {
			t.Fatal(err)
		}
		// The address stays the same, so retries succeed.
		until.Until(t, "Postgres restarts", func() error { return tryExec(url, "INSERT INTO kept VALUES (-1)") })
		acknowledged++
		// The insert may have used a session of the killed server: then the restart follows.
		until.True(t, "another process serves", func() bool { return s.PID() != old && s.PID() != 0 })
		if n := count(t, url); n < acknowledged {
			t.Fatalf("round %d: %d rows, but %d were acknowledged", round, n, acknowledged)
		}
	}
}

func TestASecondOwnerIsRejectedWithTheDirectoryAndThePID(t *testing.T) {
	dir := t.TempDir()
	s := start(t, dir)
	_, err := postgres.Start(t.Context(), postgres.Options{DataDir: dir})
	if !errors.Is(err, postgres.ErrLocked) {
		t.Fatalf("second Start = %v, want ErrLocked", err)
	}
	for _, want := range []string{dir, strconv.Itoa(os.Getpid())} {
		if !strings.Contains(err.Error(), want) {
			t.Errorf("%q does not name %q", err, want)
		}
	}
	if err := tryExec(s.URL(), "SELECT 1"); err != nil {
		t.Fatalf("the first owner's server failed: %v", err)
	}
}

func TestJoinFindsTheRunningServer(t *testing.T) {
	dir := t.TempDir()
	if _, err := postgres.Join(t.Context(), dir); !errors.Is(err, postgres.ErrNotRunning) {
		t.Fatalf("Join of an empty directory = %v, want ErrNotRunning", err)
	}
	s := start(t, dir)
	url, err := postgres.Join(t.Context(), dir)
	if err != nil || url != s.Logins() {
		t.Fatalf("Join = %q, %v; want the server's URL", url, err)
	}
}

func TestSecretsAreReadableByTheOwnerOnly(t *testing.T) {
	dir := t.TempDir()
	start(t, dir)
	for _, name := range []string{"password", "password.app", "running.json", "lock"} {
		info, err := os.Stat(filepath.Join(dir, "pg", name))
		if err != nil {
			t.Fatal(err)
		}
		if info.Mode().Perm() != 0o600 {
			t.Errorf("%s has mode %o, want 600", name, info.Mode().Perm())
		}
	}
}

func TestALongPathWorks(t *testing.T) {
	dir := filepath.Join(t.TempDir(), strings.Repeat("long, 'quoted' and 中文 ", 5))
	s := start(t, dir)
	exec(t, s.URL(), "CREATE TABLE kept (n int)")
}

func TestMissingProgramsAreNamed(t *testing.T) {
	_, err := postgres.Start(t.Context(), postgres.Options{DataDir: t.TempDir(), Bin: t.TempDir()})
	if !errors.Is(err, postgres.ErrNoBinaries) || !strings.Contains(err.Error(), "initdb") {
		t.Fatalf("Start without programs = %v", err)
	}
}

func TestAnInterruptedInitialisationStartsAgain(t *testing.T) {
	dir := t.TempDir()
	half := filepath.Join(dir, "pg", "data.new")
	if err := os.MkdirAll(half, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(half, "PG_VERSION"), []byte("15"), 0o600); err != nil {
		t.Fatal(err)
	}
	exec(t, start(t, dir).URL(), "CREATE TABLE kept (n int)")
}

func TestAProcessIDReusedByAnotherProgramIsIgnored(t *testing.T) {
	dir := t.TempDir()
	s := start(t, dir)
	exec(t, s.URL(), "CREATE TABLE kept (n int)")
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	// As after a crash in a container, where the id may be reused: here it is this process.
	file := filepath.Join(dir, "pg", "data", "postmaster.pid")
	if err := os.WriteFile(file, []byte(strconv.Itoa(os.Getppid())+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if n := count(t, start(t, dir).URL()); n != 0 {
		t.Fatalf("%d rows", n)
	}
}
