package backup

import (
	"archive/tar"
	"bufio"
	"context"
	"fmt"
	"io"
	"maps"
	"os"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5"
	"github.com/klauspost/compress/zstd"

	"github.com/modyard/modyard/migrations"
	"github.com/modyard/modyard/platform/database"
)

// loading is a restore in progress: it reads the archive's entries in order.
type loading struct {
	cursor
	from     *opened
	to       Target
	owner    string // address of the database
	files    string // folder for the files
	progress Progress
	head     Head
	found    Counts
	erased   int
}

// load reads a checked archive into an empty database and an empty folder.
func load(ctx context.Context, from *opened, owner, files string, to Target, progress Progress) (Summary, error) {
	counted, entries, err := rewind(ctx, from.file, progress)
	if err != nil {
		return Summary{}, err
	}
	l := &loading{cursor: entries, from: from, to: to, owner: owner, files: files, progress: progress, head: from.head}
	l.found.Rows = map[string]int64{}
	if err := l.run(ctx); err != nil {
		return Summary{}, err
	}
	if err := database.Migrate(ctx, owner, migrations.FS); err != nil {
		return Summary{}, err
	}
	if err := l.erase(ctx); err != nil {
		return Summary{}, err
	}
	if err := l.checkpoints(); err != nil {
		return Summary{}, err
	}
	if err := l.tellRestore(ctx); err != nil {
		return Summary{}, err
	}
	return Summary{Head: l.head, Counts: l.found, Size: counted.n, Keys: from.keys != nil, Erased: l.erased}, nil
}

// rewind reads a checked archive from its beginning.
func rewind(ctx context.Context, file *os.File, progress Progress) (*counting, cursor, error) {
	if _, err := file.Seek(0, io.SeekStart); err != nil {
		return nil, cursor{}, err
	}
	counted := &counting{ctx: ctx, r: bufio.NewReaderSize(file, 1<<20), tell: func(n int64) { progress.tell("restore", n) }}
	return counted, cursor{Reader: tar.NewReader(counted)}, nil
}

func (l *loading) run(ctx context.Context) error {
	for {
		h, err := l.next()
		switch {
		case err != nil:
			return fmt.Errorf("read the backup: %w", err)
		case strings.HasPrefix(h.Name, dirFiles):
			if err := l.extract(l.files); err != nil {
				return err
			}
			l.found.Files++
			l.found.Bytes += h.Size
		case h.Name == nameHead:
			if err := l.tables(ctx); err != nil {
				return err
			}
		case h.Name == nameCounts:
			var declared Counts
			if err := l.json(&declared); err != nil {
				return err
			}
			if declared.Files != l.found.Files || declared.Bytes != l.found.Bytes || !maps.Equal(declared.Rows, l.found.Rows) {
				return fmt.Errorf("%w: it declares %v and contains %v", ErrNotWhole, declared, l.found)
			}
		case h.Name == nameSeal:
			return nil
		default:
			return fmt.Errorf("%w: it holds %q", ErrNotWhole, h.Name)
		}
	}
}

// tables migrates the database to the backup's version and loads the rows in one transaction.
func (l *loading) tables(ctx context.Context) error {
	if err := database.MigrateTo(ctx, l.owner, migrations.FS, l.head.Migrations); err != nil {
		return err
	}
	conn, err := database.ConnectOwner(ctx, l.owner)
	if err != nil {
		return err
	}
	defer conn.Close(context.WithoutCancel(ctx)) //nolint:errcheck // the commit decides
	if _, err := conn.PgConn().Exec(ctx, readAll).ReadAll(); err != nil {
		return err
	}
	if err := pgx.BeginFunc(ctx, conn, func(tx pgx.Tx) error { return l.rows(ctx, tx) }); err != nil {
		return err
	}
	if _, err := conn.Exec(ctx, "ANALYZE"); err != nil {
		return fmt.Errorf("analyze: %w", err)
	}
	return nil
}

func (l *loading) rows(ctx context.Context, tx pgx.Tx) error {
	if !l.head.Log.Elsewhere {
		if err := mainLog.partitions(ctx, tx, 1, l.head.Log.Head); err != nil {
			return err
		}
	}
	if h := l.head.Hits; h != nil {
		if err := hitsLog.partitions(ctx, tx, h.First, h.Head); err != nil {
			return err
		}
	}
	if err := l.empty(ctx, tx, l.head.Tables); err != nil {
		return err
	}
	if err := l.copyAll(ctx, tx, l.head.Tables); err != nil {
		return err
	}
	if err := l.sequences(ctx, tx); err != nil {
		return err
	}
	if err := l.keys(ctx, tx); err != nil {
		return err
	}
	return l.verifyLogs(ctx, tx)
}

// empty deletes the rows that migrations inserted.
func (l *loading) empty(ctx context.Context, tx pgx.Tx, tables []Table) error {
	for _, t := range slices.Backward(tables) {
		l.found.Rows[t.String()] = 0
		if isLog(t) {
			continue // it has no rows, and a trigger rejects deletes
		}
		name, _ := t.sql()
		if _, err := tx.Exec(ctx, "DELETE FROM "+name); err != nil {
			return fmt.Errorf("empty %s: %w", t, err)
		}
	}
	return nil
}

// copyAll loads the rows of those of the tables that come next in the archive.
func (l *loading) copyAll(ctx context.Context, tx pgx.Tx, tables []Table) error {
	for {
		_, err := l.next()
		if err != nil {
			return fmt.Errorf("read the backup: %w", err)
		}
		name := l.table()
		if name == "" {
			l.held = true
			return nil
		}
		i := slices.IndexFunc(tables, func(t Table) bool { return t.String() == name })
		if i < 0 {
			return fmt.Errorf("%w: it contains rows of %q, which its head does not list", ErrNotWhole, name)
		}
		if err := l.copy(ctx, tx, tables[i]); err != nil {
			return fmt.Errorf("restore table %s: %w", name, err)
		}
	}
}

func (l *loading) copy(ctx context.Context, tx pgx.Tx, t Table) error {
	unpacked, err := zstd.NewReader(&joined{cursor: &l.cursor, name: t.String()}, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxWindow(8<<20))
	if err != nil {
		return err
	}
	defer unpacked.Close()
	name, columns := t.sql()
	tag, err := tx.Conn().PgConn().CopyFrom(ctx, unpacked, "COPY "+name+" ("+columns+") FROM STDIN")
	l.found.Rows[t.String()] = tag.RowsAffected()
	return err
}

// sequences restores the sequences. The rows do not give their values: some rows are deleted, and the log contains
// their numbers.
func (l *loading) sequences(ctx context.Context, tx pgx.Tx) error {
	for _, q := range l.head.Sequences {
		name := pgx.Identifier{q.Schema, q.Name}.Sanitize()
		if _, err := tx.Exec(ctx, `SELECT setval($1::text::regclass, $2)`, name, q.Last); err != nil {
			return fmt.Errorf("set sequence %s: %w", name, err)
		}
	}
	return nil
}
