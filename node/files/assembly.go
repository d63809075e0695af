package files

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"sync"

	"golang.org/x/sys/unix"
)

// The folder of a server's installations, beside the one that the game sees. Only the node may enter it.
const (
	dirInstall = "install"
	dirNew     = "new"     // what is to stand in the server's folder
	dirAside   = "aside"   // what has stood there, while the rest moves
	dirRecords = "records" // of what goes from there into the trash
	filePack   = "pack"    // the archive of a modpack
	filePlan   = "plan.json"
	fileList   = "list.json" // of the files of the last installation
	fileNext   = "next.json" // of those of the present one
	partEnd    = ".part"     // ends the name of a file that is being written
)

// Assembly is a server's folder of installations, with the disk that it reserves. Its methods may be called at the same time, but for Close.
type Assembly struct {
	place     *place
	dir, tree *os.Root
	hard      bool
	mu        sync.Mutex // guards hold
	hold      *hold
}

// Assemble opens the folder of installations of a server. Hard says that what the server's folder has will go.
func (s *Service) Assemble(ctx context.Context, server string, hard bool) (a *Assembly, err error) {
	p, err := s.open(server)
	if err != nil {
		return nil, err
	}
	a = &Assembly{place: p, hard: hard}
	defer func(opened *Assembly) {
		if err != nil {
			opened.release()
		}
	}(a)
	where, err := s.servers.Folder(server)
	if err != nil {
		return nil, err
	}
	dir, err := os.OpenRoot(where.Dir)
	if err != nil {
		return nil, fmt.Errorf("open the server's folder: %w", err)
	}
	defer func() { _ = dir.Close() }() // the folders in it stay open
	for _, f := range []string{dirInstall, path.Join(dirInstall, dirNew), path.Join(dirInstall, dirAside), path.Join(dirInstall, dirRecords)} {
		if err := dir.Mkdir(f, 0o700); err != nil && !errors.Is(err, fs.ErrExist) {
			return nil, fmt.Errorf("make the folder %s: %w", f, err)
		}
	}
	if a.dir, err = dir.OpenRoot(dirInstall); err != nil {
		return nil, fmt.Errorf("open the folder %s: %w", dirInstall, err)
	}
	if a.tree, err = a.dir.OpenRoot(dirNew); err != nil {
		return nil, fmt.Errorf("open the folder %s: %w", dirNew, err)
	}
	credit := int64(0)
	if hard {
		if credit, err = p.occupies(ctx); err != nil {
			return nil, err
		}
	}
	a.hold = p.reserve(credit)
	return a, nil
}

func (a *Assembly) release() {
	for _, r := range []*os.Root{a.dir, a.tree} {
		if r != nil {
			_ = r.Close() // each file was closed
		}
	}
	a.place.close()
}

// Close ends what is reserved, and counts what the server's folder has now.
func (a *Assembly) Close(ctx context.Context) error {
	a.hold.end(0)
	err := a.place.count(ctx)
	a.release()
	return err
}

// Clear removes what an installation before has assembled. It must not have begun to move, or its end must be stored.
func (a *Assembly) Clear() error {
	for _, f := range []string{dirNew, dirAside, dirRecords} {
		err := a.step("clear " + f)
		if err == nil {
			err = a.empty(f)
		}
		if err != nil {
			return fmt.Errorf("remove what was assembled: %w", err)
		}
	}
	for _, f := range []string{fileNext, filePlan} {
		err := a.step("clear " + f)
		if err == nil {
			err = ignoreMissing(a.dir.Remove(f))
		}
		if err != nil {
			return fmt.Errorf("remove the plan of an exchange: %w", err)
		}
	}
	return nil
}

// empty removes all that a folder of the folder of installations has.
func (a *Assembly) empty(base string) error {
	d, err := a.dir.OpenRoot(base)
	if err != nil {
		return err
	}
	return errors.Join(clear(d), d.Close())
}

// Drop is Clear, and removes the archive too.
func (a *Assembly) Drop() error { return errors.Join(a.Clear(), ignoreMissing(a.dir.Remove(filePack))) }

// Reserve reserves bytes of the plan's disk, or fails with what CodeOf knows as node.FileQuota.
func (a *Assembly) Reserve(ctx context.Context, n int64) error {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.hold.grow(ctx, n)
}

// Rounded is what a content of a length occupies on most file systems.
func Rounded(n int64) int64 { return rounded(n) }

// Left is how many bytes may be unpacked; 0 is no bound.
func (a *Assembly) Left(ctx context.Context) (int64, error) {
	if a.hard {
		return a.place.room, nil
	}
	return a.place.left(ctx)
}

// Pack opens the archive of the installation, or makes it anew where makes says so.
func (a *Assembly) Pack(makes bool) (*os.File, error) {
	flags := os.O_RDONLY
	if makes {
		flags = os.O_RDWR | os.O_CREATE | os.O_TRUNC
	}
	f, err := a.dir.OpenFile(filePack, flags, 0o600)
	if err != nil {
		return nil, fmt.Errorf("open the modpack: %w", err)
	}
	return f, nil
}

// Create makes a file of the new folder with the folders above it. Its path is relative. An error of the path is one that CodeOf knows.
func (a *Assembly) Create(at string, fill func(f *os.File) error) error {
	n, err := parseNew("/"+at, "path")
	if err != nil {
		return err
	}
	if err := a.tree.MkdirAll(string(n.dir()), 0o700); err != nil {
		return fmt.Errorf("make a folder: %w", err)
	}
	f, err := a.tree.OpenFile(string(n), os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return fmt.Errorf("make a file: %w", err)
	}
	err = fill(f)
	if err == nil {
		err = a.place.give(f, modeFile)
	}
	return errors.Join(err, f.Close())
}

// writeWhole replaces a file of the folder of installations. After an error nothing of it is left.
func (a *Assembly) writeWhole(file string, content []byte) error {
	f, err := a.dir.OpenFile(file+partEnd, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o600)
	if err != nil {
		return err
	}
	_, err = f.Write(content)
	err = errors.Join(err, f.Sync(), f.Close())
	if err == nil {
		err = a.dir.Rename(file+partEnd, file)
	}
	if err != nil {
		return errors.Join(err, ignoreMissing(a.dir.Remove(file+partEnd)))
	}
	return a.sync()
}

// sync makes renames in the folder of installations durable.
func (a *Assembly) sync() error {
	d, err := openFolder(a.dir, ".")
	if err != nil {
		return err
	}
	defer d.close()
	return d.sync()
}

// folders are the opened folders between which an exchange moves.
type folders struct{ root, tree, aside folder }

func (a *Assembly) folders() (f folders, err error) {
	if f.root, err = openFolder(a.place.root, "."); err == nil {
		if f.tree, err = openFolder(a.tree, "."); err == nil {
			f.aside, err = openFolder(a.dir, dirAside)
		}
	}
	if err != nil {
		f.close()
	}
	return f, err
}

func (f folders) close() {
	for _, d := range []folder{f.root, f.tree, f.aside} {
		if d.f != nil {
			d.close()
		}
	}
}

// has says whether a folder has an entry below it.
func (d folder) has(at string) (bool, error) {
	in, err := d.descend(path.Dir(at))
	if err == nil {
		defer in.close()
		_, err = in.stat(path.Base(at))
	}
	if errors.Is(err, fs.ErrNotExist) || errors.Is(err, unix.ENOTDIR) {
		return false, nil
	}
	return err == nil, err
}

// Limits of what an archive of a modpack unpacks to.
const (
	MaxRatio   = maxRatio
	SmallBytes = smallBytes
)
