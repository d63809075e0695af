package rows

import (
	"context"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5"
)

// writer is the destination of a set.
type writer struct {
	tx  pgx.Tx
	q   *pgx.Batch
	set *Set
}

// send executes the queued statements, so that later reads see them.
func (w *writer) send(ctx context.Context) error {
	if w.q.Len() == 0 {
		return nil
	}
	err := w.tx.SendBatch(ctx, w.q).Close()
	*w.q = pgx.Batch{}
	return err
}

// chunk is the maximum number of rows of a statement.
const chunk = 1000

func (p *pending[R]) write(ctx context.Context, w *writer) error {
	if err := p.load(ctx, w); err != nil {
		return fmt.Errorf("change rows of %s: %w", p.name, err)
	}
	if slices.ContainsFunc(p.order, func(c *change[R]) bool { return c.state == added }) {
		// Sums change many rows: in the order of the index, neighbours are on one page of it.
		slices.SortFunc(p.order, func(a, b *change[R]) int { return strings.Compare(a.key, b.key) })
	}
	var put, more, gone, fresh []reflect.Value
	for _, c := range p.order {
		may := w.set.stored(p.shape, c.key)
		switch v := reflect.ValueOf(&c.row).Elem(); {
		case c.state == whole && may:
			put = append(put, v)
		case c.state == added && may:
			more = append(more, v)
		case c.state == whole || c.state == added:
			w.set.known.add(p.name, c.key)
			fresh = append(fresh, v)
		case c.state == deleted && may:
			gone = append(gone, v)
		}
	}
	for some := range slices.Chunk(gone, chunk) {
		w.q.Queue(p.remove, p.arrays(some, true)...)
	}
	for some := range slices.Chunk(put, chunk) {
		w.q.Queue(p.upsert, p.arrays(some, false)...)
	}
	for some := range slices.Chunk(more, chunk) {
		w.q.Queue(p.add, p.arrays(some, false)...)
	}
	if len(fresh) == 0 {
		return nil
	}
	if err := w.send(ctx); err != nil {
		return err
	}
	if _, err := w.tx.CopyFrom(ctx, pgx.Identifier{p.name}, p.names, &copyRows{columns: p.columns, rows: fresh}); err != nil {
		return fmt.Errorf("copy rows into %s: %w", p.name, err)
	}
	return nil
}

// load reads the rows to change and applies the changes.
func (p *pending[R]) load(ctx context.Context, w *writer) error {
	var keys []reflect.Value
	for _, c := range p.order {
		if c.state == stored && w.set.stored(p.shape, c.key) {
			keys = append(keys, reflect.ValueOf(&c.row).Elem())
		}
	}
	if err := p.read(ctx, w, keys); err != nil {
		return err
	}
	for _, c := range p.order {
		if len(c.then) > 0 && (c.state == whole || c.creates) {
			c.state = whole
			for _, how := range c.then {
				how(&c.row)
			}
		}
		c.then = nil
	}
	return nil
}

func (p *pending[R]) read(ctx context.Context, w *writer, keys []reflect.Value) error {
	if len(keys) == 0 {
		return nil
	}
	if err := w.send(ctx); err != nil {
		return err
	}
	return scan(ctx, w.tx, p.shape, func(row R) {
		c := p.rows[p.key(reflect.ValueOf(&row).Elem())]
		c.row, c.state = row, whole
	}, p.find, p.arrays(keys, true)...)
}
