package backup

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"github.com/jackc/pgx/v5"
)

const partialSuffix = ".partial"

// Source is what is backed up.
type Source struct {
	Conn    *pgx.Conn                // as the owner of the schema
	DataDir string                   // whose files are backed up beside the database
	Skip    func(schema string) bool // schemas that are left out; nil for none
}

// Summary is what a backup or a restore has done.
type Summary struct {
	Head
	Counts
	Size int64 // of the backup, in bytes
}

// Write makes a backup at path, which must not exist. The site may run meanwhile. What is unfinished stands under
// another name, so that a file at path is always a whole backup; memory does not grow with the site.
func Write(ctx context.Context, path string, from Source, progress Progress) (s Summary, err error) {
	if _, err := os.Lstat(path); err == nil {
		return s, fmt.Errorf("back up to %s: %w", path, fs.ErrExist)
	}
	partial := path + partialSuffix
	file, err := os.OpenFile(partial, os.O_CREATE|os.O_WRONLY, 0o600) // it holds what nobody else may read
	if err != nil {
		return s, fmt.Errorf("back up: %w", err)
	}
	if err := lock(file); err != nil {
		_ = file.Close()
		return s, fmt.Errorf("back up to %s: another backup is being written there: %w", path, err)
	}
	defer func() {
		if err != nil {
			_ = file.Close()
			_ = os.Remove(partial)
		}
	}()
	if err = file.Truncate(0); err != nil { // what a killed backup left
		return s, fmt.Errorf("back up: %w", err)
	}
	skip, err := filepath.Abs(path)
	if err != nil {
		return s, fmt.Errorf("back up: %w", err)
	}
	if real, err := filepath.EvalSymlinks(filepath.Dir(skip)); err == nil {
		skip = filepath.Join(real, filepath.Base(skip))
	}
	buffered := bufio.NewWriterSize(file, 1<<20)
	if s, err = write(ctx, buffered, from, skip, progress); err != nil {
		return s, fmt.Errorf("back up: %w", err)
	}
	if err = errors.Join(buffered.Flush(), file.Sync()); err != nil {
		return s, fmt.Errorf("back up: %w", err)
	}
	info, err := file.Stat()
	if err != nil {
		return s, fmt.Errorf("back up: %w", err)
	}
	s.Size = info.Size()
	if err = file.Close(); err != nil {
		return s, fmt.Errorf("back up: %w", err)
	}
	if err = os.Rename(partial, path); err != nil {
		return s, fmt.Errorf("back up: %w", err)
	}
	return s, syncDir(filepath.Dir(path))
}

// write fills the archive. Files come before the transaction and, where they changed since, after it: every file that
// its rows name was there when one of the two lists was made.
func write(ctx context.Context, w *bufio.Writer, from Source, skip string, progress Progress) (s Summary, err error) {
	began := time.Now()
	a := newArchive(w, began)
	s.Rows = map[string]int64{}
	files := folder{root: from.DataDir, skip: skip}
	if err := files.write(ctx, a, time.Time{}, &s.Counts, progress); err != nil {
		return s, err
	}
	if _, err := from.Conn.PgConn().Exec(ctx, readAll).ReadAll(); err != nil {
		return s, err
	}
	err = pgx.BeginTxFunc(ctx, from.Conn, pgx.TxOptions{IsoLevel: pgx.RepeatableRead, AccessMode: pgx.ReadOnly}, func(tx pgx.Tx) error {
		s.Head = Head{Format: format}
		if err := tx.QueryRow(ctx, `SELECT now(), (`+selectMigrations+`), (`+selectHead+`)`).Scan(&s.Made, &s.Migrations, &s.Log); err != nil {
			return fmt.Errorf("read the state of the database: %w", err)
		}
		s.Made = s.Made.UTC()
		var err error
		if s.Tables, err = tables(ctx, tx, from.Skip); err != nil {
			return err
		}
		if s.Sequences, err = sequences(ctx, tx, from.Skip); err != nil {
			return err
		}
		if err := a.json(nameHead, s.Head); err != nil {
			return err
		}
		for _, t := range s.Tables {
			if s.Rows[t.String()], err = a.dump(ctx, tx, t, progress); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return s, err
	}
	if err := files.write(ctx, a, began, &s.Counts, progress); err != nil {
		return s, err
	}
	if err := a.json(nameCounts, s.Counts); err != nil {
		return s, err
	}
	return s, a.seal()
}

// syncDir makes a rename in the folder durable.
func syncDir(path string) error {
	d, err := os.Open(path)
	if err != nil {
		return err
	}
	return errors.Join(d.Sync(), d.Close())
}
