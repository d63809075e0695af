package account

import (
	"context"
	"fmt"
	"time"

	"github.com/modyard/modyard/commands"
	"github.com/modyard/modyard/domain/account"
	"github.com/modyard/modyard/domain/actor"
	"github.com/modyard/modyard/eventlog"
)

// PlanSuspension returns the writes of a suspension of an account without events, by the same rules as for the staff's commands.
// c.Holds is the role of who decides.
func PlanSuspension(ctx context.Context, codec commands.Codec, texts commands.Texts, command string, at time.Time, c account.Suspend) ([]eventlog.Write, error) {
	plan := commands.NewPlan(codec, command, "").Sealing(texts)
	c.Now = at
	err := plan.Step(at, actor.Actor{Account: c.By, Rank: actor.Admin}, func(tx *commands.Tx) error {
		of, err := suspensions().Open(ctx, tx, c.Account)
		if err != nil {
			return err
		}
		return of.Do(c)
	})
	if err != nil {
		return nil, fmt.Errorf("plan the suspension of %s: %w", c.Account, err)
	}
	return plan.Writes(ctx)
}
