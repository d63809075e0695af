package bar_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/modyard/modyard/domain/actor"
	"github.com/modyard/modyard/domain/bar"
	"github.com/modyard/modyard/domain/fault"
	"github.com/modyard/modyard/domain/reason"
	"github.com/modyard/modyard/domain/role"
)

var now = time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)

func TestWhoBarsWhomFromWhere(t *testing.T) {
	member := bar.Caller{By: actor.Actor{Account: "Member01"}, Team: role.Member, Exists: true, Place: bar.Place{Kind: bar.Board, ID: "P1"}}
	staff := bar.Caller{By: actor.Actor{Account: "Staff001", Rank: actor.Moderator}, Exists: true, Place: bar.Place{Kind: bar.Section, ID: "chat"}}
	because := &reason.Reason{Code: reason.Spam, Text: "广告"}
	with := func(c bar.Caller, change func(*bar.Caller)) bar.Caller { change(&c); return c }
	for name, c := range map[string]struct {
		caller bar.Caller
		of     string
		days   int
		why    *reason.Reason
		fault  fault.Kind
	}{
		"a member bars a stranger":       {member, "Stranger", 7, because, ""},
		"the staff bars a stranger":      {staff, "Stranger", 365, because, ""},
		"a stranger bars":                {with(member, func(c *bar.Caller) { c.Team = "" }), "Stranger", 7, because, fault.KindForbidden},
		"nobody bars":                    {with(member, func(c *bar.Caller) { c.By = actor.Actor{} }), "Stranger", 7, because, fault.KindUnauthorized},
		"a place that does not exist":    {with(staff, func(c *bar.Caller) { c.Unseen = true }), "Stranger", 7, because, fault.KindNotFound},
		"an account that does not exist": {with(staff, func(c *bar.Caller) { c.Exists = false }), "Stranger", 7, because, fault.KindNotFound},
		"oneself":                        {member, "Member01", 7, because, fault.KindInvalid},
		"a member, or the staff":         {with(member, func(c *bar.Caller) { c.Immune = true }), "Other001", 7, because, fault.KindInvalid},
		"a member without a reason":      {member, "Stranger", 7, nil, fault.KindInvalid},
		"the staff without a reason":     {staff, "Stranger", 7, nil, fault.KindInvalid},
		"a bar of no days":               {staff, "Stranger", 0, because, fault.KindInvalid},
		"a bar of more than a year":      {staff, "Stranger", 366, because, fault.KindInvalid},
	} {
		events, err := bar.Decide(bar.State{}, bar.Put{Caller: c.caller, Account: c.of, Days: c.days, Now: now, Reason: c.why})
		var f *fault.Error
		if (err != nil) != (c.fault != "") || errors.As(err, &f) && f.Kind != c.fault || err == nil && len(events) != 1 {
			t.Errorf("%s: %v, %v", name, events, err)
		}
		if err != nil {
			continue
		}
		s := bar.Evolve(bar.State{}, events[0].Payload)
		end := now.Add(time.Duration(c.days) * 24 * time.Hour)
		if !s.At(end.Add(-time.Second)) || s.At(end) || s.Forbids(end) != nil {
			t.Errorf("%s: it ends at %s", name, s.Until)
		}
		if err := s.Forbids(now); err == nil || !strings.Contains(err.Error(), "垃圾内容，广告") {
			t.Errorf("%s: %v", name, err)
		}
		lifted, err := bar.Decide(s, bar.Lift{Caller: c.caller, Account: c.of, Now: now})
		if err != nil || len(lifted) != 1 || bar.Evolve(s, lifted[0].Payload).At(now) {
			t.Errorf("%s: lifted %v, %v", name, lifted, err)
		}
	}
	if events, err := bar.Decide(bar.State{}, bar.Lift{Caller: staff, Account: "Stranger", Now: now}); err != nil || len(events) != 0 {
		t.Errorf("what is no bar is lifted: %v, %v", events, err)
	}
	if _, err := bar.Decide(bar.State{Changes: bar.MaxChanges}, bar.Put{Caller: staff, Account: "Stranger", Days: 1, Now: now, Reason: because}); err == nil {
		t.Error("a stream without end")
	}
}
