package popular

import (
	"context"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/platform/jobs"
)

// Days is the number of days that are counted together, the present one included. Older ones are deleted.
const Days = 7

const (
	makeKey = `insert into popular.keys (day, key) values ($1, $2) on conflict do nothing`
	readKey = `select key from popular.keys where day = $1`
	// A visitor of several processes is counted by the first that writes. The order keeps two writers from waiting for
	// each other.
	count = `
with seen as (
    insert into popular.seen (day, mark)
    select $1, m from unnest($2::bytea[]) m order by m
    on conflict do nothing returning mark
)
insert into popular.days (term, day, visitors)
select t.term, $1, count(distinct mark) from unnest($2::bytea[], $3::text[]) as t (mark, term) join seen using (mark)
group by t.term order by t.term collate "C"
on conflict (term, day) do update set visitors = days.visitors + excluded.visitors`
	endDays   = `delete from popular.days where day <= $1`
	forgetWho = `delete from popular.seen where day < $1`
	endKeys   = `delete from popular.keys where day < $1`
)

// write counts a batch of one day.
func (c *Counter) write(ctx context.Context, day time.Time, batch []search) error {
	key, err := c.keyOf(ctx, day)
	if err != nil {
		return err
	}
	marks, terms := make([][]byte, 0, len(batch)), make([]string, 0, len(batch))
	for _, s := range batch {
		m := markOf(key, s.visitor, s.term)
		marks, terms = append(marks, m[:]), append(terms, s.term)
	}
	if _, err := c.Pool.Exec(ctx, count, day, marks, terms); err != nil {
		return fmt.Errorf("count searches: %w", err)
	}
	return nil
}

// keyOf is the key of a day, which all processes share and which is drawn by the first.
func (c *Counter) keyOf(ctx context.Context, day time.Time) ([]byte, error) {
	if key := c.shared[day]; key != nil {
		return key, nil
	}
	if _, err := c.Pool.Exec(ctx, makeKey, day, newKey()); err != nil {
		return nil, fmt.Errorf("make the key of a day: %w", err)
	}
	var key []byte
	if err := c.Pool.QueryRow(ctx, readKey, day).Scan(&key); err != nil {
		return nil, fmt.Errorf("read the key of a day: %w", err)
	}
	c.shared = map[time.Time][]byte{day: key}
	return key, nil
}

// Sweep deletes who was counted on past days, with the keys, and the counts that are too old.
func (c *Counter) Sweep(ctx context.Context) error {
	today := Today(c.Now())
	q := &pgx.Batch{}
	q.Queue(forgetWho, today)
	q.Queue(endKeys, today)
	q.Queue(endDays, today.AddDate(0, 0, -Days))
	if err := c.Pool.SendBatch(ctx, q).Close(); err != nil {
		return fmt.Errorf("delete old searches: %w", err)
	}
	return nil
}

// Jobs is the counter's part of a runner.
func (c *Counter) Jobs() jobs.Work {
	return jobs.Work{Sweeps: []jobs.Sweep{{Name: "popular.sweep", Every: 10 * time.Minute, Run: c.Sweep}}}
}
