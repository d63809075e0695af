package backup

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"path"
	"strings"

	"github.com/kopia/kopia/fs"
	"github.com/kopia/kopia/snapshot"
	"github.com/kopia/kopia/snapshot/restore"
	"github.com/kopia/kopia/snapshot/snapshotfs"

	"github.com/modyard/modyard/node/limit"
)

// restore writes a backup into an empty folder whose files a user owns. All that is written was verified by its chunk's key.
func (r *repository) restore(ctx context.Context, backup string, into *os.Root, user limit.User, tell func(share float64)) error {
	man, err := r.find(ctx, backup)
	if err != nil {
		return err
	}
	from, err := snapshotfs.SnapshotRoot(r.rep, man)
	if err != nil {
		return fmt.Errorf("read a backup: %w", err)
	}
	total := int64(1)
	if s := man.RootEntry.DirSummary; s != nil {
		total = max(s.TotalFileSize, 1)
	}
	return r.fill(ctx, from, into, user, total, tell)
}

// fill writes an entry of a backup: what a folder has into an empty folder. Total are the bytes of its files.
func (r *repository) fill(ctx context.Context, from fs.Entry, into *os.Root, user limit.User, total int64, tell func(share float64)) error {
	cancel := make(chan struct{})
	stop := context.AfterFunc(ctx, func() { close(cancel) })
	defer stop()
	options := restore.Options{Parallel: 1, RestoreDirEntryAtDepth: math.MaxInt32, Cancel: cancel, ProgressCallback: func(_ context.Context, s restore.Stats) {
		tell(min(float64(s.RestoredTotalFileSize)/float64(total), 1))
	}}
	_, err := restore.Entry(ctx, r.rep, &target{root: into, user: user}, from, options)
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case err != nil:
		return fmt.Errorf("restore a backup: %w", err)
	}
	return nil
}

// target is a restore.Output over a root.
type target struct {
	root *os.Root
	user limit.User
}

func (t *target) Parallelizable() bool { return false }

// BeginDirectory makes a folder.
func (t *target) BeginDirectory(_ context.Context, at string, _ fs.Directory) error {
	if at == "" {
		return nil
	}
	return t.root.Mkdir(at, 0o700)
}

// FinishDirectory gives a folder away. Its mode and time come last, since writing into it changes them.
func (t *target) FinishDirectory(_ context.Context, at string, e fs.Directory) error {
	if at == "" {
		at = "."
	}
	return errors.Join(t.give(at), t.root.Chmod(at, e.Mode().Perm()|0o700), t.root.Chtimes(at, e.ModTime(), e.ModTime()))
}

// WriteFile writes a file whole.
func (t *target) WriteFile(ctx context.Context, at string, e fs.File, told restore.FileWriteProgress) error {
	from, err := e.Open(ctx)
	if err != nil {
		return err
	}
	defer func() { _ = from.Close() }() // it was only read
	f, err := t.root.OpenFile(at, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	_, err = io.Copy(f, counted{ctx, from, told})
	if err := errors.Join(err, f.Sync(), f.Close()); err != nil {
		return err
	}
	return errors.Join(t.give(at), t.root.Chmod(at, e.Mode().Perm()), t.root.Chtimes(at, e.ModTime(), e.ModTime()))
}

// CreateSymlink makes a link with the text that it had. Nothing here follows it.
func (t *target) CreateSymlink(ctx context.Context, at string, e fs.Symlink) error {
	to, err := e.Readlink(ctx)
	if err != nil {
		return err
	}
	return errors.Join(t.root.Symlink(to, at), t.give(at))
}

func (t *target) give(at string) error {
	if t.user.UID == 0 {
		return nil
	}
	return t.root.Lchown(at, t.user.UID, t.user.GID)
}

func (t *target) WriteDirEntry(context.Context, string, *snapshot.DirEntry, fs.Directory) error {
	return errors.ErrUnsupported
}
func (t *target) FileExists(context.Context, string, fs.File) bool       { return false }
func (t *target) SymlinkExists(context.Context, string, fs.Symlink) bool { return false }
func (t *target) Close(context.Context) error                            { return nil }

type counted struct {
	ctx context.Context //nolint:containedctx // of one file
	io.Reader
	told restore.FileWriteProgress
}

func (c counted) Read(p []byte) (int, error) {
	if err := c.ctx.Err(); err != nil {
		return 0, err
	}
	n, err := c.Reader.Read(p)
	c.told(int64(n))
	return n, err
}

// at is the entry of a path in a backup.
func (r *repository) at(ctx context.Context, backup, name string) (fs.Entry, error) {
	man, err := r.find(ctx, backup)
	if err != nil {
		return nil, err
	}
	e, err := snapshotfs.SnapshotRoot(r.rep, man)
	if err != nil {
		return nil, fmt.Errorf("read a backup: %w", err)
	}
	for rest := path.Clean("/" + name)[1:]; rest != ""; {
		var first string
		first, rest, _ = strings.Cut(rest, "/")
		d, ok := e.(fs.Directory)
		if !ok {
			return nil, ErrMissing
		}
		switch e, err = d.Child(ctx, first); {
		case errors.Is(err, fs.ErrEntryNotFound):
			return nil, ErrMissing
		case err != nil:
			return nil, fmt.Errorf("read a folder of a backup: %w: %w", errDamaged, err)
		}
	}
	return e, nil
}
