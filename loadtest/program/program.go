// Package program builds and runs the site's program for measurements: `modyard serve` in a process of its own.
package program

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
	"strings"
	"sync"
	"syscall"
	"time"

	"github.com/modyard/modyard/platform/subprocess"
)

// Build compiles the program from the tree at root into a file.
func Build(ctx context.Context, root, file string) error {
	c := exec.CommandContext(ctx, "go", "build", "-o", file, "./cmd/modyard")
	c.Dir = root
	if output, err := c.CombinedOutput(); err != nil {
		return fmt.Errorf("build the program: %w\n%s", err, output)
	}
	return nil
}

// Options are the settings of a program. Its addresses are free ones of the loopback interface.
type Options struct {
	Binary  string   // of Build
	DataDir string   // that no other program uses
	Private bool     // with an address for metrics and profiles
	Args    []string // further flags of `modyard serve`
	Env     []string // further environment, NAME=value
}

// Program is a running `modyard serve`.
type Program struct {
	URL     string // of the site
	Private string // address of metrics and profiles, with a scheme; empty: none

	options Options
	cmd     *exec.Cmd
	errs    *tail
	done    chan error
}

// Serve starts the program and returns at once. When ctx ends, it is stopped in order; it also ends when this process is
// killed.
func Serve(ctx context.Context, o Options) (*Program, error) {
	address, err := freeAddress()
	if err != nil {
		return nil, err
	}
	p := &Program{URL: "http://" + address, options: o, errs: &tail{}, done: make(chan error, 1)}
	private := ""
	if o.Private {
		if private, err = freeAddress(); err != nil {
			return nil, err
		}
		p.Private = "http://" + private
	}
	args := append([]string{"serve", "--addr", address, "--private-addr", private, "--data-dir", o.DataDir}, o.Args...)
	p.cmd = exec.CommandContext(ctx, o.Binary, args...)
	p.cmd.Env = append(Environment(), o.Env...)
	p.cmd.Stderr = p.errs
	// Its Postgres must be stopped in order too.
	p.cmd.Cancel = func() error { return p.cmd.Process.Signal(syscall.SIGTERM) }
	p.cmd.WaitDelay = time.Minute
	if err := subprocess.Start(p.cmd); err != nil {
		return nil, fmt.Errorf("start the program: %w", err)
	}
	go func() { p.done <- p.cmd.Wait() }()
	return p, nil
}

// Tool runs another command of the program beside it, on its data directory, and waits for its end. What the command
// prints goes to out.
func (p *Program) Tool(ctx context.Context, out io.Writer, args ...string) error {
	c := exec.CommandContext(ctx, p.options.Binary, append(args, "--data-dir", p.options.DataDir)...)
	c.Env = append(Environment(), p.options.Env...)
	errs := &tail{}
	c.Stdout, c.Stderr = out, errs
	c.Cancel = func() error { return c.Process.Signal(syscall.SIGTERM) }
	c.WaitDelay = time.Minute
	if err := c.Run(); err != nil {
		return fmt.Errorf("modyard %s: %w\n%s", args[0], err, errs)
	}
	return nil
}

// PID is the process.
func (p *Program) PID() int { return p.cmd.Process.Pid }

// Until requests a path of the site every few milliseconds until the answer is accepted.
func (p *Program) Until(ctx context.Context, path string, good func(status int, body []byte) bool) error {
	client := &http.Client{Timeout: 30 * time.Second}
	defer client.CloseIdleConnections()
	last := "no answer"
	for {
		req, err := http.NewRequestWithContext(ctx, http.MethodGet, p.URL+path, nil)
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

// Ready waits until every event of the log is visible.
func (p *Program) Ready(ctx context.Context) error {
	return p.Until(ctx, "/readyz", func(status int, _ []byte) bool { return status == http.StatusOK })
}

// Stop shuts the program down in order.
func (p *Program) Stop() error {
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

// Environment is the environment without settings of the program, except the path of its Postgres.
func Environment() []string {
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
