package curation

import (
	"context"
	"time"

	"github.com/modyard/modyard/commands"
	"github.com/modyard/modyard/domain/actor"
	"github.com/modyard/modyard/domain/curation"
	"github.com/modyard/modyard/domain/role"
	"github.com/modyard/modyard/eventlog"
)

// Planned is the initial choice of a place.
type Planned struct {
	Command string // permanent name of the plan: the ids of its events are derived from it
	At      time.Time
	Place   curation.Place
	Entries []curation.Entry
}

// PlanCuration decides a plan by the same rules as for a person's command (commands.Plan).
func PlanCuration(ctx context.Context, codec commands.Codec, p Planned) ([]eventlog.Write, error) {
	plan := commands.NewPlan(codec, p.Command, role.System)
	if err := plan.Step(p.At, actor.Actor{}, func(tx *commands.Tx) error {
		e, err := Choices().Get(ctx, tx, string(p.Place))
		if err != nil {
			return err
		}
		program := actor.Actor{Account: "program", Rank: actor.Moderator}
		return e.Do(curation.Change{By: program, Place: p.Place, Entries: p.Entries})
	}); err != nil {
		return nil, err
	}
	return plan.Writes(ctx)
}
