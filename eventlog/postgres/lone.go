package postgres

import (
	"context"
	"fmt"

	"github.com/modyard/modyard/eventlog"
)

// loneEvents bounds what takes the small function; beyond it the second round trip does not matter.
const loneEvents = 64

const appendOne = `SELECT ok, at_revision, at_position FROM log.append_one($1, $2, $3::uuid[], $4::text[], $5::bytea[], $6::jsonb[])`

// lone says whether an append that waits alone can take the small function: one stream, and surely new.
func lone(r *request) bool {
	return !r.doubt && len(r.writes) == 1 && len(r.metas) <= loneEvents
}

// appendOne settles an append in one round trip. It leaves to appendBatch what may be a repeat.
func (a *appender) appendOne(ctx context.Context, r *request) (settled bool, err error) {
	w := r.writes[0]
	ids := make([][16]byte, len(w.Events))
	types := make([]string, len(w.Events))
	data := make([][]byte, len(w.Events))
	for i, e := range w.Events {
		ids[i], types[i], data[i] = e.ID, e.Type, e.Data
	}
	metas := r.metas
	if metas == nil {
		metas = [][]byte{}
	}
	var ok bool
	var revision eventlog.Revision
	var position eventlog.Position
	row := a.conn.QueryRow(ctx, appendOne, w.Stream, int64(w.Expected), ids, types, data, metas)
	if err := row.Scan(&ok, &revision, &position); err != nil {
		return false, fmt.Errorf("append alone: %w", err)
	}
	a.log.head.advance(position)
	switch {
	case ok:
		r.answer(eventlog.Receipt{Position: position, Revisions: []eventlog.Revision{revision}}, nil)
	case w.Expected.Definite() && len(w.Events) > 0 && revision > eventlog.Revision(w.Expected):
		return false, nil // a conflict or a repeat
	default:
		r.answer(eventlog.Receipt{}, &eventlog.Conflict{Stream: w.Stream, Expected: w.Expected, Actual: revision})
	}
	return true, nil
}
