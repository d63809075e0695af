package runtime

import (
	"context"
	"fmt"
	"sync"

	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/eventlog"
)

// Memory is what handlers remember of recent events beside the rows, for a read model that judges an event by those
// before it. It is not stored: the runner passes it from batch to batch, and folds it again from the log where it has none
// for the checkpoint, as after a restart, a failed batch or a change of the leading process. So it must follow from the events alone, and
// only from those since a position.
type Memory struct {
	Since string // SQL over the read model's tables: the position of the first event that is remembered; null or 0 for none
	New   func() any
	Add   func(memory any, e Event) error // folds an event into the memory; the handlers do the same
}

// Rememberer is a batch whose handlers use and change the memory. Remember is called before Load.
type Rememberer interface{ Remember(memory any) }

// memories are the memories of the read models that this process leads or builds, by schema. Each is taken while a batch
// changes it, so that a failed batch leaves none.
type memories struct {
	mu sync.Mutex
	of map[string]remembered
}

// remembered is a memory of all events up to a position.
type remembered struct {
	memory any
	at     eventlog.Position
}

// take returns the memory of all events up to a position, and removes it.
func (m *memories) take(t target, at eventlog.Position) (any, bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	kept, ok := m.of[t.schema()]
	delete(m.of, t.schema())
	return kept.memory, ok && kept.at == at
}

func (m *memories) keep(t target, at eventlog.Position, memory any) {
	if t.Memory == nil {
		return
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.of == nil {
		m.of = map[string]remembered{}
	}
	m.of[t.schema()] = remembered{memory, at}
}

func (m *memories) drop(t target) {
	m.mu.Lock()
	defer m.mu.Unlock()
	delete(m.of, t.schema())
}

// remember returns a target's memory of all events up to a position, and takes it from the runner. Without events to apply it
// is not folded again. It must not be called in a transaction, which would be idle meanwhile.
func (r *Runner) remember(ctx context.Context, t target, at eventlog.Position, needed bool) (any, error) {
	if t.Memory == nil {
		return nil, nil
	}
	if memory, ok := r.memories.take(t, at); ok || !needed {
		return memory, nil
	}
	memory, err := r.recall(ctx, t, at)
	if err != nil {
		return nil, fmt.Errorf("recall events of %s up to %d: %w", t, at, err)
	}
	return memory, nil
}

// recall folds a memory from the log. An event that cannot be decoded is parked, and so is not remembered either.
func (r *Runner) recall(ctx context.Context, t target, at eventlog.Position) (any, error) {
	memory := t.Memory.New()
	since, err := t.since(ctx, r)
	if err != nil || since == 0 || since > at {
		return memory, err
	}
	for batch, err := range r.log.Read(ctx, since-1, at, eventlog.Filter{Categories: t.Categories}) {
		if err != nil {
			return nil, err
		}
		for _, e := range batch.Events {
			payload, err := r.codec.Decode(e.Type, e.Data)
			if err != nil {
				continue
			}
			if err := t.Memory.Add(memory, Event{Recorded: e, Payload: payload}); err != nil {
				return nil, t.eventError(e, err)
			}
		}
	}
	return memory, ctx.Err()
}

// since is the position of the first event that is remembered, by the tables.
func (t target) since(ctx context.Context, r *Runner) (eventlog.Position, error) {
	var position *int64
	err := pgx.BeginTxFunc(ctx, r.pool, pgx.TxOptions{AccessMode: pgx.ReadOnly}, func(tx pgx.Tx) error {
		if _, err := tx.Exec(ctx, `SELECT set_config('search_path', $1 || ', public', true)`, t.schema()); err != nil {
			return err
		}
		return tx.QueryRow(ctx, t.Memory.Since).Scan(&position)
	})
	if err != nil || position == nil || *position < 0 {
		return 0, err
	}
	return eventlog.Position(*position), nil
}
