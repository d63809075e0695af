// Package effects pauses what acts on the outside: reactors and jobs. The state is a row of the database, so that it
// holds for every process; a restored copy of a site begins paused.
package effects

import (
	"context"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
)

const (
	readState = `SELECT paused_at, restored, reason FROM reactors.effects`
	pause     = `UPDATE reactors.effects SET paused_at = now(), restored = $2, reason = $1`
	resume    = `UPDATE reactors.effects SET paused_at = NULL, restored = false, reason = ''`
)

// State says whether effects are paused.
type State struct {
	Paused   bool
	Since    time.Time
	Restored bool // a restore from a backup has paused them
	Reason   string
}

// String is a sentence for operators; empty while effects run.
func (s State) String() string {
	switch {
	case !s.Paused:
		return ""
	case s.Restored:
		return fmt.Sprintf("paused since %s, when the site was restored from a backup: %s", s.Since.Format(time.RFC3339), s.Reason)
	default:
		return fmt.Sprintf("paused since %s: %s", s.Since.Format(time.RFC3339), s.Reason)
	}
}

// DB is a connection, a pool or a transaction.
type DB interface {
	QueryRow(ctx context.Context, sql string, args ...any) pgx.Row
	Exec(ctx context.Context, sql string, args ...any) (pgconn.CommandTag, error)
}

// Read reads the state.
func Read(ctx context.Context, db DB) (State, error) {
	var s State
	var since *time.Time
	if err := db.QueryRow(ctx, readState).Scan(&since, &s.Restored, &s.Reason); err != nil {
		return State{}, fmt.Errorf("read whether effects are paused: %w", err)
	}
	if since != nil {
		s.Paused, s.Since = true, since.UTC()
	}
	return s, nil
}

// Pause pauses effects. Running processes follow within a second or two.
func Pause(ctx context.Context, db DB, reason string) error {
	if _, err := db.Exec(ctx, pause, reason, false); err != nil {
		return fmt.Errorf("pause effects: %w", err)
	}
	return nil
}

// PauseRestored pauses the effects of a site that was restored from a backup.
func PauseRestored(ctx context.Context, db DB, reason string) error {
	if _, err := db.Exec(ctx, pause, reason, true); err != nil {
		return fmt.Errorf("pause the effects of the restored site: %w", err)
	}
	return nil
}

// Resume ends a pause.
func Resume(ctx context.Context, db DB) error {
	if _, err := db.Exec(ctx, resume); err != nil {
		return fmt.Errorf("resume effects: %w", err)
	}
	return nil
}
