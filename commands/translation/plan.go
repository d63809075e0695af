package translation

import (
	"context"
	"fmt"
	"time"

	"github.com/modyard/modyard/commands"
	"github.com/modyard/modyard/domain/actor"
	"github.com/modyard/modyard/domain/reason"
	"github.com/modyard/modyard/domain/translation"
	"github.com/modyard/modyard/eventlog"
)

// Planned are the links of a version of a language pack and what became of them.
type Planned struct {
	Command string          // permanent name of the plan: the ids of its events are derived from it
	From    translation.End // as its translator stands to it
	Links   []PlannedLink   // in the order of their times
}

// PlannedLink is a link. Without a verdict it waits for a decision, unless the translator may decide.
type PlannedLink struct {
	To          translation.End // as the translator stands to it
	Language    translation.Language
	Description string
	At          time.Time
	Verdict     *PlannedVerdict
}

// PlannedVerdict is the acceptance of a link, or its rejection with a reason.
type PlannedVerdict struct {
	By     actor.Actor // with the rights that the original's organization gives
	At     time.Time
	Reject *reason.Reason
}

// PlanLinks returns the writes of the links of a version, by the same rules as for a person's commands.
func PlanLinks(ctx context.Context, codec commands.Codec, texts commands.Texts, p Planned) ([]eventlog.Write, error) {
	plan := commands.NewPlan(codec, p.Command, "").Sealing(texts)
	for n, l := range p.Links {
		err := plan.Step(l.At, p.From.By, func(tx *commands.Tx) error {
			links, err := Links().Get(ctx, tx, p.From.Version.ID)
			if err != nil {
				return err
			}
			return put(ctx, tx, links, translation.Ask{From: p.From, To: l.To, Language: l.Language, Description: l.Description})
		})
		if err == nil && l.Verdict != nil {
			err = plan.Step(l.Verdict.At, l.Verdict.By, func(tx *commands.Tx) error { return l.settle(ctx, tx, p.From) })
		}
		if err != nil {
			return nil, fmt.Errorf("plan link %d of %s: %w", n, p.From.Version.ID, err)
		}
	}
	return plan.Writes(ctx)
}

// settle decides about a link that was not accepted when it was asked for.
func (l PlannedLink) settle(ctx context.Context, tx *commands.Tx, from translation.End) error {
	links, err := Links().Get(ctx, tx, from.Version.ID)
	if err != nil || links.State().Links[l.To.Version.ID].Status != translation.PendingLink {
		return err
	}
	to := l.To
	to.By, from.By = l.Verdict.By, actor.Actor{Account: l.Verdict.By.Account}
	if l.Verdict.Reject != nil {
		return do(ctx, tx, links, from, to, translation.Reject{From: from, To: to, Reason: l.Verdict.Reject}, "")
	}
	return do(ctx, tx, links, from, to, translation.Accept{From: from, To: to}, "")
}
