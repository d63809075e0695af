package backup

import (
	"archive/tar"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// clockMargin is the maximum difference between the clocks of a file system and of this machine.
const clockMargin = time.Minute

// folder is the part of the data directory that is backed up: without the database's own folder, keys and unfinished
// files.
type folder struct {
	root     string
	keysFile string // the site's keys file; it may be inside of the folder, or missing
}

// write adds every file that changed since a time; the zero time means all files.
func (d folder) write(ctx context.Context, a *archive, since time.Time, counts *Counts, progress Progress) error {
	entries, err := os.ReadDir(d.root)
	if err != nil {
		return fmt.Errorf("read the data directory: %w", err)
	}
	for _, e := range entries {
		if e.Name() == "pg" || e.Name() == stagingName {
			continue
		}
		// A folder may be a link to another disk.
		real, err := filepath.EvalSymlinks(filepath.Join(d.root, e.Name()))
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return fmt.Errorf("read the data directory: %w", err)
		}
		err = filepath.WalkDir(real, func(path string, entry fs.DirEntry, err error) error {
			if errors.Is(err, fs.ErrNotExist) {
				return nil // deleted during the backup
			}
			if err != nil {
				return err
			}
			if ctx.Err() != nil {
				return ctx.Err()
			}
			if !entry.Type().IsRegular() || unfinished(path) || d.isKeys(path, entry) {
				return nil
			}
			rel, err := filepath.Rel(real, path)
			if err != nil {
				return err
			}
			return a.file(path, filepath.ToSlash(filepath.Join(e.Name(), rel)), since, counts, progress)
		})
		if err != nil {
			return fmt.Errorf("back up %s: %w", e.Name(), err)
		}
	}
	return nil
}

// unfinished says whether a file is being written: an upload or a backup.
func unfinished(path string) bool {
	return strings.HasSuffix(path, ".tmp") || strings.HasSuffix(path, partialSuffix)
}

// isKeys says whether a file has keys: the site's keys file under any name, or the second file of another backup.
func (d folder) isKeys(path string, entry fs.DirEntry) bool {
	if info, err := entry.Info(); err == nil {
		if keys, err := os.Stat(d.keysFile); err == nil && os.SameFile(info, keys) {
			return true
		}
	}
	_, is := readKeysHead(path)
	return is
}

func (a *archive) file(path, name string, since time.Time, counts *Counts, progress Progress) error {
	f, err := os.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil // deleted during the backup
	}
	if err != nil {
		return err
	}
	defer f.Close() //nolint:errcheck // read only
	info, err := f.Stat()
	if err != nil {
		return err
	}
	if !since.IsZero() && info.ModTime().Before(since.Add(-clockMargin)) {
		return nil
	}
	h := &tar.Header{
		Typeflag: tar.TypeReg, Name: dirFiles + name, Size: info.Size(), Mode: int64(info.Mode().Perm()),
		ModTime: info.ModTime(), Format: tar.FormatPAX, // keeps fractions of a second, which the file's ETag contains
	}
	if err := a.out.WriteHeader(h); err != nil {
		return err
	}
	// Bytes that are appended during the backup are not included: the header has the earlier size.
	if _, err := io.CopyN(a.out, f, info.Size()); err != nil {
		return fmt.Errorf("%s became shorter while it was read: %w", name, err)
	}
	counts.Files++
	counts.Bytes += info.Size()
	progress.tell("files", counts.Bytes)
	return nil
}
