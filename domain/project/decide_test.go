package project

import (
	"encoding/json"
	"errors"
	"reflect"
	"testing"

	"github.com/modyard/modyard/domain/actor"
	"github.com/modyard/modyard/domain/decision/decisiontest"
	"github.com/modyard/modyard/domain/fault"
	"github.com/modyard/modyard/domain/reason"
)

const (
	alice = "AAAAAAA1" // owner
	bob   = "BBBBBBB2" // member, rights as given
	carol = "CCCCCCC3" // stranger
	round = "SSSSSSS1" // id of a submission
)

var (
	owner     = actor.Actor{Account: alice}
	stranger  = actor.Actor{Account: carol}
	moderator = actor.Actor{Account: "MMMMMMM4", Rank: actor.Moderator}
	admin     = actor.Actor{Account: "NNNNNNN5", Rank: actor.Admin}
)

// written encodes and decodes events as the log does.
func written(t testing.TB, events []any) []any {
	t.Helper()
	out := make([]any, len(events))
	for i, e := range events {
		data, err := json.Marshal(e)
		if err != nil {
			t.Fatal(err)
		}
		back := reflect.New(reflect.TypeOf(e))
		if err := json.Unmarshal(data, back.Interface()); err != nil {
			t.Fatal(err)
		}
		out[i] = back.Elem().Interface()
	}
	return out
}

func fold(t testing.TB, events ...any) State {
	t.Helper()
	var s State
	for _, e := range written(t, events) {
		s = Evolve(s, e)
	}
	return s
}

func born() Created {
	return Created{
		Project: "PPPPPPP1", Slug: "sodium", Type: TypeMod, Title: "Sodium", Summary: "A summary", Body: "Words", Owner: alice,
		License: License{ID: "MIT"}, Environments: Environment{Client: "required", Server: "optional"},
	}
}

func given(t testing.TB, more ...any) State {
	t.Helper()
	return fold(t, append([]any{born()}, more...)...)
}

func joined(rights Permissions) []any {
	return []any{MemberInvited{Account: bob, Role: "Member", Permissions: rights}, MemberJoined{Account: bob}}
}

var (
	inReview = Submitted{Submission: round, From: Draft, Requested: Listed}
	letIn    = Approved{Submission: round, From: Processing, Status: Listed}
	because  = &reason.Reason{Code: reason.Correction}
)

// refused fails unless err is a fault of a kind.
func refused(t *testing.T, err error, kind fault.Kind) *fault.Error {
	t.Helper()
	var f *fault.Error
	if !errors.As(err, &f) {
		t.Fatalf("want a fault of kind %s, got %v", kind, err)
	}
	if f.Kind != kind {
		t.Fatalf("want kind %s, got %s: %v", kind, f.Kind, f)
	}
	if f.Text == "" || f.Code == "" {
		t.Fatalf("a fault without a text: %#v", f)
	}
	return f
}

func then(t *testing.T, s State, c Command, want ...any) {
	t.Helper()
	decided, err := Decide(s, c)
	if err != nil {
		t.Fatalf("%T: %v", c, err)
	}
	got := decisiontest.Payloads(decided)
	if len(got) == 0 && len(want) == 0 {
		return
	}
	if !reflect.DeepEqual(got, want) {
		t.Fatalf("%T\n got %s\nwant %s", c, show(got), show(want))
	}
}

func thenRefused(t *testing.T, s State, c Command, kind fault.Kind) *fault.Error {
	t.Helper()
	got, err := Decide(s, c)
	if err == nil {
		t.Fatalf("%T: want %s, got %s", c, kind, show(decisiontest.Payloads(got)))
	}
	return refused(t, err, kind)
}

func show(events []any) string {
	data, _ := json.Marshal(events)
	return string(data)
}

func ptr[T any](v T) *T { return &v }
