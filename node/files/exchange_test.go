package files_test

import (
	"encoding/json"
	"errors"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/modyard/modyard/contract/node"
	"github.com/modyard/modyard/node/files"
)

// steps counts the steps of an exchange, and ends it at one of them: by a kill, or because the disk has no room for it.
type steps struct {
	done, end int
	full      bool
}

var errKilled = errors.New("killed")

func (s *steps) step(string) error {
	s.done++
	switch {
	case s.done != s.end:
		return nil
	case s.full:
		return syscall.ENOSPC
	}
	return errKilled
}

// assembly is an installation as the node does it, up to a kill.
type assembly struct {
	*host
	content map[string]string
	hard    bool
	// planned is called when the exchange is written down.
	planned         func()
	begun, finished bool  // stored
	failed          error // stored: why nothing was changed
	exchanged       files.Exchanged
}

// run does what is left.
func (a *assembly) run() (err error) {
	a.t.Helper()
	ctx := a.t.Context()
	w, err := a.service.Assemble(ctx, server, a.hard)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, w.Close(ctx)) }()
	if a.failed == nil && !a.finished {
		err = a.exchange(w)
		switch {
		case err == nil:
			a.finished = true
		case errors.Is(err, files.ErrHalf), errors.Is(err, errKilled):
			return err
		default:
			a.failed = err
		}
	}
	if a.failed != nil {
		return w.Drop()
	}
	return w.Settle()
}

func (a *assembly) exchange(w *files.Assembly) (err error) {
	if a.begun {
		a.exchanged, err = w.Resume()
		return err
	}
	if err := w.Clear(); err != nil {
		return err
	}
	for at, text := range a.content {
		if err := w.Create(at, func(f *os.File) error { _, err := f.WriteString(text); return err }); err != nil {
			return err
		}
	}
	a.exchanged, err = w.Exchange(a.t.Context(), func(files.Exchanged) error {
		a.begun = true
		if a.planned != nil {
			a.planned()
		}
		return nil
	})
	return err
}

// left checks that of what was assembled only the list of the last installation is left.
func (h *host) left() {
	h.t.Helper()
	if left := h.under("install"); len(left) != 1 || left["list.json"] == "" {
		h.t.Errorf("%q is left", left)
	}
}

// unchanged checks that a failed installation has changed nothing, and has told why.
func (a *assembly) unchanged(code string, before map[string]string) {
	a.t.Helper()
	if files.CodeOf(a.failed) != code {
		a.t.Errorf("it failed with %v, want %s", a.failed, code)
	}
	a.same("the folder", a.under("root"), before)
	a.left()
	if trash := a.under("trash"); len(trash) != 0 {
		a.t.Errorf("the trash has %q", trash)
	}
}

func (h *host) install(content map[string]string, hard bool) files.Exchanged {
	h.t.Helper()
	a := &assembly{host: h, content: content, hard: hard}
	err := a.run()
	if err := errors.Join(err, a.failed); err != nil {
		h.t.Fatal(err)
	}
	return a.exchanged
}

// under are the files of a folder of the server, with their contents; links are marked.
func (h *host) under(folder string) map[string]string {
	h.t.Helper()
	all := map[string]string{}
	at := filepath.Join(h.dir, folder)
	err := filepath.WalkDir(at, func(path string, e os.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		name, err := filepath.Rel(at, path)
		if err != nil {
			return err
		}
		if e.Type()&os.ModeSymlink != 0 {
			all[name], err = os.Readlink(path)
			all[name] = "-> " + all[name]
			return err
		}
		b, err := os.ReadFile(path)
		all[name] = string(b)
		return err
	})
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		h.t.Fatal(err)
	}
	return all
}

// discarded are the contents in the trash by the paths from which they came.
func (h *host) discarded() map[string]string {
	h.t.Helper()
	all, trash := map[string]string{}, h.under("trash")
	for name, text := range trash {
		if id, ok := strings.CutSuffix(name, ".json"); ok {
			var r node.Trashed
			if err := json.Unmarshal([]byte(text), &r); err != nil {
				h.t.Fatal(err)
			}
			for below, text := range trash {
				if rest, ok := strings.CutPrefix(below, id); ok && rest != ".json" {
					all[r.Path+rest] = text
				}
			}
		}
	}
	return all
}

func (h *host) same(what string, got, want map[string]string) {
	h.t.Helper()
	if maps.Equal(got, want) {
		return
	}
	for name := range want {
		if got[name] != want[name] {
			h.t.Errorf("%s: %s is %q, want %q", what, name, got[name], want[name])
		}
	}
	for name := range got {
		if _, ok := want[name]; !ok {
			h.t.Errorf("%s: %s is there: %q", what, name, got[name])
		}
	}
}

func (h *host) place(at, text string) {
	h.t.Helper()
	path := filepath.Join(h.dir, "root", at)
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		h.t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		h.t.Fatal(err)
	}
}

// played is a server whose first installation was played with and changed.
func played(t *testing.T) *host {
	t.Helper()
	h := newHost(t)
	h.install(map[string]string{
		"mods/old.jar": "old", "mods/changed.jar": "changed", "mods/kept.jar": "kept", "mods/update.jar": "1", "mods/mine.jar": "theirs", "mods/off.jar": "off 1",
		"mods/gone.jar": "gone", "config/a.toml": "a=1", "config/b.toml": "b=1", "config/c.toml": "c=1", "config/deep/d.toml": "d=1",
	}, false)
	h.place("world/level.dat", "the world")
	h.place("mods/changed.jar", "changed by its owner")
	h.place("mods/mine.jar", "mine")
	h.place("mods/extra.jar", "extra")
	h.place("config/a.toml", "a=mine")
	h.place("config/b.toml", "b=mine")
	h.place("data", "a file where a folder comes")
	for _, move := range [][2]string{{"mods/off.jar", "mods/off.jar.disabled"}, {"mods/gone.jar", "mods/gone.jar.disabled"}} {
		if err := os.Rename(filepath.Join(h.dir, "root", move[0]), filepath.Join(h.dir, "root", move[1])); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Symlink("/etc", filepath.Join(h.dir, "root", "resourcepacks")); err != nil {
		t.Fatal(err)
	}
	return h
}

// second is the next version of the pack.
func second() map[string]string {
	return map[string]string{
		"mods/kept.jar": "kept", "mods/update.jar": "2", "mods/mine.jar": "theirs 2", "mods/off.jar": "off 2", "mods/new.jar": "new",
		"config/a.toml": "a=2", "config/b.toml": "b=1", "config/c.toml": "c=2", "data/x/y.json": "{}", "resourcepacks/r.zip": "r", "scripts/s/t.zs": "t",
	}
}

// soft and softTrash are what a soft installation of second makes of played.
func soft() map[string]string {
	return map[string]string{
		"mods/changed.jar": "changed by its owner", "mods/kept.jar": "kept", "mods/update.jar": "2", "mods/mine.jar": "theirs 2", "mods/off.jar.disabled": "off 2",
		"mods/extra.jar": "extra", "mods/new.jar": "new", "config/a.toml": "a=mine", "config/a.toml.new": "a=2", "config/b.toml": "b=mine", "config/c.toml": "c=2",
		"data/x/y.json": "{}", "resourcepacks/r.zip": "r", "scripts/s/t.zs": "t", "world/level.dat": "the world",
	}
}

func softTrash() map[string]string {
	return map[string]string{"/mods/mine.jar": "mine", "/data": "a file where a folder comes", "/resourcepacks": "-> /etc"}
}

func TestASoftInstallationKeepsWhatIsNotItsOwn(t *testing.T) {
	t.Parallel()
	h := played(t)
	e := h.install(second(), false)
	h.same("the folder", h.under("root"), soft())
	h.same("the trash", h.discarded(), softTrash())
	if e.Files != 11 || e.Beside != 1 || e.Settings {
		t.Errorf("%+v", e)
	}
	h.left()
	e = h.install(second(), false) // once more changes nothing
	h.same("the folder", h.under("root"), soft())
	if e.Beside != 0 {
		t.Errorf("%+v", e)
	}
}

func TestAHardInstallationEmptiesTheFolderIntoTheTrash(t *testing.T) {
	t.Parallel()
	h := played(t)
	before := h.under("root")
	if e := h.install(second(), true); !e.Settings || e.Files != 11 {
		t.Errorf("%+v", e)
	}
	h.same("the folder", h.under("root"), second())
	want := map[string]string{}
	for name, text := range before {
		want["/"+name] = text
	}
	h.same("the trash", h.discarded(), want)
}

// arrived checks that second is in its place.
func (a *assembly) arrived() {
	a.t.Helper()
	if a.failed != nil {
		a.t.Errorf("it failed: %v", a.failed)
	}
	if a.hard {
		a.same("the folder", a.under("root"), second())
	} else {
		a.same("the folder", a.under("root"), soft())
		a.same("the trash", a.discarded(), softTrash())
	}
	a.left()
}

func TestAKilledExchangeIsFinishedByTheNextNode(t *testing.T) {
	t.Parallel()
	for _, hard := range []bool{false, true} {
		for end, whole := 1, false; !whole; end++ {
			h := played(t)
			before := h.under("root")
			s := &steps{end: end}
			h.start(func(o *files.Options) { o.Fault = s.step })
			a := &assembly{host: h, content: second(), hard: hard}
			err := a.run()
			whole = err == nil
			if !whole && !errors.Is(err, errKilled) {
				t.Fatal(err)
			}
			if !whole && !a.begun {
				h.same("the folder before the exchange", h.under("root"), before)
			}
			h.start() // the next node
			if !whole {
				if err := a.run(); err != nil {
					t.Fatalf("after the step %d: %v", end, err)
				}
			}
			a.arrived()
			if t.Failed() {
				t.Fatalf("after the step %d of a hard=%t exchange", end, hard)
			}
		}
	}
}

func TestAnExchangeThatFailsIsTakenBackAlsoByTheNextNode(t *testing.T) {
	t.Parallel()
	for end, whole := 0, false; !whole; end++ {
		h := played(t)
		s := &steps{end: end}
		h.start(func(o *files.Options) { o.Fault = s.step })
		var before map[string]string
		a := &assembly{host: h, content: second(), planned: func() {
			h.place("scripts", "somebody uploads a file at the last moment")
			before = h.under("root")
		}}
		err := a.run()
		whole = end > 0 && err == nil
		h.start()
		if errors.Is(err, errKilled) {
			err = a.run()
		}
		if err != nil {
			t.Fatalf("after the step %d: %v", end, err)
		}
		a.unchanged(node.FileExists, before)
		if t.Failed() {
			t.Fatalf("after the step %d", end)
		}
	}
}

func TestAnExchangeForWhichTheDiskHasNoRoomLeavesTheFolderAsItWas(t *testing.T) {
	t.Parallel()
	for _, hard := range []bool{false, true} {
		for end, whole := 1, false; !whole; end++ {
			h := played(t)
			before := h.under("root")
			s := &steps{end: end, full: true}
			h.start(func(o *files.Options) { o.Fault = s.step })
			a := &assembly{host: h, content: second(), hard: hard}
			err := a.run()
			whole = s.done < end
			if a.finished { // what comes after the exchange waits for room
				if err != nil && files.CodeOf(err) != node.FileQuota {
					t.Errorf("%v", err)
				}
				h.start()
				if err := a.run(); err != nil {
					t.Errorf("%v", err)
				}
				a.arrived()
			} else {
				a.unchanged(node.FileQuota, before)
			}
			if t.Failed() {
				t.Fatalf("without room for the step %d of a hard=%t exchange: %v", end, hard, err)
			}
		}
	}
}

// shortage is a disk that has no room for the last step of an exchange, and a node that is killed some steps after that.
type shortage struct {
	seen, killed bool
	after, end   int
}

func (s *shortage) step(name string) error {
	if name == "moved" {
		s.seen = true
		return syscall.ENOSPC
	}
	if s.seen && !s.killed {
		if s.after++; s.after == s.end {
			s.killed = true
			return errKilled
		}
	}
	return nil
}

func TestAnExchangeThatIsTakenBackForAFullDiskIsFinishedOrTakenBackByTheNextNode(t *testing.T) {
	t.Parallel()
	for _, hard := range []bool{false, true} {
		for _, room := range []bool{false, true} { // that the next node finds
			for end, whole := 1, false; !whole; end++ {
				h := played(t)
				before := h.under("root")
				s := &shortage{end: end}
				h.start(func(o *files.Options) { o.Fault = s.step })
				a := &assembly{host: h, content: second(), hard: hard}
				err := a.run()
				whole = !s.killed
				if whole != (err == nil) || !whole && !errors.Is(err, errKilled) {
					t.Fatalf("%d: %v", end, err)
				}
				h.start(func(o *files.Options) {
					if !room {
						o.Fault = s.step
					}
				})
				told := a.failed != nil
				if !whole {
					err = a.run()
				}
				if err != nil {
					t.Fatalf("after the step %d: %v", end, err)
				}
				if room && !told {
					a.arrived()
				} else {
					a.unchanged(node.FileQuota, before)
				}
				if t.Failed() {
					t.Fatalf("after the step %d of taking back a hard=%t exchange, room=%t", end, hard, room)
				}
			}
		}
	}
}
