// Package snapshot stores snapshots of long streams in Postgres. They can be recreated from the log at any time.
package snapshot

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/modyard/modyard/commands"
	"github.com/modyard/modyard/eventlog"
	"github.com/modyard/modyard/platform/idempotency"
)

// Store stores snapshots in the tables commands.snapshots and commands.covered.
type Store struct {
	pool *pgxpool.Pool
	now  func() time.Time
}

var _ commands.Snapshots = (*Store)(nil)

// New creates a store; a nil clock is the system's.
func New(pool *pgxpool.Pool, now func() time.Time) *Store {
	if now == nil {
		now = time.Now
	}
	return &Store{pool: pool, now: now}
}

const (
	find = `SELECT s.generation, s.revision, s.event, s.fold,
    CASE WHEN (s.generation, s.event, s.fold) <> ($3, $4, $5) THEN s.state END, c.hash, c.at
FROM commands.snapshots s LEFT JOIN commands.covered c ON c.stream = s.stream AND c.command = $2 WHERE s.stream = $1`
	// An older snapshot never replaces a newer one of the same log and fold. A snapshot that extends another is stored
	// only if the other one, with the commands that it covers, exists.
	keep = `INSERT INTO commands.snapshots AS s (stream, generation, revision, event, fold, state, at)
SELECT $1::text, $2::text, $3::bigint, $4::uuid, $5::text, $6::bytea, $7::timestamptz
WHERE NOT $8::boolean OR EXISTS (SELECT FROM commands.snapshots WHERE stream = $1 AND generation = $2 AND fold = $5)
ON CONFLICT (stream) DO UPDATE SET generation = excluded.generation, revision = excluded.revision, event = excluded.event,
    fold = excluded.fold, state = excluded.state, at = excluded.at
WHERE (s.generation, s.fold) <> (excluded.generation, excluded.fold) OR s.revision < excluded.revision OR NOT $8::boolean`
	cover = `INSERT INTO commands.covered (stream, command, hash, at)
SELECT $1, * FROM unnest($2::text[], $3::text[], $4::timestamptz[]) ON CONFLICT DO NOTHING`
	uncover  = `DELETE FROM commands.covered WHERE stream = $1`
	outdated = `DELETE FROM commands.covered WHERE stream = $1 AND at < $2`
	remove   = `DELETE FROM commands.snapshots WHERE stream = $1`
)

// Find returns the snapshot of a stream, without its state if it is the known one, and the command if the snapshot
// covers it.
func (s *Store) Find(ctx context.Context, stream, command string, known commands.SnapshotID) (*commands.Snapshot, *commands.Covered, error) {
	found := &commands.Snapshot{Stream: stream}
	var event [16]byte
	var hash *string
	var at *time.Time
	err := s.pool.QueryRow(ctx, find, stream, command, known.Generation, [16]byte(known.Event), known.Fold).Scan(
		&found.Generation, &found.Revision, &event, &found.Fold, &found.State, &hash, &at)
	if errors.Is(err, pgx.ErrNoRows) {
		return nil, nil, nil
	}
	if err != nil {
		return nil, nil, fmt.Errorf("find the snapshot of %s: %w", stream, err)
	}
	found.Event = eventlog.EventID(event)
	if hash == nil {
		return found, nil, nil
	}
	return found, &commands.Covered{Command: command, Hash: *hash, At: *at}, nil
}

// Keep replaces the snapshot and adds the commands that it covers, in one transaction.
func (s *Store) Keep(ctx context.Context, kept commands.Snapshot, covers []commands.Covered, extends bool) error {
	if !json.Valid(kept.State) {
		return fmt.Errorf("store the snapshot of %s: its state is not valid JSON", kept.Stream)
	}
	ids, hashes, times := make([]string, len(covers)), make([]string, len(covers)), make([]time.Time, len(covers))
	for i, c := range covers {
		ids[i], hashes[i], times[i] = c.Command, c.Hash, c.At
	}
	err := pgx.BeginFunc(ctx, s.pool, func(tx pgx.Tx) error {
		tag, err := tx.Exec(ctx, keep, kept.Stream, kept.Generation, int64(kept.Revision), [16]byte(kept.Event), kept.Fold, kept.State, s.now(), extends)
		if err != nil || tag.RowsAffected() == 0 {
			return err
		}
		clear, args := outdated, []any{kept.Stream, s.now().Add(-idempotency.Honoured)}
		if !extends {
			clear, args = uncover, args[:1]
		}
		if _, err := tx.Exec(ctx, clear, args...); err != nil {
			return err
		}
		_, err = tx.Exec(ctx, cover, kept.Stream, ids, hashes, times)
		return err
	})
	if err != nil {
		return fmt.Errorf("store the snapshot of %s: %w", kept.Stream, err)
	}
	return nil
}

// Delete deletes a stream's snapshot and the commands that it covers.
func (s *Store) Delete(ctx context.Context, stream string) error {
	if _, err := s.pool.Exec(ctx, remove, stream); err != nil {
		return fmt.Errorf("delete the snapshot of %s: %w", stream, err)
	}
	return nil
}
