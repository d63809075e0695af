// Package log appends what happened to the log itself.
package log

import (
	"context"
	"fmt"

	"github.com/modyard/modyard/commands"
	"github.com/modyard/modyard/domain/actor"
	"github.com/modyard/modyard/domain/log"
	"github.com/modyard/modyard/eventlog"
	"github.com/modyard/modyard/eventlog/seal"
)

func logs() *commands.Aggregate[log.State, log.Restore] {
	return &commands.Aggregate[log.State, log.Restore]{Category: "log", Evolve: commands.Timeless(log.Evolve), Decide: log.Decide}
}

// Restore appends a restore. A repetition changes nothing.
func Restore(ctx context.Context, h *commands.Handler, origin string, r seal.Restore) error {
	c := log.Restore{Account: r.Account, Reason: r.Reason, Size: r.Abandoned}
	if r.Abandoned > 0 {
		c.Root = r.Root.String()
	}
	command := eventlog.DeriveEventID("restore "+origin, int(r.Number)).String()
	_, err := h.Handle(ctx, commands.Request{Command: command, By: actor.Actor{Account: r.Account}}, func(ctx context.Context, tx *commands.Tx) error {
		e, err := logs().Get(ctx, tx, log.Site)
		if err != nil {
			return err
		}
		return e.Do(c)
	})
	if err != nil {
		return fmt.Errorf("record restore %d: %w", r.Number, err)
	}
	return nil
}
