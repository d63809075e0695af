package packfile

import (
	"context"
	"time"

	"github.com/modyard/modyard/commands"
	domain "github.com/modyard/modyard/domain/packfile"
	"github.com/modyard/modyard/eventlog"
)

// Planned is the first judgement of a file.
type Planned struct {
	Command string // permanent name of the plan: the ids of its events are derived from it
	At      time.Time
	Judge   domain.Judge
}

// PlanJudgement decides a plan by the same rules as for a person's command (commands.Plan).
func PlanJudgement(ctx context.Context, codec commands.Codec, p Planned) ([]eventlog.Write, error) {
	plan := commands.NewPlan(codec, p.Command, "")
	if err := plan.Step(p.At, p.Judge.By, func(tx *commands.Tx) error {
		e, err := Files().Get(ctx, tx, p.Judge.SHA512)
		if err != nil {
			return err
		}
		return e.Do(p.Judge)
	}); err != nil {
		return nil, err
	}
	return plan.Writes(ctx)
}
