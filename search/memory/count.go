package memory

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"
)

// cursor is the progress of reading counters, independent of documents.
type cursor struct {
	changed int64 // the newest change that was read
	read    time.Time
}

// count reads the changed counters in one batch when they are due.
func (x *Index) count(ctx context.Context, tx pgx.Tx) error {
	if time.Since(x.counted.read) < x.opts.CountEvery {
		return nil
	}
	next := cursor{changed: x.counted.changed, read: time.Now()}
	rows, err := tx.Query(ctx, "select id, follows, changed from "+x.schema+".counters where changed > $1", x.counted.changed)
	if err != nil {
		return fmt.Errorf("read counters: %w", err)
	}
	follows := map[string]int64{}
	var id string
	var n, changed int64
	if _, err := pgx.ForEachRow(rows, []any{&id, &n, &changed}, func() error {
		follows[id], next.changed = n, max(next.changed, changed)
		return nil
	}); err != nil {
		return fmt.Errorf("read counters: %w", err)
	}
	x.counted = next
	if len(follows) > 0 {
		x.recount(follows)
	}
	return nil
}

// recount sets counters in the existing documents.
func (x *Index) recount(follows map[string]int64) {
	x.mu.Lock()
	old := x.current.Load()
	parts := slices.Clone(old.parts)
	for i, p := range parts {
		parts[i].segment = p.recounted(follows)
	}
	s := newSnapshot(parts, old.at)
	s.counts = old.counts // of the same documents
	x.current.Store(s)
	x.mu.Unlock()
	x.tidy() // a running merge is based on the earlier segments
}

// recounted is the segment with other counters; everything except their order is shared.
func (s *segment) recounted(follows map[string]int64) *segment {
	next := *s
	next.follows = slices.Clone(s.follows)
	for id, n := range follows {
		if doc, ok := s.find(id); ok {
			next.follows[doc] = n
		}
	}
	if slices.Equal(next.follows, s.follows) {
		return s
	}
	next.orders[byFollows] = next.ranked(next.follows)
	return &next
}
