package backup

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"

	"github.com/modyard/modyard/contract/node"
	"github.com/modyard/modyard/node/files"
	"github.com/modyard/modyard/node/limit"
	"github.com/modyard/modyard/platform/durable"
)

// Folders of a restore, beside the one that the game sees. Only the node may enter them.
const (
	dirRestore = "restore"
	dirNew     = "restore/new"
	dirFormer  = "restore/former"
)

// restore puts a backup, or the folder from before a restore, in the place of the server's folder. The two folders are exchanged at once:
// at each moment the server has the one or the other whole.
func (t *task) restore(ctx context.Context) error {
	dir, user, err := t.service.Servers.Place(t.server)
	if err != nil {
		return err
	}
	was, err := t.stands()
	if err != nil {
		return err
	}
	t.rec.Doing = &doing{Task: node.TaskRestore, Backup: t.backup, Generation: t.generation, Undo: t.undo, Software: t.rec.Have[t.backup].Software, Was: was}
	if t.undo {
		t.rec.Doing.Software = t.rec.Was
	}
	if err := t.save(); err != nil {
		return err
	}
	t.tell(node.TaskRestore, node.ProgressOngoing, 0)
	room, err := t.service.Files.Room(ctx, t.server)
	if err != nil {
		return t.failed(ctx, dir, err)
	}
	defer func() {
		if err := room.Close(ctx); err != nil {
			t.service.Log.ErrorContext(ctx, "count the files of a server", "server", t.server, "error", err)
		}
	}()
	if t.undo {
		err = t.undoable()
	} else {
		err = t.stage(ctx, dir, user, room)
	}
	if err == nil {
		err = t.swap(ctx, dir)
	}
	if err != nil {
		return t.failed(ctx, dir, err)
	}
	return t.finish(dir)
}

// undoable checks that the folder from before the restore is kept. Its return needs no room: it stood there when it was replaced.
func (t *task) undoable() error {
	if t.rec.Former != t.backup || !t.service.Clock().Before(t.rec.Until) {
		return ErrMissing
	}
	return nil
}

// stage makes the folder of a backup beside the server's, if the plan's disk has room for it in the place of that one.
func (t *task) stage(ctx context.Context, dir string, user limit.User, room *files.Room) error {
	if err := os.RemoveAll(filepath.Join(dir, dirNew)); err != nil {
		return fmt.Errorf("stage a backup: %w", err)
	}
	into, err := staging(dir)
	if err != nil {
		return err
	}
	defer func() { _ = into.Close() }() // each file was closed
	r, err := open(ctx, t.service.dir(t.server), t.server, false)
	if err != nil {
		return err
	}
	defer r.close(ctx)
	if err := r.verify(ctx, t.backup, 0); err != nil {
		return err
	}
	e, err := r.at(ctx, t.backup, "/")
	if err != nil {
		return err
	}
	var m measured
	if err := m.add(ctx, e, 0); err != nil {
		return err
	}
	if err := room.Reserve(ctx, m.room); err != nil {
		return err
	}
	return r.restore(ctx, t.backup, into, user, func(share float64) { t.tell(node.TaskRestore, node.ProgressOngoing, share) })
}

// staging opens the folder in which a restore is made beside the server's, and makes it.
func staging(dir string) (*os.Root, error) {
	if err := errors.Join(os.MkdirAll(filepath.Join(dir, dirNew), 0o700), os.Chmod(filepath.Join(dir, dirRestore), 0o700)); err != nil {
		return nil, fmt.Errorf("stage a backup: %w", err)
	}
	into, err := os.OpenRoot(filepath.Join(dir, dirNew))
	if err != nil {
		return nil, fmt.Errorf("stage a backup: %w", err)
	}
	return into, nil
}

// failed leaves the server's folder as it is.
func (t *task) failed(ctx context.Context, dir string, err error) error {
	if ctx.Err() != nil {
		return ctx.Err() // the node ends
	}
	t.service.Log.WarnContext(ctx, "a restore failed", "server", t.server, "backup", t.backup, "error", err)
	gone := os.RemoveAll(filepath.Join(dir, dirNew))
	t.rec.Doing, t.rec.Restored = nil, t.generation
	reports := []node.Report{t.report(node.ReportRestoreFailed, cause(err), node.BackupReport{Undone: t.undo})}
	if t.kind == taskFiles {
		reports = []node.Report{t.report(node.ReportFilesRestoreFailed, causeOfFiles(err), node.BackupReport{})}
	}
	if errors.Is(err, errDamaged) {
		reports = append(reports, t.report(node.ReportBackupDamaged, "", node.BackupReport{}))
	}
	t.tell(node.TaskRestore, node.ProgressFailed, 0)
	return errors.Join(gone, t.save(reports...))
}

// swap exchanges the two folders. The inode of the one that comes is stored first, so that the next node knows whether it happened. An error says
// that it did not happen.
func (t *task) swap(ctx context.Context, dir string) error {
	if o, _, _ := t.service.Servers.State(t.server); o.Process() {
		return errRunning
	}
	from := filepath.Join(dir, t.staged())
	number, err := inode(from)
	if err != nil {
		return fmt.Errorf("%w: %w", ErrMissing, err)
	}
	t.rec.Doing.Inode = number
	if err := t.save(); err != nil {
		return err
	}
	if err := exchange(from, filepath.Join(dir, dirRoot)); err != nil {
		return fmt.Errorf("exchange the server's folder: %w", err)
	}
	if err := errors.Join(durable.Folder(dir), durable.Folder(filepath.Join(dir, dirRestore))); err != nil {
		t.service.Log.WarnContext(ctx, "a restored folder is in its place in spite of an error", "server", t.server, "backup", t.backup, "error", err)
	}
	return nil
}

func (t *task) staged() string {
	if t.undo {
		return dirFormer
	}
	return dirNew
}

// finish keeps the folder that was there for a day; that of an undone restore goes. It may be called again.
func (t *task) finish(dir string) error {
	former, came := filepath.Join(dir, dirFormer), filepath.Join(dir, dirNew)
	b := node.BackupReport{Undone: t.undo}
	if t.undo {
		if err := os.RemoveAll(former); err != nil {
			return fmt.Errorf("remove the folder of the undone restore: %w", err)
		}
		t.rec.Former, t.rec.Was = "", nil
	} else {
		if _, err := os.Lstat(came); err == nil {
			if err := errors.Join(os.RemoveAll(former), os.Rename(came, former)); err != nil {
				return fmt.Errorf("keep the former folder: %w", err)
			}
		}
		until := t.service.Clock().UTC().Add(node.FormerKept)
		t.rec.Former, t.rec.Until, t.rec.Was, b.Until = t.backup, until, t.rec.Doing.Was, &until
	}
	if now := t.rec.Doing.Software; now != nil {
		if err := t.service.Store.Stands(t.server, *now); err != nil {
			return err
		}
		b.Software, b.Origin = &now.Software, now.Origin
	}
	if t.service.Lost != nil {
		var err error
		if b.Lost, err = t.service.Lost(t.server, "/"); err != nil {
			return err
		}
	}
	if t.service.Replaced != nil {
		if err := t.service.Replaced(t.server); err != nil {
			return err
		}
	}
	t.rec.Doing, t.rec.Restored = nil, t.generation
	err := t.save(t.report(node.ReportRestored, "", b))
	if b.Software != nil && err == nil {
		err = t.service.Servers.Installed(t.server, true)
	}
	t.tell(node.TaskRestore, node.ProgressDone, 1)
	return err
}

// recoverRestore finishes a restore whose folders were exchanged. Any other is taken up anew, as if it had not begun.
func (t *task) recoverRestore() error {
	dir, _, err := t.service.Servers.Place(t.server)
	if err != nil {
		return err
	}
	if want := t.rec.Doing.Inode; want != 0 {
		got, err := inode(filepath.Join(dir, dirRoot))
		if err != nil {
			return fmt.Errorf("look at the server's folder: %w", err)
		}
		if got == want {
			return t.finish(dir)
		}
	}
	if err := os.RemoveAll(filepath.Join(dir, dirNew)); err != nil {
		return fmt.Errorf("remove what was staged: %w", err)
	}
	t.rec.Doing = nil
	return t.save()
}

// expire removes the folder from before a restore.
func (t *task) expire() error {
	dir, _, err := t.service.Servers.Place(t.server)
	if err != nil {
		return err
	}
	if err := os.RemoveAll(filepath.Join(dir, dirFormer)); err != nil {
		return fmt.Errorf("remove the former folder: %w", err)
	}
	t.rec.Former, t.rec.Was = "", nil
	return t.save()
}

func inode(path string) (uint64, error) {
	info, err := os.Lstat(path)
	if err != nil {
		return 0, err
	}
	st, ok := info.Sys().(*syscall.Stat_t)
	if !ok || !info.IsDir() {
		return 0, fs.ErrInvalid
	}
	return st.Ino, nil
}
