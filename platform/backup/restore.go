package backup

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"syscall"

	"github.com/modyard/modyard/platform/durable"
	"github.com/modyard/modyard/platform/postgres"
)

const (
	stagingName = ".restoring"
	lockName    = "lock"
)

// Target is the target of a restore.
type Target struct {
	DataDir     string
	DatabaseURL string // the owner's; empty: an embedded server in DataDir
	PGBin       string
	Logger      *slog.Logger
	Keys        string // the second file; empty: the one beside the backup, if it exists
	KeysFile    string // path of the site's keys file; empty: in DataDir
	Blobs       string // folder of the file store in DataDir; empty: the files are in another store
	// By is the name of the account of the person who restores, and Reason says why. The restored log tells both; it
	// tells nothing if By is empty.
	By, Reason string
	// Checkpoints is the folder with the checkpoints of the log in the file store of the last data directory; empty if
	// there is none. They are added to those of the backup, so that the restored log can name the one that it abandons.
	Checkpoints string
	// Erased are further accounts whose texts were erased, in addition to the backup's own list.
	Erased []string
	// Log compares the log with the one that the backup needs, where the events are in another store; nil where they
	// are restored into the database.
	Log func(ctx context.Context, needed Log) error
}

// Restore makes a site of the backup in file. The data directory and a given database must be empty (ErrNotEmpty).
// Everything is built in a folder inside the data directory, which Interrupted finds, and moved into place at the
// end: an interrupted restore is never served as a site, and the same restore starts again.
//
// Without the second file, texts encrypted with its keys are shown as erased, and all sessions end.
func Restore(ctx context.Context, file string, to Target, progress Progress) (s Summary, err error) {
	from, err := openBackup(ctx, file, to, progress)
	if err != nil {
		return s, fmt.Errorf("restore: %w", err)
	}
	defer from.close()
	place, err := occupy(to.DataDir)
	if err != nil {
		return s, fmt.Errorf("restore: %w", err)
	}
	defer place.leave()
	if s, err = place.fill(ctx, from, to, progress); err != nil {
		return s, fmt.Errorf("restore: %w", err)
	}
	if err := place.moveIn(); err != nil {
		return s, fmt.Errorf("restore: %w", err)
	}
	return s, nil
}

// Interrupted says whether a restore into the data directory was started and not finished.
func Interrupted(dataDir string) bool {
	_, err := os.Lstat(filepath.Join(dataDir, stagingName))
	return err == nil
}

// place is a data directory that a restore has taken.
type place struct {
	root, stage string
	lock        *os.File
}

// occupy locks a data directory that is empty or has an interrupted restore.
func occupy(dataDir string) (*place, error) {
	p := &place{root: dataDir, stage: filepath.Join(dataDir, stagingName)}
	if err := os.MkdirAll(p.root, 0o750); err != nil {
		return nil, fmt.Errorf("make the data directory: %w", err)
	}
	others, err := p.others()
	if err != nil {
		return nil, err
	}
	if len(others) > 0 && !Interrupted(dataDir) {
		return nil, fmt.Errorf("%s: %w: it contains %s; choose another directory (MODYARD_DATA_DIR) or move it away", dataDir, ErrNotEmpty, others[0])
	}
	// Postgres may run as another user, who must be able to enter the folder.
	if err := os.Mkdir(p.stage, 0o755); err != nil && !errors.Is(err, fs.ErrExist) {
		return nil, fmt.Errorf("take the data directory: %w", err)
	}
	if p.lock, err = os.OpenFile(filepath.Join(p.stage, lockName), os.O_CREATE|os.O_RDWR, 0o600); err != nil {
		return nil, fmt.Errorf("take the data directory: %w", err)
	}
	if err := lock(p.lock); err != nil {
		_ = p.lock.Close()
		return nil, fmt.Errorf("%s: another restore is under way: %w", dataDir, err)
	}
	// The directory was empty before: these files belong to an interrupted restore.
	for _, name := range others {
		if err := os.RemoveAll(filepath.Join(p.root, name)); err != nil {
			return nil, errors.Join(fmt.Errorf("clear an unfinished restore: %w", err), p.lock.Close())
		}
	}
	return p, p.clear()
}

// others lists the other entries of the data directory; the root of a disk has a lost+found.
func (p *place) others() ([]string, error) {
	entries, err := os.ReadDir(p.root)
	if err != nil {
		return nil, fmt.Errorf("read the data directory: %w", err)
	}
	var names []string
	for _, e := range entries {
		if e.Name() != stagingName && e.Name() != "lost+found" {
			names = append(names, e.Name())
		}
	}
	return names, nil
}

func (p *place) clear() error {
	entries, err := os.ReadDir(p.stage)
	if err != nil {
		return fmt.Errorf("clear an unfinished restore: %w", err)
	}
	for _, e := range entries {
		if e.Name() == lockName {
			continue
		}
		if err := os.RemoveAll(filepath.Join(p.stage, e.Name())); err != nil {
			return fmt.Errorf("clear an unfinished restore: %w", err)
		}
	}
	return nil
}

func (p *place) leave() { _ = p.lock.Close() }

// fill restores into the restore's folder and empties it after a failure, so that the disk does not fill up.
func (p *place) fill(ctx context.Context, from *opened, to Target, progress Progress) (s Summary, err error) {
	defer func() {
		if err != nil {
			if p.clear() == nil && os.RemoveAll(p.stage) == nil {
				return
			}
		}
	}()
	owner := to.DatabaseURL
	if owner == "" {
		server, err := postgres.Start(ctx, postgres.Options{DataDir: p.stage, Bin: to.PGBin, Logger: to.Logger})
		if err != nil {
			return s, err
		}
		defer func() { err = errors.Join(err, server.Close()) }()
		owner = server.URL()
	} else if err := vacant(ctx, owner); err != nil {
		return s, err
	}
	return load(ctx, from, owner, p.stage, to, progress)
}

// moveIn moves everything into place; removing the folder completes the restore.
func (p *place) moveIn() error {
	entries, err := os.ReadDir(p.stage)
	if err != nil {
		return fmt.Errorf("move in: %w", err)
	}
	for _, e := range entries {
		if e.Name() == lockName {
			continue
		}
		if err := os.Rename(filepath.Join(p.stage, e.Name()), filepath.Join(p.root, e.Name())); err != nil {
			return fmt.Errorf("move in: %w", err)
		}
	}
	if err := durable.Folder(p.root); err != nil {
		return fmt.Errorf("move in: %w", err)
	}
	return os.RemoveAll(p.stage)
}

func lock(f *os.File) error { return syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB) }
