package runtime

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/jackc/pgx/v5"
)

// Updating says that an event type may not be written yet: a running process does not know it and would stop at it.
type Updating struct {
	Type    string
	Process string // the process that does not know it
}

// Error names the type and the process.
func (u *Updating) Error() string {
	return fmt.Sprintf("events of type %s cannot be written yet: process %s does not know them", u.Type, u.Process)
}

// FaultKind is the fault's kind for the HTTP answer.
func (u *Updating) FaultKind() string { return "unavailable" }

// FaultCode is the code for clients.
func (u *Updating) FaultCode() string { return "unavailable" }

// FaultText is the text for people.
func (u *Updating) FaultText() string { return "服务正在更新，请稍后重试" }

func (k *knownTypes) release(types ...string) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.free == nil {
		k.free = map[string]bool{}
	}
	for _, typ := range types {
		k.free[typ] = true
	}
}

// waiting lists the unreleased types, each once.
func (k *knownTypes) waiting(types []string) []string {
	k.mu.Lock()
	defer k.mu.Unlock()
	var out []string
	for _, typ := range types {
		if !k.free[typ] && !slices.Contains(out, typ) {
			out = append(out, typ)
		}
	}
	return out
}

const (
	releaseType = `INSERT INTO runtime.event_types (type) VALUES ($1) ON CONFLICT DO NOTHING`
	whoLacks    = `
SELECT id FROM runtime.processes
WHERE lapses_at > now() AND NOT types @> ARRAY[$1] AND NOT EXISTS (SELECT FROM runtime.event_types WHERE type = $1)
ORDER BY started_at LIMIT 1`
)

// Writable is nil where events of the types may be written: every process that runs projectors knows them, and a
// program that does not know them cannot start. Otherwise it is an *Updating. A release is permanent.
func (r *Runner) Writable(ctx context.Context, types ...string) error {
	waiting := r.types.waiting(types)
	if len(waiting) == 0 {
		return nil
	}
	slices.Sort(waiting)
	err := pgx.BeginFunc(ctx, r.pool, func(tx pgx.Tx) error {
		if err := lockTypes(ctx, tx); err != nil {
			return err
		}
		for _, typ := range waiting {
			var process string
			err := tx.QueryRow(ctx, r.scoped(whoLacks), typ).Scan(&process)
			if err == nil {
				return &Updating{Type: typ, Process: process}
			}
			if !errors.Is(err, pgx.ErrNoRows) {
				return err
			}
			if err := only(tx.Exec(ctx, r.scoped(releaseType), typ)); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return fmt.Errorf("release event types: %w", err)
	}
	r.types.release(waiting...)
	return nil
}
