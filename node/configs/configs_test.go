package configs_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/modyard/modyard/contract/node"
	"github.com/modyard/modyard/node/configs"
	"github.com/modyard/modyard/node/files"
	"github.com/modyard/modyard/node/store"
	"github.com/modyard/modyard/node/token"
	"github.com/modyard/modyard/platform/until"
)

const server = "srvAAAAA"

// host is a node with one server and real folders, files and store.
type host struct {
	t     *testing.T
	dir   string
	store *store.Store
	files *files.Service
	*configs.Service

	mu       sync.Mutex
	now      time.Time
	observed node.Observed
	deleted  bool
	change   chan struct{}
	sent     map[string]string
	away     error
}

func newHost(t *testing.T) *host {
	t.Helper()
	h := &host{
		t: t, dir: filepath.Join(t.TempDir(), server), now: time.Date(2026, 5, 1, 12, 0, 0, 0, time.UTC), change: make(chan struct{}), sent: map[string]string{},
		observed: node.Observed{Server: server, State: node.StateStopped},
	}
	var err error
	if h.store, err = store.Open(filepath.Join(t.TempDir(), "state.db")); err != nil {
		t.Fatal(err)
	}
	guard, err := token.Open("", "nodeAAAA", nil)
	if err != nil {
		t.Fatal(err)
	}
	h.files = files.New(files.Options{Servers: h}, guard)
	t.Cleanup(func() {
		if err := errors.Join(h.files.Close(context.Background()), h.store.Close()); err != nil {
			t.Error(err)
		}
	})
	h.restart()
	return h
}

// restart makes a service, as the next node does.
func (h *host) restart() {
	h.Service = configs.New(configs.Options{
		Servers: h, Files: h.files, Store: h.store, Ready: func() bool { return true }, Clock: func() time.Time { h.mu.Lock(); defer h.mu.Unlock(); return h.now },
		Send: func(_ context.Context, id, hash string, content []byte) error {
			h.mu.Lock()
			defer h.mu.Unlock()
			if h.away != nil {
				return h.away
			}
			if _, again := h.sent[hash]; again {
				h.t.Errorf("%s is sent again", hash)
			}
			h.sent[hash] = string(content)
			return nil
		},
	})
}

func (h *host) Observed() []node.Observed {
	h.mu.Lock()
	defer h.mu.Unlock()
	return []node.Observed{h.observed}
}

func (h *host) State(string) (node.Observed, node.Desired, bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.observed, node.Desired{Server: server, Deleted: h.deleted}, true
}

func (h *host) Changed(string) <-chan struct{} { return h.change }

func (h *host) Folder(string) (files.Folder, error) {
	return files.Folder{Dir: h.dir}, os.MkdirAll(filepath.Join(h.dir, "root"), 0o700)
}

// is sets the state of the server, and lets time pass.
func (h *host) is(state, run string, later time.Duration) {
	h.mu.Lock()
	h.now = h.now.Add(later)
	h.observed.State, h.observed.Run = state, run
	h.mu.Unlock()
	h.Look(context.Background())
}

func (h *host) write(path, content string) {
	h.t.Helper()
	at := filepath.Join(h.dir, "root", path)
	if err := errors.Join(os.MkdirAll(filepath.Dir(at), 0o700), os.WriteFile(at, []byte(content), 0o600)); err != nil {
		h.t.Fatal(err)
	}
}

// told takes the reports: cause, account and files, with + for a content, - for a file that is gone and ? for one that is not followed any more.
func (h *host) told() (lines []string) {
	h.t.Helper()
	reports, err := h.store.Pending(0, 1000)
	if err != nil {
		h.t.Fatal(err)
	}
	var last uint64
	for _, r := range reports {
		line := strings.TrimSpace(r.Configuration.Cause + " " + r.Configuration.Account)
		for _, f := range r.Configuration.Files {
			mark := "+"
			if f.Gone {
				mark = "-"
			} else if f.Hash == "" {
				mark = "?"
			}
			line += " " + mark + f.Path
		}
		lines, last = append(lines, line), r.Sequence
	}
	if last > 0 {
		if err := h.store.Acknowledge(last); err != nil {
			h.t.Fatal(err)
		}
	}
	return lines
}

func (h *host) tells(want ...string) {
	h.t.Helper()
	if got := h.told(); !reflect.DeepEqual(got, want) {
		h.t.Errorf("reports\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

func TestEachChangeIsReportedOnceWithItsCause(t *testing.T) {
	h := newHost(t)
	h.write("server.properties", "pvp=true\n")
	h.write("config/a.toml", "a = 1\n")
	h.is(node.StateStopped, "", 0)
	h.tells("found +/config/a.toml +/server.properties")
	h.is(node.StateStopped, "", time.Hour)
	h.tells()
	h.write("server.properties", "pvp=false\n")
	h.is(node.StateStarting, "r1", time.Second)
	h.tells("process +/server.properties")
	h.write("config/a.toml", "a = 2\n")
	h.is(node.StateRunning, "r1", 5*time.Second) // the next look is not due
	h.tells()
	h.is(node.StateRunning, "r1", 30*time.Second)
	h.tells("process +/config/a.toml")
	h.write("plugins/x/config.yml", "x: 1\n")
	h.Wrote(t.Context(), files.Writer{Server: server, Account: "accAAAAA", Token: "ses1"}, "/plugins/x/config.yml")
	h.tells("account accAAAAA +/plugins/x/config.yml")
	if err := os.RemoveAll(filepath.Join(h.dir, "root", "plugins")); err != nil {
		t.Fatal(err)
	}
	h.Wrote(t.Context(), files.Writer{Server: server, Account: "accAAAAA", Token: "ses1"}, "/plugins")
	h.tells("account accAAAAA -/plugins/x/config.yml")
	h.write("server.properties", "pvp=true\ndifficulty=hard\n")
	h.Settled(server, "/server.properties")
	h.Look(t.Context())
	h.tells("settings +/server.properties")
	h.restart() // what was reported is known to the next node
	h.is(node.StateStopped, "r1", time.Second)
	h.tells()
	if err := h.Replaced(server, node.ConfigurationRestore); err != nil {
		t.Fatal(err)
	}
	h.write("config/a.toml", "a = 1\n")
	h.restart()
	h.is(node.StateStopped, "r1", time.Second)
	h.is(node.StateStopped, "r1", time.Hour)
	h.tells("restore +/config/a.toml")
}

func TestNothingIsLookedAtWhileSomethingIsPutInPlace(t *testing.T) {
	h := newHost(t)
	h.is(node.StateStopped, "", 0)
	h.observed.Install = &node.InstallProgress{}
	h.write("config/a.toml", "a = 1\n")
	h.is(node.StateStarting, "r1", time.Hour)
	h.tells()
	h.observed.Install = nil
	if err := errors.Join(h.Replaced(server, node.ConfigurationInstall), h.Replaced(server, node.ConfigurationInstall)); err != nil {
		t.Fatal(err)
	}
	h.is(node.StateStopped, "", time.Second)
	h.tells("install +/config/a.toml")
}

func TestPlayersListsAndLogsAreNotFollowed(t *testing.T) {
	h := newHost(t)
	for _, path := range []string{
		"banned-ips.json", "banned-players.json", "whitelist.json", "ops.json", "usercache.json", "eula.txt", "logs/latest.log", "logs/a.txt", "config/logs/a.txt",
		"world/playerdata/a.json", "world/level.dat", "plugins/Essentials/userdata/9f6b3e3a-0f5e-4a7e-9f83-3a9a4f4f6f10.yml",
		"plugins/x/9f6b3e3a-0f5e-4a7e-9f83-3a9a4f4f6f10.yml", "plugins/x/banned.yml", "plugins/x.jar", "config/.hidden.yml", "mods/a.toml", "world/datapacks/a.json",
		"plugins/dynmap/web/a.json", "config/banned-ips.json",
	} {
		h.write(path, "x\n")
	}
	for _, path := range []string{"server.properties", "bukkit.yml", "config/a/b.JSON", "plugins/a/config.yml", "defaultconfigs/a.toml", "world/serverconfig/a.toml"} {
		h.write(path, "x\n")
	}
	h.is(node.StateStopped, "", 0)
	h.tells("found +/bukkit.yml +/config/a/b.JSON +/defaultconfigs/a.toml +/plugins/a/config.yml +/server.properties +/world/serverconfig/a.toml")
}

func TestHostileFilesAreLeftOutAndTheOthersReported(t *testing.T) {
	h := newHost(t)
	outside := filepath.Join(t.TempDir(), "secret.yml")
	if err := os.WriteFile(outside, []byte("secret\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	root := filepath.Join(h.dir, "root")
	h.write("config/good.yml", "a: 1\n")
	h.write("config/binary.yml", "a\x00b")
	h.write("config/large.yml", strings.Repeat("x", node.MaxConfiguration+1))
	h.write("config/most.yml", strings.Repeat("x", node.MaxConfiguration))
	h.write("config/latin.yml", "motd: caf\xe9\n")
	h.write("config/"+strings.Repeat("d", 200)+"/"+strings.Repeat("e", 200)+"/"+strings.Repeat("f", 200)+".yml", "too deep\n")
	if err := errors.Join(
		os.Symlink(outside, filepath.Join(root, "config", "link.yml")),
		os.Symlink(filepath.Dir(outside), filepath.Join(root, "plugins")),
		os.Symlink("config", filepath.Join(root, "defaultconfigs")),
		os.Symlink(".", filepath.Join(root, "config", "loop")),
		syscall.Mkfifo(filepath.Join(root, "config", "pipe.yml"), 0o600),
		os.Link(filepath.Join(root, "config", "good.yml"), filepath.Join(root, "config", "twice.yml")),
		os.WriteFile(filepath.Join(root, "config", "a\nb.yml"), nil, 0o600),
		os.WriteFile(filepath.Join(root, "config", "bad\xff.yml"), nil, 0o600),
		os.WriteFile(filepath.Join(root, "config", "\u202etxt.yml"), nil, 0o600),
		os.WriteFile(filepath.Join(root, "config", "empty.yml"), nil, 0o600),
	); err != nil {
		t.Fatal(err)
	}
	sparse, err := os.Create(filepath.Join(root, "config", "sparse.yml"))
	if err == nil {
		err = errors.Join(sparse.Truncate(1<<40), sparse.Close())
	}
	if err != nil {
		t.Fatal(err)
	}
	h.is(node.StateStopped, "", 0)
	h.tells("found +/config/empty.yml +/config/latin.yml +/config/most.yml")
	// A file that becomes too large, and one that a pipe replaces.
	h.write("config/most.yml", strings.Repeat("x", node.MaxConfiguration+1))
	if err := errors.Join(os.Remove(filepath.Join(root, "config", "latin.yml")), syscall.Mkfifo(filepath.Join(root, "config", "latin.yml"), 0o600)); err != nil {
		t.Fatal(err)
	}
	h.is(node.StateRunning, "r1", time.Minute)
	h.tells("process -/config/latin.yml ?/config/most.yml")
}

func TestAFileThatChangesAgainAndAgainIsReportedLessAndLessOften(t *testing.T) {
	h := newHost(t)
	h.write("plugins/x/data.yml", "n: 0\n")
	h.is(node.StateRunning, "r1", 0)
	h.told()
	reports := 0
	for n := range 240 { // two hours
		h.write("plugins/x/data.yml", fmt.Sprintf("n: %d\n", n+1))
		h.is(node.StateRunning, "r1", 30*time.Second)
		reports += len(h.told())
	}
	if reports < 3 || reports > 12 {
		t.Errorf("%d reports of a file that changed 240 times", reports)
	}
	// What the process leaves is reported at its end.
	h.write("plugins/x/data.yml", "n: last\n")
	h.is(node.StateStopped, "r1", time.Second)
	h.tells("process +/plugins/x/data.yml")
}

func TestManyFilesAreReportedInParts(t *testing.T) {
	h := newHost(t)
	for n := range 2*node.MaxConfigurationFiles + 1 {
		h.write(fmt.Sprintf("config/%04d.yml", n), fmt.Sprint(n))
	}
	h.is(node.StateStopped, "", 0)
	if got := h.told(); len(got) != 3 || strings.Count(got[0], "+") != node.MaxConfigurationFiles || strings.Count(got[2], "+") != 1 {
		t.Errorf("%d reports", len(got))
	}
	// A folder with too many entries is left out, and what is missing because of it is not called gone.
	for n := range 2000 {
		h.write(fmt.Sprintf("config/x%04d.log", n), "")
	}
	h.is(node.StateRunning, "r1", time.Minute)
	h.tells()
}

func TestEachContentIsSentOnceAndWaitsForTheSite(t *testing.T) {
	h := newHost(t)
	h.away = errors.New("the site is away")
	h.write("server.properties", "pvp=true\n")
	h.is(node.StateStopped, "", 0)
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan struct{})
	go func() { h.Run(ctx); close(ended) }()
	stop()
	<-ended
	kept := filepath.Join(h.dir, "meta", "configurations")
	if entries, err := os.ReadDir(kept); err != nil || len(entries) != 1 {
		t.Fatalf("%v %v", entries, err)
	}
	if info, err := os.Stat(kept); err != nil || info.Mode().Perm() != 0o700 {
		t.Errorf("%v %v", info, err)
	}
	h.mu.Lock()
	h.away = nil
	h.mu.Unlock()
	h.restart()
	ctx, stop = context.WithCancel(t.Context())
	ended = make(chan struct{})
	go func() { h.Run(ctx); close(ended) }()
	sent := func() int { h.mu.Lock(); defer h.mu.Unlock(); return len(h.sent) }
	until.True(t, "the content is sent", func() bool {
		entries, err := os.ReadDir(kept)
		return err == nil && len(entries) == 0 && sent() == 1
	})
	// Other contents, and the first one again: it is not sent once more.
	h.write("server.properties", "pvp=false\n")
	h.Wrote(ctx, files.Writer{Server: server, Account: "accAAAAA"}, "/server.properties")
	h.write("server.properties", "pvp=true\n")
	h.Wrote(ctx, files.Writer{Server: server, Account: "accAAAAA"}, "/server.properties")
	until.True(t, "the other content is sent", func() bool { return sent() == 2 })
	stop()
	<-ended
	h.mu.Lock()
	defer h.mu.Unlock()
	for hash, content := range h.sent {
		if len(hash) != 64 || !strings.HasPrefix(content, "pvp=") {
			t.Errorf("%s %q", hash, content)
		}
	}
}

func TestAContentThatTheSiteDoesNotWantIsForgotten(t *testing.T) {
	h := newHost(t)
	h.away = fmt.Errorf("404: %w", configs.ErrUnwanted)
	h.write("server.properties", "pvp=true\n")
	h.is(node.StateStopped, "", 0)
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan struct{})
	go func() { h.Run(ctx); close(ended) }()
	until.True(t, "the content is forgotten", func() bool {
		entries, err := os.ReadDir(filepath.Join(h.dir, "meta", "configurations"))
		return err == nil && len(entries) == 0
	})
	stop()
	<-ended
}

func TestOfADeletedServerNothingIsStored(t *testing.T) {
	h := newHost(t)
	h.write("server.properties", "pvp=true\n")
	h.deleted = true
	h.is(node.StateStopped, "", 0)
	var state json.RawMessage
	if found, err := h.store.Configurations(server, &state); found || err != nil {
		t.Errorf("%s %v", state, err)
	}
	h.tells()
}
