package collection_test

import (
	"errors"
	"fmt"
	"reflect"
	"testing"

	"github.com/modyard/modyard/domain/actor"
	"github.com/modyard/modyard/domain/collection"
	"github.com/modyard/modyard/domain/decision"
	"github.com/modyard/modyard/domain/decision/decisiontest"
	"github.com/modyard/modyard/domain/fault"
	"github.com/modyard/modyard/domain/reason"
	"github.com/modyard/modyard/domain/role"
)

var (
	me    = actor.Actor{Account: "me"}
	mod   = actor.Actor{Account: "mod", Rank: actor.Moderator}
	admin = actor.Actor{Account: "admin", Rank: actor.Admin}
)

func given(events ...any) collection.State {
	s := collection.Evolve(collection.State{}, collection.Created{Collection: "C", Owner: "me", Name: "周末开荒", Status: collection.Listed})
	for _, e := range events {
		s = collection.Evolve(s, e)
	}
	return s
}

func kindOf(err error) fault.Kind {
	var f *fault.Error
	if errors.As(err, &f) {
		return f.Kind
	}
	return ""
}

func TestTheEventsOfEachCommand(t *testing.T) {
	added := func(p string) any { return collection.ProjectAdded{Collection: "C", Project: p} }
	removed := func(p string) any { return collection.ProjectRemoved{Collection: "C", Project: p} }
	text := func(s string) *string { return &s }
	status := func(s collection.Status) *collection.Status { return &s }
	list := func(p ...string) *[]string { return &p }
	full := make([]any, collection.MaxProjects)
	for i := range full {
		full[i] = added(fmt.Sprint(i))
	}
	because := &reason.Reason{Code: reason.Spam, Text: "广告"}
	rejected := collection.Rejected{Collection: "C", Reason: because.To("me")}
	for name, c := range map[string]struct {
		given []any
		when  collection.Command
		then  []any
		kind  fault.Kind
	}{
		"a project is added":                                {nil, collection.AddProject{By: me, Project: "a"}, []any{added("a")}, ""},
		"a project that is added again keeps its place":     {[]any{added("a")}, collection.AddProject{By: me, Project: "a"}, nil, ""},
		"a full collection accepts no more projects":        {full, collection.AddProject{By: me, Project: "a"}, nil, fault.KindInvalid},
		"a project of a full collection can be added again": {full, collection.AddProject{By: me, Project: "7"}, nil, ""},
		"several projects are removed once each":            {[]any{added("a"), added("b")}, collection.RemoveProjects{By: me, Projects: []string{"b", "x", "b"}}, []any{removed("b")}, ""},
		"a list is replaced by the difference":              {[]any{added("a"), added("b")}, collection.Edit{By: me, Projects: list("c", "b", "c")}, []any{removed("a"), added("c")}, ""},
		"the same again changes nothing":                    {nil, collection.Edit{By: me, Name: text(" 周末开荒 "), Status: status(collection.Listed)}, nil, ""},
		"an admin has the owner's rights":                   {nil, collection.Delete{By: admin, Reason: because}, []any{collection.Deleted{Collection: "C", Reason: because.To("me")}}, ""},
		"a moderator may not rename":                        {nil, collection.Edit{By: mod, Name: text("别的名字"), Reason: because}, nil, fault.KindForbidden},
		"nor rename while rejecting":                        {nil, collection.Edit{By: mod, Name: text("别的名字"), Status: status(collection.Barred)}, nil, fault.KindForbidden},
		"but reject":                                        {nil, collection.Edit{By: mod, Status: status(collection.Barred), Reason: because}, []any{rejected}, ""},
		"but not without a reason":                          {nil, collection.Edit{By: mod, Status: status(collection.Barred)}, nil, fault.KindInvalid},
		"and lift the rejection":                            {[]any{rejected}, collection.Edit{By: mod, Status: status(collection.Listed), Reason: because}, []any{collection.RejectionLifted{Collection: "C", Status: collection.Listed, Reason: because.To("me")}}, ""},
		"an edit has one event for each change":             {nil, collection.Edit{By: me, Name: text("新名字"), Description: text("说明"), Status: status(collection.Private)}, []any{collection.Renamed{Collection: "C", Name: "新名字"}, collection.Described{Collection: "C", Description: "说明"}, collection.VisibilityChanged{Collection: "C", Status: collection.Private}}, ""},
		"an admin needs a reason for another's":             {nil, collection.Delete{By: admin}, nil, fault.KindInvalid},
		"the owner cannot show a rejected collection":       {[]any{rejected}, collection.Edit{By: me, Status: status(collection.Listed)}, nil, fault.KindForbidden},
		"other accounts do not find a hidden collection":    {[]any{rejected}, collection.Delete{By: actor.Actor{Account: "other"}}, nil, fault.KindNotFound},
		"an anonymous caller is rejected":                   {nil, collection.Delete{}, nil, fault.KindUnauthorized},
		"a deleted collection is not found":                 {[]any{collection.Deleted{Collection: "C"}}, collection.Delete{By: me}, nil, fault.KindNotFound},
		"a collection is created once":                      {nil, collection.Create{By: me, Collection: "C", Name: "周末开荒"}, nil, fault.KindConflict},
		"the current picture is not a change":               {[]any{collection.IconChanged{Collection: "C", URL: "u"}}, collection.ChangeIcon{By: me, URL: "u"}, nil, ""},
	} {
		decided, err := collection.Decide(given(c.given...), c.when)
		got := decisiontest.Payloads(decided)
		if !reflect.DeepEqual(got, c.then) && len(got)+len(c.then) > 0 || kindOf(err) != c.kind {
			t.Errorf("%s: %v, %v", name, got, err)
		}
	}
}

func TestFollowsAlternate(t *testing.T) {
	var f collection.Follows
	step := func(c collection.FollowCommand, want fault.Kind) {
		t.Helper()
		events, err := collection.DecideFollows(f, c)
		if kindOf(err) != want {
			t.Fatal(events, err)
		}
		for _, e := range events {
			if e.Role != role.Self {
				t.Errorf("%+v is decided as %q", e.Payload, e.Role)
			}
			f = collection.EvolveFollows(f, e.Payload)
		}
	}
	follow, unfollow := collection.Follow{Account: "me", Project: "p"}, collection.Unfollow{Account: "me", Project: "p"}
	step(unfollow, fault.KindInvalid)
	step(follow, "")
	step(follow, fault.KindInvalid)
	step(unfollow, "")
	step(follow, "")
	step(collection.Follow{Project: "q"}, fault.KindUnauthorized)
	step(collection.Unfollow{Project: "p"}, fault.KindUnauthorized)
	for i := range collection.MaxFollows - 1 {
		f = collection.EvolveFollows(f, collection.FollowAdded{Account: "me", Project: fmt.Sprint(i)})
	}
	if _, err := collection.DecideFollows(f, collection.Follow{Account: "me", Project: "one more"}); kindOf(err) != fault.KindInvalid {
		t.Fatal(err)
	}
}

func TestTheNumberOfCollectionsOfAnAdminIsUnlimited(t *testing.T) {
	var s collection.Slots
	for i := range collection.MaxCollections {
		s = collection.EvolveSlots(s, collection.SlotTaken{Account: "me", Collection: fmt.Sprint(i)})
	}
	if _, err := collection.DecideSlots(s, collection.TakeSlot{By: me, Collection: "x"}); kindOf(err) != fault.KindInvalid {
		t.Error(err)
	}
	events, err := collection.DecideSlots(s, collection.TakeSlot{By: admin, Collection: "x"})
	if err != nil || len(events) != 1 || events[0].Role != role.Admin {
		t.Error(events, err)
	}
	events, err = collection.DecideSlots(s, collection.FreeSlot{Owner: "me", Collection: "unknown", As: role.Owner})
	if err != nil || events != nil {
		t.Error(events, err)
	}
	events, err = collection.DecideSlots(s, collection.FreeSlot{Owner: "me", Collection: "0", As: role.Admin})
	if want := []decision.Event{{Role: role.Admin, Payload: collection.SlotFreed{Account: "me", Collection: "0"}}}; err != nil || !reflect.DeepEqual(events, want) {
		t.Error(events, err)
	}
}
