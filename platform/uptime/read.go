package uptime

import (
	"context"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
)

// Day is how long a part worked on a day, in seconds.
type Day struct {
	Part     string
	Day      time.Time // midnight UTC
	Up, Down int
}

// Incident is a time in which a part did not work.
type Incident struct {
	Part  string
	Began time.Time
	Ended *time.Time // nil: it goes on
}

// Reader reads what was recorded; a pgx pool is one.
type Reader interface {
	Query(ctx context.Context, sql string, args ...any) (pgx.Rows, error)
}

// Days returns the days since a time, by part and day.
func Days(ctx context.Context, db Reader, since time.Time) ([]Day, error) {
	rows, err := db.Query(ctx, "select part, day, up, down from uptime.days where day >= $1::date order by part, day", since)
	if err != nil {
		return nil, fmt.Errorf("read days: %w", err)
	}
	days, err := pgx.CollectRows(rows, pgx.RowToStructByPos[Day])
	if err != nil {
		return nil, fmt.Errorf("read days: %w", err)
	}
	return days, nil
}

// Incidents returns the newest incidents, those that go on first.
func Incidents(ctx context.Context, db Reader, limit int) ([]Incident, error) {
	rows, err := db.Query(ctx, "select part, began, ended from uptime.incidents order by ended is not null, began desc, id desc limit $1", limit)
	if err != nil {
		return nil, fmt.Errorf("read incidents: %w", err)
	}
	incidents, err := pgx.CollectRows(rows, pgx.RowToStructByPos[Incident])
	if err != nil {
		return nil, fmt.Errorf("read incidents: %w", err)
	}
	return incidents, nil
}
