package backup

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/modyard/modyard/contract/node"
	"github.com/modyard/modyard/node/files"
	"github.com/modyard/modyard/node/limit"
	"github.com/modyard/modyard/node/store"
)

const (
	serverID = "server01"
	goodID   = "Backup01"
)

// host is a node with one server and real folders. What it knows of the server and reports of it stands here.
type host struct {
	*store.Store
	t        *testing.T
	dir      string // the server's folder
	files    *files.Service
	service  *Service
	replaced error // ends the node before its report is stored

	mu      sync.Mutex
	state   string
	desired node.Desired
	reports []node.Report
	fault   func(step string) error
	changed func()
}

// newHost is a host whose server has a backup of some files, all of which have changed since.
func newHost(t *testing.T) *host {
	t.Helper()
	dir := t.TempDir()
	kept, err := store.Open(filepath.Join(dir, "state.db"))
	if err != nil {
		t.Fatal(err)
	}
	h := &host{Store: kept, t: t, dir: filepath.Join(dir, serverID), state: node.StateStopped, desired: node.Desired{Server: serverID, Generation: 1}}
	t.Cleanup(func() { _ = h.Close() })
	h.start()
	root := filepath.Join(h.dir, dirRoot)
	put(t, root, "world/level.dat", "saved")
	put(t, root, "world/region/r.0.0.mca", "saved region")
	put(t, root, "mods/a.jar", "jar")
	put(t, root, "big", strings.Repeat("0123456789abcdef", 1<<17))
	if err := errors.Join(os.Symlink("level.dat", filepath.Join(root, "world", "latest")), os.MkdirAll(filepath.Join(root, strings.Repeat("deep/", node.MaxDepth+2)), 0o755)); err != nil {
		t.Fatal(err)
	}
	r, err := open(t.Context(), h.service.dir(serverID), serverID, true)
	if err != nil {
		t.Fatal(err)
	}
	defer r.close(t.Context())
	r.backUp(t, root, goodID)
	put(t, root, "world/level.dat", "changed")
	put(t, root, "world/region/r.0.0.mca", "changed region")
	put(t, root, "world/new.dat", "new")
	return h
}

// start starts the services, as a node does after the last one was killed.
func (h *host) start() {
	h.files = files.New(files.Options{Servers: h, Fault: h.fails}, nil)
	h.service = New(Options{
		Dir: filepath.Join(filepath.Dir(h.dir), "backups"), Store: h, Servers: h, Files: h.files, Changed: h.tells,
		Replaced: func(string) error { return h.replaced },
	})
	h.t.Cleanup(func() { _ = h.files.Close(context.Background()) })
}

// step does the next thing that is to be done for the server.
func (h *host) step(ctx context.Context) {
	h.service.look(ctx, serverID)
	h.service.work.Wait()
}

// work does what is to be done: never more than what a killed node has left, the request, and nothing.
func (h *host) work() {
	for range 3 {
		h.step(h.t.Context())
	}
}

// ask asks for a file or folder of a backup, and restores works then.
func (h *host) ask(backup, path string) {
	h.desired.Generation++
	h.desired.RestoreFiles = &node.RestoreFiles{Generation: h.desired.Generation, Backup: backup, Path: path}
}

func (h *host) restores(backup, path string) {
	h.ask(backup, path)
	h.work()
}

// whole restores all of a backup, or takes that back.
func (h *host) whole(backup string, undo bool) {
	h.desired.Generation++
	h.desired.RestoreFiles, h.desired.Restore = nil, &node.Restore{Generation: h.desired.Generation, Backup: backup, Undo: undo}
	h.work()
	h.desired.Restore = nil
}

func (h *host) fails(step string) error {
	if h.fault == nil {
		return nil
	}
	return h.fault(step)
}

func (h *host) tells() {
	if h.changed != nil {
		h.changed()
	}
}

func (h *host) SaveBackups(server string, state any, reports ...node.Report) error {
	h.mu.Lock()
	h.reports = append(h.reports, reports...)
	h.mu.Unlock()
	return h.Store.SaveBackups(server, state, reports...)
}

func (h *host) State(string) (node.Observed, node.Desired, bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	return node.Observed{Server: serverID, State: h.state}, h.desired, true
}

func (h *host) Observed() []node.Observed      { o, _, _ := h.State(serverID); return []node.Observed{o} }
func (h *host) Changed(string) <-chan struct{} { return nil }
func (h *host) Lines(string) (Console, bool)   { return nil, false }
func (h *host) Installed(string, bool) error   { return nil }
func (h *host) Place(string) (string, limit.User, error) {
	f, err := h.Folder(serverID)
	return f.Dir, f.User, err
}

func (h *host) Folder(string) (files.Folder, error) {
	return files.Folder{Dir: h.dir}, os.MkdirAll(filepath.Join(h.dir, dirRoot), 0o700)
}

// at is the path of something in the server's folder.
func (h *host) at(name string) string { return filepath.Join(h.dir, dirRoot, filepath.FromSlash(name)) }

// reads checks what a file has; an empty content: there is none.
func (h *host) reads(name, want string) {
	h.t.Helper()
	b, err := os.ReadFile(h.at(name))
	if want == "" && !errors.Is(err, os.ErrNotExist) || want != "" && (err != nil || string(b) != want) {
		h.t.Errorf("%s is %q (%v), want %q", name, b, err, want)
	}
}

// trash are the places in the trash by the paths from which they were moved.
func (h *host) trash() map[string]string {
	h.t.Helper()
	all := map[string]string{}
	records, err := filepath.Glob(filepath.Join(h.dir, "trash", "*.json"))
	if err != nil {
		h.t.Fatal(err)
	}
	for _, at := range records {
		var r node.Trashed
		b, err := os.ReadFile(at)
		if err == nil {
			err = json.Unmarshal(b, &r)
		}
		if err != nil {
			h.t.Fatal(err)
		}
		all[r.Path] = strings.TrimSuffix(at, ".json")
	}
	return all
}

// told checks the only report so far, or that there are these alone.
func (h *host) told(want ...node.Report) {
	h.t.Helper()
	if len(h.reports) != len(want) {
		h.t.Fatalf("%+v, want %d reports", h.reports, len(want))
	}
	for i, w := range want {
		got := h.reports[i]
		if got.Kind != w.Kind || got.Reason != w.Reason || w.Backup != nil && (got.Backup.Files != w.Backup.Files || got.Backup.Bytes != w.Backup.Bytes) {
			h.t.Errorf("%+v %+v, want %+v %+v", got, got.Backup, w, w.Backup)
		}
	}
	if _, err := os.Lstat(filepath.Join(h.dir, dirNew)); !errors.Is(err, os.ErrNotExist) {
		h.t.Errorf("what was staged is left: %v", err)
	}
}

func restoredFiles(count, bytes int64) node.Report {
	return node.Report{Kind: node.ReportFilesRestored, Backup: &node.BackupReport{Files: count, Bytes: bytes}}
}

func TestOneFileOfABackupTakesThePlaceOfTheServersWhichGoesIntoTheTrash(t *testing.T) {
	t.Parallel()
	h := newHost(t)
	h.restores(goodID, "/world/level.dat")
	h.told(restoredFiles(1, 5))
	h.reads("world/level.dat", "saved")
	h.reads("world/region/r.0.0.mca", "changed region")
	h.reads("world/new.dat", "new")
	if b, err := os.ReadFile(h.trash()["/world/level.dat"]); err != nil || string(b) != "changed" {
		t.Errorf("the trash has %q (%v)", b, err)
	}
	h.work()
	h.told(restoredFiles(1, 5)) // each request once
}

func TestAFolderOfABackupTakesThePlaceOfTheServersWithAllThatIsInIt(t *testing.T) {
	t.Parallel()
	h := newHost(t)
	h.restores(goodID, "/world")
	h.told(restoredFiles(2, 17))
	h.reads("world/level.dat", "saved")
	h.reads("world/region/r.0.0.mca", "saved region")
	h.reads("world/new.dat", "")
	h.reads("mods/a.jar", "jar")
	if to, err := os.Readlink(h.at("world/latest")); err != nil || to != "level.dat" {
		t.Errorf("the link leads to %q (%v)", to, err)
	}
	if b, err := os.ReadFile(filepath.Join(h.trash()["/world"], "new.dat")); err != nil || string(b) != "new" {
		t.Errorf("the trash has %q (%v)", b, err)
	}
}

func TestWhatHasThePlaceOfARestoredFileIsReplacedWhateverItIs(t *testing.T) {
	t.Parallel()
	outside := filepath.Join(t.TempDir(), "outside")
	if err := os.WriteFile(outside, []byte("outside"), 0o600); err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		path  string
		place func(h *host) error // puts something else there
		trash bool
	}{
		"a folder where a file comes": {"/world/level.dat", func(h *host) error {
			return errors.Join(os.Remove(h.at("world/level.dat")), os.MkdirAll(h.at("world/level.dat/in"), 0o700))
		}, true},
		"a file where a folder comes": {"/world/region", func(h *host) error {
			return errors.Join(os.RemoveAll(h.at("world/region")), os.WriteFile(h.at("world/region"), nil, 0o600))
		}, true},
		"a link out of the folder": {"/world/level.dat", func(h *host) error {
			return errors.Join(os.Remove(h.at("world/level.dat")), os.Symlink(outside, h.at("world/level.dat")))
		}, true},
		"a file where a link comes": {"/world/latest", func(h *host) error {
			return errors.Join(os.Remove(h.at("world/latest")), os.WriteFile(h.at("world/latest"), nil, 0o600))
		}, true},
		"nothing":            {"/world/level.dat", func(h *host) error { return os.Remove(h.at("world/level.dat")) }, false},
		"no folder above it": {"/world/region/r.0.0.mca", func(h *host) error { return os.RemoveAll(h.at("world")) }, false},
	} {
		t.Run(name, func(t *testing.T) {
			h := newHost(t)
			if err := c.place(h); err != nil {
				t.Fatal(err)
			}
			h.restores(goodID, c.path)
			if len(h.reports) != 1 || h.reports[0].Kind != node.ReportFilesRestored {
				t.Fatalf("%+v", h.reports)
			}
			h.fresh(c.path)
			if _, there := h.trash()[c.path]; there != c.trash {
				t.Errorf("the trash has %v", h.trash())
			}
		})
	}
	if b, err := os.ReadFile(outside); err != nil || string(b) != "outside" {
		t.Errorf("outside of the server's folder: %q (%v)", b, err)
	}
}

// fresh checks that something of the backup is in its place.
func (h *host) fresh(path string) {
	h.t.Helper()
	switch path {
	case "/world/level.dat":
		h.reads("world/level.dat", "saved")
	case "/world/latest":
		if to, err := os.Readlink(h.at("world/latest")); err != nil || to != "level.dat" {
			h.t.Errorf("%q (%v)", to, err)
		}
	default:
		h.reads("world/region/r.0.0.mca", "saved region")
	}
}

func TestWhatCannotBeRestoredLeavesTheServersFilesAsTheyAre(t *testing.T) {
	t.Parallel()
	removeChunks := func(h *host) {
		chunks, err := filepath.Glob(filepath.Join(h.service.dir(serverID), dirChunks, "p*"))
		if err != nil || len(chunks) == 0 {
			h.t.Fatal(chunks, err)
		}
		for _, at := range chunks {
			if err := os.RemoveAll(at); err != nil {
				h.t.Fatal(err)
			}
		}
	}
	runs := func(h *host) {
		h.changed = func() {
			h.mu.Lock()
			defer h.mu.Unlock()
			h.state = node.StateRunning
		}
	}
	linked := func(to string) func(*host) {
		return func(h *host) {
			if err := errors.Join(os.Rename(h.at("world"), h.at("elsewhere")), os.Symlink(to, h.at("world"))); err != nil {
				h.t.Fatal(err)
			}
		}
	}
	away := t.TempDir()
	for name, c := range map[string]struct {
		backup, path string
		given        func(*host)
		reason       string
	}{
		"a backup that is gone":               {"Gone0001", "/world/level.dat", nil, node.ReasonMissing},
		"a file that the backup has not":      {goodID, "/world/new.dat", nil, node.ReasonMissing},
		"a file below a link of the backup":   {goodID, "/world/latest/x", nil, node.ReasonMissing},
		"a path that climbs":                  {goodID, "/../../state.db", nil, node.ReasonPath},
		"the whole folder":                    {goodID, "/", nil, node.ReasonPath},
		"an erased path":                      {goodID, "已删除", nil, node.ReasonPath},
		"a place below a link that leads out": {goodID, "/world/level.dat", linked(away), node.ReasonPath},
		"a place below a file": {goodID, "/world/level.dat", func(h *host) {
			if err := errors.Join(os.Rename(h.at("world"), h.at("elsewhere")), os.WriteFile(h.at("world"), nil, 0o600)); err != nil {
				h.t.Fatal(err)
			}
		}, node.ReasonPath},
		"a server that has started meanwhile": {goodID, "/world/level.dat", runs, node.ReasonRunning},
		"more than the plan's disk":           {goodID, "/big", func(h *host) { h.desired.Plan.DiskMiB = 1 }, node.ReasonPlan},
		"a folder that is too deep":           {goodID, "/deep", nil, node.ReasonTooMany},
		"a damaged backup":                    {goodID, "/world/level.dat", removeChunks, node.ReasonDamaged},
	} {
		t.Run(name, func(t *testing.T) {
			h := newHost(t)
			if c.given != nil {
				c.given(h)
			}
			before := tree(t, h.at("."))
			h.restores(c.backup, c.path)
			want := []node.Report{{Kind: node.ReportFilesRestoreFailed, Reason: c.reason}}
			if c.reason == node.ReasonDamaged {
				want = append(want, node.Report{Kind: node.ReportBackupDamaged})
			}
			h.told(want...)
			same(t, tree(t, h.at(".")), before)
			if len(h.trash()) != 0 {
				t.Errorf("the trash has %v", h.trash())
			}
		})
	}
	if list, err := os.ReadDir(away); err != nil || len(list) != 0 {
		t.Errorf("outside of the server's folder: %v (%v)", list, err)
	}
}

func TestARestoreOfAFileWaitsForTheEndOfTheProcess(t *testing.T) {
	t.Parallel()
	h := newHost(t)
	h.state = node.StateStopping
	h.restores(goodID, "/world/level.dat")
	h.told()
	h.reads("world/level.dat", "changed")
	h.state = node.StateStopped
	h.work()
	h.told(restoredFiles(1, 5))
}

func TestANodeThatIsKilledDuringTheRestoreOfAFolderFinishesItOnce(t *testing.T) {
	t.Parallel()
	for _, at := range []string{"exchange", "exchanged", "replaced"} {
		t.Run(at, func(t *testing.T) {
			h := newHost(t)
			ctx, kill := context.WithCancel(t.Context())
			defer kill()
			killed := errors.New("the node was killed")
			h.fault = func(step string) error {
				if step != at {
					return nil
				}
				kill()
				return killed
			}
			if at == "replaced" {
				h.replaced = killed
			}
			h.ask(goodID, "/world")
			h.step(ctx)
			if len(h.reports) != 0 {
				t.Fatalf("%+v", h.reports)
			}
			if at == "exchange" {
				h.reads("world/level.dat", "changed")
			} else {
				h.reads("world/level.dat", "saved")
			}
			h.fault, h.replaced = nil, nil
			h.start()
			h.work()
			h.told(restoredFiles(2, 17))
			h.reads("world/level.dat", "saved")
			if b, err := os.ReadFile(filepath.Join(h.trash()["/world"], "level.dat")); err != nil || string(b) != "changed" || len(h.trash()) != 1 {
				t.Errorf("the trash has %q (%v), %v", b, err, h.trash())
			}
		})
	}
}

func TestAnUndoOfTheRestoreBeforeStaysPossibleAfterAFileWasRestored(t *testing.T) {
	t.Parallel()
	h := newHost(t)
	h.whole(goodID, false)
	put(t, h.at("."), "world/level.dat", "later")
	h.restores(goodID, "/world/level.dat")
	h.whole(goodID, true)
	h.told(node.Report{Kind: node.ReportRestored}, restoredFiles(1, 5), node.Report{Kind: node.ReportRestored})
	h.reads("world/level.dat", "changed")
}
