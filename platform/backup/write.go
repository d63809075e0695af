package backup

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/platform/durable"
)

// Source is the site to back up.
type Source struct {
	Conn     *pgx.Conn                // as the owner of the schema
	DataDir  string                   // its files are backed up beside the database
	KeysFile string                   // the site's keys file; it may be missing
	Skip     func(schema string) bool // schemas to omit; nil for none
	// Log reads the state of the log where it is in another store; nil where it is in the database. It is called
	// after the snapshot of the rows, so that the log contains every event that the rows refer to.
	Log func(ctx context.Context) (Log, error)
}

// Write makes a backup at path and a second file with the keys beside it; neither may exist. The site may run
// meanwhile. An incomplete file has another name, so that a file at path is always a complete backup; memory use does
// not grow with the site. Second files in the folder that are older than KeysKept are deleted.
func Write(ctx context.Context, path string, from Source, progress Progress) (s Summary, err error) {
	main, err := create(path)
	if err != nil {
		return s, fmt.Errorf("back up to %w", err)
	}
	defer main.discard()
	second, err := create(path + KeysSuffix)
	if err != nil {
		return s, fmt.Errorf("back up to %w", err)
	}
	defer second.discard()
	w := writer{from: from, progress: progress, began: time.Now()}
	if w.own, err = ownSchemas(); err != nil {
		return s, fmt.Errorf("back up: %w", err)
	}
	if err := w.write(ctx, main, second); err != nil {
		return s, fmt.Errorf("back up: %w", err)
	}
	s = w.Summary
	s.Keys = true
	if s.Size, err = main.write(); err != nil {
		return s, fmt.Errorf("back up: %w", err)
	}
	if _, err := second.write(); err != nil {
		return s, fmt.Errorf("back up: %w", err)
	}
	if err := second.publish(); err != nil {
		return s, fmt.Errorf("back up: %w", err)
	}
	if err := main.publish(); err != nil {
		return s, errors.Join(fmt.Errorf("back up: %w", err), os.Remove(second.path))
	}
	if err := durable.Folder(filepath.Dir(path)); err != nil {
		return s, fmt.Errorf("back up: %w", err)
	}
	if err := dropOldKeys(filepath.Dir(path), time.Now().Add(-KeysKept)); err != nil {
		return s, fmt.Errorf("%s is complete, but old keys were not deleted: %w", path, err)
	}
	return s, nil
}

// writer fills the two archives.
type writer struct {
	Summary
	from     Source
	progress Progress
	began    time.Time
	own      map[string]bool // the schemas that migrations make
}

// write adds files before the transaction and those changed since after it: every file that a row of the snapshot
// names existed during one of the two listings.
func (w *writer) write(ctx context.Context, main, second *output) error {
	a, k := newArchive(main, w.began), newArchive(second, w.began)
	w.Rows = map[string]int64{}
	files := folder{root: w.from.DataDir, keysFile: w.from.KeysFile}
	if err := files.write(ctx, a, time.Time{}, &w.Counts, w.progress); err != nil {
		return err
	}
	if _, err := w.from.Conn.PgConn().Exec(ctx, readAll).ReadAll(); err != nil {
		return err
	}
	keys := Counts{Rows: map[string]int64{}}
	err := pgx.BeginTxFunc(ctx, w.from.Conn, pgx.TxOptions{IsoLevel: pgx.RepeatableRead, AccessMode: pgx.ReadOnly}, func(tx pgx.Tx) error {
		return w.rows(ctx, tx, a, k, keys.Rows)
	})
	if err != nil {
		return err
	}
	if err := k.keysFile(w.from.KeysFile, &keys); err != nil {
		return err
	}
	if err := files.write(ctx, a, w.began, &w.Counts, w.progress); err != nil {
		return err
	}
	if err := errors.Join(a.json(nameCounts, w.Counts), k.json(nameCounts, keys)); err != nil {
		return err
	}
	return errors.Join(a.seal(), k.seal())
}

// visitors has the keys of visitors, which must not outlive their day.
const visitors = "visitors"

// omits says whether the tables of a schema are not part of the backup: those of read models, the keys of visitors, and those
// that no migration makes, which a restore could not fill.
func (w *writer) omits(schema string) bool {
	return w.from.Skip != nil && w.from.Skip(schema) || !w.own[schema] || schema == visitors
}

// rows writes the tables as of one snapshot: those with keys into k, the others into a.
func (w *writer) rows(ctx context.Context, tx pgx.Tx, a, k *archive, keys map[string]int64) error {
	if err := w.head(ctx, tx); err != nil {
		return err
	}
	all, err := tables(ctx, tx, func(t Table) bool {
		return w.omits(t.Schema) || w.Log.Elsewhere && t.Schema == "log"
	})
	if err != nil {
		return err
	}
	head := keysHead{Format: format, Made: w.Made, Migrations: w.Migrations, Generation: w.Log.Generation}
	for _, t := range all {
		if secret(t) {
			head.Tables = append(head.Tables, t)
		} else {
			w.Tables = append(w.Tables, t)
		}
	}
	if w.Sequences, err = sequences(ctx, tx, w.omits); err != nil {
		return err
	}
	if err := errors.Join(a.json(nameHead, w.Head), k.json(nameKeysHead, head)); err != nil {
		return err
	}
	for _, t := range w.Tables {
		if w.Rows[t.String()], err = a.dump(ctx, tx, t, w.progress); err != nil {
			return err
		}
	}
	for _, t := range head.Tables {
		if keys[t.String()], err = k.dump(ctx, tx, t, w.progress); err != nil {
			return err
		}
	}
	return nil
}

// head takes the snapshot of the rows and reads the head of the log.
func (w *writer) head(ctx context.Context, tx pgx.Tx) error {
	w.Format = format
	if _, err := tx.Exec(ctx, holdHits); err != nil {
		return fmt.Errorf("hold the log of hits: %w", err)
	}
	own := &w.Log
	if err := tx.QueryRow(ctx, `SELECT now(), (`+selectMigrations+`), (`+selectHead+`), f.format, f.generation::text FROM log.format f`).
		Scan(&w.Made, &w.Migrations, &own.Head, &own.Format, &own.Generation); err != nil {
		return fmt.Errorf("read the state of the database: %w", err)
	}
	w.Made = w.Made.UTC()
	w.Hits = &Hits{}
	if err := tx.QueryRow(ctx, selectHits).Scan(&w.Hits.First, &w.Hits.Head); err != nil {
		return fmt.Errorf("read the state of the log of hits: %w", err)
	}
	if w.from.Log == nil {
		return nil
	}
	elsewhere, err := w.from.Log(ctx)
	if err != nil {
		return fmt.Errorf("find the end of the log: %w", err)
	}
	elsewhere.Elsewhere, elsewhere.Format = true, own.Format
	w.Log = elsewhere
	return nil
}
