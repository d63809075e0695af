package backup

import (
	"context"
	"errors"
	"io"
	iofs "io/fs"
	"os"
	"path"
	"slices"
	"strings"
	"syscall"

	"github.com/kopia/kopia/fs"
)

// entry is what a server's folder has under a path. Links are links and are never followed; what is neither a file, a folder nor a link is
// left out.
type entry struct {
	os.FileInfo
	root *os.Root
	path string
}

func (e entry) Owner() fs.OwnerInfo         { return fs.OwnerInfo{} } // the node gives what it restores to the server's user
func (e entry) Device() fs.DeviceInfo       { return fs.DeviceInfo{} }
func (e entry) LocalFilesystemPath() string { return "" }
func (e entry) Close()                      {}

type (
	folder struct{ entry }
	file   struct{ entry }
	link   struct{ entry }
)

// source is the folder of a root.
func source(root *os.Root) (fs.Directory, error) {
	info, err := root.Stat(".")
	if err != nil {
		return nil, err
	}
	return folder{entry{info, root, "."}}, nil
}

func (e entry) Name() string {
	if e.path == "." {
		return "root"
	}
	return path.Base(e.path)
}

// of is the entry of a path; nil for what is left out.
func of(root *os.Root, at string, info os.FileInfo) fs.Entry {
	e := entry{info, root, at}
	switch {
	case info.IsDir():
		return folder{e}
	case info.Mode().IsRegular():
		return file{e}
	case info.Mode()&os.ModeSymlink != 0:
		return link{e}
	}
	return nil
}

// Child implements fs.Directory.
func (d folder) Child(_ context.Context, name string) (fs.Entry, error) {
	at := path.Join(d.path, name)
	info, err := d.root.Lstat(at)
	if err != nil {
		return nil, err
	}
	if e := of(d.root, at, info); e != nil {
		return e, nil
	}
	return nil, iofs.ErrNotExist
}

// Iterate implements fs.Directory. What is removed meanwhile is left out.
func (d folder) Iterate(context.Context) (fs.DirectoryIterator, error) {
	f, err := d.root.OpenFile(d.path, os.O_RDONLY|syscall.O_DIRECTORY|syscall.O_NOFOLLOW, 0)
	if errors.Is(err, iofs.ErrNotExist) && d.path != "." {
		return fs.StaticIterator(nil, nil), nil
	}
	if err != nil {
		return nil, err
	}
	names, err := f.Readdirnames(-1)
	if err := errors.Join(err, f.Close()); err != nil {
		return nil, err
	}
	slices.Sort(names)
	var all []fs.Entry
	for _, name := range names {
		at := path.Join(d.path, name)
		info, err := d.root.Lstat(at)
		if errors.Is(err, iofs.ErrNotExist) {
			continue
		}
		if err != nil {
			return nil, err
		}
		if e := of(d.root, at, info); e != nil {
			all = append(all, e)
		}
	}
	return fs.StaticIterator(all, nil), nil
}

// SupportsMultipleIterations implements fs.Directory.
func (d folder) SupportsMultipleIterations() bool { return true }

// Readlink implements fs.Symlink.
func (l link) Readlink(context.Context) (string, error) { return l.root.Readlink(l.path) }

// Resolve implements fs.Symlink: a link is never followed.
func (l link) Resolve(context.Context) (fs.Entry, error) { return nil, errors.ErrUnsupported }

// Open implements fs.File. A file that grows is read up to its size at opening; one that was removed meanwhile is empty.
func (f file) Open(context.Context) (fs.Reader, error) {
	opened, err := f.root.OpenFile(f.path, os.O_RDONLY|syscall.O_NONBLOCK|syscall.O_NOFOLLOW, 0)
	if errors.Is(err, iofs.ErrNotExist) {
		return reader{io.NewSectionReader(strings.NewReader(""), 0, 0), nil, f}, nil
	}
	if err != nil {
		return nil, err
	}
	info, err := opened.Stat()
	if err == nil && !info.Mode().IsRegular() {
		err = errors.New("it is no regular file any more")
	}
	if err != nil {
		return nil, errors.Join(err, opened.Close())
	}
	return reader{io.NewSectionReader(opened, 0, info.Size()), opened, file{entry{info, f.root, f.path}}}, nil
}

type reader struct {
	*io.SectionReader
	file *os.File
	of   file
}

func (r reader) Entry() (fs.Entry, error) { return r.of, nil }

func (r reader) Close() error {
	if r.file == nil {
		return nil
	}
	return r.file.Close()
}
