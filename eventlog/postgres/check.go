package postgres

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/eventlog"
)

// These queries have no joins, but one by primary key: before the tables have statistics, the planner may choose a plan that takes hours.
const (
	checkHead    = `SELECT h.position, coalesce((SELECT max(position) FROM log.events), 0) FROM log.log_head h`
	checkLater   = `SELECT stream_id, count(*) FROM log.events WHERE position > $1 GROUP BY stream_id`
	checkStreams = `SELECT name, id, revision FROM log.streams WHERE id <= $1`
	checkDropped = `SELECT e.stream, e.low, coalesce(d.revision, -1) FROM (
  SELECT stream, min(stream_id) AS id, min(revision) AS low FROM log.events WHERE position <= $1 GROUP BY stream) e
LEFT JOIN log.dropped d ON d.stream_id = e.id WHERE e.low <> coalesce(d.revision, -1) + 1`
	checkIDs = `SELECT DISTINCT stream, stream_id FROM log.events WHERE position <= $1`
)

// Check compares the log's head and its streams with the events up to a position.
func (l *Log) Check(ctx context.Context, upTo eventlog.Position, streams map[string]eventlog.Stream) (found []string, err error) {
	options := pgx.TxOptions{IsoLevel: pgx.RepeatableRead, AccessMode: pgx.ReadOnly}
	err = pgx.BeginTxFunc(ctx, l.reads, options, func(tx pgx.Tx) error {
		found, err = l.check(ctx, tx, upTo, streams)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("check the log's tables: %w", err)
	}
	return found, nil
}

func (l *Log) check(ctx context.Context, tx pgx.Tx, upTo eventlog.Position, streams map[string]eventlog.Stream) (found []string, err error) {
	find := func(format string, args ...any) { found = append(found, fmt.Sprintf(format, args...)) }
	var head, last eventlog.Position
	if err := tx.QueryRow(ctx, l.schema.sql(checkHead)).Scan(&head, &last); err != nil {
		return nil, err
	}
	if head != last {
		find("the log's head is at %d, and its last event at %d", head, last)
	}
	var name string
	var id, first eventlog.Position
	var later, revision eventlog.Revision
	after := map[eventlog.Position]eventlog.Revision{} // events that were appended during the check
	err = each(ctx, tx, l.schema.sql(checkLater), upTo, []any{&id, &later}, func() { after[id] = later })
	if err != nil {
		return nil, err
	}
	listed := 0
	err = each(ctx, tx, l.schema.sql(checkStreams), upTo, []any{&name, &first, &revision}, func() {
		revision -= after[first]
		switch s, known := streams[name]; {
		case !known:
			find("stream %s is listed from %d on, and has no events", name, first)
		case s.First != first || s.Last != revision:
			find("stream %s is listed from %d on with revision %d; its events begin at %d and end with revision %d", name, first, revision, s.First, s.Last)
			listed++
		default:
			listed++
		}
	})
	if err != nil {
		return nil, err
	}
	if listed < len(streams) {
		find("%d streams with events are not listed", len(streams)-listed)
	}
	err = each(ctx, tx, l.schema.sql(checkIDs), upTo, []any{&name, &id}, func() {
		if s, known := streams[name]; known && s.First != id {
			find("events of stream %s, which begins at %d, are not found in it: they have the stream id %d", name, s.First, id)
		}
	})
	if err != nil || !l.schema.truncates {
		return found, err
	}
	var dropped eventlog.Revision
	err = each(ctx, tx, l.schema.sql(checkDropped), upTo, []any{&name, &revision, &dropped}, func() {
		find("the kept events of stream %s begin with revision %d, and the last dropped one is listed as %d", name, revision, dropped)
	})
	return found, err
}

// each runs a query about the events up to a position, or after it, and calls a function for each row.
func each(ctx context.Context, tx pgx.Tx, sql string, upTo eventlog.Position, into []any, do func()) error {
	rows, err := tx.Query(ctx, sql, upTo)
	if err != nil {
		return err
	}
	_, err = pgx.ForEachRow(rows, into, func() error { do(); return nil })
	return err
}
