package main

import (
	"bufio"
	"context"
	"fmt"
	"math/rand/v2"
	"net"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/modyard/modyard/eventlog/kurrent/kurrenttest"
	"github.com/modyard/modyard/platform/pause"
	"github.com/modyard/modyard/platform/subprocess"
)

// host is one process of the site, with its wire to the engine and its supervisor.
type host struct {
	t     *testing.T
	name  string
	args  []string
	data  string // its own folder
	blobs string // folder shared by all
	url   string // of the database, through the wire
	log   string // address of the log, through its own wire; empty if it is in the database
	wires []*wire
	find  *wire                  // to Elasticsearch; nil if there is none
	index string                 // address of Elasticsearch through it
	tells string                 // address of the broker, through its own wire
	posts string                 // address of the mail server
	base  atomic.Pointer[string] // the public address
	check atomic.Pointer[string] // the private address with the health check

	mu      sync.Mutex
	binary  string // the release that runs
	process *exec.Cmd
	ended   chan struct{}
	errs    *syncBuffer
}

func newHost(t *testing.T, name, app, blobs string, node *kurrenttest.Server, search *searchNode, broker *forwarded, letters *letterbox) *host {
	t.Helper()
	u, err := url.Parse(app)
	if err != nil {
		t.Fatal(err)
	}
	database := newWire(t, "unix", filepath.Join(u.Query().Get("host"), ".s.PGSQL."+u.Query().Get("port")))
	h := &host{t: t, name: name, wires: []*wire{database}, binary: os.Args[0], posts: letters.server.URL()}
	if node != nil {
		h.wires = append(h.wires, newWire(t, "tcp", node.Addr()))
		h.log = strings.Replace(node.URL(), node.Addr(), h.wires[1].address(), 1)
	}
	told := newWire(t, "tcp", broker.address)
	h.wires, h.tells = append(h.wires, told), broker.url(told)
	if search != nil {
		h.find = newWire(t, "tcp", search.addr)
		h.index = strings.Replace(search.url, search.addr, h.find.address(), 1)
	}
	u.Host = database.address()
	u.RawQuery = url.Values{"application_name": {name}, "sslmode": {"disable"}}.Encode()
	h.url = u.String()
	h.data, h.blobs = t.TempDir(), blobs
	h.settle()
	return h
}

// settle chooses the address of the process, outside the range of ephemeral ports, so that it is still free after a
// restart.
func (h *host) settle() {
	command, _, _ := strings.Cut(h.name, "-")
	private := freeAddress(h.t)
	h.args = []string{command, "--private-addr", private, "--data-dir", h.data, "--blob-url", h.blobs, "--keys-file", h.blobs + "-keys.json", "--log-level", "warn"}
	check := "http://" + private + "/readyz"
	h.check.Store(&check)
	if command == "serve" {
		public := freeAddress(h.t)
		h.args = append(h.args, "--addr", public, "--public-url", "http://site.example", "--hosts", "127.0.0.1", "--rate-limit", "0", "--proof-bits", "0", "--max-drafts", "0", "--max-organizations", "0")
		base := "http://" + public
		h.base.Store(&base)
	}
}

func freeAddress(t *testing.T) string {
	t.Helper()
	var lc net.ListenConfig
	for range 100 {
		l, err := lc.Listen(context.Background(), "tcp", fmt.Sprintf("127.0.0.1:%d", 10_000+rand.IntN(20_000)))
		if err == nil {
			defer l.Close() //nolint:errcheck // it only chose a port
			return l.Addr().String()
		}
	}
	t.Fatal("no port is free")
	return ""
}

// start runs the process.
func (h *host) start() {
	h.mu.Lock()
	defer h.mu.Unlock()
	c := programAt(h.binary, h.args...)
	c.Env = append(c.Env, "MODYARD_DATABASE_URL="+h.url, "MODYARD_LOG_URL="+h.log, "MODYARD_ELASTICSEARCH_URL="+h.index, "MODYARD_FORWARD_URL="+h.tells, "MODYARD_SMTP_URL="+h.posts,
		"MODYARD_WEBHOOK_PRIVATE=127.0.0.0/8", envReactors+"=1")
	errs := &syncBuffer{}
	c.Stderr = errs
	out, err := c.StdoutPipe()
	if err == nil {
		err = subprocess.Start(c)
	}
	if err != nil {
		h.t.Errorf("%s: %v", h.name, err)
		return
	}
	ended := make(chan struct{})
	go func() {
		for lines := bufio.NewScanner(out); lines.Scan(); {
		}
		_ = c.Wait()
		close(ended)
	}()
	h.process, h.ended, h.errs = c, ended, errs
}

// wait returns when the process is ready. A process that ended, because the engine was not available yet, is started
// again, as a supervisor would.
func (h *host) wait(ctx context.Context) {
	h.t.Helper()
	for !h.ready(ctx) {
		if h.over() {
			if !pause.For(ctx, 300*time.Millisecond) {
				break
			}
			h.again()
		}
		if !pause.For(ctx, 100*time.Millisecond) {
			break
		}
	}
	if ctx.Err() != nil {
		h.t.Errorf("%s does not become ready:\n%s", h.name, h.said())
	}
}

// again restarts a process that has ended by itself, with another port if its port is in use.
func (h *host) again() {
	if strings.Contains(h.said(), "address already in use") {
		h.settle()
	}
	h.start()
}

func (h *host) ready(ctx context.Context) bool {
	ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, *h.check.Load(), nil)
	if err != nil {
		return false
	}
	answer, err := http.DefaultClient.Do(req)
	if err != nil {
		return false
	}
	answer.Body.Close()
	return answer.StatusCode == http.StatusOK
}

func (h *host) signal(s syscall.Signal) {
	h.mu.Lock()
	defer h.mu.Unlock()
	_ = h.process.Process.Signal(s)
}

func (h *host) over() bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	select {
	case <-h.ended:
		return true
	default:
		return false
	}
}

func (h *host) said() string {
	h.mu.Lock()
	defer h.mu.Unlock()
	text := h.errs.String()
	return text[max(0, len(text)-4000):]
}

// kill kills the process and starts it again.
func (h *host) kill() {
	h.signal(syscall.SIGKILL)
	<-h.gone()
	h.start()
}

// runs sets the release for the next start, and returns whether it is another one.
func (h *host) runs(binary string) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	other := binary != h.binary
	h.binary = binary
	return other
}

func (h *host) release() string {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.binary
}

func (h *host) gone() <-chan struct{} {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.ended
}

// stop stops the process gracefully and expects success.
func (h *host) stop() {
	h.signal(syscall.SIGTERM)
	if !endsInTime(h) {
		return
	}
	if code := h.process.ProcessState.ExitCode(); code != 0 {
		h.t.Errorf("%s after SIGTERM: exit code %d\n%s", h.name, code, h.said())
	}
}

// endsInTime says whether a process ends after a signal. One that does not is killed, which is an error.
func endsInTime(h *host) bool {
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	select {
	case <-h.gone():
		return true
	case <-ctx.Done():
		h.t.Errorf("%s does not end after SIGTERM:\n%s", h.name, h.said())
		h.end()
		return false
	}
}

// end kills the process and its children.
func (h *host) end() {
	h.mu.Lock()
	c := h.process
	h.mu.Unlock()
	if c == nil {
		return
	}
	_ = c.Process.Signal(syscall.SIGCONT)
	_ = c.Process.Kill()
	<-h.gone()
}
