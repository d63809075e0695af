package rows

import (
	"context"
	"reflect"

	"github.com/jackc/pgx/v5"
)

// Set collects the row changes of a batch in the order of its events. Only the last state of each row is written: for
// a row that is added and deleted within a batch, only the delete is sent.
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

// New makes an empty set.
func New() *Set { return &Set{} }

// NewBuild makes a set for tables that were empty at first and that only sets with the same Known write: new rows are
// copied in. Only tables marked by Shared may be written by statements too.
func NewBuild(k *Known) *Set { return &Set{known: k} }

// Exec runs a statement between the rows before and the rows after it.
func (s *Set) Exec(sql string, args ...any) {
	s.steps, s.open = append(s.steps, statement{sql, args}), nil
}

// After runs a statement when all rows are written. It must not touch rows of later events.
func (s *Set) After(sql string, args ...any) { s.late = append(s.late, statement{sql, args}) }

// Flush writes the set and empties it. Statements without results stay on q.
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

// Write writes the set immediately and empties it.
func (s *Set) Write(ctx context.Context, tx pgx.Tx) error {
	w := &writer{tx: tx, q: &pgx.Batch{}, set: s}
	if err := s.Flush(ctx, tx, w.q); err != nil {
		return err
	}
	return w.send(ctx)
}

// Len is the number of row changes in the set.
func (s *Set) Len() int { return s.changes }

// Limit writes the set immediately where it has more than the given number of row changes.
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

// segment contains the row changes between two statements. No row depends on another one, so the order of the tables
// does not matter.
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

// pending are the changes of the rows of one table.
type pending[R any] struct {
	*shape
	rows  map[string]*change[R]
	order []*change[R]
}

// change is the change of one row.
type change[R any] struct {
	key     string
	row     R          // with its key
	state   state      // what is known of it
	then    []func(*R) // functions to apply to the stored row
	creates bool       // apply them to a new row where none is stored
}

type state int

const (
	stored state = iota // as in the table, if it exists
	added               // to be added to the one in the table, if it exists
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

// Put writes a row and replaces the one with its key.
func (t Table[R]) Put(s *Set, row R) {
	c := t.at(s, row)
	*c = change[R]{key: c.key, row: row, state: whole}
}

// Delete removes the row with the key.
func (t Table[R]) Delete(s *Set, key R) {
	c := t.at(s, key)
	*c = change[R]{key: c.key, row: key, state: deleted}
}

// Update changes the row with the key, if it exists.
func (t Table[R]) Update(s *Set, key R, how func(*R)) { t.change(s, key, false, how) }

// Upsert changes the row with the key; a new row starts as given here.
func (t Table[R]) Upsert(s *Set, key R, how func(*R)) { t.change(s, key, true, how) }

// Add adds a row to the one with the key, or stores it where there is none: columns that add up are added, others are replaced. It
// reads no row, unless the set also changes it in another way.
func (t Table[R]) Add(s *Set, row R) {
	c := t.at(s, row)
	switch {
	case c.state == stored && len(c.then) == 0:
		c.row, c.state = row, added
	case c.state == deleted:
		c.row, c.state = row, whole
	case c.state == stored:
		c.creates, c.then = true, append(c.then, func(r *R) { t.sum(r, row) })
	default:
		t.sum(&c.row, row)
	}
}

// sum adds a row to another one with its key.
func (s *shape) sum(to, row any) {
	into, from := reflect.ValueOf(to).Elem(), reflect.ValueOf(row)
	for _, c := range s.columns {
		if v := c.of(into); c.adds {
			v.SetInt(v.Int() + c.of(from).Int())
		} else {
			v.Set(c.of(from))
		}
	}
}

// zero sets what adds up to zero.
func (s *shape) zero(row any) {
	v := reflect.ValueOf(row).Elem()
	for _, c := range s.columns {
		if c.adds {
			c.of(v).SetInt(0)
		}
	}
}

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
	if c.state == added { // the sum is known only with the stored row
		sum := c.row
		t.zero(&c.row)
		c.state, c.creates, c.then = stored, true, []func(*R){func(r *R) { t.sum(r, sum) }}
	}
	c.then, c.creates = append(c.then, how), c.creates || create
}
