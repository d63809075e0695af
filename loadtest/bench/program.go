package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"
)

// build compiles the program from the tree, once, because the one in bin/ may be older.
func (g *ground) build(ctx context.Context) (string, error) {
	if g.binary != "" {
		return g.binary, nil
	}
	name := filepath.Join(g.dir, "modyard")
	c := exec.CommandContext(ctx, "go", "build", "-o", name, "./cmd/modyard")
	c.Dir = g.root
	if output, err := c.CombinedOutput(); err != nil {
		return "", fmt.Errorf("build the program: %w\n%s", err, output)
	}
	g.binary = name
	return name, nil
}

// program is a running `modyard serve`.
type program struct {
	cmd  *exec.Cmd
	url  string
	ops  string // private address; empty: none
	errs *tail
	done chan error
}

// serve starts the program on a data directory and returns at once.
func (g *ground) serve(ctx context.Context, dir string, more ...string) (*program, error) {
	binary, err := g.build(ctx)
	if err != nil {
		return nil, err
	}
	address, err := freeAddress()
	if err != nil {
		return nil, err
	}
	ops := ""
	if g.heap != "" {
		if ops, err = freeAddress(); err != nil {
			return nil, err
		}
	}
	args := append([]string{"serve", "--addr", address, "--private-addr", ops, "--data-dir", dir, "--rate-limit", strconv.Itoa(unlimited), "--max-drafts", "0", "--max-organizations", "0"}, more...)
	p := &program{cmd: exec.CommandContext(ctx, binary, args...), url: "http://" + address, ops: ops, errs: &tail{}, done: make(chan error, 1)}
	p.cmd.Env = environment()
	if logins := g.own(dir); logins.App != "" {
		p.cmd.Env = append(p.cmd.Env, "MODYARD_DATABASE_URL="+logins.App, "MODYARD_DATABASE_OWNER_URL="+logins.Owner)
	}
	p.cmd.Stderr = p.errs
	// Its Postgres must be stopped in order too.
	p.cmd.Cancel = func() error { return p.cmd.Process.Signal(syscall.SIGTERM) }
	p.cmd.WaitDelay = time.Minute
	if err := p.cmd.Start(); err != nil {
		return nil, fmt.Errorf("start the program: %w", err)
	}
	go func() { p.done <- p.cmd.Wait() }()
	return p, nil
}

// environment is the environment without settings of the program, except the path of its Postgres.
func environment() []string {
	var out []string
	for _, v := range os.Environ() {
		if !strings.HasPrefix(v, "MODYARD_") || strings.HasPrefix(v, "MODYARD_PG_BIN=") {
			out = append(out, v)
		}
	}
	return out
}

func freeAddress() (string, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", fmt.Errorf("find a free port: %w", err)
	}
	return l.Addr().String(), l.Close()
}

// until requests a path every few milliseconds until the answer is accepted.
func (p *program) until(ctx context.Context, path string, good func(status int, body []byte) bool) error {
	client := &http.Client{Timeout: 30 * time.Second}
	defer client.CloseIdleConnections()
	last := "no answer"
	for {
		req, err := http.NewRequestWithContext(ctx, http.MethodGet, p.url+path, nil)
		if err != nil {
			return err
		}
		if res, err := client.Do(req); err == nil {
			body, err := io.ReadAll(res.Body)
			_ = res.Body.Close() // read to its end
			if err == nil && good(res.StatusCode, body) {
				return nil
			}
			last = fmt.Sprintf("%d %.200s", res.StatusCode, body)
		}
		select {
		case err := <-p.done:
			p.done <- err
			return fmt.Errorf("the program ended: %w\n%s", err, p.errs)
		case <-ctx.Done():
			return fmt.Errorf("wait for %s, last %s: %w\n%s", path, last, ctx.Err(), p.errs)
		case <-time.After(20 * time.Millisecond):
		}
	}
}

// ready waits until every event of the log is visible.
func (p *program) ready(ctx context.Context) error {
	return p.until(ctx, "/readyz", func(status int, _ []byte) bool { return status == http.StatusOK })
}

// saveHeap writes a profile of the memory that the program holds after a collection.
func (p *program) saveHeap(ctx context.Context, path string) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+p.ops+"/debug/pprof/heap?gc=1", nil)
	if err != nil {
		return err
	}
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		return fmt.Errorf("read the memory profile: %w", err)
	}
	defer res.Body.Close() //nolint:errcheck // read to its end
	profile, err := io.ReadAll(res.Body)
	if err != nil {
		return fmt.Errorf("read the memory profile: %w", err)
	}
	return os.WriteFile(path, profile, 0o600)
}

// stop shuts the program down in order.
func (p *program) stop() error {
	if err := p.cmd.Process.Signal(syscall.SIGTERM); err != nil && !errors.Is(err, os.ErrProcessDone) {
		return fmt.Errorf("stop the program: %w", err)
	}
	err := <-p.done
	p.done <- err
	if err != nil {
		return fmt.Errorf("stop the program: %w\n%s", err, p.errs)
	}
	return nil
}

// tail keeps the end of a program's output.
type tail struct {
	mu sync.Mutex
	b  []byte
}

// Write drops the oldest output.
func (t *tail) Write(p []byte) (int, error) {
	const most = 4096
	t.mu.Lock()
	defer t.mu.Unlock()
	t.b = append(t.b, p...)
	t.b = bytes.Clone(t.b[max(0, len(t.b)-most):])
	return len(p), nil
}

// String is the kept output.
func (t *tail) String() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return string(t.b)
}
