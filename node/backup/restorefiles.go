package backup

import (
	"context"
	"errors"
	"fmt"
	iofs "io/fs"
	"os"
	"path"
	"path/filepath"
	"syscall"

	"github.com/kopia/kopia/fs"

	"github.com/modyard/modyard/contract/node"
	"github.com/modyard/modyard/node/files"
	"github.com/modyard/modyard/node/limit"
)

// folderBytes is what a folder or a link is taken to occupy.
const folderBytes = 4096

// errMany: a folder has more entries, or is deeper, than one request may write.
var errMany = errors.New("the folder has too many entries")

// restoreFiles puts one file or folder of a backup in the place of what has its path in the server's folder, which goes into the trash. The two are
// exchanged at once: at each moment the path has the one or the other whole.
func (t *task) restoreFiles(ctx context.Context) error {
	dir, user, err := t.service.Servers.Place(t.server)
	if err != nil {
		return err
	}
	t.rec.Doing = &doing{Task: node.TaskRestore, Backup: t.backup, Generation: t.generation, Path: t.path}
	if err := t.save(); err != nil {
		return err
	}
	t.tell(node.TaskRestore, node.ProgressOngoing, 0)
	if err := os.RemoveAll(filepath.Join(dir, dirNew)); err != nil {
		return fmt.Errorf("stage a file of a backup: %w", err)
	}
	into, err := staging(dir)
	if err != nil {
		return err
	}
	defer func() { _ = into.Close() }() // each file was closed
	r, err := t.service.Files.Replace(t.server, t.path, into)
	if err != nil {
		return t.failed(ctx, dir, err)
	}
	defer r.Close()
	if err := t.replace(ctx, r, into, user); err != nil {
		happened, looked := t.exchanged(dir)
		if looked != nil || happened && ctx.Err() != nil {
			return errors.Join(err, looked)
		}
		if !happened {
			return t.failed(ctx, dir, err)
		}
		t.service.Log.WarnContext(ctx, "a file of a backup is in its place in spite of an error", "server", t.server, "backup", t.backup, "error", err)
	}
	return t.finishFiles(ctx, dir, r)
}

// replace makes the entry of the backup in a folder and puts it in its place. That it is whole is stored before, with its inode.
func (t *task) replace(ctx context.Context, r *files.Replacement, into *os.Root, user limit.User) error {
	repository, err := open(ctx, t.service.dir(t.server), t.server, false)
	if err != nil {
		return err
	}
	defer repository.close(ctx)
	e, err := repository.at(ctx, t.backup, t.path)
	if err != nil {
		return err
	}
	m := measured{bounded: true}
	if err := m.add(ctx, e, 0); err != nil {
		return err
	}
	if err := r.Reserve(ctx, m.room); err != nil {
		return err
	}
	if err := repository.check(ctx, 0, func() (fs.Entry, error) { return e, nil }); err != nil {
		return err
	}
	tell := func(share float64) { t.tell(node.TaskRestore, node.ProgressOngoing, share) }
	if err := repository.restoreEntry(ctx, e, into, r.Name(), user, max(m.bytes, 1), tell); err != nil {
		return err
	}
	if o, _, _ := t.service.Servers.State(t.server); o.Process() {
		return errRunning
	}
	info, err := into.Lstat(r.Name())
	if err != nil {
		return fmt.Errorf("look at what was staged: %w", err)
	}
	number, err := numberOf(info)
	if err != nil {
		return err
	}
	t.rec.Doing.Inode, t.rec.Doing.Files, t.rec.Doing.Bytes = number, m.files, m.bytes
	if err := t.save(); err != nil {
		return err
	}
	return r.Exchange()
}

// exchanged says whether the staged entry is in its place. That can be seen where it was made, which nobody else enters: there is nothing any more,
// or what stood in the place.
func (t *task) exchanged(dir string) (bool, error) {
	if t.rec.Doing.Inode == 0 {
		return false, nil
	}
	info, err := os.Lstat(filepath.Join(dir, dirNew, path.Base(t.path)))
	if errors.Is(err, iofs.ErrNotExist) {
		return true, nil
	}
	if err != nil {
		return false, fmt.Errorf("look at what was staged: %w", err)
	}
	number, err := numberOf(info)
	return number != t.rec.Doing.Inode, err
}

// finishFiles keeps what stood in the place, and reports. It may be called again.
func (t *task) finishFiles(ctx context.Context, dir string, r *files.Replacement) error {
	if err := r.Keep(ctx); err != nil {
		return err
	}
	if err := os.RemoveAll(filepath.Join(dir, dirNew)); err != nil {
		return fmt.Errorf("remove what was staged: %w", err)
	}
	if t.service.Replaced != nil {
		if err := t.service.Replaced(t.server); err != nil {
			return err
		}
	}
	b := node.BackupReport{Files: t.rec.Doing.Files, Bytes: t.rec.Doing.Bytes}
	if t.service.Lost != nil {
		var err error
		if b.Lost, err = t.service.Lost(t.server, t.path); err != nil {
			return err
		}
	}
	t.rec.Doing, t.rec.Restored = nil, t.generation
	err := t.save(t.report(node.ReportFilesRestored, "", b))
	t.tell(node.TaskRestore, node.ProgressDone, 1)
	return err
}

// recoverFiles finishes a restore whose entry is in its place. Any other is taken up anew, as if it had not begun.
func (t *task) recoverFiles(ctx context.Context) error {
	dir, _, err := t.service.Servers.Place(t.server)
	if err != nil {
		return err
	}
	happened, err := t.exchanged(dir)
	if err != nil {
		return err
	}
	if !happened {
		if err := os.RemoveAll(filepath.Join(dir, dirNew)); err != nil {
			return fmt.Errorf("remove what was staged: %w", err)
		}
		t.rec.Doing = nil
		return t.save()
	}
	from, err := staging(dir)
	if err != nil {
		return err
	}
	defer func() { _ = from.Close() }() // nothing is written through it
	r, err := t.service.Files.Replace(t.server, t.path, from)
	if err != nil {
		return err
	}
	defer r.Close()
	return t.finishFiles(ctx, dir, r)
}

// restoreEntry writes a file, a folder or a link of a backup under a name in a folder. Total are the bytes of its files.
func (r *repository) restoreEntry(ctx context.Context, e fs.Entry, into *os.Root, base string, user limit.User, total int64, tell func(share float64)) error {
	out := &target{root: into, user: user}
	switch e := e.(type) {
	case fs.Directory:
		if err := into.Mkdir(base, 0o700); err != nil {
			return fmt.Errorf("stage a folder of a backup: %w", err)
		}
		sub, err := into.OpenRoot(base)
		if err != nil {
			return fmt.Errorf("stage a folder of a backup: %w", err)
		}
		defer func() { _ = sub.Close() }() // each file was closed
		return r.fill(ctx, e, sub, user, total, tell)
	case fs.File:
		done := int64(0)
		err := out.WriteFile(ctx, base, e, func(n int64) {
			done += n
			tell(min(float64(done)/float64(total), 1))
		})
		if err != nil {
			return fmt.Errorf("restore a file of a backup: %w", err)
		}
		return nil
	case fs.Symlink:
		if err := out.CreateSymlink(ctx, base, e); err != nil {
			return fmt.Errorf("restore a link of a backup: %w", err)
		}
		return nil
	}
	return ErrMissing
}

// measured is what an entry of a backup and all in it have. Room is what they occupy on most file systems.
type measured struct {
	// bounded: more entries or levels than one request may write are errMany.
	bounded            bool
	entries            int
	files, bytes, room int64
}

// add adds an entry at a depth below the first one. A folder of the backup that cannot be read is errDamaged.
func (m *measured) add(ctx context.Context, e fs.Entry, depth int) error {
	if m.entries++; m.bounded && (m.entries > files.MaxEntries || depth > node.MaxDepth) {
		return errMany
	}
	switch e := e.(type) {
	case fs.Directory:
		m.room += folderBytes
		err := fs.IterateEntries(ctx, e, func(ctx context.Context, in fs.Entry) error { return m.add(ctx, in, depth+1) })
		if err != nil && ctx.Err() == nil && !errors.Is(err, errMany) && !errors.Is(err, errDamaged) {
			err = fmt.Errorf("%w: %w", errDamaged, err)
		}
		return err
	case fs.File:
		m.files, m.bytes, m.room = m.files+1, m.bytes+e.Size(), m.room+files.Rounded(e.Size())
	default:
		m.room += folderBytes
	}
	return nil
}

// causeOfFiles is the reason of a report about an error of one file or folder.
func causeOfFiles(err error) string {
	if errors.Is(err, errMany) {
		return node.ReasonTooMany
	}
	reason := cause(err)
	if reason != node.ReasonDisk {
		return reason
	}
	switch files.CodeOf(err) {
	case node.FileInvalid, node.FileWrongType:
		return node.ReasonPath
	}
	return reason
}

// numberOf is the number of an entry in its file system.
func numberOf(info os.FileInfo) (uint64, error) {
	st, ok := info.Sys().(*syscall.Stat_t)
	if !ok {
		return 0, iofs.ErrInvalid
	}
	return st.Ino, nil
}
