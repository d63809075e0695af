package runtime

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"github.com/modyard/modyard/eventlog"
)

// target is one set of tables of a projector: the running set (slot "") or a scratch set beside it.
type target struct {
	Projector
	slot   string
	holder string // of the lease under which this process applies; empty where none is needed
}

const (
	slotRebuild = "rebuild"
	slotVerify  = "verify"
)

func (t target) String() string { return fmt.Sprintf("%s/v%d", t.Name, t.Version) }

// schema needs no quoting: the name was checked and the slot is a constant.
func (t target) schema() string {
	s := fmt.Sprintf("%s_v%d", t.Name, t.Version)
	if t.slot != "" {
		s += "_" + t.slot
	}
	return s
}

// definition changes when the tables of DDL, the readers' views or the read categories change.
func (t target) definition() string {
	sum := sha256.Sum256([]byte(t.DDL + "\x00" + strings.Join(t.Views, "\x00") + "\x00\x00" + strings.Join(t.Categories, "\x00")))
	return hex.EncodeToString(sum[:16])
}

// checkpoint is a row of runtime.checkpoints.
type checkpoint struct {
	position   eventlog.Position
	engine     string
	definition string
	serving    bool

	generation string // these four are set when it was read
	last       mark
	halted     string

	holder string // these two are set when it was locked
	parked bool   // the read model has parked events
}

const readCheckpoint = `
SELECT position, engine, definition, serving, generation, event_position, event_id, halted FROM runtime.checkpoints
WHERE name = $1 AND version = $2 AND slot = $3`

type rowQuerier interface {
	QueryRow(ctx context.Context, sql string, args ...any) pgx.Row
}

// read finds a target's checkpoint; the error is pgx.ErrNoRows when it has none.
func (t target) read(ctx context.Context, db rowQuerier) (checkpoint, error) {
	return t.scan(db.QueryRow(ctx, readCheckpoint, t.Name, t.Version, t.slot))
}

func (t target) scan(row pgx.Row) (checkpoint, error) {
	var c checkpoint
	var position, last int64
	var id *eventlog.EventID
	if err := row.Scan(&position, &c.engine, &c.definition, &c.serving, &c.generation, &last, &id, &c.halted); err != nil {
		return c, err
	}
	c.position = eventlog.Position(position)
	if id != nil {
		c.last = mark{eventlog.Position(last), *id}
	}
	return c, nil
}

// check rejects a checkpoint of another log or another definition.
func (t target) check(c checkpoint, log identity) error {
	if c.engine != log.engine {
		return fmt.Errorf("%s is at position %d of log %q, but the log in use is %q: %w; %s",
			t, c.position, c.engine, log.engine, ErrEngine, changeOver)
	}
	if c.generation != log.generation && c.position > 0 {
		return fmt.Errorf("%s is at position %d of the log %s, but the log in use is %s: %w; %s",
			t, c.position, c.generation, log.generation, ErrOtherLog, changeOver)
	}
	if c.definition != t.definition() {
		return fmt.Errorf("%s: %w; raise its Version or run `modyard rebuild %s`", t, ErrDefinition, t.Name)
	}
	return nil
}

// The settings are local to the transaction. Losing a projector's last commits in a crash is harmless, because rows
// and checkpoint are lost together and applied again.
const lockCheckpoint = `
SELECT position, engine, definition, serving,
       set_config('search_path', $4 || ', public', true), set_config('synchronous_commit', 'off', true),
       set_config('idle_in_transaction_session_timeout', $5, true), to_regnamespace($4) IS NOT NULL, holder,
       slot = '' AND EXISTS (SELECT FROM runtime.parked_events p WHERE p.name = $1 AND p.version = $2)
FROM runtime.checkpoints WHERE name = $1 AND version = $2 AND slot = $3 FOR UPDATE`

// How long a transaction that has locked a checkpoint may be idle before the server ends it: short where only the
// handler runs in between, since a stopped process would block every other one.
const (
	idleBatch = "15s"
	idleHold  = "5min"
)

// lock locks the checkpoint row for the transaction and sets the search path to the target's tables.
func (t target) lock(ctx context.Context, tx pgx.Tx, idle string) (checkpoint, error) {
	var c checkpoint
	var position int64
	var setting string
	var there bool
	err := tx.QueryRow(ctx, lockCheckpoint, t.Name, t.Version, t.slot, t.schema(), idle).
		Scan(&position, &c.engine, &c.definition, &c.serving, &setting, &setting, &setting, &there, &c.holder, &c.parked)
	if errors.Is(err, pgx.ErrNoRows) || err == nil && !there {
		return c, fmt.Errorf("lock checkpoint of %s: %w", t, errGone)
	}
	if err != nil {
		return c, fmt.Errorf("lock checkpoint of %s: %w", t, err)
	}
	c.position = eventlog.Position(position)
	return c, nil
}

const claimCheckpoint = `
UPDATE runtime.checkpoints SET holder = $4, generation = CASE WHEN position = 0 THEN $5 ELSE generation END
WHERE name = $1 AND version = $2 AND slot = $3`

// claim writes the token of a new lease: the holder of the previous one can apply nothing more. A checkpoint before
// the first event takes the log's identity.
func (t target) claim(ctx context.Context, db execer, log identity) error {
	_, err := db.Exec(ctx, claimCheckpoint, t.Name, t.Version, t.slot, t.holder, log.generation)
	if err != nil {
		return fmt.Errorf("claim %s: %w", t, err)
	}
	return nil
}

type execer interface {
	Exec(ctx context.Context, sql string, args ...any) (pgconn.CommandTag, error)
}

// fence rejects a transaction where the checkpoint has moved since the caller read it, or has another holder.
func (t target) fence(c checkpoint, from eventlog.Position) error {
	if t.holder != "" && c.holder != t.holder {
		return fmt.Errorf("%s: %s has taken the lead: %w", t, c.holder, errMoved)
	}
	if c.position != from {
		return fmt.Errorf("%s: want %d, found %d: %w", t, from, c.position, errMoved)
	}
	return nil
}

const moveCheckpoint = `
UPDATE runtime.checkpoints SET position = $4, event_at = coalesce($5, event_at), at = now(), halted = '',
    event_position = CASE WHEN $6 > 0 THEN $6 ELSE event_position END, event_id = coalesce($7, event_id)
WHERE name = $1 AND version = $2 AND slot = $3`

// move queues the update of the checkpoint to the end of a run.
func (t target) move(q *pgx.Batch, w run) {
	var at *time.Time
	if n := len(w.events); n > 0 {
		at = &w.events[n-1].RecordedAt
	}
	var id *eventlog.EventID
	if w.last.position > 0 {
		id = &w.last.id
	}
	q.Queue(moveCheckpoint, t.Name, t.Version, t.slot, int64(w.upTo), at, int64(w.last.position), id)
}
