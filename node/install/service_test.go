package install_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/modyard/modyard/contract/node"
	"github.com/modyard/modyard/node/fetch"
	"github.com/modyard/modyard/node/files"
	"github.com/modyard/modyard/node/install"
	"github.com/modyard/modyard/node/store"
	"github.com/modyard/modyard/node/token"
	"github.com/modyard/modyard/platform/software"
	"github.com/modyard/modyard/platform/until"
)

const server = "srvAAAAA"

// host is a node with one server, and a double of everything but its store and its files.
type host struct {
	t       *testing.T
	dir     string
	store   *store.Store
	service *install.Service
	stop    func()

	mu        sync.Mutex
	desired   node.Desired
	unsettled int
	told      []bool
	step      int // of the exchange
	end       int // the step at which the node is killed; 0: none
	killed    bool
}

func (h *host) State(string) (node.Observed, node.Desired, bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	return node.Observed{Server: server, State: node.StateStopped}, h.desired, true
}
func (h *host) Observed() []node.Observed      { return []node.Observed{{Server: server}} }
func (h *host) Changed(string) <-chan struct{} { return nil }
func (h *host) Folder(string) (files.Folder, error) {
	dir := filepath.Join(h.dir, server)
	return files.Folder{Dir: dir}, os.MkdirAll(filepath.Join(dir, "root"), 0o700)
}
func (h *host) Unsettle(context.Context, string) error {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.unsettled++
	return nil
}
func (h *host) Installed(_ string, other bool) error {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.told = append(h.told, other)
	return nil
}

var errKilled = errors.New("killed")

func (h *host) fault(string) error {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.step++; h.step == h.end || h.killed {
		h.killed = true
		return errKilled
	}
	return nil
}

// File fetches whatever is asked for.
func (h *host) File(_ context.Context, s fetch.Source, dst *os.File) error {
	_, err := dst.WriteString(s.URL)
	return err
}
func (h *host) Allowed(string) error { return nil }

func (h *host) Loaders(context.Context) ([]string, error)              { return nil, nil }
func (h *host) Games(context.Context, string) ([]software.Game, error) { return nil, nil }
func (h *host) Versions(context.Context, string, string) ([]software.Version, error) {
	return nil, nil
}
func (h *host) Resolve(_ context.Context, loader, game, version string) (software.Release, error) {
	r := software.Release{Kind: software.KindJar, Loader: loader, GameVersion: game, LoaderVersion: version, Jar: "server.jar"}
	for _, path := range []string{"server.jar", "libraries/a.jar", "libraries/b.jar", "server.properties"} {
		r.Files = append(r.Files, software.File{Path: path, URL: path + " of " + game})
	}
	return r, nil
}

// open begins with a node.
func (h *host) open() {
	h.t.Helper()
	s, err := store.Open(filepath.Join(h.dir, "state.db"))
	if err != nil {
		h.t.Fatal(err)
	}
	guard, err := token.Open("", "nodeAAAA", nil)
	if err != nil {
		h.t.Fatal(err)
	}
	f := files.New(files.Options{Servers: h, Fault: h.fault}, guard)
	h.store = s
	h.service = install.New(install.Options{Servers: h, Store: s, Files: f, Fetcher: h, Software: h, Exclude: func(string) (func(), bool) { return func() {}, true }})
	ctx, cancel := context.WithCancel(h.t.Context())
	ended := make(chan struct{})
	go func() { defer close(ended); h.service.Run(ctx) }()
	h.stop = func() {
		cancel()
		<-ended
		if err := errors.Join(f.Close(context.Background()), s.Close()); err != nil {
			h.t.Error(err)
		}
	}
}

func (h *host) reports() (list []string) {
	h.t.Helper()
	all, err := h.store.Pending(0, 100)
	if err != nil {
		h.t.Fatal(err)
	}
	for _, r := range all {
		list = append(list, strings.TrimSpace(r.Kind+" "+r.Reason))
	}
	return list
}

func TestAnInstallationThatIsKilledAtAnyStepOfTheExchangeIsFinishedAndReportedOnce(t *testing.T) {
	t.Parallel()
	for _, hard := range []bool{false, true} {
		for end, whole := 1, false; !whole; end++ {
			h := &host{t: t, dir: t.TempDir(), end: end}
			root := filepath.Join(h.dir, server, "root")
			if err := os.MkdirAll(filepath.Join(root, "world"), 0o700); err != nil {
				t.Fatal(err)
			}
			for path, text := range map[string]string{"server.jar": "old", "world/level.dat": "the world"} {
				if err := os.WriteFile(filepath.Join(root, path), []byte(text), 0o600); err != nil {
					t.Fatal(err)
				}
			}
			h.desired = node.Desired{Server: server, Generation: 5, Install: &node.Install{Generation: 5, Hard: hard, Loader: &node.InstallLoader{Loader: "Paper", GameVersion: "1.21"}}}
			h.open()
			over := func() bool {
				h.mu.Lock()
				defer h.mu.Unlock()
				return h.killed || len(h.told) > 0
			}
			until.True(t, "the node is killed or the installation has ended", over)
			h.mu.Lock()
			whole = !h.killed
			h.mu.Unlock()
			h.stop()
			h.mu.Lock()
			h.end, h.killed = 0, false
			h.mu.Unlock()
			h.open()
			until.True(t, "the installation has ended", over)
			if got := h.reports(); !slices.Equal(got, []string{"install-started", "installed"}) {
				t.Fatalf("after the step %d: %q", end, got)
			}
			i, err := h.store.Installation(server)
			if err != nil || i.Done != 5 || i.Doing != nil || i.Software == nil || i.Software.GameVersion != "1.21" || h.unsettled == 0 {
				t.Fatalf("after the step %d: %+v %v, %d", end, i, err, h.unsettled)
			}
			for path, want := range map[string]string{"server.jar": "server.jar of 1.21", "libraries/b.jar": "libraries/b.jar of 1.21", "world/level.dat": "the world"} {
				b, err := os.ReadFile(filepath.Join(root, path))
				if hard && path == "world/level.dat" {
					if err == nil {
						t.Errorf("%s is still there", path)
					}
				} else if string(b) != want {
					t.Errorf("after the step %d %s is %q, %v", end, path, b, err)
				}
			}
			h.stop()
		}
	}
}
