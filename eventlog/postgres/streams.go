package postgres

import (
	"cmp"
	"context"
	"fmt"
	"iter"
	"maps"
	"slices"

	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/eventlog"
)

// findStreams reads what the streams are at one moment, and listPlaces the places of their events from the streams'
// index, without the events, so that the memory is small however long the streams are. readListed reads events by their
// positions, in the given order: the pinned plan is a nested loop.
const (
	findStreams = `SELECT id, name, revision FROM log.streams WHERE name = ANY($1)`
	listPlaces  = `SELECT stream_id, revision, position FROM log.events WHERE stream_id = ANY($1)`
	readListed  = `SELECT ` + columns + ` FROM unnest($1::bigint[]) AS listed (place) JOIN log.events ON position = place`
)

// standing is a stream at the moment of a read: its first kept revision, and the one of its next event.
type standing struct {
	name              string
	first, last, next eventlog.Revision
}

// listed is the place of an event.
type listed struct {
	Stream   int64 // its id
	Revision eventlog.Revision
	Position eventlog.Position
}

// Streams yields the events of several streams up to a position. It uses no connection between pages. It stops with
// *eventlog.Missing if a stream has a gap, also behind the position, because an event there may belong before it.
func (l *Log) Streams(ctx context.Context, names []string, upTo eventlog.Position) iter.Seq2[eventlog.Recorded, error] {
	return func(yield func(eventlog.Recorded, error) bool) {
		places, err := l.list(ctx, names, upTo)
		for err == nil && len(places) > 0 {
			var p page
			if p, err = l.readPage(ctx, len(places), readListed, places[:min(pageEvents, len(places))]); err != nil {
				break
			}
			for _, e := range p.events {
				if e.Position != places[0] {
					break
				}
				places = places[1:]
				if !yield(e, nil) {
					return
				}
			}
			if !p.cut && len(places) > 0 {
				err = l.absent(ctx, &eventlog.Missing{Position: places[0]})
			}
		}
		if err != nil {
			yield(eventlog.Recorded{}, fmt.Errorf("read %d streams up to %d: %w", len(names), upTo, err))
		}
	}
}

// list returns the positions of the events of some streams up to a position, in order.
func (l *Log) list(ctx context.Context, names []string, upTo eventlog.Position) ([]eventlog.Position, error) {
	names, err := eventlog.ValidNames(names)
	if err != nil {
		return nil, err
	}
	var all []listed
	found := map[int64]*standing{}
	if err := l.read(ctx, func(ctx context.Context) error {
		clear(found)
		all = all[:0]
		rows, err := l.reads.Query(ctx, l.schema.sql(findStreams), names)
		if err != nil {
			return err
		}
		var id int64
		var s standing
		if _, err := pgx.ForEachRow(rows, []any{&id, &s.name, &s.last}, func() error {
			found[id] = &standing{name: s.name, last: s.last}
			return nil
		}); err != nil || len(found) == 0 {
			return err
		}
		if rows, err = l.reads.Query(ctx, l.schema.sql(listPlaces), slices.Collect(maps.Keys(found))); err != nil {
			return err
		}
		if all, err = pgx.AppendRows(all, rows, pgx.RowToStructByPos[listed]); err != nil {
			return err
		}
		return l.dropped(ctx, slices.Collect(maps.Keys(found)), found) // after the places, which may have been dropped
	}); err != nil {
		return nil, err
	}
	return places(all, found, upTo)
}

// places returns the positions up to upTo, in order, of the events that the streams had when they were found: later
// appends would be in some of the streams only.
func places(all []listed, found map[int64]*standing, upTo eventlog.Position) (up []eventlog.Position, err error) {
	slices.SortFunc(all, func(a, b listed) int { return cmp.Compare(a.Position, b.Position) })
	for _, e := range all {
		s := found[e.Stream]
		if e.Revision > s.last || e.Revision < s.first {
			continue // appended later, or being dropped
		}
		if e.Revision != s.next {
			return nil, &eventlog.Missing{Stream: s.name, Revision: s.next}
		}
		s.next++
		if e.Position <= upTo {
			up = append(up, e.Position)
		}
	}
	for _, s := range found {
		if s.next <= s.last {
			return nil, &eventlog.Missing{Stream: s.name, Revision: s.next}
		}
	}
	return up, nil
}
