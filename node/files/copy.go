package files

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"

	"golang.org/x/sys/unix"

	"github.com/modyard/modyard/contract/node"
)

// copy copies a file or a folder, and replaces nothing. Links are copied as links.
func (c *call) copy() error {
	m, source, destination, err := c.ends()
	if err != nil {
		return err
	}
	from, err := c.place.parent(source, false, "source")
	if err != nil {
		return err
	}
	defer from.close()
	st, err := from.stat(source.base())
	if err != nil {
		return inField(err, "source")
	}
	to, err := c.place.parent(destination, m.Parents, "destination")
	if err != nil {
		return err
	}
	defer to.close()
	if _, err := to.stat(destination.base()); err == nil {
		return refuse(node.FileExists, "destination")
	}
	stage, err := openFolder(c.place.stage, ".")
	if err != nil {
		return err
	}
	defer stage.close()
	t := &copier{place: c.place, hold: c.place.reserve(0)}
	defer func() { t.hold.end(t.bytes) }()
	temporary := newID()
	if err := t.entry(c.ctx(), from, source.base(), &st, stage, temporary, 0); err != nil {
		t.bytes = 0
		return errors.Join(inField(err, "source"), c.place.stage.RemoveAll(temporary))
	}
	if err := stage.move(temporary, to, destination.base()); err != nil {
		t.bytes = 0
		return errors.Join(inField(err, "destination"), c.place.stage.RemoveAll(temporary))
	}
	if err := to.sync(); err != nil {
		return err
	}
	return c.changed(destination)
}

// copier copies into the stage.
type copier struct {
	place   *place
	hold    *hold
	entries int
	bytes   int64 // what the copies occupy
}

// entry copies an entry as a name in a folder of the stage.
func (t *copier) entry(ctx context.Context, from folder, base string, st *unix.Stat_t, to folder, toBase string, depth int) error {
	if t.entries++; t.entries > MaxEntries || depth > node.MaxDepth {
		return refuse(node.FileTooLarge, "source")
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	switch typeOf(uint32(st.Mode)) {
	case node.TypeFile:
		return t.file(ctx, from, base, to, toBase)
	case node.TypeDirectory:
		return t.folder(ctx, from, base, to, toBase, depth)
	case node.TypeSymlink:
		return t.link(ctx, from, base, to, toBase)
	}
	return refuse(node.FileWrongType, "source")
}

func (t *copier) file(ctx context.Context, from folder, base string, to folder, toBase string) (err error) {
	in, err := from.open(base, unix.O_RDONLY, 0)
	if err != nil {
		return err
	}
	defer func() { _ = in.Close() }() // it was only read
	st, err := statFile(in)
	if err != nil {
		return err
	}
	if err := plain(&st, "source"); err != nil {
		return err
	}
	if st.Size > 0 {
		if err := t.hold.grow(ctx, rounded(st.Size)); err != nil {
			return err
		}
	}
	out, err := to.open(toBase, unix.O_WRONLY|unix.O_CREAT|unix.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, out.Close()) }()
	// A file that grows is copied as it was at opening.
	if err := pour(ctx, out, io.LimitReader(in, st.Size), st.Size, st.Size, t.hold); err != nil {
		return err
	}
	return t.finish(out, os.FileMode(st.Mode).Perm())
}

// finish gives a copy to the server's user and counts it.
func (t *copier) finish(out *os.File, mode os.FileMode) error {
	if err := errors.Join(t.place.give(out, mode), out.Sync()); err != nil {
		return fmt.Errorf("write a copy: %w", err)
	}
	st, err := statFile(out)
	t.bytes += occupied(&st)
	return err
}

func (t *copier) folder(ctx context.Context, from folder, base string, to folder, toBase string, depth int) error {
	in, err := from.enter(base)
	if err != nil {
		return err
	}
	defer in.close()
	if err := t.hold.grow(ctx, folderBytes); err != nil {
		return err
	}
	if err := retry(func() error { return unix.Mkdirat(to.fd(), toBase, 0o700) }); err != nil {
		return err
	}
	out, err := to.enter(toBase)
	if err != nil {
		return err
	}
	defer out.close()
	for {
		names, err := in.f.Readdirnames(batch)
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return err
		}
		for _, n := range names {
			st, err := in.stat(n)
			if err != nil {
				return err
			}
			if err := t.entry(ctx, in, n, &st, out, n, depth+1); err != nil {
				return err
			}
		}
	}
	return t.finish(out.f, modeFolder)
}

func (t *copier) link(ctx context.Context, from folder, base string, to folder, toBase string) error {
	target, err := from.readlink(base)
	if err != nil {
		return err
	}
	if err := t.hold.grow(ctx, folderBytes); err != nil {
		return err
	}
	if err := retry(func() error { return unix.Symlinkat(target, to.fd(), toBase) }); err != nil {
		return err
	}
	if t.place.user.UID == 0 {
		return nil
	}
	return retry(func() error {
		return unix.Fchownat(to.fd(), toBase, t.place.user.UID, t.place.user.GID, unix.AT_SYMLINK_NOFOLLOW)
	})
}
