package files

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"

	"golang.org/x/sys/unix"

	"github.com/modyard/modyard/contract/node"
)

// folder is an opened folder. Its methods take one name in it and never follow a link of that name.
type folder struct{ f *os.File }

// openFolder opens a folder below a root. Links within the root are followed, links out of it are errors.
func openFolder(root *os.Root, n name) (folder, error) {
	f, err := root.OpenFile(string(n), os.O_RDONLY|unix.O_DIRECTORY|unix.O_NONBLOCK, 0)
	return folder{f}, err
}

func (d folder) close() { _ = d.f.Close() } // nothing is written through it

func (d folder) fd() int { return int(d.f.Fd()) }

// stat describes an entry.
func (d folder) stat(base string) (st unix.Stat_t, err error) {
	err = retry(func() error { return unix.Fstatat(d.fd(), base, &st, unix.AT_SYMLINK_NOFOLLOW) })
	if err != nil {
		return st, &fs.PathError{Op: "stat", Path: base, Err: err}
	}
	return st, nil
}

// open opens an entry.
func (d folder) open(base string, flags int, mode uint32) (*os.File, error) {
	var fd int
	err := retry(func() (err error) {
		fd, err = unix.Openat(d.fd(), base, flags|unix.O_NOFOLLOW|unix.O_CLOEXEC|unix.O_NONBLOCK, mode)
		return err
	})
	if err != nil {
		return nil, &fs.PathError{Op: "open", Path: base, Err: err}
	}
	return os.NewFile(uintptr(fd), base), nil
}

// enter opens a folder in the folder.
func (d folder) enter(base string) (folder, error) {
	f, err := d.open(base, unix.O_RDONLY|unix.O_DIRECTORY, 0)
	return folder{f}, err
}

// move renames an entry into another folder and replaces nothing: fs.ErrExist.
func (d folder) move(base string, to folder, toBase string) error {
	if err := retry(func() error { return renameNoReplace(d.fd(), base, to.fd(), toBase) }); err != nil {
		return &os.LinkError{Op: "rename", Old: base, New: toBase, Err: err}
	}
	return nil
}

// replace renames an entry over another.
func (d folder) replace(base string, to folder, toBase string) error {
	if err := retry(func() error { return unix.Renameat(d.fd(), base, to.fd(), toBase) }); err != nil {
		return &os.LinkError{Op: "rename", Old: base, New: toBase, Err: err}
	}
	return nil
}

// exchange exchanges an entry with one of another folder. Neither name is followed.
func (d folder) exchange(base string, to folder, toBase string) error {
	if err := retry(func() error { return renameExchange(d.fd(), base, to.fd(), toBase) }); err != nil {
		return &os.LinkError{Op: "exchange", Old: base, New: toBase, Err: err}
	}
	return nil
}

// sync makes renames durable. File systems that cannot sync folders do it themselves.
func (d folder) sync() error {
	if err := d.f.Sync(); err != nil && !errors.Is(err, unix.EINVAL) {
		return fmt.Errorf("sync the folder: %w", err)
	}
	return nil
}

// empty says whether the folder has no entries.
func (d folder) empty() (bool, error) {
	_, err := d.f.Readdirnames(1)
	if errors.Is(err, io.EOF) {
		return true, nil
	}
	return false, err
}

// readlink is what a link names.
func (d folder) readlink(base string) (string, error) {
	b := make([]byte, unix.PathMax)
	size := 0
	err := retry(func() (err error) {
		size, err = unix.Readlinkat(d.fd(), base, b)
		return err
	})
	if err != nil {
		return "", &fs.PathError{Op: "readlink", Path: base, Err: err}
	}
	return string(b[:size]), nil
}

// retry repeats a system call that a signal has interrupted.
func retry(call func() error) error {
	for {
		if err := call(); !errors.Is(err, unix.EINTR) {
			return err
		}
	}
}

// typeOf is the type of an entry.
func typeOf(mode uint32) string {
	switch mode & unix.S_IFMT {
	case unix.S_IFREG:
		return node.TypeFile
	case unix.S_IFDIR:
		return node.TypeDirectory
	case unix.S_IFLNK:
		return node.TypeSymlink
	}
	return node.TypeOther
}

// plain refuses everything but a regular file with one name. A second name may be that of a file outside of the server's folder.
func plain(st *unix.Stat_t, field string) error {
	if typeOf(uint32(st.Mode)) != node.TypeFile {
		return refuse(node.FileWrongType, field)
	}
	if st.Nlink > 1 {
		return refuseText(node.FileWrongType, field, textHard)
	}
	return nil
}

// occupied is what an entry takes of the disk, in bytes.
func occupied(st *unix.Stat_t) int64 { return st.Blocks * 512 }

// statFile describes an open file.
func statFile(f *os.File) (st unix.Stat_t, err error) {
	if err = retry(func() error { return unix.Fstat(int(f.Fd()), &st) }); err != nil {
		return st, &fs.PathError{Op: "stat", Path: f.Name(), Err: err}
	}
	return st, nil
}
