package runtime

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/eventlog"
)

// promote makes a version that has caught up the serving one, unless the present one is further ahead (readers never
// go back) or is a newer one that some process runs: an older program takes over only after the newer one has ended.
// It says whether the version serves now.
func (r *Runner) promote(ctx context.Context, t target) (bool, error) {
	var serves bool
	err := pgx.BeginFunc(ctx, r.pool, func(tx pgx.Tx) error {
		if err := serialize(ctx, tx, t.Name); err != nil {
			return err
		}
		versions, err := lockVersions(ctx, tx, t.Name)
		if err != nil {
			return err
		}
		mine, ok := versions[t.Version]
		if !ok {
			return errGone
		}
		for version, other := range versions {
			if !other.serving {
				continue
			}
			if version == t.Version || other.position > mine.position && other.generation == mine.generation {
				serves = version == t.Version
				return nil
			}
			if version > t.Version {
				runs, err := r.running(ctx, tx, target{Projector: Projector{Name: t.Name, Version: version}})
				if err != nil || runs {
					return err
				}
			}
		}
		serves = true
		if err := t.serve(ctx, tx); err != nil {
			return err
		}
		q := &pgx.Batch{}
		t.announce(q, mine.position)
		return tx.SendBatch(ctx, q).Close()
	})
	if err != nil {
		return false, fmt.Errorf("promote %s: %w", t, err)
	}
	if serves {
		r.logger.InfoContext(ctx, "read model serves", "projector", t.String())
	}
	return serves, nil
}

const lockAllVersions = `
SELECT version, engine, generation, position, serving FROM runtime.checkpoints
WHERE name = $1 AND slot = '' ORDER BY version FOR UPDATE`

// lockVersions locks every version of a read model until the transaction ends.
func lockVersions(ctx context.Context, tx pgx.Tx, name string) (map[int]checkpoint, error) {
	rows, err := tx.Query(ctx, lockAllVersions, name)
	if err != nil {
		return nil, fmt.Errorf("lock versions of %s: %w", name, err)
	}
	found := map[int]checkpoint{}
	var version int
	var position int64
	var engine, generation string
	var serving bool
	_, err = pgx.ForEachRow(rows, []any{&version, &engine, &generation, &position, &serving}, func() error {
		found[version] = checkpoint{engine: engine, generation: generation, position: eventlog.Position(position), serving: serving}
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("lock versions of %s: %w", name, err)
	}
	return found, nil
}

const retiredVersions = `
SELECT version FROM runtime.checkpoints c
WHERE name = $1 AND slot = '' AND NOT serving AND retired_at < now() - $2::interval
  AND EXISTS (SELECT FROM runtime.checkpoints s WHERE s.name = c.name AND s.serving AND s.version <> c.version)
  AND NOT EXISTS (SELECT FROM runtime.processes p WHERE p.lapses_at > now() AND c.name || '/v' || c.version = ANY (p.projectors))
FOR UPDATE SKIP LOCKED`

// dropRetired drops the tables of versions that stopped serving long enough ago and that no process runs any more.
func (r *Runner) dropRetired(ctx context.Context, name string) error {
	return pgx.BeginFunc(ctx, r.pool, func(tx pgx.Tx) error {
		rows, err := tx.Query(ctx, r.scoped(retiredVersions), name, r.opts.KeepRetired)
		if err != nil {
			return err
		}
		versions, err := pgx.CollectRows(rows, pgx.RowTo[int])
		if err != nil {
			return err
		}
		for _, v := range versions {
			t := target{Projector: Projector{Name: name, Version: v}}
			if err := t.discard(ctx, tx); err != nil {
				return err
			}
			if _, err := tx.Exec(ctx, `DELETE FROM runtime.parked_events WHERE name = $1 AND version = $2`, name, v); err != nil {
				return err
			}
			r.logger.InfoContext(ctx, "retired read model dropped", "projector", t.String())
		}
		return nil
	})
}
