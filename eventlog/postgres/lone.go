package postgres

import (
	"context"
	"fmt"
	"slices"

	"github.com/modyard/modyard/eventlog"
)

// loneEvents limits the appends that use the small function; for larger ones the second round trip is insignificant.
const loneEvents = 64

const appendOne = `SELECT ok, at_revision, at_position, checked_at
FROM log.append_one($1, $2, $3::uuid[], $4::text[], $5::bytea[], $6::bytea[], $7::text[], $8::bigint[])`

// lone is true if an append that waits alone can use the small function: it is definitely new and has events for at
// most one stream. It may check other streams.
func lone(r *request) bool {
	return !r.doubt && len(r.metas) <= loneEvents && writesOne(r.writes)
}

func writesOne(writes []eventlog.Write) bool {
	written := 0
	for _, w := range writes {
		if len(w.Events) > 0 {
			written++
		}
	}
	return written == 1 || written == 0 && len(writes) == 1
}

// appendOne completes an append in one round trip. Possible repeats are left to appendBatch.
func (a *appender) appendOne(ctx context.Context, r *request) (settled bool, err error) {
	own := 0 // index of the write with events
	checked, checkedExpected := make([]string, 0, len(r.writes)), make([]int64, 0, len(r.writes))
	for i, w := range r.writes {
		if len(w.Events) > 0 || len(r.writes) == 1 {
			own = i
			continue
		}
		checked, checkedExpected = append(checked, w.Stream), append(checkedExpected, int64(w.Expected))
	}
	w := r.writes[own]
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
	var checkedAt []int64
	row := a.conn.QueryRow(ctx, a.log.schema.sql(appendOne), w.Stream, int64(w.Expected), ids, types, data, metas, checked, checkedExpected)
	if err := row.Scan(&ok, &revision, &position, &checkedAt); err != nil {
		return false, fmt.Errorf("append alone: %w", err)
	}
	a.log.head.advance(position)
	switch {
	case ok && len(checkedAt) == len(checked):
		receipt := eventlog.Receipt{Position: position, Revisions: make([]eventlog.Revision, 0, len(r.writes))}
		for _, at := range checkedAt {
			receipt.Revisions = append(receipt.Revisions, eventlog.Revision(at))
		}
		receipt.Revisions = slices.Insert(receipt.Revisions, own, revision)
		r.answer(receipt, nil)
	case len(checked) > 0, w.Expected.Definite() && len(w.Events) > 0 && revision > eventlog.Revision(w.Expected):
		return false, nil // a conflict or a repeat
	default:
		r.answer(eventlog.Receipt{}, &eventlog.Conflict{Stream: w.Stream, Expected: w.Expected, Actual: revision})
	}
	return true, nil
}
