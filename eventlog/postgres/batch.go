package postgres

import (
	"context"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgtype"

	"github.com/modyard/modyard/eventlog"
)

const (
	// The lock is its own statement: under READ COMMITTED, the next statement's snapshot is taken after the lock, so it
	// includes every earlier append.
	beginBatch  = `BEGIN ISOLATION LEVEL READ COMMITTED`
	lockHead    = `SELECT log.lock_head()`
	readStreams = `SELECT name, id, revision FROM log.streams WHERE name = ANY($1)`
	writeBatch  = `SELECT log.append_batch($1, $2, $3, $4, $5, $6, $7::uuid[], $8::text[], $9::bytea[], $10::bytea[])`
)

// appendBatch decides and writes a batch in one transaction under the lock: one round trip to lock and read, one to
// write, one to commit. Requests are answered only after the commit.
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
	if len(p.ids) == 0 {
		if _, err := a.conn.Exec(ctx, `ROLLBACK`); err != nil {
			return fmt.Errorf("end batch: %w", err)
		}
	} else {
		var b pgx.Batch
		p.queue(&b, a.log.schema.sql(writeBatch), &p.base)
		head, err := a.write(ctx, &b)
		if err == nil && (head == nil || *head != p.head()) {
			err = errors.New("the log moved under the lock") // only a bug can cause this
		}
		if err != nil {
			return fmt.Errorf("write batch: %w", err)
		}
		if err := a.commit(ctx); err != nil {
			return err
		}
	}
	a.log.head.advance(eventlog.Position(p.head()))
	for i, r := range batch {
		r.answer(answers[i].receipt, answers[i].err)
	}
	return nil
}

// begin locks the head and reads the streams of the batch under the lock.
func (a *appender) begin(ctx context.Context, batch []*request) (*plan, error) {
	p := newPlan(batch)
	var b pgx.Batch
	b.Queue(beginBatch)
	b.Queue(a.log.schema.sql(lockHead))
	b.Queue(a.log.schema.sql(readStreams), p.names)
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

// queue adds the call, writeBatch of the schema, that writes the new events; base is the required head, nil for any.
func (p *plan) queue(b *pgx.Batch, call string, base *int64) {
	w := p.written()
	b.Queue(call, base, w.names, w.stored, w.checked, w.checkedAt, p.of,
		pgtype.FlatArray[[16]byte](p.ids), p.types, pgtype.FlatArray[[]byte](p.data), pgtype.FlatArray[[]byte](p.metas)) // types that pgx encodes without reflection
}

// write sends a batch whose last statement is that call, and returns the new head; nil if the call rejected the batch.
func (a *appender) write(ctx context.Context, b *pgx.Batch) (head *int64, err error) {
	results := a.conn.SendBatch(ctx, b)
	defer results.Close()
	for range b.Len() - 1 {
		if _, err := results.Exec(); err != nil {
			return nil, err
		}
	}
	if err := results.QueryRow().Scan(&head); err != nil {
		return nil, err
	}
	return head, results.Close()
}

// commit passes the turn to the other appender and waits until the events are durable.
func (a *appender) commit(ctx context.Context) error {
	a.turn.pass()
	if _, err := a.conn.Exec(ctx, `COMMIT`); err != nil {
		return fmt.Errorf("commit batch: %w", err)
	}
	return nil
}
