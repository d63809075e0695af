package postgres_test

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"log/slog"
	"os"
	osexec "os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"

	"github.com/modyard/modyard/platform/postgres"
)

// helperDir makes this test binary run as a program that owns a server, so that the test can kill it.
const helperDir = "MODYARD_TEST_OWN_SERVER_IN"

func TestMain(m *testing.M) {
	dir := os.Getenv(helperDir)
	if dir == "" {
		os.Exit(m.Run())
	}
	s, err := postgres.Start(context.Background(), postgres.Options{DataDir: dir})
	if err != nil {
		fmt.Println("error:", err)
		os.Exit(1)
	}
	fmt.Println("ready", s.URL())
	_, _ = bufio.NewReader(os.Stdin).ReadString('\n') // until a line arrives, or the process is killed
	if err := s.Close(); err != nil {
		fmt.Println("error:", err)
		os.Exit(1)
	}
}

type owner struct {
	cmd *osexec.Cmd
	url string
}

func (o owner) kill(t *testing.T) {
	t.Helper()
	if err := o.cmd.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = o.cmd.Wait()
}

// startOwner runs the helper, as another user when uid is not zero.
func startOwner(t *testing.T, dir string, uid int) (owner, error) {
	t.Helper()
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	if uid != 0 { // go test's folder is not accessible to other users
		exe = copyProgram(t, exe)
	}
	cmd := osexec.Command(exe)
	cmd.Env = append(os.Environ(), helperDir+"="+dir)
	cmd.Dir = "/"
	if uid != 0 {
		cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: uint32(uid), Gid: uint32(uid)}}
	}
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = in.Close() // the helper ends
		_ = cmd.Wait()
	})
	line, _ := bufio.NewReader(out).ReadString('\n')
	url, ok := strings.CutPrefix(strings.TrimSpace(line), "ready ")
	if !ok {
		return owner{}, fmt.Errorf("helper: %q", line)
	}
	return owner{cmd, url}, nil
}

func copyProgram(t *testing.T, exe string) string {
	t.Helper()
	dir, err := os.MkdirTemp("", "modyard-helper-")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(dir) })
	b, err := os.ReadFile(exe)
	if err != nil {
		t.Fatal(err)
	}
	to := filepath.Join(dir, "helper")
	if err := os.WriteFile(to, b, 0o700); err != nil {
		t.Fatal(err)
	}
	for _, p := range []string{dir, to} {
		if err := os.Chmod(p, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	return to
}

func TestNothingIsLostWhenTheOwnerIsKilled(t *testing.T) {
	if testing.Short() {
		t.Skip("kills programs: runs in make test-all")
	}
	dir := t.TempDir()
	acknowledged := 0
	for round := range 3 {
		o, err := startOwner(t, dir, 0)
		if err != nil {
			t.Fatal(err)
		}
		exec(t, o.url, "CREATE TABLE IF NOT EXISTS kept (n int)")
		for range 20 {
			exec(t, o.url, "INSERT INTO kept VALUES ($1)", acknowledged)
			acknowledged++
		}
		if n := count(t, o.url); n != acknowledged {
			t.Fatalf("round %d: %d rows, but %d were acknowledged", round, n, acknowledged)
		}
		o.kill(t) // the next round starts at once, while the old server may still be shutting down
	}
	s := start(t, dir)
	if n := count(t, s.URL()); n != acknowledged {
		t.Fatalf("%d rows, but %d were acknowledged", n, acknowledged)
	}
}

// onceLogged calls a function when the first line is logged.
func onceLogged(call func()) io.Writer { return &firstLine{call: sync.OnceFunc(call)} }

type firstLine struct{ call func() }

func (l *firstLine) Write(p []byte) (int, error) {
	l.call()
	return len(p), nil
}

func TestAnOrphanedServerIsStoppedBeforeTheStart(t *testing.T) {
	dir := t.TempDir()
	o, err := startOwner(t, dir, 0)
	if err != nil {
		t.Fatal(err)
	}
	exec(t, o.url, "CREATE TABLE kept (n int)")
	exec(t, o.url, "INSERT INTO kept VALUES (1)")
	b, err := os.ReadFile(filepath.Join(dir, "pg", "data", "postmaster.pid"))
	if err != nil {
		t.Fatal(err)
	}
	var pid int
	if _, err := fmt.Sscan(string(b), &pid); err != nil {
		t.Fatal(err)
	}
	// A stopped process cannot handle the kernel's signal on its owner's death: it still runs when the next owner
	// starts.
	if err := syscall.Kill(pid, syscall.SIGSTOP); err != nil {
		t.Fatal(err)
	}
	o.kill(t)
	found := onceLogged(func() { _ = syscall.Kill(pid, syscall.SIGCONT) }) // the new owner says that it stops the old server
	s := startWith(t, postgres.Options{DataDir: dir, Logger: slog.New(slog.NewTextHandler(found, nil))})
	if s.PID() == pid {
		t.Fatal("the new server claims the old one's process")
	}
	if n := count(t, s.URL()); n != 1 {
		t.Fatalf("%d rows, want 1", n)
	}
}

func TestASecondProgramGetsTheOwnersProcessID(t *testing.T) {
	dir := t.TempDir()
	start(t, dir)
	if _, err := startOwner(t, dir, 0); err == nil || !strings.Contains(err.Error(), dir) {
		t.Fatalf("a second program on the directory: %v", err)
	}
}

func TestTheServerRunsAsAnOrdinaryUser(t *testing.T) {
	if os.Geteuid() != 0 {
		t.Skip("only root can become another user; every other test already runs as an ordinary one")
	}
	const uid = 65534
	dir, err := os.MkdirTemp("", "modyard-user-")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(dir) })
	if err := os.Chown(dir, uid, uid); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		o, err := startOwner(t, dir, uid)
		if err != nil {
			t.Fatal(err)
		}
		exec(t, o.url, "CREATE TABLE IF NOT EXISTS kept (n int)")
		o.kill(t)
	}
	// Root continues as the user who created the directory, and does not change its owner.
	s := start(t, dir)
	exec(t, s.URL(), "INSERT INTO kept VALUES (1)")
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
}

func TestAnotherUsersDatabaseIsRejected(t *testing.T) {
	if os.Geteuid() != 0 {
		t.Skip("only root can become another user")
	}
	dir, err := os.MkdirTemp("", "modyard-user-")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(dir) })
	if err := os.Chmod(dir, 0o777); err != nil {
		t.Fatal(err)
	}
	if err := start(t, dir).Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := startOwner(t, dir, 12345); err == nil || !strings.Contains(err.Error(), "permission denied") {
		t.Fatalf("a stranger's start: %v", err)
	}
}
