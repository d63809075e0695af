package runtime

import (
	"context"
	"fmt"
	"runtime/debug"
	"strings"

	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/eventlog"
)

// flipAttempts is how often a flip waits for readers that lock the views.
const flipAttempts = 30

// Rebuild rebuilds the newest given versions of read models from the whole log, beside the serving tables, and
// replaces each in one transaction; it also moves to another log or definition. One pass of the log feeds all of
// them. It is strict: an unknown event type or a failing event ends it with an *EventError and changes nothing. The
// versions' parked events are deleted, since the new tables contain them. The projectors may run meanwhile, in any
// process.
func (r *Runner) Rebuild(ctx context.Context, names ...string) error {
	return r.rebuild(ctx, nil, names)
}

// Check compares every event of the log that a rebuild reads. Finish is called with the position up to which all events
// were passed to Add, and prevents the replacement of the serving tables with an error.
type Check struct {
	Add    func(ctx context.Context, events []eventlog.Recorded) error
	Finish func(ctx context.Context, upTo eventlog.Position) error
}

// RebuildChecked is Rebuild with a check of the log in the same pass.
func (r *Runner) RebuildChecked(ctx context.Context, check Check, names ...string) error {
	return r.rebuild(ctx, &check, names)
}

func (r *Runner) rebuild(ctx context.Context, check *Check, names []string) error {
	var targets []target
	for _, name := range names {
		p, err := r.newest(name)
		if err != nil {
			return err
		}
		targets = append(targets, target{Projector: p, slot: slotRebuild})
	}
	head, err := r.log.Head(ctx)
	if err != nil {
		return fmt.Errorf("rebuild: %w", err)
	}
	defer debug.SetGCPercent(debug.SetGCPercent(buildGC))
	return r.built(ctx, targets, head, r.usual(head), check, func(ctx context.Context, builds []*build) error {
		if check != nil {
			if err := check.Finish(ctx, head); err != nil {
				return err
			}
		}
		for _, b := range builds {
			if err := b.replace(ctx); err != nil {
				return err
			}
		}
		return nil
	})
}

// buildGC is the heap growth between two garbage collections of a build, in percent: it allocates much, and its live
// memory is bounded.
const buildGC = 200

// effort is how much memory each build takes.
type effort struct {
	bytes int // of the events that are applied before they are written
	keys  int // for which there is room in the filter of known keys
}

// usual is the effort of a build that has the machine to itself.
func (r *Runner) usual(limit eventlog.Position) effort {
	return effort{bytes: r.opts.BuildBytes, keys: int(min(limit, maxKnown))}
}

// built fills scratch targets up to a position and passes them to use.
func (r *Runner) built(ctx context.Context, targets []target, limit eventlog.Position, e effort, check *Check, use func(context.Context, []*build) error) error {
	var builds []*build
	for _, t := range targets {
		leading, held, err := r.exclusive(ctx, t.Name)
		if err != nil {
			return fmt.Errorf("build %s: %w", t.schema(), err)
		}
		ctx = leading
		defer held.release()
		b, err := r.begin(ctx, t)
		if err != nil {
			return err
		}
		defer r.drop(ctx, t)
		b.effort = e
		builds = append(builds, b)
	}
	if err := r.fill(ctx, builds, limit, check); err != nil {
		return err
	}
	return use(ctx, builds)
}

// replace replaces the serving tables with a full scratch target.
func (b *build) replace(ctx context.Context) error {
	// Catch up with events that arrived during the build, so that little is left to do under the lock.
	head, err := b.log.Head(ctx)
	if err != nil {
		return fmt.Errorf("rebuild %s: %w", b.Name, err)
	}
	if err := b.upTo(ctx, head); err != nil {
		return err
	}
	retry := newRetry()
	for attempt := 1; ; attempt++ {
		err := b.flip(ctx)
		if err == nil {
			break
		}
		if !transient(err) || attempt == flipAttempts || !retry.wait(ctx, err) {
			return fmt.Errorf("rebuild %s: switch to the new tables: %w", b.Name, err)
		}
	}
	if b.board != nil {
		b.board.Publish(b.Name, uint64(b.at))
	}
	b.logger.InfoContext(ctx, "read model rebuilt", "projector", b.target.String(), "position", b.at)
	return nil
}

// flip stops the running projector, brings the new tables to the serving position, and swaps them.
func (b *build) flip(ctx context.Context) error {
	live := target{Projector: b.Projector}
	old := live.schema() + "_old"
	if err := only(b.pool.Exec(ctx, `DROP SCHEMA IF EXISTS `+old+` CASCADE`)); err != nil {
		return err
	}
	err := pgx.BeginFunc(ctx, b.pool, func(tx pgx.Tx) error {
		if err := serialize(ctx, tx, b.Name); err != nil {
			return err
		}
		versions, err := lockVersions(ctx, tx, b.Name)
		if err != nil {
			return err
		}
		reach, err := b.reach(ctx, versions)
		if err != nil {
			return err
		}
		if err := b.upTo(ctx, reach); err != nil {
			return err
		}
		if _, exists := versions[b.Version]; exists {
			if err := live.holdWriters(ctx, tx); err != nil {
				return err
			}
			if err := only(tx.Exec(ctx, `ALTER SCHEMA `+live.schema()+` RENAME TO `+old)); err != nil {
				return err
			}
		}
		if err := only(tx.Exec(ctx, `ALTER SCHEMA `+b.schema()+` RENAME TO `+live.schema())); err != nil {
			return err
		}
		if err := live.takeOver(ctx, tx); err != nil {
			return err
		}
		q := &pgx.Batch{}
		live.announce(q, b.at)
		return tx.SendBatch(ctx, q).Close()
	})
	if err != nil {
		return err
	}
	// Readers use the new tables; the next rebuild drops the old ones if this fails.
	if err := only(b.pool.Exec(ctx, `DROP SCHEMA IF EXISTS `+old+` CASCADE`)); err != nil {
		b.logger.WarnContext(ctx, "cannot drop the replaced tables", "schema", old, "error", err)
	}
	return nil
}

const tablesOf = `SELECT quote_ident(schemaname) || '.' || quote_ident(tablename) FROM pg_tables WHERE schemaname = $1 ORDER BY 1`

// holdWriters locks the target's tables against writes until the transaction ends. Locking the checkpoint's row is
// not enough: its lock is released a moment before other sessions see the new names, so that a batch could move the
// new checkpoint and yet write to the old tables. Table locks are released only after that.
func (t target) holdWriters(ctx context.Context, tx pgx.Tx) error {
	tables, err := t.tables(ctx, tx)
	if err != nil || len(tables) == 0 {
		return err
	}
	return only(tx.Exec(ctx, `LOCK TABLE `+strings.Join(tables, ", ")+` IN EXCLUSIVE MODE`))
}

func (t target) tables(ctx context.Context, tx pgx.Tx) ([]string, error) {
	rows, err := tx.Query(ctx, tablesOf, t.schema())
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, pgx.RowTo[string])
}

// reach is the highest position of this log that readers or the running projector have seen. A log that has lost its
// end does not reach it.
func (b *build) reach(ctx context.Context, versions map[int]checkpoint) (eventlog.Position, error) {
	log, err := b.identify(ctx)
	if err != nil {
		return 0, err
	}
	var at eventlog.Position
	for version, c := range versions {
		if c.engine == log.engine && c.generation == log.generation && (c.serving || version == b.Version) {
			at = max(at, c.position)
		}
	}
	if !eventlog.Dense(log.engine) {
		return at, nil
	}
	head, err := b.log.Head(ctx)
	return min(at, head), err
}

const takeOverCheckpoint = `
INSERT INTO runtime.checkpoints AS c
    (name, version, slot, engine, definition, position, event_at, generation, event_position, event_id)
SELECT name, version, '', engine, definition, position, event_at, generation, event_position, event_id FROM runtime.checkpoints
WHERE name = $1 AND version = $2 AND slot = 'rebuild'
ON CONFLICT (name, version, slot) DO UPDATE SET engine = excluded.engine, definition = excluded.definition,
    position = excluded.position, event_at = excluded.event_at, at = now(), generation = excluded.generation,
    event_position = excluded.event_position, event_id = excluded.event_id, halted = ''`

// takeOver gives the scratch target's checkpoint to the running target and shows its tables to readers.
func (t target) takeOver(ctx context.Context, tx pgx.Tx) error {
	if err := only(tx.Exec(ctx, takeOverCheckpoint, t.Name, t.Version)); err != nil {
		return err
	}
	if err := only(tx.Exec(ctx, `DELETE FROM runtime.checkpoints WHERE name = $1 AND version = $2 AND slot = 'rebuild'`,
		t.Name, t.Version)); err != nil {
		return err
	}
	if err := only(tx.Exec(ctx, `DELETE FROM runtime.parked_events WHERE name = $1 AND version = $2`, t.Name, t.Version)); err != nil {
		return err
	}
	return t.serve(ctx, tx)
}

// drop removes a scratch target, also after the build's context has ended.
func (r *Runner) drop(ctx context.Context, t target) {
	r.memories.drop(t)
	ctx = context.WithoutCancel(ctx)
	if err := pgx.BeginFunc(ctx, r.pool, func(tx pgx.Tx) error { return t.discard(ctx, tx) }); err != nil {
		r.logger.WarnContext(ctx, "cannot drop scratch tables; the next run will", "schema", t.schema(), "error", err)
	}
}

// only returns just the error of an Exec.
func only(_ any, err error) error { return err }
