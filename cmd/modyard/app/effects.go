package app

import (
	"context"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/eventlog/watermill"
	"github.com/modyard/modyard/platform/effects"
	"github.com/modyard/modyard/platform/jobs"
	"github.com/modyard/modyard/reactors"
	readeffects "github.com/modyard/modyard/readapi/effects"
)

func effectsArea() area {
	return area{name: "effects", mount: func(s *Site, m *mounting) error { readeffects.Register(s.API, m.source, s.Identity); return nil }}
}

// ErrNotPaused means that effects run.
var ErrNotPaused = errors.New("effects are not paused")

// EffectsStatus is what waits to act on the outside.
type EffectsStatus struct {
	effects.State
	Waiting  map[string]int64 // jobs by kind
	Reactors []reactors.Status
}

// EffectsStatus reads what waits to act on the outside.
func (c *Core) EffectsStatus(ctx context.Context) (s EffectsStatus, err error) {
	err = pgx.BeginTxFunc(ctx, c.DB.Pool, pgx.TxOptions{IsoLevel: pgx.RepeatableRead, AccessMode: pgx.ReadOnly}, func(tx pgx.Tx) error {
		if s.State, err = effects.Read(ctx, tx); err != nil {
			return err
		}
		if s.Waiting, err = jobs.Waiting(ctx, tx, outwardJobs()); err != nil {
			return err
		}
		s.Reactors, err = reactors.List(ctx, tx)
		return err
	})
	return s, err
}

// Skipped counts what a resumption leaves out.
type Skipped struct{ Reactors, Jobs int64 }

// ResumeEffects ends a pause. With skip, every reactor begins behind the present end of the log, and the jobs that wait
// to act on the outside are discarded.
func (c *Core) ResumeEffects(ctx context.Context, skip bool) (s Skipped, err error) {
	var at watermill.Place
	var cursor string
	if skip {
		if at, cursor, err = c.logHead(ctx); err != nil {
			return s, err
		}
	}
	err = pgx.BeginFunc(ctx, c.DB.Pool, func(tx pgx.Tx) error {
		state, err := effects.Read(ctx, tx)
		if err != nil {
			return err
		}
		if !state.Paused {
			return ErrNotPaused
		}
		if skip {
			if s.Reactors, err = reactors.Skip(ctx, tx, at, cursor); err != nil {
				return err
			}
			if s.Jobs, err = jobs.Discard(ctx, tx, outwardJobs()); err != nil {
				return err
			}
		}
		return effects.Resume(ctx, tx)
	})
	if err != nil {
		return Skipped{}, fmt.Errorf("resume effects: %w", err)
	}
	return s, nil
}
