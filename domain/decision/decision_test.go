package decision_test

import (
	"errors"
	"reflect"
	"testing"

	"github.com/modyard/modyard/domain/decision"
	"github.com/modyard/modyard/domain/decision/decisiontest"
	"github.com/modyard/modyard/domain/role"
)

func TestEveryEventOfADecisionHasItsRole(t *testing.T) {
	events, err := decision.In(role.Member, []any{"a", "b"}, nil)
	want := []decision.Event{{Role: role.Member, Payload: "a"}, {Role: role.Member, Payload: "b"}}
	if err != nil || !reflect.DeepEqual(events, want) {
		t.Errorf("%+v %v", events, err)
	}
	if same, err := decision.Of([]any{"a", "b"}, role.Member, nil); err != nil || !reflect.DeepEqual(same, want) {
		t.Errorf("%+v %v", same, err)
	}
	if payloads := decisiontest.Payloads(events); !reflect.DeepEqual(payloads, []any{"a", "b"}) {
		t.Error(payloads)
	}
}

func TestAnEntryBeginsAndEndsOnce(t *testing.T) {
	for _, c := range []struct {
		ended, holds bool
		then         any
	}{{false, false, "begun"}, {false, true, nil}, {true, true, "ended"}, {true, false, nil}} {
		events, err := decision.Entry{As: role.Self, Ended: c.ended}.Decide(c.holds, "begun", "ended")
		if err != nil || len(events) > 1 || (len(events) == 1) != (c.then != nil) || c.then != nil && events[0] != (decision.Event{Role: role.Self, Payload: c.then}) {
			t.Errorf("%+v: %+v %v", c, events, err)
		}
	}
}

func TestAnErrorAndADecisionWithoutChangesHaveNoEvents(t *testing.T) {
	refusal := errors.New("refused")
	if events, err := decision.In(role.Member, []any{"a"}, refusal); events != nil || !errors.Is(err, refusal) {
		t.Errorf("%+v %v", events, err)
	}
	if events, err := decision.In(role.Member, nil, nil); events != nil || err != nil {
		t.Errorf("%+v %v", events, err)
	}
	if payloads := decisiontest.Payloads(nil); payloads != nil {
		t.Error(payloads)
	}
}

func TestTheStoredNamesOfEventTypesFollowFromTheirPayloads(t *testing.T) {
	type opened struct{ By string }
	type closed struct{}
	types := map[string]any{"door.opened.v2": opened{}, "door.closed.v1": closed{}, "door.painted.v1": 0}
	if names := decision.Names(types, opened{By: "a"}, closed{}); !reflect.DeepEqual(names, []string{"door.closed.v1", "door.opened.v2"}) {
		t.Error(names)
	}
	defer func() {
		if recover() == nil {
			t.Error("a payload of other rules has a name")
		}
	}()
	decision.Names(types, opened{}, "of other rules")
}
