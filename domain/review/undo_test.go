package review_test

import (
	"errors"
	"reflect"
	"testing"
	"time"

	"github.com/modyard/modyard/domain/actor"
	"github.com/modyard/modyard/domain/decision/decisiontest"
	"github.com/modyard/modyard/domain/fault"
	"github.com/modyard/modyard/domain/reason"
	"github.com/modyard/modyard/domain/review"
)

func TestProposalsToUndoADecisionGoByTheRules(t *testing.T) {
	who := func(account string, rank actor.Rank, own bool) review.Reviewer {
		return review.Reviewer{Actor: actor.Actor{Account: account, Rank: rank}, Own: own}
	}
	ann, bob, cat := who("ann", actor.Moderator, false), who("bob", actor.Moderator, false), who("cat", actor.Moderator, false)
	own, chief, user := who("own", actor.Moderator, true), who("chief", actor.Admin, true), who("user", actor.NotStaff, false)
	now := time.Date(2026, 11, 25, 9, 0, 0, 0, time.UTC)
	why := &reason.Reason{Code: reason.Correction, Text: "看错了项目"}
	const project, ours = "Packaaa1", "Propose1"
	propose := func(by review.Reviewer, decision string, at time.Time) review.ProposeUndo {
		return review.ProposeUndo{By: by, Project: project, Proposal: "Propose2", Decision: decision, Moderator: "ann", Reason: why, Now: at}
	}
	proposed := func(id, decision string, at time.Time) review.UndoProposed {
		return review.UndoProposed{Project: project, Proposal: id, Decision: decision, Moderator: "ann", By: "bob", Until: at.Add(24 * time.Hour), Reason: why}
	}
	open := []any{proposed(ours, "d1", now)}
	confirm := func(by review.Reviewer, id string, at time.Time) review.ConfirmUndo {
		return review.ConfirmUndo{By: by, Project: project, Proposal: id, Now: at}
	}
	decline := func(by review.Reviewer, why *reason.Reason) review.DeclineUndo {
		return review.DeclineUndo{By: by, Project: project, Proposal: ours, Reason: why, Now: now}
	}
	confirmed := review.UndoConfirmed{Project: project, Proposal: ours, Decision: "d1", Proposer: "bob", By: "cat"}
	declined := review.UndoDeclined{Project: project, Proposal: ours, Decision: "d1", Proposer: "bob", By: "cat", Reason: why}
	withdrawn, byChief := declined, confirmed
	withdrawn.By, byChief.By = "bob", "chief"
	lapsed := func(cause review.LapseCause) review.UndoLapsed {
		return review.UndoLapsed{Project: project, Proposal: ours, Cause: cause}
	}
	last, late := now.Add(24*time.Hour-time.Second), now.Add(24*time.Hour)
	for name, c := range map[string]struct {
		given   []any
		when    review.UndoingCommand
		then    []any
		refused fault.Kind
	}{
		"another moderator's decision is proposed to be undone": {nil, propose(bob, "d1", now), []any{proposed("Propose2", "d1", now)}, ""},
		"a user proposes nothing":                               {nil, propose(user, "d1", now), nil, fault.KindForbidden},
		"nor a moderator about an own project":                  {nil, propose(own, "d1", now), nil, fault.KindForbidden},
		"nobody proposes to undo their own decision":            {nil, propose(ann, "d1", now), nil, fault.KindInvalid},
		"a decision has one open proposal":                      {open, propose(cat, "d1", last), nil, fault.KindConflict},
		"a proposal that lapsed makes room":                     {open, propose(bob, "d1", late), []any{lapsed(review.LapsedTime), proposed("Propose2", "d1", late)}, ""},
		"so does one about an older decision":                   {open, propose(bob, "d2", now), []any{lapsed(review.LapsedDecision), proposed("Propose2", "d2", now)}, ""},
		"one that was declined may be made again":               {append(open[:1:1], declined), propose(bob, "d1", now), []any{proposed("Propose2", "d1", now)}, ""},
		"a third moderator confirms within a day":               {open, confirm(cat, ours, last), []any{confirmed}, ""},
		"an administrator may about an own project":             {open, confirm(chief, ours, now), []any{byChief}, ""},
		"a day later nobody does":                               {open, confirm(cat, ours, late), nil, fault.KindConflict},
		"the proposer does not confirm":                         {open, confirm(bob, ours, now), nil, fault.KindForbidden},
		"nor does the moderator who decided":                    {open, confirm(ann, ours, now), nil, fault.KindForbidden},
		"nor a moderator about an own project, again":           {open, confirm(own, ours, now), nil, fault.KindForbidden},
		"nor a user":                                             {open, confirm(user, ours, now), nil, fault.KindForbidden},
		"of two who confirm the second is told":                  {append(open[:1:1], confirmed), confirm(chief, ours, now), nil, fault.KindConflict},
		"who confirms a proposal that was declined is told":      {append(open[:1:1], declined), confirm(cat, ours, now), nil, fault.KindConflict},
		"an unknown proposal is a conflict":                      {open, confirm(cat, "Propose9", now), nil, fault.KindConflict},
		"a third moderator declines":                             {open, decline(cat, why), []any{declined}, ""},
		"the proposer withdraws":                                 {open, decline(bob, why), []any{withdrawn}, ""},
		"a refusal has a reason":                                 {open, decline(cat, nil), nil, fault.KindInvalid},
		"the moderator who decided does not decline":             {open, decline(ann, why), nil, fault.KindForbidden},
		"a moderator of the team does not decline":               {open, decline(own, why), nil, fault.KindForbidden},
		"who declines a proposal that was confirmed is told":     {append(open[:1:1], confirmed), decline(cat, why), nil, fault.KindConflict},
		"an undo by the moderator who decided ends the proposal": {open, review.SettleUndo{Project: project, Now: now}, []any{lapsed(review.LapsedDecision)}, ""},
		"without a proposal nothing ends":                        {nil, review.SettleUndo{Project: project, Now: now}, nil, ""},
	} {
		t.Run(name, func(t *testing.T) {
			var s review.Undoing
			for _, e := range c.given {
				s = review.EvolveUndoing(s, e)
			}
			events, err := review.DecideUndoing(s, c.when)
			var f *fault.Error
			if c.refused != "" {
				if !errors.As(err, &f) || f.Kind != c.refused || f.Text == "" {
					t.Fatalf("%+v, %v", events, err)
				}
				return
			}
			if got := decisiontest.Payloads(events); err != nil || !reflect.DeepEqual(got, c.then) {
				t.Fatalf("\n got %+v\nwant %+v: %v", got, c.then, err)
			}
		})
	}
}
