package node_test

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/modyard/modyard/node"
	"github.com/modyard/modyard/node/identity"
	"github.com/modyard/modyard/node/join"
	"github.com/modyard/modyard/node/keeper"
	"github.com/modyard/modyard/node/link"
	"github.com/modyard/modyard/node/nodetest"
	"github.com/modyard/modyard/node/standin"
	"github.com/modyard/modyard/node/unpack"
)

// TestMain runs the tests, or one of the programs that they start.
func TestMain(m *testing.M) {
	if len(os.Args) > 1 {
		switch os.Args[1] {
		case "node":
			os.Exit(nodeMain(os.Args[2], os.Args[3], os.Args[4:]))
		case "node-unpack":
			os.Exit(unpack.Main(os.Args[2:], os.Stdin, os.Stdout, os.Stderr))
		case "node-run":
			os.Exit(keeper.Main(context.Background(), os.Args[:2], os.Args[2:]))
		case "stand-in":
			os.Exit(standin.Main(os.Args[2:], os.Environ(), os.Stdin, os.Stdout))
		case "flow":
			flow()
			return
		}
	}
	os.Exit(nodetest.Run(m))
}

// nodeMain is a node of a data folder at an address; its servers are the program of the tests with some arguments.
func nodeMain(dir, address string, server []string) int {
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM)
	defer stop()
	c := config(dir, address, server...)
	id, err := identity.Read(dir)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	c.Software = softwareOf{id.Site}
	c.Listening = func(a net.Addr) { fmt.Println(a) }
	if err := node.Run(ctx, c); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	return 0
}

func config(dir, address string, server ...string) node.Config {
	self, err := os.Executable()
	if err != nil {
		panic(err)
	}
	return node.Config{
		Addr: address, DataDir: dir, PublicURL: "http://" + address, Plain: true, Version: "test", Keeper: []string{self, "node-run"}, Unpack: []string{self, "node-unpack"},
		StandIn: append([]string{self}, server...), Log: slog.New(slog.NewTextHandler(os.Stderr, &slog.HandlerOptions{Level: slog.LevelDebug})),
		Delays: link.Delays{Least: 10 * time.Millisecond, Most: 100 * time.Millisecond, Refused: time.Second},
	}
}

// flow is a game server that writes a thousand lines a second until it is stopped.
func flow() {
	fmt.Printf("flow 0 of process %d\nDone (0.1s)! For help, type \"help\"\n", os.Getpid())
	stop := make(chan struct{})
	go func() {
		for in := bufio.NewScanner(os.Stdin); in.Scan(); {
			if in.Text() == "stop" {
				close(stop)
				return
			}
		}
	}()
	tick := time.NewTicker(10 * time.Millisecond)
	defer tick.Stop()
	for n := 1; ; {
		select {
		case <-tick.C:
		case <-stop:
			return
		}
		var b strings.Builder
		for range 10 {
			fmt.Fprintf(&b, "flow %d\n", n)
			n++
		}
		if _, err := os.Stdout.WriteString(b.String()); err != nil {
			return
		}
	}
}

// joined is a data folder of a node of a site. Its servers are stopped at the end.
func joined(t testing.TB, s *site) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "data")
	if _, err := join.Join(context.Background(), join.Request{Site: s.server.URL, Code: code, Dir: dir, Address: "http://127.0.0.1", Version: "test"}); err != nil {
		t.Fatal(err)
	}
	if id, err := identity.Read(dir); err != nil || id.Node != nodeID {
		t.Fatal(id, err)
	}
	t.Cleanup(func() {
		if err := node.StopAll(context.Background(), config(dir, "127.0.0.1:0", "stand-in")); err != nil {
			t.Error(err)
		}
	})
	return dir
}

// process is a node that runs.
type process struct {
	t       testing.TB
	cmd     *exec.Cmd
	address string
	log     *text
	ended   chan error
}

// text is what a process writes.
type text struct {
	mu sync.Mutex
	b  strings.Builder
}

func (x *text) Write(p []byte) (int, error) {
	x.mu.Lock()
	defer x.mu.Unlock()
	return x.b.Write(p)
}

func (x *text) String() string {
	x.mu.Lock()
	defer x.mu.Unlock()
	return x.b.String()
}

// run starts a node of a data folder.
func run(t testing.TB, dir, address string, server ...string) *process {
	t.Helper()
	cmd := exec.Command(config(dir, address).Keeper[0], append([]string{"node", dir, address}, server...)...)
	p := &process{t: t, cmd: cmd, log: &text{}, ended: make(chan error, 1)}
	cmd.Stderr = p.log
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	line, err := bufio.NewReader(out).ReadString('\n')
	go func() { p.ended <- cmd.Wait() }()
	if err != nil {
		<-p.ended
		t.Fatalf("the node did not start: %v\n%s", err, p.log)
	}
	p.address = strings.TrimSpace(line)
	t.Cleanup(func() {
		p.kill()
		if t.Failed() {
			t.Logf("log of the node:\n%s", p.log)
		}
	})
	return p
}

// kill kills the node as nothing can be caught.
func (p *process) kill() {
	_ = p.cmd.Process.Kill() // it may have ended
	if err, open := <-p.ended; open {
		close(p.ended)
		_ = err // it was killed
	}
}

// terminate ends the node in order.
func (p *process) terminate() error {
	if err := p.cmd.Process.Signal(syscall.SIGTERM); err != nil {
		return err
	}
	err := <-p.ended
	close(p.ended)
	return err
}

// lives says whether a process exists.
func lives(pid int) bool { return !errors.Is(syscall.Kill(pid, 0), syscall.ESRCH) }
