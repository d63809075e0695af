package postgres

import (
	"context"

	"github.com/jackc/pgx/v5"
)

const (
	readPlaces = `SELECT e.stream, e.revision, e.position, e.id
FROM unnest($1::bigint[], $2::bigint[]) AS p (stream_id, revision)
JOIN log.events e ON e.stream_id = p.stream_id AND e.revision = p.revision AND e.position >= p.stream_id`
	readSince = `SELECT position, id FROM log.events WHERE position > $1 AND position <= $2 AND id = ANY($3)`
	readRange = `SELECT position, stream, revision, id FROM log.events WHERE position >= $1 AND position < $2`
)

// place is a revision of a stream.
type place struct {
	stream   string
	revision int64
}

// storedEvent identifies an event.
type storedEvent struct {
	id       [16]byte
	stream   string
	revision int64
}

// storedEvents is the data of the log from before the batch that is needed to recognize repeats.
type storedEvents struct {
	places map[place]int64       // positions of the events at the revisions that appends expected to write
	starts map[*request]int64    // first positions of appends in doubt
	events map[int64]storedEvent // by position
}

// findRepeats reads, under the lock, the events that an append of the batch might repeat. It runs no query in the usual
// case: every expectation is met and no append is in doubt.
func (a *appender) findRepeats(ctx context.Context, batch []*request, p *plan) error {
	p.stored = storedEvents{places: map[place]int64{}, starts: map[*request]int64{}, events: map[int64]storedEvent{}}
	if err := a.readPlaces(ctx, batch, p); err != nil {
		return err
	}
	if err := a.readDoubts(ctx, batch, p); err != nil {
		return err
	}
	var ranges pgx.Batch
	for _, r := range batch {
		start := p.stored.starts[r]
		if start == 0 {
			start = p.storedStart(r)
		}
		if start > 0 {
			ranges.Queue(a.log.schema.sql(readRange), start, start+int64(len(r.metas))).Query(p.stored.keep)
		}
	}
	if ranges.Len() == 0 {
		return nil
	}
	return a.conn.SendBatch(ctx, &ranges).Close()
}

// readPlaces finds the events at expected+1 of the streams that have more events than expected.
func (a *appender) readPlaces(ctx context.Context, batch []*request, p *plan) error {
	var ids, revisions []int64
	for _, r := range batch {
		for _, w := range r.writes {
			s := p.streams[w.Stream]
			if w.Expected.Definite() && len(w.Events) > 0 && s.stored > int64(w.Expected) {
				ids, revisions = append(ids, s.id), append(revisions, int64(w.Expected)+1)
			}
		}
	}
	if len(ids) == 0 {
		return nil
	}
	rows, err := a.conn.Query(ctx, a.log.schema.sql(readPlaces), ids, revisions)
	if err != nil {
		return err
	}
	var at place
	var position int64
	var id [16]byte
	_, err = pgx.ForEachRow(rows, []any{&at.stream, &at.revision, &position, &id}, func() error {
		p.stored.places[at] = position
		p.stored.events[position] = storedEvent{id: id, stream: at.stream, revision: at.revision}
		return nil
	})
	return err
}

// readDoubts finds the first events of appends that were sent before without receiving an answer.
func (a *appender) readDoubts(ctx context.Context, batch []*request, p *plan) error {
	byID := map[[16]byte]*request{}
	var ids [][16]byte
	floor := p.base
	for _, r := range batch {
		if r.doubt && len(r.metas) > 0 {
			id := firstEvent(r)
			ids, byID[id] = append(ids, id), r
			floor = min(floor, r.floor)
		}
	}
	if len(ids) == 0 {
		return nil
	}
	rows, err := a.conn.Query(ctx, a.log.schema.sql(readSince), floor, p.base, ids)
	if err != nil {
		return err
	}
	var position int64
	var id [16]byte
	_, err = pgx.ForEachRow(rows, []any{&position, &id}, func() error {
		p.stored.starts[byID[id]] = position
		return nil
	})
	return err
}

func firstEvent(r *request) [16]byte {
	for _, w := range r.writes {
		if len(w.Events) > 0 {
			return w.Events[0].ID
		}
	}
	return [16]byte{}
}

func (s *storedEvents) keep(rows pgx.Rows) error {
	var position int64
	var e storedEvent
	_, err := pgx.ForEachRow(rows, []any{&position, &e.stream, &e.revision, &e.id}, func() error {
		s.events[position] = e
		return nil
	})
	return err
}
