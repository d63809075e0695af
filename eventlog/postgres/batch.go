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
	lockHead    = `SELECT log.lock_head()`
	readStreams = `SELECT name, id, revision FROM log.streams WHERE name = ANY($1)`
	writeBatch  = `SELECT log.append_batch($1, $2, $3, $4, $5, $6, $7, $8::uuid[], $9::text[], $10::bytea[], $11::bytea[])`
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
		p.streams[name].found(s.id, s.stored)
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
	w := p.written()
	b.Queue(writeBatch, p.base, w.names, w.ids, w.stood, w.checked, w.checkedAt, p.of, p.ids, p.types, p.data, p.metas)
	b.Queue(`COMMIT`)
	return a.conn.SendBatch(ctx, &b).Close()
}
