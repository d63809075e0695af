package thread_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/modyard/modyard/domain/fault"
	"github.com/modyard/modyard/domain/thread"
)

var (
	ann   = thread.Actor{Account: "ann"}
	bob   = thread.Actor{Account: "bob"}
	staff = thread.Actor{Account: "mod", Staff: true}
)

func begun() thread.State {
	return thread.Evolve(thread.State{}, thread.Opened{Thread: "t", Kind: thread.AboutReport, Subject: "r", Owner: "ann"})
}

// post adds a message that must be taken.
func post(t *testing.T, s thread.State, c thread.Post) thread.State {
	t.Helper()
	events, err := c.Decide(s)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range events {
		s = thread.Evolve(s, e)
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

func TestWhoMayWriteInAThread(t *testing.T) {
	s := begun()
	closed := thread.Evolve(begun(), thread.Closed{Thread: "t"})
	noted := post(t, begun(), thread.Post{By: staff, Message: "note", Body: "内部", Private: true})
	for name, c := range map[string]struct {
		state thread.State
		when  thread.Post
		kind  fault.Kind
	}{
		"its owner":                        {s, thread.Post{By: ann, Message: "m", Body: "你好"}, ""},
		"the staff":                        {s, thread.Post{By: staff, Message: "m", Body: "收到"}, ""},
		"the staff in a closed one":        {closed, thread.Post{By: staff, Message: "m", Body: "补充"}, ""},
		"its owner not in a closed one":    {closed, thread.Post{By: ann, Message: "m", Body: "可是"}, fault.KindInvalid},
		"no stranger":                      {s, thread.Post{By: bob, Message: "m", Body: "我也"}, fault.KindNotFound},
		"nobody":                           {s, thread.Post{Message: "m", Body: "我"}, fault.KindUnauthorized},
		"not nothing":                      {s, thread.Post{By: ann, Message: "m", Body: " \n"}, fault.KindInvalid},
		"not too much":                     {s, thread.Post{By: ann, Message: "m", Body: strings.Repeat("长", thread.MaxBody+1)}, fault.KindInvalid},
		"no private note of the owner":     {s, thread.Post{By: ann, Message: "m", Body: "x", Private: true}, fault.KindForbidden},
		"no answer to what is not there":   {s, thread.Post{By: ann, Message: "m", Body: "x", ReplyingTo: "z"}, fault.KindInvalid},
		"no answer to what he cannot see":  {noted, thread.Post{By: ann, Message: "m", Body: "x", ReplyingTo: "note"}, fault.KindInvalid},
		"in no thread that was not opened": {thread.State{}, thread.Post{By: staff, Message: "m", Body: "x"}, fault.KindNotFound},
	} {
		if _, err := c.when.Decide(c.state); kind(err) != c.kind {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestAnOwnerWaitsForAnAnswerInTheEnd(t *testing.T) {
	s := begun()
	for range 20 {
		s = post(t, s, thread.Post{By: ann, Message: strings.Repeat("m", len(s.Messages)+1), Body: "还有"})
	}
	if _, err := (thread.Post{By: ann, Message: "more", Body: "还有"}).Decide(s); kind(err) != fault.KindInvalid {
		t.Fatal(err)
	}
	s = post(t, s, thread.Post{By: staff, Message: "note", Body: "内部", Private: true})
	if _, err := (thread.Post{By: ann, Message: "more", Body: "还有"}).Decide(s); kind(err) != fault.KindInvalid {
		t.Fatal("a note counts as an answer")
	}
	s = post(t, s, thread.Post{By: staff, Message: "answer", Body: "收到"})
	post(t, s, thread.Post{By: ann, Message: "more", Body: "谢谢"})
}

func TestMessagesAreDeletedByTheirAuthorsAndTheStaff(t *testing.T) {
	s := post(t, begun(), thread.Post{By: ann, Message: "hers", Body: "x"})
	s = post(t, s, thread.Post{By: staff, Message: "theirs", Body: "y"})
	for name, c := range map[string]struct {
		when   thread.Remove
		kind   fault.Kind
		events int
	}{
		"one's own":           {thread.Remove{By: ann, Message: "hers"}, "", 1},
		"any, for the staff":  {thread.Remove{By: staff, Message: "hers"}, "", 1},
		"not of the others":   {thread.Remove{By: ann, Message: "theirs"}, fault.KindForbidden, 0},
		"not what is unknown": {thread.Remove{By: ann, Message: "none"}, fault.KindNotFound, 0},
		"not by strangers":    {thread.Remove{By: bob, Message: "hers"}, fault.KindNotFound, 0},
	} {
		events, err := c.when.Decide(s)
		if kind(err) != c.kind || len(events) != c.events {
			t.Errorf("%s: %v, %v", name, events, err)
		}
	}
	gone := thread.Evolve(s, thread.MessageDeleted{Thread: "t", Message: "hers"})
	if events, err := (thread.Remove{By: ann, Message: "hers"}).Decide(gone); err != nil || len(events) != 0 {
		t.Errorf("deleted twice: %v, %v", events, err)
	}
}
