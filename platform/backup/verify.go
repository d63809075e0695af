package backup

import (
	"context"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/platform/database"
)

const (
	// These queries check the log's invariants.
	countLog     = `SELECT count(*), coalesce(min(position), 1), coalesce(max(position), 0) FROM log.events`
	countStreams = `
SELECT count(*) FROM (
  SELECT stream, min(stream_id) AS id, count(DISTINCT stream_id) AS ids, count(*) AS n, min(revision) AS low, max(revision) AS high,
         min(position) AS first
  FROM log.events GROUP BY stream) e
FULL JOIN log.streams s ON s.name = e.stream
WHERE s.name IS NULL OR e.stream IS NULL OR e.ids <> 1 OR e.id <> s.id OR e.first <> s.id
   OR e.low <> 0 OR e.high <> s.revision OR e.n <> s.revision + 1`
)

// verifyLog checks that positions and revisions are dense and that the log's tables agree.
func (l *loading) verifyLog(ctx context.Context, tx pgx.Tx) error {
	l.progress.tell("verify the log", 0)
	var n, first, last, head uint64
	if err := tx.QueryRow(ctx, countLog).Scan(&n, &first, &last); err != nil {
		return fmt.Errorf("verify the log: %w", err)
	}
	if err := tx.QueryRow(ctx, selectHead).Scan(&head); err != nil {
		return fmt.Errorf("verify the log: %w", err)
	}
	if want := l.head.Log.Head; first != 1 || n != want || last != want || head != want {
		return fmt.Errorf("verify the log: %w: %d events from %d to %d, head at %d, expected %d", errLog, n, first, last, head, want)
	}
	var wrong int
	if err := tx.QueryRow(ctx, countStreams).Scan(&wrong); err != nil {
		return fmt.Errorf("verify the log: %w", err)
	}
	if wrong > 0 {
		return fmt.Errorf("verify the log: %w: %d streams have gaps", errLog, wrong)
	}
	return nil
}

var errLog = errors.New("the log is inconsistent")

// vacant says whether a database has no site.
func vacant(ctx context.Context, owner string) error {
	conn, err := database.ConnectOwner(ctx, owner)
	if err != nil {
		return err
	}
	defer conn.Close(context.WithoutCancel(ctx)) //nolint:errcheck // nothing is in flight
	var there, used bool
	if err := conn.QueryRow(ctx, `SELECT to_regclass('log.log_head') IS NOT NULL AND to_regclass('identity.accounts') IS NOT NULL`).Scan(&there); err != nil {
		return fmt.Errorf("inspect the database: %w", err)
	}
	if !there {
		return nil
	}
	if err := conn.QueryRow(ctx, `SELECT (`+selectHead+`) > 0 OR EXISTS (SELECT FROM identity.accounts)`).Scan(&used); err != nil {
		return fmt.Errorf("inspect the database: %w", err)
	}
	if used {
		return fmt.Errorf("the database: %w: it contains a site", ErrNotEmpty)
	}
	return nil
}
