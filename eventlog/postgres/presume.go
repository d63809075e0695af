package postgres

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/eventlog"
)

// presume plans a batch under the assumption that every expectation is met. It returns nil if this is impossible: a
// write has no definite expectation, two of them expect the same revision, or an append may be stored already.
func presume(batch []*request) (*plan, []outcome) {
	p := newPlan(batch)
	answers := make([]outcome, len(batch))
	for i, r := range batch {
		if r.doubt {
			return nil, nil
		}
		for _, w := range r.writes {
			if !w.Expected.Definite() {
				return nil, nil
			}
			s := p.streams[w.Stream]
			if !s.presumed {
				s.presumed = true
				s.found(0, int64(w.Expected))
			}
			if s.revision != int64(w.Expected) {
				return nil, nil
			}
		}
		answers[i].receipt = p.add(r)
	}
	return p, answers
}

// appendPresumed writes a batch in one round trip before the commit, if every expectation is met. Otherwise it returns
// false and stores nothing; appendBatch then finds out which appends are rejected.
func (a *appender) appendPresumed(ctx context.Context, batch []*request) (settled bool, err error) {
	p, answers := presume(batch)
	if p == nil || len(p.ids) == 0 {
		return false, nil
	}
	var b pgx.Batch
	b.Queue(beginBatch)
	p.queue(&b, a.log.schema.sql(writeBatch), nil)
	head, err := a.write(ctx, &b)
	if err != nil {
		return false, fmt.Errorf("write batch: %w", err)
	}
	if head == nil {
		if _, err := a.conn.Exec(ctx, `ROLLBACK`); err != nil {
			return false, fmt.Errorf("end batch: %w", err)
		}
		return false, nil
	}
	if err := a.commit(ctx); err != nil {
		return false, err
	}
	base := eventlog.Position(*head - int64(len(p.ids)))
	a.log.head.advance(eventlog.Position(*head))
	for i, r := range batch {
		answers[i].receipt.Position += base
		r.answer(answers[i].receipt, nil)
	}
	return true, nil
}
