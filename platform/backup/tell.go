package backup

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/platform/database"
	"github.com/modyard/modyard/platform/durable"
)

const (
	findAccount   = `SELECT id FROM identity.accounts WHERE lower(username) = lower($1)`
	insertRestore = `INSERT INTO seal.restores (account, reason) VALUES ($1, $2)`
)

// ErrAccount means that the restored site has no account with the name of the person who restores it.
var ErrAccount = errors.New("the site has no such account")

// tellRestore stores who restored and why.
func (l *loading) tellRestore(ctx context.Context) error {
	return recordRestore(ctx, l.owner, l.to.By, l.to.Reason)
}

// RecordRestore stores that the account with a name has restored a database, and why. The site appends it to the log
// when it starts. The log gets a new generation, and effects are paused (platform/effects). owner is the address of the
// database with the owner's login; no program may use the database meanwhile.
func RecordRestore(ctx context.Context, owner, by, reason string) error {
	return recordRestore(ctx, owner, by, reason)
}

func recordRestore(ctx context.Context, owner, by, reason string) error {
	conn, err := database.ConnectOwner(ctx, owner)
	if err != nil {
		return err
	}
	defer conn.Close(context.WithoutCancel(ctx)) //nolint:errcheck // nothing is in flight
	return pgx.BeginFunc(ctx, conn, func(tx pgx.Tx) error {
		if by != "" {
			var account string
			err := tx.QueryRow(ctx, findAccount, by).Scan(&account)
			if errors.Is(err, pgx.ErrNoRows) {
				return fmt.Errorf("%w: %q", ErrAccount, by)
			}
			if err == nil {
				_, err = tx.Exec(ctx, insertRestore, account, reason)
			}
			if err != nil {
				return fmt.Errorf("record the restore: %w", err)
			}
		}
		return renew(ctx, tx, reason)
	})
}

// CheckpointFolder is the folder of the log's checkpoints in a file store.
const CheckpointFolder = "private/seal"

// checkpoints copies the checkpoints of the last data directory into the restored file store.
func (l *loading) checkpoints() error {
	if l.to.Checkpoints == "" || l.to.Blobs == "" {
		return nil
	}
	to := filepath.Join(l.files, l.to.Blobs, filepath.FromSlash(CheckpointFolder))
	entries, err := os.ReadDir(l.to.Checkpoints)
	if err == nil {
		err = os.MkdirAll(to, 0o750)
	}
	if err != nil {
		return fmt.Errorf("copy the checkpoints: %w", err)
	}
	for _, e := range entries {
		if !e.Type().IsRegular() {
			continue
		}
		data, err := os.ReadFile(filepath.Join(l.to.Checkpoints, e.Name()))
		if err == nil {
			err = os.WriteFile(filepath.Join(to, e.Name()), data, 0o640)
		}
		if err != nil {
			return fmt.Errorf("copy the checkpoints: %w", err)
		}
	}
	return durable.Folder(to)
}
