package backup

import (
	"context"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/platform/database"
)

// verifyLogs checks the logs whose events were restored.
func (l *loading) verifyLogs(ctx context.Context, tx pgx.Tx) error {
	l.progress.tell("verify the log", 0)
	if !l.head.Log.Elsewhere {
		if err := mainLog.verify(ctx, tx, 1, l.head.Log.Head); err != nil {
			return fmt.Errorf("verify the log: %w", err)
		}
	}
	if h := l.head.Hits; h != nil {
		if err := hitsLog.verify(ctx, tx, h.First, h.Head); err != nil {
			return fmt.Errorf("verify the log of hits: %w", err)
		}
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
	if !used {
		if used, err = hitsLog.used(ctx, conn); err != nil {
			return fmt.Errorf("inspect the database: %w", err)
		}
	}
	if used {
		return fmt.Errorf("the database: %w: it contains a site", ErrNotEmpty)
	}
	return nil
}
