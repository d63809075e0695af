package runtime

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"runtime/debug"

	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/eventlog"
)

// maxDifferences is the maximum number of differences that Verify returns.
const maxDifferences = 100

// Difference is a row (or a table) that differs between the serving tables and a fresh build.
type Difference struct {
	Table    string
	Key      string   // primary key values, or empty for a table without a key or a difference of tables
	Kind     string   // missing: not served; extra: served but not built; changed; table, columns
	Columns  []string // columns that differ, where Kind is changed
	Served   string   // the served row as JSON text, empty when missing
	Rebuilt  string   // the built row as JSON text, empty when extra
	Position uint64   // of the log, at which both were compared
}

// String is the text for people: shortened, and for a changed row only the changed columns.
func (d Difference) String() string {
	s := fmt.Sprintf("%s %s(%s)", d.Kind, d.Table, d.Key)
	if len(d.Columns) == 0 {
		return s + "\n  served:  " + clip(d.Served) + "\n  rebuilt: " + clip(d.Rebuilt)
	}
	var served, rebuilt map[string]json.RawMessage
	if json.Unmarshal([]byte(d.Served), &served) != nil || json.Unmarshal([]byte(d.Rebuilt), &rebuilt) != nil {
		return s
	}
	for _, c := range d.Columns {
		s += "\n  " + c + "\n    served:  " + clip(string(served[c])) + "\n    rebuilt: " + clip(string(rebuilt[c]))
	}
	return s
}

const clipRunes = 600

func clip(s string) string {
	if r := []rune(s); len(r) > clipRunes {
		return string(r[:clipRunes]) + "…"
	}
	return s
}

// Verify rebuilds the serving versions of read models in scratch schemas, with one pass of the log, and compares
// every table row by row at the position of the serving tables. It returns the first differences of each read model,
// none where both are equal. The build is strict: an event that is unknown or cannot be applied is an error. The
// projectors may run meanwhile: each is stopped only while a snapshot of both is taken.
func (r *Runner) Verify(ctx context.Context, names ...string) (map[string][]Difference, error) {
	var lives, targets []target
	var limit eventlog.Position // position that all of them have reached
	for _, name := range names {
		live, err := r.servingTarget(ctx, name)
		if err != nil {
			return nil, fmt.Errorf("verify %s: %w", name, err)
		}
		c, err := live.read(ctx, r.pool)
		if err == nil {
			err = r.recognise(ctx, live, c)
		}
		if err != nil {
			return nil, fmt.Errorf("verify %s: %w", name, err)
		}
		if limit == 0 || c.position < limit {
			limit = c.position
		}
		lives, targets = append(lives, live), append(targets, target{Projector: live.Projector, slot: slotVerify})
	}
	found := map[string][]Difference{}
	defer debug.SetGCPercent(debug.SetGCPercent(buildGC))
	err := r.built(ctx, targets, limit, r.usual(limit), nil, func(ctx context.Context, builds []*build) error {
		for i, b := range builds {
			differences, err := b.compare(ctx, lives[i])
			if err != nil {
				return fmt.Errorf("verify %s: %w", b.Name, err)
			}
			if len(differences) > 0 {
				found[b.Name] = differences
			}
		}
		return nil
	})
	return found, err
}

// compare lists the first differences between the serving tables and the build.
func (b *build) compare(ctx context.Context, live target) ([]Difference, error) {
	// Catch up with the events of the long build before the projector is stopped.
	c, err := live.read(ctx, b.pool)
	if err != nil {
		return nil, err
	}
	if err := b.upTo(ctx, c.position); err != nil {
		return nil, err
	}
	snapshot, err := b.snapshot(ctx, live)
	if err != nil {
		return nil, err
	}
	defer func() { _ = snapshot.Rollback(context.WithoutCancel(ctx)) }()
	found, err := compare(ctx, snapshot, live.schema(), b.schema(), maxDifferences)
	for i := range found {
		found[i].Position = uint64(b.at)
	}
	return found, err
}

const servingVersion = `SELECT version FROM runtime.checkpoints WHERE name = $1 AND serving`

// servingTarget finds the version that readers see among the given projectors.
func (r *Runner) servingTarget(ctx context.Context, name string) (target, error) {
	if _, err := r.newest(name); err != nil {
		return target{}, err
	}
	var version int
	err := r.pool.QueryRow(ctx, servingVersion, name).Scan(&version)
	if errors.Is(err, pgx.ErrNoRows) {
		return target{}, errors.New("nothing serves yet")
	}
	if err != nil {
		return target{}, err
	}
	t, ok := r.given(name, version)
	if !ok {
		return t, fmt.Errorf("version %d serves, which this program does not have", version)
	}
	return t, nil
}

// snapshot starts a transaction that sees the serving and the built tables at one position: while it locks the
// projector's checkpoint, the build catches up to it.
func (b *build) snapshot(ctx context.Context, live target) (pgx.Tx, error) {
	var snapshot pgx.Tx
	err := pgx.BeginFunc(ctx, b.pool, func(hold pgx.Tx) error {
		c, err := live.lock(ctx, hold, idleHold)
		if err != nil {
			return err
		}
		if c.position < b.at {
			return fmt.Errorf("the served tables went back to %d while %d was built: %w", c.position, b.at, errMoved)
		}
		if err := b.upTo(ctx, c.position); err != nil {
			return err
		}
		tx, err := b.pool.BeginTx(ctx, pgx.TxOptions{IsoLevel: pgx.RepeatableRead, AccessMode: pgx.ReadOnly})
		if err != nil {
			return err
		}
		// The first statement takes the snapshot, which must be before the lock is released.
		if _, err := tx.Exec(ctx, `SELECT 1 FROM runtime.checkpoints LIMIT 1`); err != nil {
			return errors.Join(err, tx.Rollback(ctx))
		}
		snapshot = tx
		return nil
	})
	if err != nil && snapshot != nil {
		_ = snapshot.Rollback(context.WithoutCancel(ctx))
	}
	return snapshot, err
}
