package seal

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/modyard/modyard/eventlog"
)

const (
	readIDs   = `SELECT event_id FROM seal.leaves WHERE leaf >= $1 AND leaf < $2 ORDER BY leaf`
	moveLeaf  = `UPDATE seal.leaves l SET position = p.position FROM unnest($1::bigint[], $2::bigint[]) AS p (leaf, position) WHERE l.leaf = p.leaf`
	moveLimit = 10_000 // leaves in one statement
)

// Move gives the leaves the positions of another log, which contains the same events in the same order: the tree does
// not change. The error wraps ErrChanged if the log has other events.
func Move(ctx context.Context, pool *pgxpool.Pool, to eventlog.Log) error {
	generation, err := to.Generation(ctx)
	if err != nil {
		return fmt.Errorf("move the seal: %w", err)
	}
	err = pgx.BeginFunc(ctx, pool, func(tx pgx.Tx) error {
		var size int64
		if err := tx.QueryRow(ctx, lockTree).Scan(&size); err != nil {
			return err
		}
		tree, err := ReadTree(ctx, tx)
		if err != nil || size == 0 {
			return err
		}
		if tree.Position, err = move(ctx, tx, to, size); err != nil {
			return err
		}
		_, err = tx.Exec(ctx, moveTree, to.Engine(), generation, size, int64(tree.Position), tree.Recorded)
		return err
	})
	if err != nil {
		return fmt.Errorf("move the seal: %w", err)
	}
	return nil
}

// move writes the positions of the first events of a log, and returns the last one.
func move(ctx context.Context, tx pgx.Tx, to eventlog.Log, size int64) (last eventlog.Position, err error) {
	head, err := to.Head(ctx)
	if err != nil {
		return 0, err
	}
	var leaf int64
	var leaves, positions []int64
	var ids []eventlog.EventID
	flush := func() error {
		_, err := tx.Exec(ctx, moveLeaf, leaves, positions)
		leaves, positions = leaves[:0], positions[:0]
		return err
	}
	for batch, err := range to.Read(ctx, 0, head, eventlog.Filter{}) {
		if err != nil {
			return 0, err
		}
		for _, e := range batch.Events {
			if len(ids) == 0 {
				if ids, err = sealedIDs(ctx, tx, leaf); err != nil {
					return 0, err
				}
			}
			if len(ids) == 0 || ids[0] != e.ID {
				return 0, fmt.Errorf("%w: its event %d is %s", ErrChanged, leaf, e.ID)
			}
			ids = ids[1:]
			leaves, positions = append(leaves, leaf), append(positions, int64(e.Position))
			last = e.Position
			if leaf++; len(leaves) == moveLimit || leaf == size {
				if err := flush(); err != nil {
					return 0, err
				}
			}
			if leaf == size {
				return last, nil
			}
		}
	}
	return 0, fmt.Errorf("%w: it has %d events, and %d were sealed", ErrChanged, leaf, size)
}

func sealedIDs(ctx context.Context, tx pgx.Tx, from int64) ([]eventlog.EventID, error) {
	rows, err := tx.Query(ctx, readIDs, from, from+moveLimit)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, func(row pgx.CollectableRow) (id eventlog.EventID, err error) {
		err = row.Scan((*[16]byte)(&id))
		return id, err
	})
}
