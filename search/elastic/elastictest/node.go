package elastictest

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"sync"
	"syscall"
	"time"

	"github.com/modyard/modyard/platform/scratch"
	"github.com/modyard/modyard/platform/subprocess"
)

// startLimit bounds a start: the first one downloads 40 MB of jars.
const startLimit = 5 * time.Minute

// Node is a running node with its own data folder, which Stop removes.
type Node struct {
	port   int
	folder *scratch.Folder
	home   string
	kit    kit
	cmd    *exec.Cmd
	stdin  io.Closer
	ended  chan struct{}
	stop   sync.Once
}

// Start starts a node on a free port and waits until it answers.
func Start(ctx context.Context) (*Node, error) {
	k, err := prepare(ctx)
	if err != nil {
		return nil, err
	}
	folder, err := scratch.Make(os.TempDir())
	if err != nil {
		return nil, fmt.Errorf("start the node: %w", err)
	}
	n := &Node{folder: folder, home: folder.Path(), kit: k}
	if n.port, err = freePort(ctx); err == nil {
		err = n.prepareHome()
	}
	if err == nil {
		err = n.run(ctx)
	}
	if err != nil {
		return nil, errors.Join(err, folder.Remove())
	}
	return n, nil
}

// URL is the node's address.
func (n *Node) URL() string { return "http://127.0.0.1:" + strconv.Itoa(n.port) }

// Addr is the node's address as host and port.
func (n *Node) Addr() string { return "127.0.0.1:" + strconv.Itoa(n.port) }

// Kill kills the node and keeps its data.
func (n *Node) Kill() {
	_ = n.cmd.Process.Kill() // it may have ended already
	<-n.ended
}

// Pause suspends the node until Resume.
func (n *Node) Pause() error { return n.cmd.Process.Signal(syscall.SIGSTOP) }

// Resume continues a paused node.
func (n *Node) Resume() error { return n.cmd.Process.Signal(syscall.SIGCONT) }

// Restart starts a killed node again, on the same port and data.
func (n *Node) Restart(ctx context.Context) error { return n.run(ctx) }

// Stop ends the node and removes its data.
func (n *Node) Stop() {
	n.stop.Do(func() {
		_ = n.stdin.Close()
		select {
		case <-n.ended:
		case <-time.After(10 * time.Second):
			n.Kill()
		}
		_ = n.folder.Remove() // otherwise a later run does
	})
}

func (n *Node) prepareHome() error {
	module := filepath.Join(n.home, "modules", "transport-netty4")
	for _, d := range []string{"config", "plugins", "lib", "modules/transport-netty4", "tmp"} {
		if err := os.MkdirAll(filepath.Join(n.home, d), 0o755); err != nil {
			return fmt.Errorf("make a folder for the node: %w", err)
		}
	}
	if err := n.kit.copyModule(module); err != nil {
		return fmt.Errorf("prepare the node: %w", err)
	}
	return nil
}

func (n *Node) run(ctx context.Context) error {
	log, err := os.OpenFile(filepath.Join(n.home, "node.log"), os.O_CREATE|os.O_WRONLY|os.O_APPEND, 0o644)
	if err != nil {
		return fmt.Errorf("start the node: %w", err)
	}
	defer log.Close()
	heap, err := heapSize()
	if err != nil {
		return fmt.Errorf("start the node: %w", err)
	}
	path := n.kit.classes + string(os.PathListSeparator) + filepath.Join(n.kit.jars, "*")
	n.cmd = exec.Command(n.kit.java, "-Xms"+heap, "-Xmx"+heap, "--enable-native-access=ALL-UNNAMED", "--add-modules", "jdk.incubator.vector",
		"-Des.distribution.type=zip", "-Djava.io.tmpdir="+filepath.Join(n.home, "tmp"), "-cp", path, "TestNode", n.home, strconv.Itoa(n.port))
	n.cmd.Stdout, n.cmd.Stderr = log, log
	n.cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} // its owner handles keyboard interrupts
	// This pipe closes when this process ends in any way, and the node then ends too. One that is suspended is killed.
	if n.stdin, err = n.cmd.StdinPipe(); err != nil {
		return fmt.Errorf("start the node: %w", err)
	}
	if err := subprocess.Start(n.cmd); err != nil {
		return fmt.Errorf("start the node: %w", err)
	}
	n.ended = make(chan struct{})
	go func(cmd *exec.Cmd, ended chan struct{}) {
		_ = cmd.Wait() // the reason is in its log
		close(ended)
	}(n.cmd, n.ended)
	if err := n.await(ctx); err != nil {
		n.Kill()
		out, _ := os.ReadFile(filepath.Join(n.home, "node.log")) // the error suffices without the log
		return fmt.Errorf("start the node: %w: %s", err, tail(out))
	}
	return nil
}

// defaultHeap suffices for the small indexes of tests.
const defaultHeap = "512m"

var validHeap = regexp.MustCompile(`^[1-9][0-9]*[mg]$`)

// heapSize is the size of the node's heap, in the notation of java's -Xmx.
func heapSize() (string, error) {
	size := os.Getenv(EnvHeap)
	if size == "" {
		return defaultHeap, nil
	}
	if !validHeap.MatchString(size) {
		return "", fmt.Errorf("%s is %q, want a size such as 512m or 4g", EnvHeap, size)
	}
	return size, nil
}

// await waits until the node can create an index.
func (n *Node) await(ctx context.Context) error {
	client := &http.Client{Timeout: 5 * time.Second, Transport: &http.Transport{DisableKeepAlives: true}}
	for {
		req, err := http.NewRequestWithContext(ctx, http.MethodGet, n.URL()+"/_cluster/health?wait_for_status=yellow&timeout=2s", nil)
		if err != nil {
			return err
		}
		if res, err := client.Do(req); err == nil {
			_ = res.Body.Close()
			if res.StatusCode == http.StatusOK {
				return nil
			}
		}
		select {
		case <-n.ended:
			return errors.New("its process ended")
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(100 * time.Millisecond):
		}
	}
}

func freePort(ctx context.Context) (int, error) {
	var lc net.ListenConfig
	l, err := lc.Listen(ctx, "tcp", "127.0.0.1:0")
	if err != nil {
		return 0, fmt.Errorf("find a port for the node: %w", err)
	}
	defer l.Close()
	return l.Addr().(*net.TCPAddr).Port, nil
}
