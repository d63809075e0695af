package seal

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/eventlog"
)

const (
	findEvent = `SELECT position FROM seal.leaves WHERE event_id = $1`
	findTime  = `SELECT leaf, position FROM seal.leaves WHERE recorded_at <= $1 ORDER BY recorded_at DESC, leaf DESC LIMIT 1`
)

// Index finds events of a log by id and positions by time. It reads the rows of the seal, and scans the part of the
// log that is not sealed yet.
type Index struct {
	log eventlog.Log
	db  querier
}

// NewIndex is the index of a log, in the database with its seal.
func NewIndex(log eventlog.Log, db querier) *Index { return &Index{log: log, db: db} }

// ErrNoEvent means that a log has no event with an id.
var ErrNoEvent = errors.New("the log has no such event")

// Event is the event with an id; ErrNoEvent if the log has none.
func (x *Index) Event(ctx context.Context, id eventlog.EventID) (eventlog.Recorded, error) {
	tree, err := ReadTree(ctx, x.db) // first: what is sealed meanwhile is scanned
	if err != nil {
		return eventlog.Recorded{}, err
	}
	var at int64
	err = x.db.QueryRow(ctx, findEvent, [16]byte(id)).Scan(&at)
	switch {
	case err == nil:
		e, err := x.log.Event(ctx, eventlog.Position(at))
		if err == nil && e.ID != id {
			err = fmt.Errorf("%w: at %d it has event %s, and not %s", ErrChanged, at, e.ID, id)
		}
		return e, err
	case !errors.Is(err, pgx.ErrNoRows):
		return eventlog.Recorded{}, fmt.Errorf("find event %s: %w", id, err)
	}
	var found *eventlog.Recorded
	err = x.scan(ctx, tree.Position, func(e eventlog.Recorded) bool {
		if e.ID == id {
			found = &e
		}
		return found == nil
	})
	if err == nil && found == nil {
		err = ErrNoEvent
	}
	if err != nil {
		return eventlog.Recorded{}, fmt.Errorf("find event %s: %w", id, err)
	}
	return *found, nil
}

// PositionAt is the position of the last event that was recorded at a time or before; zero if there is none.
func (x *Index) PositionAt(ctx context.Context, at time.Time) (eventlog.Position, error) {
	tree, err := ReadTree(ctx, x.db)
	if err != nil {
		return 0, err
	}
	var leaf, position int64
	err = x.db.QueryRow(ctx, findTime, at).Scan(&leaf, &position)
	if err != nil && !errors.Is(err, pgx.ErrNoRows) {
		return 0, fmt.Errorf("position at %s: %w", at, err)
	}
	found := eventlog.Position(position)
	if leaf+1 < tree.Size {
		return found, nil
	}
	err = x.scan(ctx, tree.Position, func(e eventlog.Recorded) bool {
		if e.RecordedAt.After(at) {
			return false
		}
		found = e.Position
		return true
	})
	if err != nil {
		return 0, fmt.Errorf("position at %s: %w", at, err)
	}
	return found, nil
}

// scan passes the events after a position to a function, until it returns false.
func (x *Index) scan(ctx context.Context, after eventlog.Position, take func(eventlog.Recorded) bool) error {
	head, err := x.log.Head(ctx)
	if err != nil || after >= head {
		return err
	}
	for batch, err := range x.log.Read(ctx, after, head, eventlog.Filter{}) {
		if err != nil {
			return err
		}
		for _, e := range batch.Events {
			if !take(e) {
				return nil
			}
		}
	}
	return nil
}
