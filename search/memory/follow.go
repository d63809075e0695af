package memory

import (
	"context"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
)

// Limits of following.
const (
	pollEvery  = time.Second
	retryEvery = 500 * time.Millisecond
	draftRows  = 8192 // of a draft: as rows, documents need several times the memory
)

// Run loads the index and follows the rows until the context ends. During an outage of Postgres the index continues
// to answer.
func (x *Index) Run(ctx context.Context) error {
	defer x.merges.Wait()
	for ctx.Err() == nil {
		var changed <-chan struct{}
		if x.opts.Board != nil {
			changed = x.opts.Board.Changed(x.opts.Mark)
		}
		pause := pollEvery
		if err := x.Refresh(ctx); err != nil {
			if ctx.Err() != nil {
				break
			}
			x.opts.Logger.WarnContext(ctx, "search index: cannot follow", "error", err)
			changed, pause = nil, retryEvery
		}
		timer := time.NewTimer(pause)
		select {
		case <-ctx.Done():
		case <-changed:
		case <-timer.C:
		}
		timer.Stop()
	}
	return nil
}

// Refresh reads the changes since the last call; the first call reads everything. Calls must not overlap.
func (x *Index) Refresh(ctx context.Context) error {
	// Read the mark before the rows: the rows then include every change up to it.
	var at uint64
	if x.opts.Board != nil {
		at = x.opts.Board.At(x.opts.Mark)
	}
	return pgx.BeginTxFunc(ctx, x.opts.Pool, pgx.TxOptions{IsoLevel: pgx.RepeatableRead, AccessMode: pgx.ReadOnly}, func(tx pgx.Tx) error {
		var version string
		err := tx.QueryRow(ctx, `select coalesce((select definition from pg_views where schemaname = $1 and viewname = 'search_docs'), to_regclass($2)::text, '')`,
			x.opts.Schema, x.schema+".search_docs").Scan(&version)
		if err != nil {
			return fmt.Errorf("find the search tables: %w", err)
		}
		if version == "" {
			return nil // not created yet
		}
		if version != x.version || x.current.Load() == nil {
			return x.load(ctx, tx, version, at)
		}
		return x.update(ctx, tx, at)
	})
}

const columns = `d.id, d.position, d.pop, d.downloads, coalesce(c.follows, 0), d.created, d.updated,
	array_to_string(tsvector_to_array(d.terms), E'\n'), array_to_string(d.facets, E'\n')`

// documents are the documents d with their counters c.
func (x *Index) documents() string {
	return x.schema + ".search_docs d left join " + x.schema + ".counters c on c.id = d.id"
}

func (x *Index) load(ctx context.Context, tx pgx.Tx, version string, at uint64) error {
	started := time.Now()
	found := drafts{most: draftRows}
	var last uint64
	err := each(ctx, tx, "select "+columns+" from "+x.documents(), nil, func(r row) {
		last = max(last, r.position)
		found.add(r)
	})
	if err != nil {
		return fmt.Errorf("load search rows: %w", err)
	}
	var parts []part
	if s := found.segment(); s != nil {
		parts = []part{{segment: s}}
	}
	var gone uint64
	counted := cursor{read: started}
	if err := tx.QueryRow(ctx, "select coalesce((select max(position) from "+x.schema+".search_gone), 0), coalesce((select max(changed) from "+
		x.schema+".counters), 0)").Scan(&gone, &counted.changed); err != nil {
		return fmt.Errorf("load search rows: %w", err)
	}
	x.version, x.last, x.counted = version, max(last, gone), counted
	x.mu.Lock()
	x.current.Store(newSnapshot(parts, max(at, x.last)))
	x.mu.Unlock()
	x.own.Publish(ownMark, max(at, x.last))
	x.opts.Logger.InfoContext(ctx, "search index: loaded", "documents", x.Documents(), "position", x.last, "took", time.Since(started))
	return nil
}

func (x *Index) update(ctx context.Context, tx pgx.Tx, at uint64) error {
	found := drafts{most: draftRows}
	last := x.last
	replaced := map[string]struct{}{}
	err := each(ctx, tx, "select "+columns+" from "+x.documents()+" where d.position > $1", []any{int64(x.last)}, func(r row) {
		last = max(last, r.position)
		replaced[r.id] = struct{}{}
		found.add(r)
	})
	if err != nil {
		return fmt.Errorf("follow search rows: %w", err)
	}
	gone, err := tx.Query(ctx, "select id, position from "+x.schema+".search_gone where position > $1", int64(x.last))
	if err != nil {
		return fmt.Errorf("follow search rows: %w", err)
	}
	var id string
	var position uint64
	if _, err := pgx.ForEachRow(gone, []any{&id, &position}, func() error {
		last = max(last, position)
		replaced[id] = struct{}{}
		return nil
	}); err != nil {
		return fmt.Errorf("follow search rows: %w", err)
	}
	x.last = last
	x.install(found.segment(), replaced, max(at, last))
	return x.count(ctx, tx)
}

// install replaces documents by those of a segment, if there are any, and moves the mark.
func (x *Index) install(fresh *segment, replaced map[string]struct{}, at uint64) {
	x.mu.Lock()
	old := x.current.Load()
	at = max(at, old.at)
	parts := old.parts
	if len(replaced) > 0 {
		parts = without(parts, replaced)
	}
	if fresh != nil {
		parts = append(parts[:len(parts):len(parts)], part{segment: fresh})
	}
	if len(replaced) > 0 || at != old.at {
		s := newSnapshot(parts, at)
		if len(replaced) == 0 {
			s.counts = old.counts
		}
		x.current.Store(s)
	}
	x.mu.Unlock()
	x.own.Publish(ownMark, at)
	if len(replaced) > 0 {
		x.tidy()
	}
}

func each(ctx context.Context, tx pgx.Tx, sql string, args []any, f func(row)) error {
	rows, err := tx.Query(ctx, sql, args...)
	if err != nil {
		return err
	}
	var r row
	_, err = pgx.ForEachRow(rows, []any{&r.id, &r.position, &r.pop, &r.downloads, &r.follows, &r.created, &r.updated, &r.terms, &r.facets}, func() error {
		f(r)
		return nil
	})
	return err
}
