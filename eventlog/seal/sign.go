package seal

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"
)

const (
	insertCheckpoint = `INSERT INTO seal.checkpoints (size, note) VALUES ($1, $2) RETURNING made_at`
	lastCheckpoint   = `SELECT size FROM seal.checkpoints ORDER BY number DESC LIMIT 1`
)

// checkpoint signs the tree, if it has grown, and keeps the checkpoint in the database and outside.
func (w *writer) checkpoint(ctx context.Context) error {
	if w.tree.Size == w.known {
		return nil
	}
	root, err := w.edge.root()
	if err != nil {
		return fmt.Errorf("root of %d leaves: %w", w.tree.Size, err)
	}
	signed, err := w.key.Sign(Checkpoint{Origin: w.tree.Origin, Size: w.tree.Size, Root: root, Recorded: w.tree.Recorded})
	if err != nil {
		return err
	}
	var made time.Time
	if err := w.Pool.QueryRow(ctx, insertCheckpoint, w.tree.Size, signed).Scan(&made); err != nil {
		return fmt.Errorf("store a checkpoint: %w", err)
	}
	if err := keep(ctx, w.Files, kept{Made: made.UTC(), Note: signed}); err != nil {
		return err
	}
	w.known = w.tree.Size
	return nil
}

// continues checks that the tree contains the tree of the last checkpoint outside the database, and returns the size of
// the last checkpoint that is in both places. Checkpoints that a restore has abandoned are left out.
func (w *writer) continues(ctx context.Context) (int64, error) {
	outside, err := lastKept(ctx, w.Files, w.key)
	if err != nil || len(outside) == 0 {
		return 0, err
	}
	restores, err := w.restores(ctx)
	if err != nil {
		return 0, err
	}
	for _, last := range slices.Backward(outside) {
		same, err := w.contains(ctx, last)
		if err != nil {
			return 0, err
		}
		if same {
			var size int64
			if err := w.Pool.QueryRow(ctx, lastCheckpoint).Scan(&size); err != nil && !errors.Is(err, pgx.ErrNoRows) {
				return 0, fmt.Errorf("read the last checkpoint: %w", err)
			}
			return min(size, last.Size), nil
		}
		if !slices.ContainsFunc(restores, func(r Restore) bool { return r.covers(last) }) {
			return 0, fmt.Errorf("%w: a checkpoint outside the database covers %d events with the root %s, and the tree of %d does not contain it; "+
				"run `modyard verify --log`", ErrChanged, last.Size, last.Root, w.tree.Size)
		}
	}
	return 0, nil
}

// contains says whether the tree had the root of a checkpoint at its size.
func (w *writer) contains(ctx context.Context, c Checkpoint) (bool, error) {
	if c.Size > w.tree.Size {
		return false, nil
	}
	f, err := readFrontier(ctx, w.Pool, c.Size)
	if err != nil {
		return false, err
	}
	root, err := f.root()
	return root == c.Root, err
}
