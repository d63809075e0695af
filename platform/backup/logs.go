package backup

import (
	"context"
	"fmt"
	"strings"

	"github.com/jackc/pgx/v5"
)

// eventLog is one of the two logs of a database.
type eventLog struct {
	schema    string
	partition uint64 // events of a partition
	first     string // SQL of its first kept position
	dropped   string // SQL of its streams with dropped events
}

// mainLog is the log of migrations/00002_log.sql, which is always whole; hitsLog is that of 00102_hits.sql.
var (
	mainLog = eventLog{schema: "log", partition: 10_000_000, first: "1::bigint", dropped: "(SELECT 0::bigint AS stream_id, 0::bigint AS revision WHERE false)"}
	hitsLog = eventLog{schema: "hits", partition: 100_000, first: "(SELECT first FROM hits.kept)", dropped: "hits.dropped"}
)

// sql is a statement for the log.
func (g eventLog) sql(text string) string {
	return strings.NewReplacer("SCHEMA", g.schema, "FIRST", g.first, "DROPPED", g.dropped).Replace(text)
}

const (
	setHead        = `UPDATE SCHEMA.log_head SET position = $1`
	makePartitions = `SELECT SCHEMA.ensure_partitions()`
	oldPartitions  = `SELECT c.relname::text FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
WHERE i.inhparent = to_regclass('SCHEMA.events') AND c.relname < 'events_' || lpad($1::bigint::text, 6, '0')`
	isUsed = `SELECT EXISTS (SELECT FROM SCHEMA.log_head WHERE position > 0)`

	// These queries check a log's invariants.
	countLog     = `SELECT count(*), coalesce(min(position), FIRST), coalesce(max(position), 0), (SELECT position FROM SCHEMA.log_head), FIRST FROM SCHEMA.events`
	countStreams = `
SELECT count(*) FROM (
  SELECT stream, min(stream_id) AS id, count(DISTINCT stream_id) AS ids, count(*) AS n, min(revision) AS low, max(revision) AS high,
         min(position) AS first
  FROM SCHEMA.events GROUP BY stream) e
FULL JOIN (SELECT s.name, s.id, s.revision, coalesce(d.revision, -1) AS dropped
  FROM SCHEMA.streams s LEFT JOIN DROPPED d ON d.stream_id = s.id) s ON s.name = e.stream
WHERE s.name IS NULL OR e.stream IS NULL AND s.dropped <> s.revision OR e.stream IS NOT NULL AND (e.ids <> 1 OR e.id <> s.id
   OR s.dropped = -1 AND e.first <> s.id OR e.low <> s.dropped + 1 OR e.high <> s.revision OR e.n <> s.revision - s.dropped)`
)

// partitions makes the partitions of the positions from the first to the head, and only these.
func (g eventLog) partitions(ctx context.Context, tx pgx.Tx, first, head uint64) error {
	for at := first - 1; at <= head; at += g.partition {
		if _, err := tx.Exec(ctx, g.sql(setHead), int64(at)); err != nil {
			return fmt.Errorf("make partitions: %w", err)
		}
		if _, err := tx.Exec(ctx, g.sql(makePartitions)); err != nil {
			return fmt.Errorf("make partitions: %w", err)
		}
	}
	rows, err := tx.Query(ctx, g.sql(oldPartitions), int64(first/g.partition))
	if err != nil {
		return fmt.Errorf("make partitions: %w", err)
	}
	old, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		return fmt.Errorf("make partitions: %w", err)
	}
	for _, name := range old {
		if _, err := tx.Exec(ctx, "DROP TABLE "+pgx.Identifier{g.schema, name}.Sanitize()); err != nil {
			return fmt.Errorf("make partitions: %w", err)
		}
	}
	return nil
}

// verify checks that positions and revisions are dense from the first kept event on, and that the log's tables agree.
func (g eventLog) verify(ctx context.Context, tx pgx.Tx, first, head uint64) error {
	var n, from, last, stored, kept uint64
	if err := tx.QueryRow(ctx, g.sql(countLog)).Scan(&n, &from, &last, &stored, &kept); err != nil {
		return err
	}
	if from != first || kept != first || n != head+1-first || n > 0 && last != head || stored != head {
		return fmt.Errorf("%w: %d events from %d to %d, head at %d, expected %d to %d", errLog, n, from, last, stored, first, head)
	}
	var wrong int
	if err := tx.QueryRow(ctx, g.sql(countStreams)).Scan(&wrong); err != nil {
		return err
	}
	if wrong > 0 {
		return fmt.Errorf("%w: %d streams have gaps", errLog, wrong)
	}
	return nil
}

// used is true if the log has had events. A database of an older program has no such log.
func (g eventLog) used(ctx context.Context, conn *pgx.Conn) (used bool, err error) {
	if err := conn.QueryRow(ctx, `SELECT to_regclass($1) IS NOT NULL`, g.schema+".log_head").Scan(&used); err != nil || !used {
		return false, err
	}
	err = conn.QueryRow(ctx, g.sql(isUsed)).Scan(&used)
	return used, err
}
