package backup

import (
	"context"
	"fmt"
	"io/fs"
	"regexp"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/migrations"
)

const (
	// Partitions belong to their table, and generated columns are computed; an unlogged table is lost in a crash
	// anyway.
	selectTables = `
SELECT n.nspname, c.relname, array_agg(a.attname::text ORDER BY a.attnum)
FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
WHERE c.relkind IN ('r', 'p') AND NOT c.relispartition AND c.relpersistence = 'p'
  AND n.nspname NOT IN ('pg_catalog', 'information_schema') AND n.nspname NOT LIKE 'pg\_toast%'
  AND c.relname <> 'goose_db_version'
GROUP BY n.nspname, c.relname ORDER BY n.nspname <> 'log', n.nspname <> 'hits', n.nspname, c.relname`

	selectReferences = `
SELECT n.nspname || '.' || c.relname, fn.nspname || '.' || f.relname
FROM pg_constraint k
JOIN pg_class c ON c.oid = k.conrelid JOIN pg_namespace n ON n.oid = c.relnamespace
JOIN pg_class f ON f.oid = k.confrelid JOIN pg_namespace fn ON fn.oid = f.relnamespace
WHERE k.contype = 'f' AND k.conrelid <> k.confrelid`

	selectSequences = `SELECT schemaname, sequencename, last_value FROM pg_sequences
WHERE last_value IS NOT NULL AND sequencename NOT LIKE 'goose\_%' ORDER BY 1, 2`

	selectMigrations = `SELECT coalesce(max(version_id), 0) FROM goose_db_version WHERE is_applied`
	selectHead       = `SELECT position FROM log.log_head`
	selectHits       = `SELECT k.first, h.position FROM hits.kept k, hits.log_head h`
	// holdHits keeps the partitions of the snapshot: it must be the transaction's first statement.
	holdHits = `LOCK TABLE hits.events IN ACCESS SHARE MODE`

	// readAll makes the text of rows independent of the server's settings, and disables time limits of the
	// transaction.
	readAll = `SET datestyle = 'ISO'; SET intervalstyle = 'iso_8601'; SET timezone = 'UTC'; SET extra_float_digits = 3;
SET bytea_output = 'hex'; SET idle_in_transaction_session_timeout = 0; SET statement_timeout = 0; SET lock_timeout = 0`
)

// isLog says whether a table contains the events of a log.
func isLog(t Table) bool {
	return t.Name == "events" && (t.Schema == mainLog.schema || t.Schema == hitsLog.schema)
}

// secret says whether a table's rows are keys: only the second file contains them.
func secret(t Table) bool {
	switch t.String() {
	case "identity.keys", "erasure.keys", "erasure.keyfile":
		return true
	}
	return false
}

// remade says whether a table's rows are rebuilt or describe work in progress: backups do not contain them.
func remade(t Table) bool {
	switch t.String() {
	case "commands.snapshots", "commands.idempotency":
		return true
	}
	return false
}

// createsSchema matches the statement of a migration that makes a schema.
var createsSchema = regexp.MustCompile(`(?m)^CREATE SCHEMA ([a-z_]+)`)

// ownSchemas are the schemas that migrations make. A database may have others, such as those of its operator's tools.
func ownSchemas() (map[string]bool, error) {
	own := map[string]bool{}
	names, err := fs.Glob(migrations.FS, "*.sql")
	if err != nil {
		return nil, fmt.Errorf("list migrations: %w", err)
	}
	for _, name := range names {
		text, err := fs.ReadFile(migrations.FS, name)
		if err != nil {
			return nil, fmt.Errorf("read a migration: %w", err)
		}
		for _, found := range createsSchema.FindAllSubmatch(text, -1) {
			own[string(found[1])] = true
		}
	}
	return own, nil
}

// tables lists the tables to back up: the log first, then referenced tables before those that refer to them.
func tables(ctx context.Context, tx pgx.Tx, skip func(Table) bool) ([]Table, error) {
	rows, err := tx.Query(ctx, selectTables)
	if err != nil {
		return nil, fmt.Errorf("list tables: %w", err)
	}
	all, err := pgx.CollectRows(rows, func(row pgx.CollectableRow) (t Table, err error) {
		return t, row.Scan(&t.Schema, &t.Name, &t.Columns)
	})
	if err != nil {
		return nil, fmt.Errorf("list tables: %w", err)
	}
	all = slices.DeleteFunc(all, func(t Table) bool { return remade(t) || skip(t) })
	rows, err = tx.Query(ctx, selectReferences)
	if err != nil {
		return nil, fmt.Errorf("list references: %w", err)
	}
	refers := map[string][]string{}
	var from, to string
	if _, err := pgx.ForEachRow(rows, []any{&from, &to}, func() error {
		refers[from] = append(refers[from], to)
		return nil
	}); err != nil {
		return nil, fmt.Errorf("list references: %w", err)
	}
	return inOrder(all, refers)
}

// sequences reads the current values. Sequences are not transactional: read after the snapshot, no value is lower
// than a number in the snapshot's rows or events.
func sequences(ctx context.Context, tx pgx.Tx, skip func(schema string) bool) ([]Sequence, error) {
	rows, err := tx.Query(ctx, selectSequences)
	if err != nil {
		return nil, fmt.Errorf("list sequences: %w", err)
	}
	all, err := pgx.CollectRows(rows, func(row pgx.CollectableRow) (s Sequence, err error) {
		return s, row.Scan(&s.Schema, &s.Name, &s.Last)
	})
	if err != nil {
		return nil, fmt.Errorf("list sequences: %w", err)
	}
	return slices.DeleteFunc(all, func(s Sequence) bool { return skip != nil && skip(s.Schema) }), nil
}

// inOrder sorts every table after those that it refers to.
func inOrder(all []Table, refers map[string][]string) ([]Table, error) {
	var out []Table
	placed := map[string]bool{}
	for len(out) < len(all) {
		before := len(out)
		for _, t := range all {
			if name := t.String(); !placed[name] && !slices.ContainsFunc(refers[name], func(other string) bool {
				return !placed[other] && slices.ContainsFunc(all, func(t Table) bool { return t.String() == other })
			}) {
				placed[name] = true
				out = append(out, t)
			}
		}
		if len(out) == before {
			return nil, fmt.Errorf("the tables refer to each other in a circle: %v", all)
		}
	}
	return out, nil
}

func (t Table) sql() (name, columns string) {
	quoted := make([]string, len(t.Columns))
	for i, c := range t.Columns {
		quoted[i] = pgx.Identifier{c}.Sanitize()
	}
	return pgx.Identifier{t.Schema, t.Name}.Sanitize(), strings.Join(quoted, ", ")
}

// dump writes a table's rows, those of the log in log order.
func (a *archive) dump(ctx context.Context, tx pgx.Tx, t Table, progress Progress) (int64, error) {
	name, columns := t.sql()
	query := "SELECT " + columns + " FROM " + name
	if isLog(t) {
		query += " ORDER BY position"
	}
	p, err := a.pieces(dirTables + t.String())
	if err != nil {
		return 0, err
	}
	var n int64
	tag, err := tx.Conn().PgConn().CopyTo(ctx, writerFunc(func(b []byte) (int, error) {
		n += int64(len(b))
		progress.tell(t.String(), n)
		return p.Write(b)
	}), "COPY ("+query+") TO STDOUT")
	if err == nil {
		err = p.Close()
	}
	if err != nil {
		return 0, fmt.Errorf("back up table %s: %w", t, err)
	}
	return tag.RowsAffected(), nil
}

type writerFunc func([]byte) (int, error)

func (f writerFunc) Write(b []byte) (int, error) { return f(b) }
