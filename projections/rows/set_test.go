package rows_test

import (
	"context"
	"fmt"
	"math"
	"slices"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/modyard/modyard/platform/pgtest"
	"github.com/modyard/modyard/projections/rows"
)

type kind string

type thing struct {
	Group string     `db:"grp,key"`
	N     int        `db:"n,key"`
	Kind  kind       `db:"kind"`
	At    time.Time  `db:"at"`
	Ended *time.Time `db:"ended"`
	Big   uint64     `db:"big"`
	Tags  []string   `db:"tags"`
	Doc   []byte     `db:"doc"`
	Share float64    `db:"share"`
	On    bool       `db:"is_on"`
	Color *int       `db:"color"`
	Longs []int64    `db:"longs"`
	Note  string
}

var things = rows.Of[thing]("things")

const ddl = `
create schema model;
create table model.things (grp text, n integer, kind text not null, at timestamptz not null, ended timestamptz, big bigint not null,
    tags text[] not null, doc bytea not null, share double precision not null, is_on boolean not null, color integer, longs bigint[] not null, primary key (grp, n))`

func table(t *testing.T) *pgxpool.Pool {
	t.Helper()
	pool := pgtest.Database(t).Pool
	if _, err := pool.Exec(t.Context(), ddl, pgx.QueryExecModeSimpleProtocol); err != nil {
		t.Fatal(err)
	}
	return pool
}

// flush writes the changes that a function adds to a set.
func flush(t *testing.T, pool *pgxpool.Pool, fill func(*rows.Set)) {
	t.Helper()
	s := rows.New()
	fill(s)
	err := pgx.BeginFunc(t.Context(), pool, func(tx pgx.Tx) error {
		if _, err := tx.Exec(t.Context(), `set local search_path = model`); err != nil {
			return err
		}
		q := &pgx.Batch{}
		if err := s.Flush(t.Context(), tx, q); err != nil {
			return err
		}
		return tx.SendBatch(t.Context(), q).Close()
	})
	if err != nil {
		t.Fatal(err)
	}
}

func stored(t *testing.T, pool *pgxpool.Pool) (out []string) {
	t.Helper()
	found, err := pool.Query(context.Background(), `select grp || n || ' ' || kind || ' ' || share from model.things order by grp, n`)
	if err != nil {
		t.Fatal(err)
	}
	if out, err = pgx.CollectRows(found, pgx.RowTo[string]); err != nil {
		t.Fatal(err)
	}
	return out
}

func expect(t *testing.T, pool *pgxpool.Pool, want ...string) {
	t.Helper()
	if got := stored(t, pool); !slices.Equal(got, want) {
		t.Errorf("stored are %q, want %q", got, want)
	}
}

func row(group string, n int, k kind) thing {
	return thing{Group: group, N: n, Kind: k, Tags: []string{}, Doc: []byte{}, Longs: []int64{}}
}

func TestEveryFieldTypeIsReadAsWritten(t *testing.T) {
	pool := table(t)
	when, color := time.Date(2026, 1, 2, 3, 4, 5, 6000, time.UTC), 0xff0000
	put := thing{Group: "a", N: 7, Kind: "k\x00ind", At: when, Ended: &when, Big: 1 << 40, Tags: []string{"x", "y,{}\"z"}, Doc: []byte{0, 1}, Share: 0.5, On: true, Color: &color, Longs: []int64{math.MinInt64, 0, math.MaxInt64}, Note: "not stored"}
	flush(t, pool, func(s *rows.Set) { things.Put(s, put); things.Put(s, row("b", 0, "")) })
	var got []thing
	err := pgx.BeginFunc(t.Context(), pool, func(tx pgx.Tx) error {
		if _, err := tx.Exec(t.Context(), `set local search_path = model`); err != nil {
			return err
		}
		return things.Find(t.Context(), tx, "grp", []string{"a", "b"}, func(r thing) { got = append(got, r) })
	})
	if err != nil || len(got) != 2 {
		t.Fatal(got, err)
	}
	put.Kind, put.Note = "kind", ""
	g := got[slices.IndexFunc(got, func(r thing) bool { return r.Group == "a" })]
	ended := g.Ended.UTC()
	g.At, g.Ended = g.At.UTC(), &ended
	if want, have := fmt.Sprintf("%+v %v %d", put, *put.Ended, *put.Color), fmt.Sprintf("%+v %v %d", g, *g.Ended, *g.Color); stripped(want) != stripped(have) {
		t.Errorf("put  %s\nfound %s", want, have)
	}
	if b := got[slices.IndexFunc(got, func(r thing) bool { return r.Group == "b" })]; len(b.Tags) != 0 || b.Ended != nil || b.Color != nil {
		t.Errorf("an empty row is read as %+v", b)
	}
}

// stripped removes pointer addresses.
func stripped(s string) string {
	out := []byte{}
	for i := 0; i < len(s); i++ {
		if i+1 < len(s) && s[i] == '0' && s[i+1] == 'x' {
			for i += 2; i < len(s) && s[i] != ' ' && s[i] != '}'; i++ {
			}
		}
		if i < len(s) {
			out = append(out, s[i])
		}
	}
	return string(out)
}

func TestTheLastStateOfARowIsWritten(t *testing.T) {
	pool := table(t)
	flush(t, pool, func(s *rows.Set) {
		things.Put(s, row("a", 1, "put"))
		things.Update(s, row("a", 1, ""), func(r *thing) { r.Kind += "+" })
		things.Put(s, row("a", 2, "gone"))
		things.Delete(s, row("a", 2, ""))
		things.Update(s, row("a", 2, ""), func(r *thing) { r.Kind = "back" })
		things.Delete(s, row("a", 3, ""))
		things.Put(s, row("a", 3, "again"))
	})
	expect(t, pool, "a1 put+ 0", "a3 again 0")
}

func TestAnUpdateChangesOnlyStoredRows(t *testing.T) {
	pool := table(t)
	flush(t, pool, func(s *rows.Set) { things.Put(s, row("a", 1, "one")) })
	flush(t, pool, func(s *rows.Set) {
		for range 3 {
			things.Update(s, row("a", 1, ""), func(r *thing) { r.Share++ })
			things.Update(s, row("b", 1, ""), func(r *thing) { r.Share++ })
			things.Upsert(s, row("c", 1, "new"), func(r *thing) { r.Share++ })
		}
	})
	expect(t, pool, "a1 one 3", "c1 new 3")
}

type count struct {
	Key  string `db:"grp,key"`
	N    int    `db:"n,key"`
	Sum  int64  `db:"sum,add"`
	Last string `db:"last"`
}

var counts = rows.Of[count]("counts")

func TestAddedRowsAddUpWithStoredOnes(t *testing.T) {
	pool := table(t)
	if _, err := pool.Exec(t.Context(), `create table model.counts (grp text, n integer, sum bigint not null, last text not null, primary key (grp, n))`); err != nil {
		t.Fatal(err)
	}
	for _, build := range []bool{true, false, false} {
		s := rows.New()
		if build {
			s = rows.NewBuild(rows.NewKnown(10))
		}
		counts.Add(s, count{"a", 1, 2, "first"})
		counts.Add(s, count{"a", 1, 3, "second"})
		counts.Add(s, count{"b", 1, 1, "added, then changed"})
		counts.Update(s, count{Key: "b", N: 1}, func(r *count) { r.Sum *= 10 })
		counts.Upsert(s, count{Key: "c", N: 1}, func(r *count) { r.Sum++ })
		counts.Add(s, count{"c", 1, 4, "changed, then added"})
		counts.Delete(s, count{Key: "d", N: 1})
		counts.Add(s, count{"d", 1, 7, "deleted, then added"})
		counts.Put(s, count{"e", 1, 1, "put"})
		counts.Add(s, count{"e", 1, 1, "put, then added"})
		err := pgx.BeginFunc(t.Context(), pool, func(tx pgx.Tx) error {
			if _, err := tx.Exec(t.Context(), `set local search_path = model`); err != nil {
				return err
			}
			return s.Write(t.Context(), tx)
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	found, err := pool.Query(t.Context(), `select grp || ' ' || sum || ' ' || last from model.counts order by grp`)
	if err != nil {
		t.Fatal(err)
	}
	got, err := pgx.CollectRows(found, pgx.RowTo[string])
	// b: 1 × 10, (10 + 1) × 10, (110 + 1) × 10
	if want := []string{"a 15 second", "b 1110 added, then changed", "c 15 changed, then added", "d 7 deleted, then added", "e 2 put, then added"}; err != nil || !slices.Equal(got, want) {
		t.Errorf("%q, %v, want %q", got, err, want)
	}
}

func TestAStatementRunsBetweenTheRowsBeforeAndAfterIt(t *testing.T) {
	pool := table(t)
	flush(t, pool, func(s *rows.Set) {
		things.Put(s, row("a", 1, "before"))
		s.After(`update things set kind = kind || '!'`)
		s.Exec(`delete from things where grp = $1`, "a")
		things.Put(s, row("a", 2, "after"))
		things.Update(s, row("a", 1, ""), func(r *thing) { r.Kind = "not there" })
	})
	expect(t, pool, "a2 after! 0")
}

func TestMoreRowsThanOneStatementAcceptsAreAllWritten(t *testing.T) {
	pool := table(t)
	flush(t, pool, func(s *rows.Set) {
		for n := range 2500 {
			things.Put(s, row("a", n, ""))
		}
	})
	flush(t, pool, func(s *rows.Set) {
		for n := range 2400 {
			things.Delete(s, row("a", n, ""))
		}
	})
	if n := len(stored(t, pool)); n != 100 {
		t.Errorf("%d rows are left, want 100", n)
	}
}

type dated struct {
	Key   string   `db:"grp,key"`
	On    rows.Day `db:"on_day,key"`
	Until rows.Day `db:"until"`
	N     int64    `db:"n"`
}

var dates = rows.Of[dated]("dates")

func TestADayIsStoredAsADateAndEmptyAsNull(t *testing.T) {
	pool := table(t)
	if _, err := pool.Exec(t.Context(), `create table model.dates (grp text, on_day date, until date, n bigint not null, primary key (grp, on_day))`); err != nil {
		t.Fatal(err)
	}
	for _, build := range []bool{true, false} { // copied, then put over
		s := rows.New()
		if build {
			s = rows.NewBuild(rows.NewKnown(10))
		}
		dates.Put(s, dated{"a", "2026-02-28", "0001-01-01", 1})
		dates.Upsert(s, dated{Key: "a", On: "2026-03-01"}, func(r *dated) { r.N++ })
		err := pgx.BeginFunc(t.Context(), pool, func(tx pgx.Tx) error {
			if _, err := tx.Exec(t.Context(), `set local search_path = model`); err != nil {
				return err
			}
			return s.Write(t.Context(), tx)
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	found, err := pool.Query(t.Context(), `select grp || ' ' || on_day || ' ' || coalesce(until::text, 'null') || ' ' || n from model.dates order by on_day`)
	if err != nil {
		t.Fatal(err)
	}
	got, err := pgx.CollectRows(found, pgx.RowTo[string])
	if want := []string{"a 2026-02-28 0001-01-01 1", "a 2026-03-01 null 2"}; err != nil || !slices.Equal(got, want) {
		t.Errorf("%q, %v, want %q", got, err, want)
	}
	s := rows.New()
	dates.Put(s, dated{Key: "b", On: "2026-02-30"})
	err = pgx.BeginFunc(t.Context(), pool, func(tx pgx.Tx) error {
		if _, err := tx.Exec(t.Context(), `set local search_path = model`); err != nil {
			return err
		}
		return s.Write(t.Context(), tx)
	})
	if err == nil {
		t.Error("a day that does not exist is stored")
	}
}
