package reactors

import (
	"context"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/modyard/modyard/eventlog"
	"github.com/modyard/modyard/eventlog/watermill"
)

// A checkpoint that a crash of the database loses only repeats messages, so a move does not wait for the disk.
const (
	quickly = `WITH quick AS (SELECT set_config('synchronous_commit', 'off', true)) `

	loadPlace   = `SELECT engine, generation, position, event_id FROM reactors.consumers WHERE name = $1 AND position IS NOT NULL`
	createPlace = `INSERT INTO reactors.consumers (name, engine, generation, position, event_id) VALUES ($1, $2, $3, $4, $5) ON CONFLICT (name) DO NOTHING`
	movePlace   = quickly + `UPDATE reactors.consumers SET position = $4, event_id = $5, moved_at = now() FROM quick
WHERE name = $1 AND generation = $2 AND position = $3`

	loadCursor   = `SELECT cursor FROM reactors.consumers WHERE name = $1 AND cursor IS NOT NULL`
	createCursor = `INSERT INTO reactors.consumers (name, cursor) VALUES ($1, $2) ON CONFLICT (name) DO NOTHING`
	moveCursor   = quickly + `UPDATE reactors.consumers SET cursor = $3, moved_at = now() FROM quick WHERE name = $1 AND cursor = $2`
)

// places stores the checkpoints of consumers of the log.
type places struct{ pool *pgxpool.Pool }

func (p places) Load(ctx context.Context, name string) (at watermill.Place, err error) {
	var position int64
	var id *[16]byte
	err = p.pool.QueryRow(ctx, loadPlace, name).Scan(&at.Engine, &at.Generation, &position, &id)
	if errors.Is(err, pgx.ErrNoRows) {
		return at, watermill.ErrNew
	}
	if id != nil {
		at.Event = eventlog.EventID(*id)
	}
	at.Position = eventlog.Position(position)
	return at, err
}

func (p places) Create(ctx context.Context, name string, at watermill.Place) error {
	_, err := p.pool.Exec(ctx, createPlace, name, at.Engine, at.Generation, int64(at.Position), nullID(at.Event))
	return err
}

func (p places) Move(ctx context.Context, name string, from, to watermill.Place) error {
	tag, err := p.pool.Exec(ctx, movePlace, name, from.Generation, int64(from.Position), int64(to.Position), nullID(to.Event))
	return moved(tag.RowsAffected(), err)
}

func nullID(id eventlog.EventID) *[16]byte {
	if id.IsZero() {
		return nil
	}
	return (*[16]byte)(&id)
}

func moved(rows int64, err error) error {
	if err == nil && rows != 1 {
		return watermill.ErrMoved
	}
	return err
}

// cursors stores the checkpoints of consumers of the change feed.
type cursors struct{ pool *pgxpool.Pool }

func (c cursors) Load(ctx context.Context, name string) (at string, err error) {
	err = c.pool.QueryRow(ctx, loadCursor, name).Scan(&at)
	if errors.Is(err, pgx.ErrNoRows) {
		return at, watermill.ErrNew
	}
	return at, err
}

func (c cursors) Create(ctx context.Context, name, at string) error {
	_, err := c.pool.Exec(ctx, createCursor, name, at)
	return err
}

func (c cursors) Move(ctx context.Context, name, from, to string) error {
	tag, err := c.pool.Exec(ctx, moveCursor, name, from, to)
	return moved(tag.RowsAffected(), err)
}

const (
	skipPlaces  = `UPDATE reactors.consumers SET engine = $1, generation = $2, position = $3, event_id = $4, moved_at = now() WHERE position IS NOT NULL`
	skipCursors = `UPDATE reactors.consumers SET cursor = $1, moved_at = now() WHERE cursor IS NOT NULL`
)

// Skip moves the checkpoint of every reactor to a place of the log, or to a cursor of the feed.
func Skip(ctx context.Context, tx pgx.Tx, at watermill.Place, cursor string) (reactors int64, err error) {
	tag, err := tx.Exec(ctx, skipPlaces, at.Engine, at.Generation, int64(at.Position), nullID(at.Event))
	if err != nil {
		return 0, fmt.Errorf("skip to the head: %w", err)
	}
	reactors = tag.RowsAffected()
	if tag, err = tx.Exec(ctx, skipCursors, cursor); err != nil {
		return 0, fmt.Errorf("skip to the head: %w", err)
	}
	return reactors + tag.RowsAffected(), nil
}
