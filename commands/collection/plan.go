package collection

import (
	"context"
	"time"

	"github.com/modyard/modyard/commands"
	"github.com/modyard/modyard/domain/actor"
	"github.com/modyard/modyard/domain/collection"
	"github.com/modyard/modyard/eventlog"
)

// Planned are the initial follows and collections of one account. They are dated an hour apart, the last one at At.
type Planned struct {
	Command string // permanent name of the plan: the ids of its events are derived from it
	Account string
	At      time.Time
}

// PlanFollows decides, by the same rules as for a person's commands, which projects an account follows; the last of the
// list is the newest.
func PlanFollows(ctx context.Context, codec commands.Codec, p Planned, projects []string) ([]eventlog.Write, error) {
	return planned(ctx, codec, p, projects, func(tx *commands.Tx, project string) error {
		follows, err := Follows().Get(ctx, tx, p.Account)
		if err != nil {
			return err
		}
		return follows.Do(collection.Follow{Account: p.Account, Project: project})
	})
}

// PlanCollections decides which collections an account has; all writes must be appended together.
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
