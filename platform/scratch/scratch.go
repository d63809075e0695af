// Package scratch gives programs and tests temporary folders that no run leaves behind: a folder is removed by its owner,
// by a keeper when the owner was killed, and otherwise by the next program that makes one.
package scratch

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"syscall"

	"github.com/modyard/modyard/platform/subprocess"
)

// Memory is a file system in memory, if the system has one.
const Memory = "/dev/shm"

const (
	prefix   = "modyard-run-"
	lockFile = ".owner" // locked as long as its owner lives
)

// Folder is a temporary folder that this process owns. Other accounts can enter it, and cannot list it.
type Folder struct {
	path   string
	lock   *os.File
	keeper *subprocess.Keeper
}

// Make creates a folder in root and removes those of dead owners in it and in the other places of folders.
func Make(root string) (*Folder, error) {
	for _, place := range []string{os.TempDir(), Memory} {
		if place != root {
			_ = gated(place, func() error { sweep(place); return nil }) // a place that does not exist holds no folders
		}
	}
	f := &Folder{}
	err := gated(root, func() (err error) {
		sweep(root)
		if f.path, err = os.MkdirTemp(root, prefix); err != nil {
			return err
		}
		return f.own()
	})
	if err != nil {
		if f.path != "" {
			_ = f.Remove()
		}
		return nil, fmt.Errorf("make a temporary folder: %w", err)
	}
	return f, nil
}

// gated calls do while no other process makes or sweeps folders in a place: only then a folder without a locked file has
// no owner. The place itself is locked, because a file would stay behind.
func gated(place string, do func() error) error {
	dir, err := os.Open(place)
	if err != nil {
		return err
	}
	defer dir.Close() //nolint:errcheck // read only
	if err := lock(dir, syscall.LOCK_EX); err != nil {
		return err
	}
	return do()
}

func (f *Folder) own() (err error) {
	if err := os.Chmod(f.path, 0o711); err != nil {
		return err
	}
	if f.lock, err = os.OpenFile(filepath.Join(f.path, lockFile), os.O_RDWR|os.O_CREATE, 0o600); err != nil {
		return err
	}
	if err := lock(f.lock, syscall.LOCK_EX|syscall.LOCK_NB); err != nil {
		return err
	}
	// Servers that die with the owner still write for a moment.
	f.keeper, err = subprocess.AtEnd(`for n in 1 2 3 4 5 6 7 8 9 10; do rm -rf -- "$1" 2>/dev/null && break; sleep 0.5; done`, f.path)
	return err
}

// Path is the folder's path.
func (f *Folder) Path() string { return f.path }

// Remove removes the folder and everything in it.
func (f *Folder) Remove() error {
	err := os.RemoveAll(f.path)
	if f.lock != nil {
		_ = f.lock.Close() // releases the lock
	}
	if f.keeper != nil {
		f.keeper.Dismiss()
	}
	if err != nil {
		return fmt.Errorf("remove a temporary folder: %w", err)
	}
	return nil
}

// sweep removes the folders of dead owners. What still cannot be removed is left to the next sweep.
func sweep(root string) {
	found, _ := filepath.Glob(filepath.Join(root, prefix+"*")) // a constant pattern
	for _, dir := range found {
		owner, err := os.Open(filepath.Join(dir, lockFile))
		if errors.Is(err, os.ErrNotExist) {
			_ = os.RemoveAll(dir)
			continue
		}
		if err != nil {
			continue // of another account
		}
		if lock(owner, syscall.LOCK_EX|syscall.LOCK_NB) == nil {
			_ = os.RemoveAll(dir)
		}
		_ = owner.Close()
	}
}

func lock(f *os.File, how int) error {
	for {
		if err := syscall.Flock(int(f.Fd()), how); !errors.Is(err, syscall.EINTR) {
			return err
		}
	}
}

// Enter makes a folder in the system's temporary folder and makes it the temporary folder of this process and its
// children, until leave removes it.
func Enter() (leave func(), err error) {
	before, had := os.LookupEnv("TMPDIR")
	f, err := Make(os.TempDir())
	if err != nil {
		return nil, err
	}
	err = os.Chmod(f.path, os.ModeSticky|0o777) // for servers and programs of other accounts, like the folder around it
	if err == nil {
		err = os.Setenv("TMPDIR", f.path)
	}
	if err != nil {
		return nil, errors.Join(fmt.Errorf("use a temporary folder: %w", err), f.Remove())
	}
	return func() {
		if had {
			_ = os.Setenv("TMPDIR", before)
		} else {
			_ = os.Unsetenv("TMPDIR")
		}
		_ = f.Remove() // otherwise a later run does
	}, nil
}
