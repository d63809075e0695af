package claim

import (
	"context"
	"fmt"
	"time"

	"github.com/modyard/modyard/commands"
	"github.com/modyard/modyard/domain/actor"
	"github.com/modyard/modyard/domain/claim"
	"github.com/modyard/modyard/domain/reason"
	"github.com/modyard/modyard/eventlog"
)

// Planned are claims to projects of a repost team and what became of them.
type Planned struct {
	Command string // permanent name of the plan: the ids of its events are derived from it
	Claims  []PlannedClaim
}

// PlannedClaim is a claim. Without an end it waits for a decision.
type PlannedClaim struct {
	Claim, Account        string
	Project, Organization string // the organization is a repost team and owns the project
	Proof                 claim.Proof
	Address, Note         string
	At                    time.Time
	End                   *PlannedEnd
}

// PlannedEnd is the rejection of a claim, or without a reason its withdrawal by the claimant.
type PlannedEnd struct {
	By     actor.Actor
	At     time.Time
	Reject *reason.Reason
}

// Plan returns the writes of claims, by the same rules as for people's commands.
func Plan(ctx context.Context, codec commands.Codec, texts commands.Texts, p Planned) ([]eventlog.Write, error) {
	plan := commands.NewPlan(codec, p.Command, "").Sealing(texts)
	for _, c := range p.Claims {
		by := actor.Actor{Account: c.Account}
		err := plan.Step(c.At, by, func(tx *commands.Tx) error {
			return place(ctx, tx, claim.File{
				By: by, Claim: c.Claim, Project: c.Project, Organization: c.Organization, Repost: true,
				Proof: c.Proof, Address: c.Address, Note: c.Note,
			})
		})
		if err == nil && c.End != nil {
			err = plan.Step(c.End.At, c.End.By, func(tx *commands.Tx) error { return end(ctx, tx, c.Claim, c.End.command()) })
		}
		if err != nil {
			return nil, fmt.Errorf("plan the claim %s: %w", c.Claim, err)
		}
	}
	return plan.Writes(ctx)
}

func (e PlannedEnd) command() claim.Command {
	if e.Reject == nil {
		return claim.Withdraw{By: e.By}
	}
	return claim.Settle{By: e.By, Reason: e.Reject}
}
