package collection

import (
	"context"
	"time"

	"github.com/modyard/modyard/commands"
	"github.com/modyard/modyard/domain/actor"
	"github.com/modyard/modyard/domain/collection"
	"github.com/modyard/modyard/eventlog"
)

// Planned is what one account keeps from the beginning of a site's history. What it keeps came an hour apart, the last
// at At.
type Planned struct {
	Command string // names the plan for ever: the ids of its events are derived from it
	Account string
	At      time.Time
}

// PlanFollows decides by the same rules as a person's clicks which projects an account follows, the last followed last.
func PlanFollows(ctx context.Context, codec commands.Codec, p Planned, projects []string) ([]eventlog.Write, error) {
	return planned(ctx, codec, p, projects, func(tx *commands.Tx, project string) error {
		follows, err := Follows().Get(ctx, tx, p.Account)
		if err != nil {
			return err
		}
		return follows.Do(collection.Follow{Account: p.Account, Project: project})
	})
}

// PlanCollections decides which collections an account has; the writes are to be appended together.
func PlanCollections(ctx context.Context, codec commands.Codec, p Planned, creates []collection.Create) ([]eventlog.Write, error) {
	return planned(ctx, codec, p, creates, func(tx *commands.Tx, c collection.Create) error {
		e, err := Collections().Open(ctx, tx, c.Collection)
		if err != nil {
			return err
		}
		slots, err := Slots().Get(ctx, tx, p.Account)
		if err != nil {
			return err
		}
		if err := slots.Do(collection.TakeSlot{By: tx.By(), Collection: c.Collection}); err != nil {
			return err
		}
		c.By = tx.By()
		return e.Do(c)
	})
}

func planned[T any](ctx context.Context, codec commands.Codec, p Planned, list []T, do func(*commands.Tx, T) error) ([]eventlog.Write, error) {
	plan := commands.NewPlan(codec, p.Command, "")
	for i, one := range list {
		at := p.At.Add(time.Duration(i+1-len(list)) * time.Hour)
		if err := plan.Step(at, actor.Actor{Account: p.Account}, func(tx *commands.Tx) error { return do(tx, one) }); err != nil {
			return nil, err
		}
	}
	return plan.Writes(ctx)
}
