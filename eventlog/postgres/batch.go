package postgres

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/eventlog"
)

const (
	// The lock is a statement of its own: the next statement's snapshot is taken under it, and so
	// sees every append that came before. READ COMMITTED is what makes that so.
	beginBatch  = `BEGIN ISOLATION LEVEL READ COMMITTED`
	lockHead    = `SELECT position FROM log.log_head FOR UPDATE`
	readStreams = `SELECT name, id, revision FROM log.streams WHERE name = ANY($1)`

	insertEvents = `INSERT INTO log.events (position, stream_id, revision, recorded_at, id, type, stream, data, meta)
SELECT $1 + e.k, e.stream_id, e.revision, (SELECT clock_timestamp()), e.id, e.type, e.stream, e.data, e.meta
FROM unnest($2::bigint[], $3::bigint[], $4::uuid[], $5::text[], $6::text[], $7::bytea[], $8::jsonb[])
	WITH ORDINALITY AS e (stream_id, revision, id, type, stream, data, meta, k)`
	insertStreams = `INSERT INTO log.streams (name, id, revision) SELECT * FROM unnest($1::text[], $2::bigint[], $3::bigint[])`
	updateStreams = `UPDATE log.streams s SET revision = u.revision
FROM unnest($1::text[], $2::bigint[]) AS u (name, revision) WHERE s.name = u.name`
	moveHead   = `UPDATE log.log_head SET position = $1`
	notifyHead = `SELECT pg_notify('log', $1::bigint::text)`
)

// appendBatch decides and writes a batch in one transaction: one round trip to lock and read, one to
// write and commit. Requests are answered after the commit, and only then.
func (a *appender) appendBatch(ctx context.Context, batch []*request) error {
	p, err := a.begin(ctx, batch)
	if err != nil {
		return fmt.Errorf("lock head: %w", err)
	}
	if err := a.findRepeats(ctx, batch, p); err != nil {
		return fmt.Errorf("look for repeats: %w", err)
	}
	answers := make([]outcome, len(batch))
	for i, r := range batch {
		answers[i] = p.decide(r)
	}
	if err := a.commit(ctx, p); err != nil {
		return fmt.Errorf("write batch: %w", err)
	}
	a.log.head.advance(eventlog.Position(p.head()))
	for i, r := range batch {
		r.answer(answers[i].receipt, answers[i].err)
	}
	return nil
}

// begin locks the head and reads the streams of the batch as of the lock.
func (a *appender) begin(ctx context.Context, batch []*request) (*plan, error) {
	p := newPlan(batch)
	var b pgx.Batch
	b.Queue(beginBatch)
	b.Queue(lockHead)
	b.Queue(readStreams, p.names)
	results := a.conn.SendBatch(ctx, &b)
	defer results.Close()
	if _, err := results.Exec(); err != nil {
		return nil, err
	}
	if err := results.QueryRow().Scan(&p.base); err != nil {
		return nil, err
	}
	rows, err := results.Query()
	if err != nil {
		return nil, err
	}
	var name string
	var s stream
	if _, err := pgx.ForEachRow(rows, []any{&name, &s.id, &s.stored}, func() error {
		*p.streams[name] = stream{id: s.id, stored: s.stored, revision: s.stored}
		return nil
	}); err != nil {
		return nil, err
	}
	return p, results.Close()
}

// commit writes what was decided.
func (a *appender) commit(ctx context.Context, p *plan) error {
	if len(p.ids) == 0 {
		_, err := a.conn.Exec(ctx, `ROLLBACK`)
		return err
	}
	var b pgx.Batch
	b.Queue(insertEvents, p.base, p.streamIDs, p.revisions, p.ids, p.types, p.streamNames, p.data, p.metas)
	fresh, moved := p.changed()
	if len(fresh.names) > 0 {
		b.Queue(insertStreams, fresh.names, fresh.ids, fresh.revisions)
	}
	if len(moved.names) > 0 {
		b.Queue(updateStreams, moved.names, moved.revisions)
	}
	b.Queue(moveHead, p.head())
	b.Queue(notifyHead, p.head())
	b.Queue(`COMMIT`)
	return a.conn.SendBatch(ctx, &b).Close()
}
