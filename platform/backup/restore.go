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

	"github.com/modyard/modyard/platform/postgres"
)

const (
	stagingName = ".restoring"
	lockName    = "lock"
)

// Target is where a backup is restored to.
type Target struct {
	DataDir     string
	DatabaseURL string // the owner's; empty: an embedded server in DataDir
	PGBin       string
	Logger      *slog.Logger
	Keys        string // the second file; empty: the one beside the backup, where it stands
	KeysFile    string // where the site's keys file goes; empty: into DataDir
	Blobs       string // folder of DataDir that is the store of files; empty: they are elsewhere
	// Erased are accounts whose texts were erased, by the lists that are known beside the backup's own.
	Erased []string
	// Log compares the log with what the backup needs, where the events are in another store; nil where they shall be in
	// the database.
	Log func(ctx context.Context, needed Log) error
}

// Restore makes a site of the backup in file. The data directory, and the database where one is named, must be empty
// (ErrNotEmpty). All is built in a folder inside the data directory that Interrupted knows, and moved into its place
// at the end: a restore that was killed is never taken for a site, and the same restore again begins anew.
//
// Without the second file the texts that were encrypted with its keys read as erased, and nobody is signed in.
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

// Interrupted says whether a restore into the data directory was begun and not finished.
func Interrupted(dataDir string) bool {
	_, err := os.Lstat(filepath.Join(dataDir, stagingName))
	return err == nil
}

// place is a data directory that a restore has taken.
type place struct {
	root, stage string
	lock        *os.File
}

// occupy takes an empty data directory, or one that a killed restore has left.
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
		return nil, fmt.Errorf("%s: %w: it holds %s; choose another directory (MODYARD_DATA_DIR) or move it away", dataDir, ErrNotEmpty, others[0])
	}
	// Postgres may run as another user, who must be able to walk in.
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
	// Whatever stands here was put here by a restore that did not finish: the directory was empty before.
	for _, name := range others {
		if err := os.RemoveAll(filepath.Join(p.root, name)); err != nil {
			return nil, errors.Join(fmt.Errorf("clear an unfinished restore: %w", err), p.lock.Close())
		}
	}
	return p, p.clear()
}

// others lists what stands in the data directory beside the restore's folder; a disk of its own has a lost+found.
func (p *place) others() ([]string, error) {
	entries, err := os.ReadDir(p.root)
	if err != nil {
		return nil, fmt.Errorf("look at the data directory: %w", err)
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

// fill restores into the restore's folder. A failure leaves it empty, so that nothing fills the disk.
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

// moveIn puts everything into its place; the folder's end is the restore's.
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
	if err := syncDir(p.root); err != nil {
		return fmt.Errorf("move in: %w", err)
	}
	return os.RemoveAll(p.stage)
}

func lock(f *os.File) error { return syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB) }
