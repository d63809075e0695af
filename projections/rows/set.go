package rows

import (
	"context"
	"reflect"

	"github.com/jackc/pgx/v5"
)

// Set gathers what the events of a batch change, in their order. The last state of each row is written: a row that comes
// and goes within a batch costs no statement but its deletion.
type Set struct {
	steps []step
	open  *segment
	late  []statement
	known *Known // nil: the tables were not empty at first

	changes int // of rows
}

// step is a segment or a statement.
type step interface {
	write(ctx context.Context, w *writer) error
}

// New begins an empty set.
func New() *Set { return &Set{} }

// NewBuild begins a set of rows for tables that were empty at first and that sets with the same Known alone have written:
// what is new is copied in. Only tables that Share marks are written by statements as well.
func NewBuild(k *Known) *Set { return &Set{known: k} }

// Exec runs a statement after everything that came before it, and before everything that comes after.
func (s *Set) Exec(sql string, args ...any) {
	s.steps, s.open = append(s.steps, statement{sql, args}), nil
}

// After runs a statement when all rows are written. It must leave alone what events after this one have put.
func (s *Set) After(sql string, args ...any) { s.late = append(s.late, statement{sql, args}) }

// Flush writes the set and leaves it empty. What needs no answer is left on q.
func (s *Set) Flush(ctx context.Context, tx pgx.Tx, q *pgx.Batch) error {
	w := &writer{tx: tx, q: q, set: s}
	for _, step := range s.steps {
		if err := step.write(ctx, w); err != nil {
			return err
		}
	}
	for _, last := range s.late {
		q.Queue(last.sql, last.args...)
	}
	*s = Set{known: s.known}
	return nil
}

// Write writes the set at once and leaves it empty.
func (s *Set) Write(ctx context.Context, tx pgx.Tx) error {
	w := &writer{tx: tx, q: &pgx.Batch{}, set: s}
	if err := s.Flush(ctx, tx, w.q); err != nil {
		return err
	}
	return w.send(ctx)
}

// Len is how many changes of rows the set holds.
func (s *Set) Len() int { return s.changes }

// Limit writes the set at once where it holds more than so many changes of rows.
func (s *Set) Limit(ctx context.Context, tx pgx.Tx, changes int) error {
	if s.changes <= changes {
		return nil
	}
	return s.Write(ctx, tx)
}

type statement struct {
	sql  string
	args []any
}

func (s statement) write(_ context.Context, w *writer) error {
	w.q.Queue(s.sql, s.args...)
	return nil
}

// segment is what happens to rows between two statements. No row depends on another one, so that the order of
// the tables does not matter.
type segment struct {
	tables map[*shape]step
	order  []step
}

func (g *segment) write(ctx context.Context, w *writer) error {
	for _, t := range g.order {
		if err := t.write(ctx, w); err != nil {
			return err
		}
	}
	return nil
}

// pending is what happens to the rows of one table.
type pending[R any] struct {
	*shape
	rows  map[string]*change[R]
	order []*change[R]
}

// change is what happens to one row.
type change[R any] struct {
	key     string
	row     R          // with its key
	state   state      // what is known of it
	then    []func(*R) // to be done to the row that is stored
	creates bool       // done to a new row where none is stored
}

type state int

const (
	stored state = iota // as in the table, if it is there
	whole               // as in row
	deleted
)

func (t Table[R]) at(s *Set, row R) *change[R] {
	s.changes++
	if s.open == nil {
		s.open = &segment{tables: map[*shape]step{}}
		s.steps = append(s.steps, s.open)
	}
	p, ok := s.open.tables[t.shape].(*pending[R])
	if !ok {
		p = &pending[R]{shape: t.shape, rows: map[string]*change[R]{}}
		s.open.tables[t.shape] = p
		s.open.order = append(s.open.order, p)
	}
	key := t.key(reflect.ValueOf(&row).Elem())
	c := p.rows[key]
	if c == nil {
		c = &change[R]{key: key, row: row}
		p.rows[key] = c
		p.order = append(p.order, c)
	}
	return c
}

// Put writes a row, in place of the one with its key.
func (t Table[R]) Put(s *Set, row R) {
	c := t.at(s, row)
	*c = change[R]{key: c.key, row: row, state: whole}
}

// Delete removes the row with the key.
func (t Table[R]) Delete(s *Set, key R) {
	c := t.at(s, key)
	*c = change[R]{key: c.key, row: key, state: deleted}
}

// Update changes the row with the key, if there is one.
func (t Table[R]) Update(s *Set, key R, how func(*R)) { t.change(s, key, false, how) }

// Upsert changes the row with the key, which begins as it is given here.
func (t Table[R]) Upsert(s *Set, key R, how func(*R)) { t.change(s, key, true, how) }

func (t Table[R]) change(s *Set, key R, create bool, how func(*R)) {
	c := t.at(s, key)
	switch {
	case c.state == deleted && !create:
		return
	case c.state == deleted:
		c.row, c.state = key, whole
	}
	if c.state == whole {
		how(&c.row)
		return
	}
	c.then, c.creates = append(c.then, how), c.creates || create
}
