package runtime

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5"
)

// prepare creates a projector's schema, tables and checkpoint. The first version of a read model serves at once; a
// later one waits until it has caught up.
func (r *Runner) prepare(ctx context.Context, p Projector) error {
	t := target{Projector: p}
	log, err := r.identify(ctx)
	if err != nil {
		return fmt.Errorf("prepare %s: %w", t, err)
	}
	err = pgx.BeginFunc(ctx, r.pool, func(tx pgx.Tx) error {
		if err := serialize(ctx, tx, p.Name); err != nil {
			return err
		}
		c, err := t.read(ctx, tx)
		if err == nil {
			return t.check(c, log)
		}
		if !errors.Is(err, pgx.ErrNoRows) {
			return err
		}
		if err := t.create(ctx, tx, log); err != nil {
			return err
		}
		var others bool
		if err := tx.QueryRow(ctx, anyServing, p.Name).Scan(&others); err != nil || others {
			return err
		}
		return t.serve(ctx, tx)
	})
	if err != nil {
		return fmt.Errorf("prepare %s: %w", t, err)
	}
	return nil
}

const anyServing = `SELECT EXISTS (SELECT FROM runtime.checkpoints WHERE name = $1 AND serving)`

// serialize keeps two processes from creating or flipping the same read model at the same time.
func serialize(ctx context.Context, tx pgx.Tx, name string) error {
	_, err := tx.Exec(ctx, `SELECT pg_advisory_xact_lock($1)`, lockKey("schema/"+name))
	return err
}

const insertCheckpoint = `
INSERT INTO runtime.checkpoints (name, version, slot, engine, definition, generation) VALUES ($1, $2, $3, $4, $5, $6)`

// compressFast sets lz4 compression for long values of the new tables, where the server supports it: documents are
// compressed each time they are rendered, and the default method doubles the cost of writing them.
const compressFast = `
DO $$
DECLARE c record;
BEGIN
  IF EXISTS (SELECT FROM pg_settings WHERE name = 'default_toast_compression' AND 'lz4' = ANY (enumvals)) THEN
    FOR c IN SELECT r.oid::regclass AS name, string_agg(format('ALTER COLUMN %I SET COMPRESSION lz4', a.attname), ', ') AS columns FROM pg_class r JOIN pg_attribute a ON a.attrelid = r.oid
      WHERE r.relnamespace = current_schema()::regnamespace AND r.relkind = 'r' AND a.attnum > 0 AND a.attstorage IN ('x', 'm')
      GROUP BY r.oid
    LOOP EXECUTE format('ALTER TABLE %s %s', c.name, c.columns); END LOOP;
  END IF;
END $$`

// create creates an empty set of tables with a checkpoint before the first event.
func (t target) create(ctx context.Context, tx pgx.Tx, log identity) error {
	if _, err := tx.Exec(ctx, `CREATE SCHEMA `+t.schema()); err != nil {
		return fmt.Errorf("create schema: %w", err)
	}
	if _, err := tx.Exec(ctx, `SELECT set_config('search_path', $1 || ', public', true)`, t.schema()); err != nil {
		return err
	}
	// The simple protocol accepts the many statements of a definition in one text.
	ddl := t.DDL
	if t.slot != "" {
		ddl, _ = t.indexes()
	}
	if _, err := tx.Exec(ctx, ddl, pgx.QueryExecModeSimpleProtocol); err != nil {
		return fmt.Errorf("create tables: %w", err)
	}
	if _, err := tx.Exec(ctx, compressFast, pgx.QueryExecModeSimpleProtocol); err != nil {
		return fmt.Errorf("create tables: %w", err)
	}
	_, err := tx.Exec(ctx, insertCheckpoint, t.Name, t.Version, t.slot, log.engine, t.definition(), log.generation)
	return err
}

var createIndex = regexp.MustCompile(`(?mi)^create index (\w+) on [^;]*;`)

// indexes splits the definition into the part that the handlers need and the indexes that are created when the tables
// are full.
func (t target) indexes() (before string, after []string) {
	before = createIndex.ReplaceAllStringFunc(t.DDL, func(statement string) string {
		if slices.Contains(t.Needs, createIndex.FindStringSubmatch(statement)[1]) {
			return statement
		}
		after = append(after, statement)
		return ""
	})
	return before, after
}

// finish creates the indexes of a full scratch target and analyses its tables.
func (t target) finish(ctx context.Context, tx pgx.Tx) error {
	if _, err := t.lock(ctx, tx, idleHold); err != nil {
		return err
	}
	if _, err := tx.Exec(ctx, `SET LOCAL maintenance_work_mem = '256MB'`); err != nil {
		return err
	}
	_, after := t.indexes()
	for _, statement := range after {
		if _, err := tx.Exec(ctx, statement); err != nil {
			return fmt.Errorf("create index: %w", err)
		}
	}
	names, err := t.tables(ctx, tx)
	if err != nil || len(names) == 0 {
		return err
	}
	if _, err := tx.Exec(ctx, `ANALYZE `+strings.Join(names, ", ")); err != nil {
		return fmt.Errorf("analyze tables: %w", err)
	}
	return nil
}

// discard drops a scratch target, if it exists.
func (t target) discard(ctx context.Context, tx pgx.Tx) error {
	if _, err := tx.Exec(ctx, `DROP SCHEMA IF EXISTS `+t.schema()+` CASCADE`); err != nil {
		return fmt.Errorf("drop %s: %w", t.schema(), err)
	}
	_, err := tx.Exec(ctx, `DELETE FROM runtime.checkpoints WHERE name = $1 AND version = $2 AND slot = $3`,
		t.Name, t.Version, t.slot)
	return err
}

const readerViews = `
SELECT c.relname FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
WHERE n.nspname = $1 AND c.relkind = 'v' ORDER BY 1`

// serve points the readers' views at the target's tables and marks it as the serving version, in the caller's
// transaction. The lock timeout keeps a long read from blocking all reads behind it.
func (t target) serve(ctx context.Context, tx pgx.Tx) error {
	if _, err := tx.Exec(ctx, `SET LOCAL lock_timeout = '1s'`); err != nil {
		return err
	}
	if _, err := tx.Exec(ctx, `CREATE SCHEMA IF NOT EXISTS `+t.Name); err != nil {
		return fmt.Errorf("create schema of the readers' views: %w", err)
	}
	rows, err := tx.Query(ctx, readerViews, t.Name)
	if err != nil {
		return err
	}
	old, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		return err
	}
	for _, view := range old {
		if _, err := tx.Exec(ctx, `DROP VIEW `+pgx.Identifier{t.Name, view}.Sanitize()); err != nil {
			return fmt.Errorf("drop view %s: %w", view, err)
		}
	}
	for _, view := range t.Views {
		if _, err := tx.Exec(ctx, `CREATE VIEW `+pgx.Identifier{t.Name, view}.Sanitize()+
			` AS TABLE `+pgx.Identifier{t.schema(), view}.Sanitize()); err != nil {
			return fmt.Errorf("create view %s: %w", view, err)
		}
	}
	if _, err := tx.Exec(ctx, `
		UPDATE runtime.checkpoints SET serving = false, retired_at = now()
		WHERE name = $1 AND serving AND version <> $2`, t.Name, t.Version); err != nil {
		return err
	}
	_, err = tx.Exec(ctx, `
		UPDATE runtime.checkpoints SET serving = true, retired_at = NULL
		WHERE name = $1 AND version = $2 AND slot = ''`, t.Name, t.Version)
	return err
}
