package install_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

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
	// fails is what a step of the exchange fails with; after errKilled the node does nothing any more. nil: nothing fails.
	fails  func(step string) error
	killed bool
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

func (h *host) fault(step string) error {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.killed || h.fails == nil {
		return h.alive()
	}
	err := h.fails(step)
	h.killed = errors.Is(err, errKilled)
	return err
}

// alive fails once the node is killed. h.mu is held.
func (h *host) alive() error {
	if h.killed {
		return errKilled
	}
	return nil
}

// kept is the store of a node until it is killed.
type kept struct {
	*store.Store
	host *host
}

func (k kept) SaveInstallation(server string, i store.Installation, reports ...node.Report) error {
	k.host.mu.Lock()
	defer k.host.mu.Unlock()
	if err := k.host.alive(); err != nil {
		return err
	}
	return k.Store.SaveInstallation(server, i, reports...)
}

// at is what fails at the n-th step.
func at(n int, with error) func(string) error {
	done := 0
	return func(string) error {
		if done++; done == n {
			return with
		}
		return nil
	}
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
	h.service = install.New(install.Options{Servers: h, Store: kept{s, h}, Files: f, Fetcher: h, Software: h, Every: 20 * time.Millisecond, Exclude: func(string) (func(), bool) { return func() {}, true }})
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

// asked is a host with a server on which something is to be installed.
func asked(t *testing.T, hard bool) *host {
	t.Helper()
	h := &host{t: t, dir: t.TempDir()}
	if err := os.MkdirAll(filepath.Join(h.root(), "world"), 0o700); err != nil {
		t.Fatal(err)
	}
	for path, text := range map[string]string{"server.jar": "old", "world/level.dat": "the world"} {
		if err := os.WriteFile(filepath.Join(h.root(), path), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	h.desired = node.Desired{Server: server, Generation: 5, Install: &node.Install{Generation: 5, Hard: hard, Loader: &node.InstallLoader{Loader: "Paper", GameVersion: "1.21"}}}
	return h
}

func (h *host) root() string { return filepath.Join(h.dir, server, "root") }

// over says whether the node is killed or the installation has ended.
func (h *host) over() bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.killed || len(h.told) > 0
}

// next starts a node that is not killed, where the last one was, and says whether it was.
func (h *host) next() (killed bool) {
	h.stop()
	h.mu.Lock()
	killed, h.killed = h.killed, false
	h.mu.Unlock()
	h.open()
	until.True(h.t, "the installation has ended", h.over)
	return killed
}

// wants compares the reports and the files; an empty text is no file.
func (h *host) wants(reports []string, texts map[string]string) {
	h.t.Helper()
	if got := h.reports(); !slices.Equal(got, reports) {
		h.t.Errorf("%q, want %q", got, reports)
	}
	for path, want := range texts {
		b, err := os.ReadFile(filepath.Join(h.root(), path))
		if want == "" && !errors.Is(err, os.ErrNotExist) || string(b) != want {
			h.t.Errorf("%s is %q, %v", path, b, err)
		}
	}
}

// installed checks that what was asked for is in place.
func (h *host) installed(hard bool) {
	h.t.Helper()
	texts := map[string]string{"server.jar": "server.jar of 1.21", "libraries/b.jar": "libraries/b.jar of 1.21", "world/level.dat": "the world"}
	if hard {
		texts["world/level.dat"] = ""
	}
	h.wants([]string{"install-started", "installed"}, texts)
	i, err := h.store.Installation(server)
	if err != nil || i.Done != 5 || i.Doing != nil || i.Software == nil || i.Software.GameVersion != "1.21" || h.unsettled == 0 {
		h.t.Errorf("%+v %v, %d", i, err, h.unsettled)
	}
}

// refused checks that nothing has changed because the disk has no room.
func (h *host) refused() {
	h.t.Helper()
	h.wants([]string{"install-started", "install-failed " + node.ReasonDisk}, map[string]string{"server.jar": "old", "libraries/b.jar": "", "world/level.dat": "the world"})
	i, err := h.store.Installation(server)
	if err != nil || i.Done != 5 || i.Doing != nil || i.Software != nil || h.unsettled != 0 {
		h.t.Errorf("%+v %v, %d", i, err, h.unsettled)
	}
}

func TestAnInstallationThatIsKilledAtAnyStepOfTheExchangeIsFinishedAndReportedOnce(t *testing.T) {
	t.Parallel()
	for _, hard := range []bool{false, true} {
		for end, whole := 1, false; !whole; end++ {
			h := asked(t, hard)
			h.fails = at(end, errKilled)
			h.open()
			until.True(t, "the node is killed or the installation has ended", h.over)
			whole = !h.next()
			h.installed(hard)
			h.stop()
			if t.Failed() {
				t.Fatalf("after the step %d of a hard=%t installation", end, hard)
			}
		}
	}
}

func TestAnInstallationForWhichTheDiskHasNoRoomEndsWithThatCauseAndIsReportedOnce(t *testing.T) {
	t.Parallel()
	for _, hard := range []bool{false, true} {
		for end, settled := 1, false; !settled; end++ {
			h := asked(t, hard)
			h.fails = at(end, syscall.ENOSPC)
			h.open()
			until.True(t, "the installation has ended", h.over)
			h.mu.Lock()
			settled = h.told[0] // no step lacks room, or one after the exchange, which waits
			h.mu.Unlock()
			if settled {
				h.installed(hard)
			} else {
				h.refused()
			}
			h.stop()
			if t.Failed() {
				t.Fatalf("without room for the step %d of a hard=%t installation", end, hard)
			}
		}
	}
}

func TestAnInstallationThatIsTakenBackForAFullDiskIsEndedByTheNextNode(t *testing.T) {
	t.Parallel()
	for _, hard := range []bool{false, true} {
		for end, whole := 1, false; !whole; end++ {
			h := asked(t, hard)
			back, after := at(end, errKilled), false
			h.fails = func(step string) error {
				if step == "moved" {
					after = true
					return syscall.ENOSPC
				}
				if after {
					return back(step)
				}
				return nil
			}
			h.open()
			until.True(t, "the node is killed or the installation has ended", h.over)
			whole = !h.next()
			h.refused()
			h.stop()
			if t.Failed() {
				t.Fatalf("after the step %d of taking back a hard=%t installation", end, hard)
			}
		}
	}
}
