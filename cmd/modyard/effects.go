package main

import (
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/modyard/modyard/cmd/modyard/app"
	"github.com/modyard/modyard/platform/effects"
)

type effectsCmd struct {
	Status effectsStatusCmd `cmd:"" help:"Print whether effects are paused, and what waits."`
	Pause  effectsPauseCmd  `cmd:"" help:"Let nothing act on the outside: no letter, webhook or forwarded change."`
	Resume effectsResumeCmd `cmd:"" help:"Send what waits, and go on."`
}

type effectsStatusCmd struct{}

// Run prints the state.
func (*effectsStatusCmd) Run(e *environment) error {
	return e.with(app.Share, func(core *app.Core) error {
		s, err := core.EffectsStatus(e.ctx)
		if err != nil {
			return err
		}
		if s.Paused {
			fmt.Printf("Effects are %s\n", s.State)
		} else {
			fmt.Println("Effects are not paused.")
		}
		for _, kind := range slices.Sorted(maps.Keys(s.Waiting)) {
			fmt.Printf("%d jobs of the kind %s wait\n", s.Waiting[kind], kind)
		}
		for _, r := range s.Reactors {
			at := "never ran"
			switch {
			case r.MovedAt != nil && r.OfLog:
				at = fmt.Sprintf("at position %d of the log since %s", r.Position, r.MovedAt.UTC().Format(time.RFC3339))
			case r.MovedAt != nil:
				at = fmt.Sprintf("at cursor %q of the change feed since %s", r.Cursor, r.MovedAt.UTC().Format(time.RFC3339))
			}
			fmt.Printf("reactor %s: %s, %d poisoned messages\n", r.Name, at, r.Poisoned)
		}
		return nil
	})
}

type effectsPauseCmd struct {
	Reason string `name:"reason" required:"" placeholder:"TEXT" help:"Why. The staff of the site sees it."`
}

// Run pauses effects.
func (c *effectsPauseCmd) Run(e *environment) error {
	return e.with(app.Share, func(core *app.Core) error {
		if err := effects.Pause(e.ctx, core.DB.Pool, c.Reason); err != nil {
			return err
		}
		fmt.Println("Effects are paused: running processes follow within two seconds. `modyard effects resume` ends the pause.")
		return nil
	})
}

type effectsResumeCmd struct {
	Skip bool `name:"skip" help:"Send nothing of what waits: reactors go on behind the present end of the log, and waiting letters and deliveries are discarded."`
}

// Run resumes effects.
func (c *effectsResumeCmd) Run(e *environment) error {
	return e.with(app.Share, func(core *app.Core) error {
		skipped, err := core.ResumeEffects(e.ctx, c.Skip)
		if err != nil {
			return err
		}
		if c.Skip {
			fmt.Printf("%d reactors go on behind the present end of the log, and %d waiting jobs were discarded.\n", skipped.Reactors, skipped.Jobs)
		}
		fmt.Println("Effects are resumed: running processes follow within two seconds.")
		restored, err := core.PayoutsRestored(e.ctx)
		if err == nil && restored {
			fmt.Println("Withdrawals stay paused: the log may have forgotten some that were paid. Compare the open ones with the providers' own lists; then a")
			fmt.Println("treasurer or an administrator resumes them at /moderation/revenue.")
		}
		return err
	})
}
