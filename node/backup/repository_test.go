package backup

import (
	"context"
	"errors"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/modyard/modyard/node/limit"
	"github.com/modyard/modyard/platform/until"
)

// opened is a new repository and a folder to back up.
func opened(t testing.TB) (*repository, string) {
	t.Helper()
	r, err := open(t.Context(), filepath.Join(t.TempDir(), "server01"), "server01", true)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { r.close(context.Background()) })
	dir := t.TempDir()
	put(t, dir, "world/level.dat", "the world")
	put(t, dir, "big", strings.Repeat("0123456789abcdef", 1<<16))
	return r, dir
}

func put(t testing.TB, dir, name, content string) {
	t.Helper()
	at := filepath.Join(dir, name)
	if err := errors.Join(os.MkdirAll(filepath.Dir(at), 0o755), os.WriteFile(at, []byte(content), 0o640)); err != nil {
		t.Fatal(err)
	}
}

func (r *repository) backUp(t testing.TB, dir, id string) made {
	t.Helper()
	root, err := os.OpenRoot(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = root.Close() }() // it was only read
	m, err := r.make(t.Context(), root, id, func(float64) {})
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func (r *repository) restoreInto(t *testing.T, id string) (string, error) {
	t.Helper()
	dir := t.TempDir()
	into, err := os.OpenRoot(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = into.Close() }() // each file was closed
	return dir, r.restore(t.Context(), id, into, limit.User{}, func(float64) {})
}

// tree is what a folder has: modes, contents and links by path.
func tree(t *testing.T, dir string) map[string]string {
	t.Helper()
	all := map[string]string{}
	err := filepath.WalkDir(dir, func(at string, e fs.DirEntry, err error) error {
		if err != nil || at == dir {
			return err
		}
		info, err := e.Info()
		if err != nil {
			return err
		}
		name, content := at[len(dir)+1:], ""
		switch {
		case info.Mode()&os.ModeSymlink != 0:
			content, err = os.Readlink(at)
		case info.Mode().IsRegular():
			var b []byte
			b, err = os.ReadFile(at)
			content = info.ModTime().UTC().String() + string(b)
		}
		all[name] = info.Mode().String() + content
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

func same(t *testing.T, got, want map[string]string) {
	t.Helper()
	for name, content := range want {
		if got[name] != content {
			t.Errorf("%s is %.80q, want %.80q", name, got[name], content)
		}
	}
	if len(got) != len(want) {
		t.Errorf("%d entries, want %d", len(got), len(want))
	}
}

func TestARestoreIsIdenticalAndASecondBackupStoresLittle(t *testing.T) {
	r, dir := opened(t)
	first := r.backUp(t, dir, "First001")
	want := tree(t, dir)
	put(t, dir, "world/level.dat", "another world")
	second := r.backUp(t, dir, "Second01")
	if first.bytes != 1<<20+9 || second.stored > first.stored+64<<10 {
		t.Errorf("%+v, then %+v", first, second)
	}
	got, err := r.restoreInto(t, "First001")
	if err != nil {
		t.Fatal(err)
	}
	same(t, tree(t, got), want)
}

func TestLinksAreKeptAndNeverFollowedAndPipesAreLeftOut(t *testing.T) {
	r, dir := opened(t)
	secret := filepath.Join(t.TempDir(), "secret")
	if err := errors.Join(os.WriteFile(secret, []byte("secret"), 0o600), os.Symlink(secret, filepath.Join(dir, "out")), os.Symlink("..", filepath.Join(dir, "world", "up")),
		os.Symlink("nowhere", filepath.Join(dir, "dangling"))); err != nil {
		t.Fatal(err)
	}
	want := tree(t, dir)
	if err := syscall.Mkfifo(filepath.Join(dir, "pipe"), 0o600); err != nil {
		t.Fatal(err)
	}
	put(t, dir, ".kopiaignore", "*")
	want[".kopiaignore"] = tree(t, dir)[".kopiaignore"]
	r.backUp(t, dir, "Links001")
	got, err := r.restoreInto(t, "Links001")
	if err != nil {
		t.Fatal(err)
	}
	same(t, tree(t, got), want)
}

func TestADamagedChunkIsSaidAndNothingIsRestoredFromIt(t *testing.T) {
	for name, harm := range map[string]func(string) error{
		"missing": os.Remove,
		"wrong": func(at string) error {
			b, err := os.ReadFile(at)
			if err != nil {
				return err
			}
			for i := range b {
				b[i] ^= 0x55
			}
			return errors.Join(os.Chmod(at, 0o600), os.WriteFile(at, b, 0o600))
		},
	} {
		t.Run(name, func(t *testing.T) {
			r, dir := opened(t)
			r.backUp(t, dir, "Backup01")
			harmed := 0
			err := filepath.WalkDir(filepath.Join(r.dir, dirChunks), func(at string, e fs.DirEntry, err error) error {
				if err == nil && !e.IsDir() && strings.HasPrefix(strings.TrimPrefix(at, filepath.Join(r.dir, dirChunks)), "/p") {
					harmed++
					err = harm(at)
				}
				return err
			})
			if err != nil || harmed == 0 {
				t.Fatal(harmed, err)
			}
			if err := r.verify(t.Context(), "Backup01", 100); !errors.Is(err, errDamaged) {
				t.Errorf("%v, want damaged", err)
			}
			if _, err := r.restoreInto(t, "Backup01"); err == nil {
				t.Error("it is restored")
			}
		})
	}
}

func TestARemovedBackupGivesItsPlaceBackAndLeavesTheOthersWhole(t *testing.T) {
	r, dir := opened(t)
	r.backUp(t, dir, "First001")
	unique := make([]byte, 48<<20) // more than kopia keeps in one file: what is left of the last one waits for others
	_, _ = rand.NewChaCha8([32]byte{}).Read(unique)
	put(t, dir, "unique", string(unique))
	r.backUp(t, dir, "Second01")
	before := r.size()
	if err := r.remove(t.Context(), "Second01"); err != nil {
		t.Fatal(err)
	}
	until.True(t, "its place is free", func() bool {
		again, err := open(t.Context(), r.dir, "server01", false)
		if err != nil {
			t.Fatal(err)
		}
		defer again.close(t.Context())
		if err := again.sweep(t.Context()); err != nil {
			t.Fatal(err)
		}
		return r.size() < before/2
	})
	var err error
	if r, err = open(t.Context(), r.dir, "server01", false); err != nil {
		t.Fatal(err)
	}
	defer r.close(t.Context())
	if err := r.verify(t.Context(), "Second01", 0); !errors.Is(err, ErrMissing) {
		t.Errorf("%v, want missing", err)
	}
	if err := r.verify(t.Context(), "First001", 100); err != nil {
		t.Error(err)
	}
}
