package wiki

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/google/uuid"

	"github.com/modyard/modyard/commands"
	"github.com/modyard/modyard/commands/project"
	"github.com/modyard/modyard/domain/wiki"
	"github.com/modyard/modyard/platform/jobs"
)

// Jobs ends drafts that nobody saves, and tells their authors before.
func (s *Service) Jobs() jobs.Work {
	return jobs.Work{Sweeps: []jobs.Sweep{
		{Name: "wiki.idle", Every: 2 * time.Minute, Run: s.EndIdle},
		{Name: "wiki.saves", Every: time.Hour, Run: func(ctx context.Context) error {
			return s.Saves.Sweep(ctx, s.Handler.Clock().Add(-wiki.Kept))
		}},
	}}
}

// EndIdle ends or announces each draft that Idle lists. A draft that was saved meanwhile stays.
func (s *Service) EndIdle(ctx context.Context) error {
	list, err := s.Idle(ctx)
	if err != nil {
		return fmt.Errorf("find idle drafts: %w", err)
	}
	var failed []error
	for _, id := range list {
		if err := s.endIdle(ctx, id); err != nil {
			failed = append(failed, fmt.Errorf("end the idle draft %s: %w", id, err))
		}
	}
	return errors.Join(failed...)
}

func (s *Service) endIdle(ctx context.Context, id string) error {
	saved, err := s.Saves.latest(ctx, id)
	if err != nil {
		return err
	}
	_, err = s.Handler.Handle(ctx, commands.Request{Command: uuid.Must(uuid.NewV7()).String()}, func(ctx context.Context, tx *commands.Tx) error {
		e, err := drafts().Open(ctx, tx, id)
		if err != nil {
			return err
		}
		if err := e.Do(wiki.TimeOut{Now: tx.Now(), Saved: saved}); err != nil {
			return err
		}
		if len(e.Decided()) == 0 {
			return e.Do(wiki.Announce{Now: tx.Now(), Saved: saved})
		}
		target, err := project.Find(ctx, tx, e.State().Project)
		if err != nil {
			return err
		}
		d, err := s.deskOf(ctx, tx, target)
		if err != nil {
			return err
		}
		return d.end(ctx, e)
	})
	return err
}
