package risk

import (
	"context"
	"fmt"
	"time"

	"github.com/modyard/modyard/commands"
	"github.com/modyard/modyard/domain/risk"
	"github.com/modyard/modyard/eventlog"
)

// PlanChange returns the writes of the first change of the list, by the same rules as for an administrator's command. The ids of its
// events are derived from the permanent name of the plan.
func PlanChange(ctx context.Context, codec commands.Codec, texts commands.Texts, name string, at time.Time, c risk.Change) ([]eventlog.Write, error) {
	plan := commands.NewPlan(codec, name, "").Sealing(texts)
	if err := plan.Step(at, c.By, func(tx *commands.Tx) error {
		e, err := words().Get(ctx, tx, stream)
		if err != nil {
			return err
		}
		return e.Do(c)
	}); err != nil {
		return nil, fmt.Errorf("plan the list of phrases: %w", err)
	}
	return plan.Writes(ctx)
}
