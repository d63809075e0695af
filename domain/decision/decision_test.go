package decision_test

import (
	"errors"
	"reflect"
	"testing"

	"github.com/modyard/modyard/domain/decision"
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
	if payloads := decision.Payloads(events); !reflect.DeepEqual(payloads, []any{"a", "b"}) {
		t.Error(payloads)
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
	if payloads := decision.Payloads(nil); payloads != nil {
		t.Error(payloads)
	}
}
