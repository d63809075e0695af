package thread_test

import (
	"encoding/json"
	"errors"
	"reflect"
	"strconv"
	"strings"
	"testing"

	"github.com/modyard/modyard/domain/actor"
	"github.com/modyard/modyard/domain/decision"
	"github.com/modyard/modyard/domain/erasable"
	"github.com/modyard/modyard/domain/fault"
	"github.com/modyard/modyard/domain/reason"
	"github.com/modyard/modyard/domain/role"
	"github.com/modyard/modyard/domain/thread"
)

var (
	ann   = actor.Actor{Account: "ann"}
	bob   = actor.Actor{Account: "bob"}
	staff = actor.Actor{Account: "mod", Rank: actor.Moderator}
)

func begun() thread.State {
	return thread.Evolve(thread.State{}, thread.Opened{Thread: "t", Kind: thread.AboutReport, Subject: "r", Owner: "ann"})
}

// post adds a message that must be accepted.
func post(t *testing.T, s thread.State, c thread.Post) thread.State {
	t.Helper()
	events, err := thread.Decide(s, c)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range events {
		s = thread.Evolve(s, e.Payload)
	}
	return s
}

func kind(err error) fault.Kind {
	var f *fault.Error
	if errors.As(err, &f) {
		return f.Kind
	}
	return ""
}

func TestTheRulesForWritingInAThread(t *testing.T) {
	s := begun()
	closed := thread.Evolve(begun(), thread.Closed{Thread: "t"})
	noted := post(t, begun(), thread.Post{By: staff, Message: "note", Body: "内部", Private: true})
	for name, c := range map[string]struct {
		state thread.State
		when  thread.Post
		kind  fault.Kind
	}{
		"its owner":                              {s, thread.Post{By: ann, Message: "m", Body: "你好"}, ""},
		"the staff":                              {s, thread.Post{By: staff, Message: "m", Body: "收到"}, ""},
		"the staff may write in a closed thread": {closed, thread.Post{By: staff, Message: "m", Body: "补充"}, ""},
		"the owner may not write in a closed thread": {closed, thread.Post{By: ann, Message: "m", Body: "可是"}, fault.KindInvalid},
		"no stranger":                                       {s, thread.Post{By: bob, Message: "m", Body: "我也"}, fault.KindNotFound},
		"an anonymous caller":                               {s, thread.Post{Message: "m", Body: "我"}, fault.KindUnauthorized},
		"not nothing":                                       {s, thread.Post{By: ann, Message: "m", Body: " \n"}, fault.KindInvalid},
		"not a text that is too long":                       {s, thread.Post{By: ann, Message: "m", Body: strings.Repeat("长", thread.MaxBody+1)}, fault.KindInvalid},
		"no private note of the owner":                      {s, thread.Post{By: ann, Message: "m", Body: "x", Private: true}, fault.KindForbidden},
		"no answer to a missing message":                    {s, thread.Post{By: ann, Message: "m", Body: "x", ReplyingTo: "z"}, fault.KindInvalid},
		"no answer to a message that the author cannot see": {noted, thread.Post{By: ann, Message: "m", Body: "x", ReplyingTo: "note"}, fault.KindInvalid},
		"not in a thread that was not opened":               {thread.State{}, thread.Post{By: staff, Message: "m", Body: "x"}, fault.KindNotFound},
	} {
		if _, err := thread.Decide(c.state, c.when); kind(err) != c.kind {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestAnOwnersMessagesAreLimitedUntilTheStaffAnswers(t *testing.T) {
	s := begun()
	for range 20 {
		s = post(t, s, thread.Post{By: ann, Message: strings.Repeat("m", len(s.Messages)+1), Body: "还有"})
	}
	if _, err := thread.Decide(s, thread.Post{By: ann, Message: "more", Body: "还有"}); kind(err) != fault.KindInvalid {
		t.Fatal(err)
	}
	s = post(t, s, thread.Post{By: staff, Message: "note", Body: "内部", Private: true})
	if _, err := thread.Decide(s, thread.Post{By: ann, Message: "more", Body: "还有"}); kind(err) != fault.KindInvalid {
		t.Fatal("a note counts as an answer")
	}
	s = post(t, s, thread.Post{By: staff, Message: "answer", Body: "收到"})
	post(t, s, thread.Post{By: ann, Message: "more", Body: "谢谢"})
}

func TestMessagesAreDeletedByTheirAuthorsAndTheStaff(t *testing.T) {
	s := post(t, begun(), thread.Post{By: ann, Message: "hers", Body: "x"})
	s = post(t, s, thread.Post{By: staff, Message: "theirs", Body: "y"})
	why := &reason.Reason{Code: reason.Inappropriate, Text: "骂人"}
	for name, c := range map[string]struct {
		when   thread.Remove
		kind   fault.Kind
		as     role.Role
		events int
	}{
		"one's own":                  {thread.Remove{By: ann, Message: "hers"}, "", role.Self, 1},
		"any, for the staff":         {thread.Remove{By: staff, Message: "hers", Reason: why}, "", role.Moderator, 1},
		"not the messages of others": {thread.Remove{By: ann, Message: "theirs"}, fault.KindForbidden, "", 0},
		"the staff's own":            {thread.Remove{By: staff, Message: "theirs"}, "", role.Self, 1},
		"not without a reason":       {thread.Remove{By: staff, Message: "hers"}, fault.KindInvalid, "", 0},
		"not an unknown message":     {thread.Remove{By: ann, Message: "none"}, fault.KindNotFound, "", 0},
		"not by other accounts":      {thread.Remove{By: bob, Message: "hers"}, fault.KindNotFound, "", 0},
	} {
		events, err := thread.Decide(s, c.when)
		if kind(err) != c.kind || len(events) != c.events {
			t.Errorf("%s: %v, %v", name, events, err)
		}
		for _, e := range events {
			if e.Role != c.as {
				t.Errorf("%s: as %q, want %q", name, e.Role, c.as)
			}
		}
	}
	gone := thread.Evolve(s, thread.MessageDeleted{Thread: "t", Message: "hers"})
	if events, err := thread.Decide(gone, thread.Remove{By: ann, Message: "hers"}); err != nil || len(events) != 0 {
		t.Errorf("deleted twice: %v, %v", events, err)
	}
}

func TestAMessageBelongsToItsAuthorAndAReasonIsAddressedToTheAuthor(t *testing.T) {
	s := begun()
	for by, want := range map[actor.Actor]role.Role{ann: role.Self, staff: role.Moderator, {Account: "ann", Rank: actor.Moderator}: role.Self} {
		events, err := thread.Decide(s, thread.Post{By: by, Message: "m", Body: "你好"})
		if err != nil || events[0].Role != want || events[0].Payload.(thread.MessagePosted).Body != erasable.Of(by.Account, "你好") {
			t.Errorf("%+v: %+v %v", by, events, err)
		}
	}
	s = post(t, s, thread.Post{By: ann, Message: "hers", Body: "x"})
	events, err := thread.Decide(s, thread.Remove{By: staff, Message: "hers", Reason: &reason.Reason{Code: reason.Spam, Text: "广告"}})
	if err != nil {
		t.Fatal(err)
	}
	if why := events[0].Payload.(thread.MessageDeleted).Reason; why.Code != reason.Spam || *why.Text != erasable.Of("ann", "广告") {
		t.Errorf("%+v", why)
	}
}

func TestAThreadIsClosedAndReopenedOnceInTheGivenRole(t *testing.T) {
	s := begun()
	for _, c := range []struct {
		when thread.SetClosed
		then []decision.Event
	}{
		{thread.SetClosed{As: role.Moderator}, nil},
		{thread.SetClosed{Closed: true, As: role.Moderator}, []decision.Event{{Role: role.Moderator, Payload: thread.Closed{Thread: "t"}}}},
		{thread.SetClosed{Closed: true, As: role.Moderator}, nil},
		{thread.SetClosed{As: role.Admin}, []decision.Event{{Role: role.Admin, Payload: thread.Reopened{Thread: "t"}}}},
	} {
		events, err := thread.Decide(s, c.when)
		if err != nil || !reflect.DeepEqual(events, c.then) {
			t.Errorf("%+v: %+v %v", c.when, events, err)
		}
		for _, e := range events {
			s = thread.Evolve(s, e.Payload)
		}
	}
	if events, err := thread.Decide(thread.State{}, thread.SetClosed{Closed: true}); err != nil || events != nil {
		t.Errorf("a thread that was not opened: %+v %v", events, err)
	}
}

func TestAThreadIsUnchangedAfterJSON(t *testing.T) {
	s := post(t, begun(), thread.Post{By: ann, Message: "hers", Body: "x"})
	s = thread.Evolve(post(t, s, thread.Post{By: ann, Message: "more", Body: "y"}), thread.MessageDeleted{Thread: "t", Message: "hers"})
	data, err := json.Marshal(s)
	if err != nil {
		t.Fatal(err)
	}
	var back thread.State
	if err := json.Unmarshal(data, &back); err != nil || !reflect.DeepEqual(s, back) {
		t.Errorf("%+v and %+v: %v", s, back, err)
	}
}

// BenchmarkFold folds a thread with the maximum number of messages, each deleted by its author.
func BenchmarkFold(b *testing.B) {
	events := []any{thread.Opened{Thread: "t", Kind: thread.AboutReport, Subject: "r", Owner: "ann"}}
	for n := range thread.MaxMessages {
		id := strconv.Itoa(n)
		events = append(events, thread.MessagePosted{Thread: "t", Message: id, Author: "ann"}, thread.MessageDeleted{Thread: "t", Message: id})
	}
	for b.Loop() {
		var s thread.State
		for _, e := range events {
			s = thread.Evolve(s, e)
		}
	}
}

func TestTheTeamOfAProjectWritesWithTheStaff(t *testing.T) {
	opened := func() thread.State {
		return thread.Evolve(thread.State{}, thread.Opened{Thread: "t", Kind: thread.AboutProject, Subject: "p", Owner: "ann"})
	}
	member := actor.Actor{Account: "mod", Rank: actor.Moderator} // of the staff too
	for name, c := range map[string]struct {
		when  thread.Post
		kind  fault.Kind
		staff bool
	}{
		"a member":                          {thread.Post{By: bob, Team: true, Body: "你好"}, "", false},
		"the staff":                         {thread.Post{By: staff, Body: "你好"}, "", true},
		"a private note":                    {thread.Post{By: staff, Body: "内部", Private: true}, "", true},
		"a private note of a member":        {thread.Post{By: bob, Team: true, Body: "内部", Private: true}, fault.KindForbidden, false},
		"the account that left the team":    {thread.Post{By: ann, Body: "你好"}, fault.KindNotFound, false},
		"a stranger":                        {thread.Post{By: bob, Body: "你好"}, fault.KindNotFound, false},
		"nobody":                            {thread.Post{Team: true, Body: "你好"}, fault.KindUnauthorized, false},
		"a member who belongs to the staff": {thread.Post{By: member, Team: true, Body: "你好"}, "", false},
	} {
		c.when.Message = "m"
		events, err := thread.Decide(opened(), c.when)
		if kind(err) != c.kind {
			t.Errorf("%s: %v, want %q", name, err, c.kind)
		}
		if err == nil && events[0].Payload.(thread.MessagePosted).Staff != c.staff {
			t.Errorf("%s: %+v", name, events[0].Payload)
		}
	}
	s := opened()
	for i := range 20 {
		s = post(t, s, thread.Post{By: bob, Team: true, Message: strconv.Itoa(i), Body: "还有"})
	}
	if _, err := thread.Decide(s, thread.Post{By: bob, Team: true, Message: "more", Body: "还有"}); kind(err) != fault.KindInvalid {
		t.Errorf("the team goes on without an answer: %v", err)
	}
	s = post(t, s, thread.Post{By: staff, Message: "answer", Body: "收到"})
	post(t, s, thread.Post{By: bob, Team: true, Message: "more", Body: "还有"})
}

func TestAnAnswerToANoteIsANote(t *testing.T) {
	noted := post(t, begun(), thread.Post{By: staff, Message: "note", Body: "内部", Private: true})
	if _, err := thread.Decide(noted, thread.Post{By: staff, Message: "m", Body: "答复", ReplyingTo: "note"}); kind(err) != fault.KindInvalid {
		t.Errorf("%v", err)
	}
	post(t, noted, thread.Post{By: staff, Message: "m", Body: "答复", ReplyingTo: "note", Private: true})
}

func TestTheStaffFindsRoomInAThreadThatItsTeamHasFilled(t *testing.T) {
	s := thread.Evolve(thread.State{}, thread.Opened{Thread: "t", Kind: thread.AboutLink, Subject: "v/w", Owner: "ann"})
	n := 0
	say := func(by actor.Actor) error {
		n++
		events, err := thread.Decide(s, thread.Post{By: by, Team: by != staff, Message: strconv.Itoa(n), Body: "话"})
		for _, e := range events {
			s = thread.Evolve(s, e.Payload)
		}
		return err
	}
	for by := ann; say(by) == nil; {
		if by == ann {
			by = bob
		} else {
			by = ann
		}
	}
	if len(s.Messages) >= thread.MaxMessages || len(s.Messages) < thread.MaxMessages/2 {
		t.Errorf("full at %d", len(s.Messages))
	}
	if err := say(staff); err != nil {
		t.Error(err)
	}
}
