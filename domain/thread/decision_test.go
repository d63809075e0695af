package thread_test

import (
	"slices"
	"strconv"
	"testing"

	"github.com/modyard/modyard/domain/actor"
	"github.com/modyard/modyard/domain/fault"
	"github.com/modyard/modyard/domain/reason"
	"github.com/modyard/modyard/domain/role"
	"github.com/modyard/modyard/domain/thread"
)

// told is a project's thread in which the staff has just explained a decision.
func told(t *testing.T) thread.State {
	t.Helper()
	s := thread.Evolve(thread.State{}, thread.Opened{Thread: "t", Kind: thread.AboutProject, Subject: "p", Owner: "ann"})
	return post(t, s, thread.Post{By: staff, Message: "decision", Body: "缺少说明", Decision: true})
}

func TestAMessageOfADecisionIsTheStaffsAlsoWhereTheThreadConcernsItsAuthor(t *testing.T) {
	s := told(t)
	events, err := thread.Decide(s, thread.Post{By: staff, Team: true, Message: "m", Body: "通过", Decision: true})
	if err != nil || events[0].Role != role.Moderator {
		t.Fatal(events, err)
	}
	if said := events[0].Payload.(thread.MessagePosted); !said.Staff || !said.Decision {
		t.Errorf("%+v", said)
	}
}

func TestTheMessageOfADecisionIsNotAddedASecondTime(t *testing.T) {
	other := actor.Actor{Account: "other", Rank: actor.Moderator}
	for name, c := range map[string]struct {
		given func(thread.State) thread.State
		when  thread.Post
		added bool
	}{
		"the same text of the same author": {nil, thread.Post{By: staff, Body: " 缺少说明\r\n"}, false},
		"another text":                     {nil, thread.Post{By: staff, Body: "还缺图片"}, true},
		"another author":                   {nil, thread.Post{By: other, Body: "缺少说明"}, true},
		"a private note":                   {nil, thread.Post{By: staff, Body: "缺少说明", Private: true}, true},
		"an answer":                        {nil, thread.Post{By: staff, Body: "缺少说明", ReplyingTo: "decision"}, true},
		"a message of a further decision":  {nil, thread.Post{By: staff, Body: "缺少说明", Decision: true}, true},
		"after an answer of the team": {func(s thread.State) thread.State {
			return post(t, s, thread.Post{By: bob, Team: true, Message: "reply", Body: "哪里？"})
		}, thread.Post{By: staff, Body: "缺少说明"}, true},
		"after it was deleted": {func(s thread.State) thread.State {
			return thread.Evolve(s, thread.MessageDeleted{Thread: "t", Message: "decision"})
		}, thread.Post{By: staff, Body: "缺少说明"}, true},
	} {
		s := told(t)
		if c.given != nil {
			s = c.given(s)
		}
		c.when.Message = "again"
		if s.MayRepeat(c.when) {
			c.when.Said = "缺少说明"
		}
		events, err := thread.Decide(s, c.when)
		if err != nil || len(events) == 1 != c.added {
			t.Errorf("%s: %v %v", name, events, err)
		}
	}
	if s := told(t); s.MayRepeat(thread.Post{}) {
		t.Error("nobody repeats a message")
	}
}

func TestAMessageHasAtMostTenPicturesWhichAreFreedWithIt(t *testing.T) {
	var many []string
	for n := range thread.MaxImages + 1 {
		many = append(many, strconv.Itoa(n))
	}
	if _, err := thread.Decide(told(t), thread.Post{By: bob, Team: true, Message: "m", Body: "看", Images: many}); kind(err) != fault.KindInvalid {
		t.Error(err)
	}
	s := post(t, told(t), thread.Post{By: bob, Team: true, Message: "one", Body: "看", Images: []string{"a", "b"}})
	s = post(t, s, thread.Post{By: bob, Team: true, Message: "two", Body: "再看", Images: []string{"b", "c"}})
	if got := s.Freed("one"); !slices.Equal(got, []string{"a"}) {
		t.Error(got)
	}
	events, err := thread.Decide(s, thread.Remove{By: staff, Message: "two", Reason: &reason.Reason{Code: reason.Spam}})
	if err != nil {
		t.Fatal(err)
	}
	s = thread.Evolve(s, events[0].Payload)
	if got := s.Freed("two"); !slices.Equal(got, []string{"c"}) {
		t.Error(got)
	}
	if got := s.Freed("one"); !slices.Equal(got, []string{"a", "b"}) {
		t.Error(got)
	}
}
