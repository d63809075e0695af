package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"strings"
	"sync"
	"syscall"
	"testing"

	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/platform/postgres"
	"github.com/modyard/modyard/platform/subprocess"
	"github.com/modyard/modyard/platform/until"
	"github.com/modyard/modyard/projections/catalog"
)

// envMain makes the test binary run as the program, so that the tests run real processes.
const envMain = "MODYARD_TEST_AS_PROGRAM"

// nodeRun is the command that keeps a game server. Its processes have no environment of the tests.
const nodeRun = "node-run"

func TestMain(m *testing.M) {
	if os.Getenv(envMain) != "" || len(os.Args) > 1 && os.Args[1] == nodeRun {
		start(chaosReactors())
		return
	}
	os.Exit(runTests(m))
}

func program(args ...string) *exec.Cmd { return programAt(os.Args[0], args...) }

// programAt runs another build of the program.
func programAt(binary string, args ...string) *exec.Cmd {
	c := exec.Command(binary, args...)
	for _, v := range os.Environ() {
		if !strings.HasPrefix(v, "MODYARD_") || strings.HasPrefix(v, "MODYARD_PG_BIN=") {
			c.Env = append(c.Env, v)
		}
	}
	c.Env = append(c.Env, envMain+"=1")
	return c
}

// served is a running `modyard serve`.
type served struct {
	*exec.Cmd
	url   string
	lines []string    // of standard output, up to the address
	said  *syncBuffer // what follows there
	errs  *syncBuffer
}

type syncBuffer struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (s *syncBuffer) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.b.Write(p)
}

func (s *syncBuffer) String() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.b.String()
}

// serve starts the program on a data directory and waits until it answers.
func serve(t *testing.T, dir string, more ...string) *served {
	return serveAt(t, os.Args[0], dir, more...)
}

func serveAt(t *testing.T, binary, dir string, more ...string) *served {
	t.Helper()
	args := append([]string{"serve", "--addr", "127.0.0.1:0", "--private-addr", "", "--data-dir", dir}, more...)
	s := &served{Cmd: programAt(binary, args...), said: &syncBuffer{}, errs: &syncBuffer{}}
	s.Stderr = s.errs
	out, err := s.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := subprocess.Start(s.Cmd); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { // stops what a test leaves running, including its Postgres
		if s.ProcessState == nil {
			_ = s.Process.Signal(syscall.SIGTERM)
			_ = s.Wait()
		}
	})
	printed := make(chan string)
	go func() {
		defer close(printed)
		for lines := bufio.NewScanner(out); lines.Scan(); {
			printed <- lines.Text()
		}
	}()
	for s.url == "" {
		line, more := until.Receive(t, "serve says where it serves", printed)
		if !more {
			t.Fatalf("serve ended at once:\n%s", s.errs)
		}
		s.lines = append(s.lines, line)
		if address, found := strings.CutPrefix(line, "Serving on "); found {
			s.url = address
		}
	}
	go func() {
		for line := range printed { // the pipe must not fill up
			fmt.Fprintln(s.said, line)
		}
	}()
	until.Until(t, "serve becomes ready", func() error {
		err := isReady(s.url)
		if err != nil {
			err = fmt.Errorf("%w\n%s", err, s.errs)
		}
		return err
	})
	return s
}

// stop stops the program gracefully and expects success.
func (s *served) stop(t *testing.T) {
	t.Helper()
	if err := s.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	done := make(chan error, 1)
	go func() { done <- s.Wait() }()
	if err, _ := until.Receive(t, "serve ends after SIGTERM", done); err != nil {
		t.Errorf("serve after SIGTERM: %v\n%s", err, s.errs)
	}
}

// tool runs another command of the program to its end.
func tool(t *testing.T, input string, args ...string) (out string, code int) {
	t.Helper()
	c := program(args...)
	c.Stdin = strings.NewReader(input)
	b, code, err := subprocess.Output(c)
	if err != nil {
		t.Fatal(err)
	}
	return string(b), code
}

const password = "hundred-silent-lanterns"

func (s *served) login(t *testing.T, username string) int {
	t.Helper()
	body, err := json.Marshal(map[string]string{"username": username, "password": password})
	if err != nil {
		t.Fatal(err)
	}
	answer, err := http.Post(s.url+"/v2/auth/login", "application/json", bytes.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	answer.Body.Close()
	return answer.StatusCode
}

func TestServeRunsFromAnEmptyDirectoryAndAfterAKillAndBesideOtherCommands(t *testing.T) {
	t.Parallel()
	dir := dataDir(t)
	first := serve(t, dir)
	if !strings.Contains(first.lines[0], "Modyard") || !strings.Contains(first.lines[0], dir) {
		t.Errorf("the first line is %q", first.lines[0])
	}

	t.Run("a second serve is rejected with a clear error", func(t *testing.T) {
		out, code := tool(t, "", "serve", "--addr", "127.0.0.1:0", "--private-addr", "", "--data-dir", dir)
		if code != 1 || !strings.Contains(out, postgres.ErrLocked.Error()) || !strings.Contains(out, dir) {
			t.Errorf("exit code %d, output:\n%s", code, out)
		}
	})
	t.Run("an administrator is made beside it and signs in", func(t *testing.T) {
		if out, code := tool(t, password+"\n", "admin", "create", "keeper", "keeper@example.org", "--data-dir", dir); code != 0 {
			t.Fatalf("exit code %d, output:\n%s", code, out)
		}
		if status := first.login(t, "keeper"); status != http.StatusOK {
			t.Errorf("login answers %d", status)
		}
		if out, code := tool(t, "", "admin", "create", "other", "other@example.org", "--data-dir", dir); code != 1 || strings.Contains(out, password) {
			t.Errorf("without a password: exit code %d, output:\n%s", code, out)
		}
	})
	t.Run("verify and rebuild run beside it", func(t *testing.T) {
		verifyAndRebuild(t, dir)
	})
	t.Run("a worker runs beside it and stops gracefully", func(t *testing.T) {
		worker := program("worker", "--private-addr", "", "--data-dir", dir)
		var errs syncBuffer
		worker.Stderr = &errs
		if err := subprocess.Start(worker); err != nil {
			t.Fatal(err)
		}
		// It prints only after it has begun to listen for signals.
		until.True(t, "the worker says something", func() bool { return errs.String() != "" })
		if err := worker.Process.Signal(syscall.SIGTERM); err != nil {
			t.Fatal(err)
		}
		if err := worker.Wait(); err != nil {
			t.Errorf("worker: %v\n%s", err, &errs)
		}
	})

	if err := first.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = first.Wait()
	again := serve(t, dir)
	if status := again.login(t, "keeper"); status != http.StatusOK {
		t.Errorf("login after a kill answers %d", status)
	}
	again.stop(t)
	if _, err := postgres.Join(context.Background(), dir); err == nil {
		t.Error("Postgres still runs after the stop")
	}
	t.Run("the tools work alone", func(t *testing.T) {
		if out, code := tool(t, "", "verify", "--data-dir", dir); code != 0 {
			t.Errorf("exit code %d, output:\n%s", code, out)
		}
		if out, code := tool(t, "", "replay", "--parked", "--data-dir", dir); code != 0 || !strings.Contains(out, "0 events were applied") {
			t.Errorf("exit code %d, output:\n%s", code, out)
		}
	})
}

func verifyAndRebuild(t *testing.T, dir string) {
	t.Helper()
	ctx := context.Background()
	if out, code := tool(t, "", "verify", "--data-dir", dir); code != 0 {
		t.Fatalf("verify: exit code %d, output:\n%s", code, out)
	}
	logins, err := postgres.Join(ctx, dir)
	if err != nil {
		t.Fatal(err)
	}
	conn, err := pgx.Connect(ctx, logins.Owner)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(ctx)
	planted := fmt.Sprintf(`INSERT INTO catalog_v%d.slugs (slug, project, current, gone) VALUES ('planted', 'nobody', true, false)`, catalog.New(catalog.Options{}).Version)
	if _, err := conn.Exec(ctx, planted); err != nil {
		t.Fatal(err)
	}
	out, code := tool(t, "", "verify", "catalog", "--data-dir", dir)
	if code != 1 || !strings.Contains(out, "extra slugs(planted)") {
		t.Errorf("verify of a planted row: exit code %d, output:\n%s", code, out)
	}
	if out, code := tool(t, "", "rebuild", "catalog", "--data-dir", dir); code != 0 {
		t.Errorf("rebuild: exit code %d, output:\n%s", code, out)
	}
	if out, code := tool(t, "", "verify", "catalog", "--data-dir", dir); code != 0 {
		t.Errorf("verify after the rebuild: exit code %d, output:\n%s", code, out)
	}
}

func TestConfigPrintsNoSecrets(t *testing.T) {
	t.Parallel()
	out, code := tool(t, "", "config", "--database-url", "postgres://owner:s3cret@db.example.org/modyard", "--brand", "Yard",
		"--log-url", "kurrentdb://admin:s3cret@a.example.org:2113,b.example.org:2113?tls=true&tlsCAFile=/etc/ca.crt")
	if code != 0 || strings.Contains(out, "s3cret") || !strings.Contains(out, "MODYARD_BRAND=Yard") ||
		!strings.Contains(out, "MODYARD_DATABASE_URL=postgres://owner") ||
		!strings.Contains(out, "MODYARD_LOG_URL=kurrentdb://admin:***@a.example.org:2113,b.example.org:2113?tls=true&tlsCAFile=%2Fetc%2Fca.crt") {
		t.Errorf("exit code %d, output:\n%s", code, out)
	}
}

func TestServeRejectsInvalidSettings(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ flag, value, wantOutput string }{
		{"--log-url", "mongodb://localhost:2113", "log-url"},
		{"--log-url", "kurrentdb://localhost:2113?tls=perhaps", "log-url"},
		{"--addr", "nowhere", "addr"},
		{"--public-url", "ftp://example.org", "public-url"},
	} {
		out, code := tool(t, "", "serve", "--addr", "127.0.0.1:0", "--data-dir", t.TempDir(), c.flag, c.value)
		if code == 0 || !strings.Contains(out, c.wantOutput) {
			t.Errorf("%s: exit code %d, output:\n%s", fmt.Sprint(c.flag, " ", c.value), code, out)
		}
	}
}
