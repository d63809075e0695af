package review_test

import (
	"errors"
	"reflect"
	"strings"
	"testing"

	"github.com/modyard/modyard/domain/actor"
	"github.com/modyard/modyard/domain/decision/decisiontest"
	"github.com/modyard/modyard/domain/erasable"
	"github.com/modyard/modyard/domain/fault"
	"github.com/modyard/modyard/domain/review"
)

func TestReviewsAreTakenOverAndHandedOverByTheRules(t *testing.T) {
	who := func(account string, rank actor.Rank, own bool) review.Reviewer {
		return review.Reviewer{Actor: actor.Actor{Account: account, Rank: rank}, Own: own}
	}
	ann, bob, cat := who("ann", actor.Moderator, false), who("bob", actor.Moderator, false), who("cat", actor.Moderator, false)
	own, chief, user := who("own", actor.Moderator, true), who("chief", actor.Admin, true), who("user", actor.NotStaff, false)
	take := func(by review.Reviewer, lock, holder string) review.TakeOver {
		return review.TakeOver{By: by, Project: "Packaaa1", Lock: lock, Holder: holder}
	}
	taken := review.TakenOver{Project: "Packaaa1", Lock: "lock1", From: "ann", By: "bob"}
	give := review.HandOver{By: ann, To: bob, Project: "Packaaa1", Waiting: true, Round: 2, Note: " 看到第三步 "}
	given := review.HandedOver{Project: "Packaaa1", Round: 2, By: "ann", To: "bob", Note: erasable.Of("ann", "看到第三步")}
	with := func(change func(*review.HandOver)) review.HandOver {
		c := give
		change(&c)
		return c
	}
	for name, c := range map[string]struct {
		given   []any
		when    review.AssignmentCommand
		then    []any
		refused fault.Kind
		field   string
	}{
		"a lock is taken over":                             {nil, take(bob, "lock1", "ann"), []any{taken}, "", ""},
		"of two who take over one lock the second is told": {[]any{taken}, take(cat, "lock1", "ann"), nil, fault.KindConflict, ""},
		"who took over a lock may ask again":               {[]any{taken}, take(bob, "lock1", "ann"), nil, "", ""},
		"the next lock is taken over in turn": {[]any{taken}, take(cat, "lock2", "bob"), []any{
			review.TakenOver{Project: "Packaaa1", Lock: "lock2", From: "bob", By: "cat"}}, "", ""},
		"one's own lock needs no taking over":                      {nil, take(ann, "lock1", "ann"), nil, "", ""},
		"a user takes nothing over":                                {nil, take(user, "lock1", "ann"), nil, fault.KindForbidden, ""},
		"a moderator does not take over a project of their own":    {nil, take(own, "lock1", "ann"), nil, fault.KindForbidden, ""},
		"an administrator may":                                     {nil, take(chief, "lock1", "ann"), []any{review.TakenOver{Project: "Packaaa1", Lock: "lock1", From: "ann", By: "chief"}}, "", ""},
		"a review is handed over":                                  {nil, give, []any{given}, "", ""},
		"the same hand-over again changes nothing":                 {[]any{given}, give, nil, "", ""},
		"the next round is handed over anew":                       {[]any{given}, with(func(c *review.HandOver) { c.Round = 3 }), []any{review.HandedOver{Project: "Packaaa1", Round: 3, By: "ann", To: "bob", Note: given.Note}}, "", ""},
		"a user hands nothing over":                                {nil, with(func(c *review.HandOver) { c.By = user }), nil, fault.KindForbidden, ""},
		"a moderator does not hand over a project of their own":    {nil, with(func(c *review.HandOver) { c.By = own }), nil, fault.KindForbidden, ""},
		"nobody hands over to themselves":                          {nil, with(func(c *review.HandOver) { c.To = ann }), nil, fault.KindInvalid, "to"},
		"a user gets no review":                                    {nil, with(func(c *review.HandOver) { c.To = user }), nil, fault.KindInvalid, "to"},
		"a moderator gets no review of a project of their own":     {nil, with(func(c *review.HandOver) { c.To = own }), nil, fault.KindInvalid, "to"},
		"an administrator may get one":                             {nil, with(func(c *review.HandOver) { c.To = chief }), []any{review.HandedOver{Project: "Packaaa1", Round: 2, By: "ann", To: "chief", Note: given.Note}}, "", ""},
		"a project out of review is not handed over":               {nil, with(func(c *review.HandOver) { c.Waiting = false }), nil, fault.KindConflict, ""},
		"a review that somebody else works on is first taken over": {nil, with(func(c *review.HandOver) { c.Holder = "cat" }), nil, fault.KindConflict, ""},
		"the one who works on it may get it":                       {nil, with(func(c *review.HandOver) { c.Holder = "bob" }), []any{given}, "", ""},
		"a hand-over has a note":                                   {nil, with(func(c *review.HandOver) { c.Note = " \n" }), nil, fault.KindInvalid, "note"},
		"a note has a limit":                                       {nil, with(func(c *review.HandOver) { c.Note = strings.Repeat("长", review.MaxNote+1) }), nil, fault.KindInvalid, "note"},
	} {
		t.Run(name, func(t *testing.T) {
			var s review.Assignment
			for _, e := range c.given {
				s = review.EvolveAssignment(s, e)
			}
			events, err := review.DecideAssignment(s, c.when)
			var f *fault.Error
			if errors.As(err, &f) != (c.refused != "") || f != nil && (f.Kind != c.refused || f.Field != c.field) {
				t.Fatalf("refused with %v, want %q at %q", err, c.refused, c.field)
			}
			if got := decisiontest.Payloads(events); !reflect.DeepEqual(got, c.then) {
				t.Errorf("then %+v, want %+v", got, c.then)
			}
		})
	}
}
