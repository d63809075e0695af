package seal

import (
	"context"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
	"golang.org/x/mod/sumdb/tlog"
)

// Restore is a restore of the log from a backup. The checkpoints of more than Kept events and of at most Abandoned
// events belong to the log before it.
type Restore struct {
	Number    int64
	Event     string // id of the event that tells it; empty if it is not in the log yet
	Account   string // of the person who restored
	Reason    string
	At        time.Time
	Kept      int64     // events before that of the restore
	Abandoned int64     // events of the abandoned checkpoint; zero if there was none
	Root      tlog.Hash // of the abandoned checkpoint
}

// covers says whether a checkpoint belongs to the log before the restore.
func (r Restore) covers(c Checkpoint) bool {
	return c.Size > r.Kept && c.Size <= r.Abandoned && (c.Size < r.Abandoned || c.Root == r.Root)
}

const (
	readRestores = `SELECT number, account, reason, made_at, coalesce(kept, -1), abandoned_size, abandoned_root FROM seal.restores
WHERE NOT $1 OR NOT appended ORDER BY number`
	abandonCheckpoint = `UPDATE seal.restores SET kept = $2, abandoned_size = $3, abandoned_root = $4 WHERE number = $1`
	appendedRestore   = `UPDATE seal.restores SET appended = true WHERE number = $1`
)

// restores reads the restores whose abandoned checkpoint is known.
func (w *writer) restores(ctx context.Context) ([]Restore, error) {
	all, err := w.readRestores(ctx, false)
	var known []Restore
	for _, r := range all {
		if r.Kept >= 0 {
			known = append(known, r)
		}
	}
	return known, err
}

func (s *Sealer) readRestores(ctx context.Context, open bool) ([]Restore, error) {
	rows, err := s.Pool.Query(ctx, readRestores, open)
	if err != nil {
		return nil, fmt.Errorf("read the restores: %w", err)
	}
	found, err := pgx.CollectRows(rows, func(row pgx.CollectableRow) (r Restore, err error) {
		var root []byte
		err = row.Scan(&r.Number, &r.Account, &r.Reason, &r.At, &r.Kept, &r.Abandoned, &root)
		copy(r.Root[:], root)
		return r, err
	})
	if err != nil {
		return nil, fmt.Errorf("read the restores: %w", err)
	}
	return found, nil
}

// Tell passes the restores that are not in the log yet to a function, which appends each. Before, it seals what was
// restored and finds the checkpoint that the restore abandons. A repeated call passes the same restore again.
func (s *Sealer) Tell(ctx context.Context, appendEvent func(context.Context, Restore) error) error {
	waiting, err := s.readRestores(ctx, true)
	if err != nil {
		return err
	}
	for _, r := range waiting {
		if r.Kept < 0 {
			if r, err = s.abandon(ctx, r); err != nil {
				return fmt.Errorf("find the abandoned checkpoint: %w", err)
			}
		}
		if err := appendEvent(ctx, r); err != nil {
			return fmt.Errorf("append a restore to the log: %w", err)
		}
		if _, err := s.Pool.Exec(ctx, appendedRestore, r.Number); err != nil {
			return fmt.Errorf("mark a restore as appended: %w", err)
		}
	}
	return nil
}

// abandon finds and stores the checkpoint that a restore abandons: the last one outside the database, if the restored
// tree does not contain it.
func (s *Sealer) abandon(ctx context.Context, r Restore) (Restore, error) {
	w, err := s.open(ctx)
	if err != nil {
		return r, err
	}
	head, err := s.Log.Head(ctx)
	if err != nil {
		return r, err
	}
	if err := w.upTo(ctx, head, nil); err != nil {
		return r, err
	}
	r.Kept = w.tree.Size
	outside, err := lastKept(ctx, s.Files, w.key)
	if err != nil {
		return r, err
	}
	if len(outside) > 0 {
		last := outside[len(outside)-1]
		same, err := w.contains(ctx, last)
		if err != nil {
			return r, err
		}
		if !same {
			r.Abandoned, r.Root = last.Size, last.Root
		}
	}
	_, err = s.Pool.Exec(ctx, abandonCheckpoint, r.Number, r.Kept, r.Abandoned, r.Root[:])
	return r, err
}
