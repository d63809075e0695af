package curation

import (
	"context"

	"github.com/modyard/modyard/commands"
	"github.com/modyard/modyard/domain/curation"
	"github.com/modyard/modyard/domain/fault"
	"github.com/modyard/modyard/domain/reason"
	"github.com/modyard/modyard/platform/popular"
)

// Terms are the struck terms of popular searches, one stream for all.
func Terms() *commands.Aggregate[curation.Struck, curation.Judge] {
	return &commands.Aggregate[curation.Struck, curation.Judge]{
		Category: "curation", Evolve: commands.Timeless(curation.EvolveStruck), Decide: curation.DecideStruck,
	}
}

type termInput struct {
	Term   string         `json:"term"`
	Reason *reason.Reason `json:"reason,omitempty"`
}

type judgeTerm struct{ Body termInput }

// judge is POST /_internal/moderation/searches/strike or …/allow.
func judge(strike bool) func(context.Context, *commands.Tx, *judgeTerm) error {
	return func(ctx context.Context, tx *commands.Tx, in *judgeTerm) error {
		term, ok := popular.Term(in.Body.Term)
		if !ok && tx.By().Staff() {
			return fault.Invalid("term", "这不是可以统计的搜索词。")
		}
		e, err := Terms().Get(ctx, tx, curation.Searches)
		if err != nil {
			return err
		}
		return e.Do(curation.Judge{By: tx.By(), Term: term, Strike: strike, Reason: in.Body.Reason})
	}
}
