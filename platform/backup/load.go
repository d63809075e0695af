package backup

import (
	"archive/tar"
	"bufio"
	"context"
	"errors"
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

// partitionEvents is the size of a partition of the log (migrations/00002_log.sql).
const partitionEvents = 10_000_000

const (
	// Everything that the log promises of itself can be counted.
	countLog     = `SELECT count(*), coalesce(min(position), 1), coalesce(max(position), 0) FROM log.events`
	countStreams = `
SELECT count(*) FROM (
  SELECT stream, min(stream_id) AS id, count(DISTINCT stream_id) AS ids, count(*) AS n, min(revision) AS low, max(revision) AS high,
         min(position) AS first
  FROM log.events GROUP BY stream) e
FULL JOIN log.streams s ON s.name = e.stream
WHERE s.name IS NULL OR e.stream IS NULL OR e.ids <> 1 OR e.id <> s.id OR e.first <> s.id
   OR e.low <> 0 OR e.high <> s.revision OR e.n <> s.revision + 1`
)

// loading is a restore under way: the archive's entries one after the other.
type loading struct {
	cursor
	owner    string // address of the database
	files    string // folder for the files
	progress Progress
	head     Head
	found    Counts
}

// load reads a checked archive into an empty database and an empty folder.
func load(ctx context.Context, file *os.File, owner, files string, progress Progress) (Summary, error) {
	if _, err := file.Seek(0, io.SeekStart); err != nil {
		return Summary{}, err
	}
	counted := &counting{ctx: ctx, r: bufio.NewReaderSize(file, 1<<20), tell: func(n int64) { progress.tell("restore", n) }}
	l := &loading{cursor: cursor{Reader: tar.NewReader(counted)}, owner: owner, files: files, progress: progress}
	l.found.Rows = map[string]int64{}
	if err := l.run(ctx); err != nil {
		return Summary{}, err
	}
	return Summary{Head: l.head, Counts: l.found, Size: counted.n}, nil
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
			var told Counts
			if err := l.json(&told); err != nil {
				return err
			}
			if told.Files != l.found.Files || told.Bytes != l.found.Bytes || !maps.Equal(told.Rows, l.found.Rows) {
				return fmt.Errorf("%w: it tells of %v and holds %v", ErrNotWhole, told, l.found)
			}
		case h.Name == nameSeal:
			return nil
		default:
			return fmt.Errorf("%w: it holds %q", ErrNotWhole, h.Name)
		}
	}
}

// tables brings the database to the state of the backup's, loads the rows in one transaction, and then the newest
// migrations.
func (l *loading) tables(ctx context.Context) error {
	if err := l.json(&l.head); err != nil {
		return err
	}
	newest, err := database.Newest(migrations.FS)
	if err != nil {
		return err
	}
	if l.head.Format != format || l.head.Migrations > newest {
		return fmt.Errorf("%w: its tables are of migration %d, and this program knows %d", ErrNewer, l.head.Migrations, newest)
	}
	if err := database.MigrateTo(ctx, l.owner, migrations.FS, l.head.Migrations); err != nil {
		return err
	}
	conn, err := database.ConnectOwner(ctx, l.owner)
	if err != nil {
		return err
	}
	defer conn.Close(context.WithoutCancel(ctx)) //nolint:errcheck // what counts is the commit
	if _, err := conn.PgConn().Exec(ctx, readAll).ReadAll(); err != nil {
		return err
	}
	if err := pgx.BeginFunc(ctx, conn, func(tx pgx.Tx) error { return l.rows(ctx, tx) }); err != nil {
		return err
	}
	if _, err := conn.Exec(ctx, "ANALYZE"); err != nil {
		return fmt.Errorf("analyze: %w", err)
	}
	return database.Migrate(ctx, l.owner, migrations.FS)
}

func (l *loading) rows(ctx context.Context, tx pgx.Tx) error {
	for at := uint64(0); at <= l.head.Log; at += partitionEvents {
		if _, err := tx.Exec(ctx, `UPDATE log.log_head SET position = $1`, int64(at)); err != nil {
			return fmt.Errorf("make partitions: %w", err)
		}
		if _, err := tx.Exec(ctx, `SELECT log.ensure_partitions()`); err != nil {
			return fmt.Errorf("make partitions: %w", err)
		}
	}
	for _, t := range slices.Backward(l.head.Tables) {
		l.found.Rows[t.String()] = 0
		if t.String() == "log.events" {
			continue // it has none, and refuses to lose any
		}
		name, _ := t.sql()
		if _, err := tx.Exec(ctx, "DELETE FROM "+name); err != nil { // what migrations put there
			return fmt.Errorf("empty %s: %w", t, err)
		}
	}
	for {
		_, err := l.next()
		if err != nil {
			return fmt.Errorf("read the backup: %w", err)
		}
		name := l.table()
		if name == "" {
			l.held = true
			break
		}
		i := slices.IndexFunc(l.head.Tables, func(t Table) bool { return t.String() == name })
		if i < 0 {
			return fmt.Errorf("%w: it holds rows of %q, of which its head does not tell", ErrNotWhole, name)
		}
		if err := l.copy(ctx, tx, l.head.Tables[i]); err != nil {
			return fmt.Errorf("restore table %s: %w", name, err)
		}
	}
	if err := l.sequences(ctx, tx); err != nil {
		return err
	}
	return l.verifyLog(ctx, tx)
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

// sequences go on where they stood. The rows do not say where: some are gone, and the log remembers their numbers.
func (l *loading) sequences(ctx context.Context, tx pgx.Tx) error {
	for _, q := range l.head.Sequences {
		name := pgx.Identifier{q.Schema, q.Name}.Sanitize()
		if _, err := tx.Exec(ctx, `SELECT setval($1::text::regclass, $2)`, name, q.Last); err != nil {
			return fmt.Errorf("set sequence %s: %w", name, err)
		}
	}
	return nil
}

// verifyLog checks that positions and revisions are dense and that the log's tables agree.
func (l *loading) verifyLog(ctx context.Context, tx pgx.Tx) error {
	l.progress.tell("verify the log", 0)
	var n, first, last, head uint64
	if err := tx.QueryRow(ctx, countLog).Scan(&n, &first, &last); err != nil {
		return fmt.Errorf("verify the log: %w", err)
	}
	if err := tx.QueryRow(ctx, selectHead).Scan(&head); err != nil {
		return fmt.Errorf("verify the log: %w", err)
	}
	if first != 1 || n != l.head.Log || last != l.head.Log || head != l.head.Log {
		return fmt.Errorf("verify the log: %w: %d events from %d to %d, head at %d, expected %d", errLog, n, first, last, head, l.head.Log)
	}
	var wrong int
	if err := tx.QueryRow(ctx, countStreams).Scan(&wrong); err != nil {
		return fmt.Errorf("verify the log: %w", err)
	}
	if wrong > 0 {
		return fmt.Errorf("verify the log: %w: %d streams are not whole", errLog, wrong)
	}
	return nil
}

var errLog = errors.New("the log does not hold together")

// vacant says whether a database holds nothing that a restore would mix with.
func vacant(ctx context.Context, owner string) error {
	conn, err := database.ConnectOwner(ctx, owner)
	if err != nil {
		return err
	}
	defer conn.Close(context.WithoutCancel(ctx)) //nolint:errcheck // nothing is in flight
	var there, used bool
	if err := conn.QueryRow(ctx, `SELECT to_regclass('log.log_head') IS NOT NULL AND to_regclass('identity.accounts') IS NOT NULL`).Scan(&there); err != nil {
		return fmt.Errorf("look at the database: %w", err)
	}
	if !there {
		return nil
	}
	if err := conn.QueryRow(ctx, `SELECT (`+selectHead+`) > 0 OR EXISTS (SELECT FROM identity.accounts)`).Scan(&used); err != nil {
		return fmt.Errorf("look at the database: %w", err)
	}
	if used {
		return fmt.Errorf("the database: %w: it holds a site", ErrNotEmpty)
	}
	return nil
}
