package project

import (
	"encoding/json"
	"reflect"
	"testing"
	"time"

	"github.com/modyard/modyard/domain/actor"
	"github.com/modyard/modyard/domain/fault"
	"github.com/modyard/modyard/domain/reason"
)

const decidedNow = "11111111-1111-8111-8111-111111111111"

var (
	second  = actor.Actor{Account: "OOOOOOO6", Rank: actor.Moderator}
	mistake = &reason.Reason{Code: reason.Correction, Text: "看错了项目"}
	byFirst = Made{Event: decidedNow, Moderator: moderator.Account}
	rejects = Rejected{Submission: round, From: Processing, Message: "缺少说明"}
)

func undoes(change func(*Undo)) Undo {
	c := Undo{By: moderator, Reason: mistake, Decision: decidedNow, Newest: byFirst}
	if change != nil {
		change(&c)
	}
	return c
}

func TestADecisionIsUndoneByTheRules(t *testing.T) {
	undone := DecisionUndone{Decision: decidedNow, Moderator: moderator.Account, Submission: round, From: Refused, To: Processing, Reason: mistake}
	confirmed := undone
	confirmed.Proposer, confirmed.Proposal = second.Account, "QQQQQQQ1"
	confirms := func(by actor.Actor) Undo {
		return undoes(func(c *Undo) { c.By, c.Proposer, c.Proposal = by, second.Account, "QQQQQQQ1" })
	}
	third := actor.Actor{Account: "TTTTTTT7", Rank: actor.Moderator}
	for name, c := range map[string]struct {
		given   []any
		when    Undo
		then    any
		refused fault.Kind
	}{
		"one's own decision is undone alone":              {[]any{inReview, rejects}, undoes(nil), undone, ""},
		"somebody else's needs a proposal":                {[]any{inReview, rejects}, undoes(func(c *Undo) { c.By = second }), nil, fault.KindForbidden},
		"a third moderator confirms a proposal":           {[]any{inReview, rejects}, confirms(third), confirmed, ""},
		"an administrator confirms one":                   {[]any{inReview, rejects}, confirms(admin), confirmed, ""},
		"nobody confirms their own proposal":              {[]any{inReview, rejects}, confirms(second), nil, fault.KindForbidden},
		"nobody confirms a proposal about their decision": {[]any{inReview, rejects}, confirms(moderator), nil, fault.KindForbidden},
		"a decision of the program needs a proposal":      {[]any{inReview, rejects}, undoes(func(c *Undo) { c.Newest.Moderator = "" }), nil, fault.KindForbidden},
		"an undo has a reason":                            {[]any{inReview, rejects}, undoes(func(c *Undo) { c.Reason = nil }), nil, fault.KindInvalid},
		"a reason without words is none":                  {[]any{inReview, rejects}, undoes(func(c *Undo) { c.Reason = because }), nil, fault.KindInvalid},
		"a user undoes nothing":                           {[]any{inReview, letIn}, undoes(func(c *Undo) { c.By = stranger }), nil, fault.KindForbidden},
		"the owner undoes nothing":                        {[]any{inReview, rejects}, undoes(func(c *Undo) { c.By = owner }), nil, fault.KindForbidden},
		"a moderator does not undo about an own project":  {append(joined(0), inReview, rejects), undoes(func(c *Undo) { c.By = actor.Actor{Account: bob, Rank: actor.Moderator}; c.Newest.Moderator = bob }), nil, fault.KindForbidden},
		"nor confirms it":                                 {append(joined(0), inReview, rejects), confirms(actor.Actor{Account: bob, Rank: actor.Moderator}), nil, fault.KindForbidden},
		"an invitation keeps no moderator from it":        {[]any{MemberInvited{Account: bob}, inReview, rejects}, confirms(actor.Actor{Account: bob, Rank: actor.Moderator}), confirmed, ""},
		"only the newest decision is undone":              {[]any{inReview, rejects}, undoes(func(c *Undo) { c.Decision = "another" }), nil, fault.KindConflict},
		"nothing is undone where nothing was decided":     {[]any{inReview}, undoes(func(c *Undo) { c.Newest = Made{} }), nil, fault.KindConflict},
		"a new submission makes a decision final":         {[]any{inReview, rejects, Submitted{Submission: "again", From: Refused}}, undoes(nil), nil, fault.KindConflict},
		"a change of status by the team does":             {[]any{inReview, letIn, StatusChanged{From: Listed, To: Archived}}, undoes(nil), nil, fault.KindConflict},
		"a return to draft does":                          {[]any{inReview, rejects, StatusChanged{From: Refused, To: Draft}}, undoes(nil), nil, fault.KindConflict},
		"an undone decision is not undone again":          {[]any{inReview, rejects, undone}, undoes(nil), nil, fault.KindConflict},
		"what was edited since is no obstacle":            {[]any{inReview, rejects, Renamed{Title: "Another"}}, undoes(nil), undone, ""},
		"a deleted project is not there":                  {[]any{inReview, rejects, Deleted{Slug: "sodium"}}, undoes(nil), nil, fault.KindNotFound},
		"a decision outside of a review restores its status": {[]any{inReview, letIn, Withheld{From: Listed, Message: "x"}}, undoes(nil),
			DecisionUndone{Decision: decidedNow, Moderator: moderator.Account, From: Held, To: Listed, Reason: mistake}, ""},
	} {
		t.Run(name, func(t *testing.T) {
			s := given(t, c.given...)
			if c.refused != "" {
				thenRefused(t, s, c.when, c.refused)
				return
			}
			then(t, s, c.when, c.then)
		})
	}
}

func TestWhyADecisionCanNotBeUndoneIsSaid(t *testing.T) {
	for name, c := range map[string]struct {
		given []any
		says  string
	}{
		"resubmitted": {[]any{inReview, rejects, Submitted{Submission: "again", From: Refused}}, "作者在这个决定之后已经重新提交，不能再撤销：请对新的一轮作出决定。"},
		"restatused":  {[]any{inReview, letIn, StatusChanged{From: Listed, To: Archived}}, "该项目的状态在这个决定之后又有改变，不能再撤销：请重新作出决定。"},
	} {
		if f := thenRefused(t, given(t, c.given...), undoes(nil), fault.KindConflict); f.Text != c.says {
			t.Errorf("%s: %s", name, f.Text)
		}
	}
}

// A state after an undo is the state before the decision, apart from when it last changed.
func TestAnUndoRestoresTheStateFromBeforeTheDecision(t *testing.T) {
	at := func(minutes int) time.Time { return time.Date(2026, 11, 25, 9, minutes, 0, 0, time.UTC) }
	plan := ReleasePlanned{Plan: "RRRRRRR1", Author: alice, Status: Listed, Time: at(59)}
	for name, c := range map[string]struct{ before, decision []any }{
		"a rejection in review":        {[]any{inReview}, []any{rejects}},
		"an approval in review":        {[]any{inReview}, []any{letIn}},
		"a planned approval in review": {[]any{inReview}, []any{Approved{Submission: round, From: Processing, Status: Scheduled}, plan}},
		"a rejection of a public project": {[]any{inReview, letIn},
			[]any{Rejected{From: Listed, Message: "x"}}},
		"an approval after a rejection": {[]any{inReview, rejects}, []any{Approved{From: Refused, Status: Listed}}},
		"a rejection of a planned release": {[]any{inReview, letIn, StatusChanged{From: Listed, To: Scheduled}, plan},
			[]any{Rejected{From: Scheduled, Message: "x"}}},
		"a decision in the second round": {[]any{inReview, rejects, Submitted{Submission: "again", From: Refused, Requested: Listed}},
			[]any{Withheld{Submission: "again", From: Processing, Message: "x"}}},
	} {
		t.Run(name, func(t *testing.T) {
			n := 0
			tell := func(s State, events ...any) State {
				for _, e := range written(t, events) {
					n++
					s = EvolveAt(s, e, at(n))
				}
				return s
			}
			before := tell(State{}, append([]any{born()}, c.before...)...)
			stored, err := json.Marshal(before)
			if err != nil {
				t.Fatal(err)
			}
			decided := tell(before, c.decision...)
			events, err := Decide(decided, undoes(nil))
			if err != nil {
				t.Fatal(err)
			}
			after := tell(decided, events[0].Payload)
			after.UpdatedAt = before.UpdatedAt
			if !reflect.DeepEqual(after, before) {
				t.Errorf("\n got %+v\nwant %+v", after, before)
			}
			if again, err := json.Marshal(before); err != nil || string(again) != string(stored) {
				t.Errorf("the earlier state was written to: %s, %v", again, err)
			}
			e := events[0].Payload.(DecisionUndone)
			if e.To != before.Status || (e.To == Processing) != (e.SubmittedAt != nil) || e.SubmittedAt != nil && !e.SubmittedAt.Equal(before.SubmittedAt) {
				t.Errorf("%+v", e)
			}
		})
	}
}

// An undone decision is itself undone by deciding again: the round has one standing decision then, of the same submission.
func TestAnUndoIsUndoneByDecidingAgain(t *testing.T) {
	s := given(t, inReview, rejects)
	events, err := Decide(s, undoes(nil))
	if err != nil {
		t.Fatal(err)
	}
	open := Evolve(s, events[0].Payload)
	then(t, open, Reject{By: second, Reason: because, Message: "缺少说明"}, Rejected{Submission: round, From: Processing, Message: "缺少说明", Reason: because})
	again := Evolve(open, Rejected{Submission: round, From: Processing, Message: "缺少说明", Reason: because})
	if again.Status != s.Status || again.Message != s.Message || len(again.Decisions) != 1 || again.Round != s.Round || again.Submission != s.Submission {
		t.Errorf("\n got %+v\nwant %+v", again, s)
	}
}

func TestDecisionsWithoutASubmissionInBetweenAreUndoneOneAfterTheOther(t *testing.T) {
	s := given(t, inReview, letIn)
	for n := range maxDecisions + 4 {
		to := []Status{Held, Listed}[n%2]
		if to == Held {
			s = Evolve(s, Withheld{From: Listed, Message: "x"})
		} else {
			s = Evolve(s, Approved{From: Held, Status: Listed})
		}
	}
	undone := 0
	for len(s.Decisions) > 0 {
		events, err := Decide(s, undoes(nil))
		if err != nil {
			t.Fatal(err)
		}
		s = Evolve(s, events[0].Payload)
		undone++
	}
	if undone != maxDecisions {
		t.Errorf("%d decisions were undone", undone)
	}
	thenRefused(t, s, undoes(nil), fault.KindConflict)
}
