package backup

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/platform/effects"
)

const (
	oldGeneration = `SELECT generation::text FROM log.format FOR UPDATE`
	newGeneration = `UPDATE log.format SET generation = gen_random_uuid() RETURNING generation::text`

	// The end of a restored log may be before a place of a reactor, if it was restored by other means than Restore.
	clampPlaces = `UPDATE reactors.consumers c
SET position = h.position, event_id = (SELECT e.id FROM log.events e WHERE e.position = h.position)
FROM log.log_head h WHERE c.generation = $1 AND c.position > h.position`

	// A cursor of the change feed names the history of the log and a leaf of the seal, perhaps also a line of the leaf.
	// The leaf stays valid up to the end of the restored seal; the log and not the seal ends earlier if the log has lost
	// its end.
	clampCursors = `UPDATE reactors.consumers SET cursor = CASE WHEN t.last < 0 THEN '' ELSE split_part(cursor, '.', 1) || '.' || t.last END
FROM (SELECT CASE WHEN t.generation = $1 THEN least(t.size, h.position) ELSE t.size END - 1 AS last FROM seal.tree t, log.log_head h) t
WHERE cursor <> '' AND split_part(cursor, '.', 2)::bigint > t.last`
	renewCursors  = `UPDATE reactors.consumers SET cursor = seal.history() || substr(cursor, strpos(cursor, '.')) WHERE cursor <> ''`
	renewPoisoned = `UPDATE reactors.poisoned SET after = seal.history() || substr(after, strpos(after, '.')) WHERE after <> ''`
)

// carriers are the statements that give checkpoints the log's new generation ($2) in place of the old one ($1). Only the
// log in the database itself gets one; checkpoints of a log in another store stay.
func carriers() []string {
	var out []string
	for _, table := range []string{"runtime.checkpoints", "identity.roles_followed", "seal.tree", "reactors.consumers"} {
		out = append(out, "UPDATE "+table+" SET generation = $2 WHERE generation = $1")
	}
	return out
}

// pausePayouts keeps withdrawals waiting also after effects are resumed: the log may have forgotten some that were paid.
const pausePayouts = `UPDATE payouts.restored SET since = now(), reason = $1`

// renew makes a restored database one of its own: its log gets a new generation, so that no checkpoint of the original
// site fits it, and nothing acts on the outside before a person says so.
func renew(ctx context.Context, tx pgx.Tx, why string) error {
	fail := func(err error) error { return fmt.Errorf("give the restored log a new generation: %w", err) }
	var was, is string
	if err := tx.QueryRow(ctx, oldGeneration).Scan(&was); err != nil {
		return fail(err)
	}
	if err := tx.QueryRow(ctx, newGeneration).Scan(&is); err != nil {
		return fail(err)
	}
	for _, sql := range []string{clampPlaces, clampCursors} {
		if _, err := tx.Exec(ctx, sql, was); err != nil {
			return fail(err)
		}
	}
	for _, sql := range carriers() {
		if _, err := tx.Exec(ctx, sql, was, is); err != nil {
			return fail(err)
		}
	}
	for _, sql := range []string{renewCursors, renewPoisoned} {
		if _, err := tx.Exec(ctx, sql); err != nil {
			return fail(err)
		}
	}
	if _, err := tx.Exec(ctx, pausePayouts, why); err != nil {
		return fail(err)
	}
	return effects.PauseRestored(ctx, tx, why)
}
