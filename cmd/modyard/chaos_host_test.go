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
)

// host is one process of the site, its wire to the engine, and whoever starts it again when it has ended.
type host struct {
	t     *testing.T
	name  string
	args  []string
	data  string // folder of its own
	blobs string // folder that all share
	url   string // of the database, through the wire
	log   string // address of the log, through a wire of its own; empty where it is in the database
	wires []*wire
	find  *wire                  // to Elasticsearch; nil where there is none
	index string                 // address of Elasticsearch through it
	base  atomic.Pointer[string] // where it serves
	check atomic.Pointer[string] // where it says whether it is ready

	mu      sync.Mutex
	binary  string // the release that it runs
	process *exec.Cmd
	ended   chan struct{}
	errs    *syncBuffer
}

func newHost(t *testing.T, name, app, blobs string, node *kurrenttest.Server, search *searchNode) *host {
	t.Helper()
	u, err := url.Parse(app)
	if err != nil {
		t.Fatal(err)
	}
	database := newWire(t, "unix", filepath.Join(u.Query().Get("host"), ".s.PGSQL."+u.Query().Get("port")))
	h := &host{t: t, name: name, wires: []*wire{database}, binary: os.Args[0]}
	if node != nil {
		h.wires = append(h.wires, newWire(t, "tcp", node.Addr()))
		h.log = strings.Replace(node.URL(), node.Addr(), h.wires[1].address(), 1)
	}
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

// settle chooses where the process answers, outside of the ports that connections take for their own end: nobody is to
// sit there when it comes back.
func (h *host) settle() {
	command, _, _ := strings.Cut(h.name, "-")
	private := freeAddress(h.t)
	h.args = []string{command, "--private-addr", private, "--data-dir", h.data, "--blob-url", h.blobs, "--keys-file", h.blobs + "-keys.json", "--log-level", "warn"}
	check := "http://" + private + "/readyz"
	h.check.Store(&check)
	if command == "serve" {
		public := freeAddress(h.t)
		h.args = append(h.args, "--addr", public, "--public-url", "http://site.example", "--rate-limit", "0", "--proof-bits", "0")
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

// start runs the process, and again whenever it has ended by itself or was killed.
func (h *host) start() {
	h.mu.Lock()
	defer h.mu.Unlock()
	c := programAt(h.binary, h.args...)
	c.Env = append(c.Env, "MODYARD_DATABASE_URL="+h.url, "MODYARD_LOG_URL="+h.log, "MODYARD_ELASTICSEARCH_URL="+h.index)
	errs := &syncBuffer{}
	c.Stderr = errs
	out, err := c.StdoutPipe()
	if err == nil {
		err = c.Start()
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

// wait returns when the process says that it is ready. One that gave up, because the engine was not there yet, is
// started again, as whoever watches over it would.
func (h *host) wait(ctx context.Context) {
	h.t.Helper()
	for !h.ready(ctx) {
		if h.over() {
			if !sleep(ctx, 300*time.Millisecond) {
				break
			}
			h.again()
		}
		if !sleep(ctx, 100*time.Millisecond) {
			break
		}
	}
	if ctx.Err() != nil {
		h.t.Errorf("%s does not get ready:\n%s", h.name, h.said())
	}
}

// again starts a process that has ended by itself, somewhere else where its place was taken.
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

// kill ends the process without a word and starts it anew.
func (h *host) kill() {
	h.signal(syscall.SIGKILL)
	<-h.gone()
	h.start()
}

// runs chooses the release that the process is started from next time, and says whether that is another one.
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

// stop ends the process in order and expects it to succeed.
func (h *host) stop() {
	h.signal(syscall.SIGTERM)
	select {
	case <-h.gone():
	case <-time.After(60 * time.Second):
		h.t.Errorf("%s does not end after SIGTERM:\n%s", h.name, h.said())
		h.end()
		return
	}
	if code := h.process.ProcessState.ExitCode(); code != 0 {
		h.t.Errorf("%s after SIGTERM: exit code %d\n%s", h.name, code, h.said())
	}
}

// end leaves nothing running.
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
