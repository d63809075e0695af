package reason_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/modyard/modyard/domain/actor"
	"github.com/modyard/modyard/domain/fault"
	. "github.com/modyard/modyard/domain/reason"
	"github.com/modyard/modyard/domain/role"
)

func TestOnlyTheStaffsProgramsLeaveAReasonUnstated(t *testing.T) {
	screen, program := actor.Actor{Account: "AAAAAAA1", Rank: actor.Admin}, actor.Actor{Account: "AAAAAAA1", Rank: actor.Admin, Program: true}
	for name, c := range map[string]struct {
		by    actor.Actor
		as    role.Role
		given *Reason
		want  *Reason // nil with refused false: none is needed
		bad   bool
	}{
		"a screen without a reason":          {screen, role.Moderator, nil, nil, true},
		"a screen with the code":             {screen, role.Moderator, &Reason{Code: Unstated}, nil, true},
		"an administrator's screen":          {screen, role.Admin, &Reason{Code: Unstated, Text: "x"}, nil, true},
		"a program without a reason":         {program, role.Moderator, nil, &Reason{Code: Unstated}, false},
		"an administrator's program":         {program, role.Admin, nil, &Reason{Code: Unstated}, false},
		"a program with the code":            {program, role.Moderator, &Reason{Code: Unstated, Text: " x "}, &Reason{Code: Unstated, Text: "x"}, false},
		"a program with a reason":            {program, role.Moderator, &Reason{Code: Spam}, &Reason{Code: Spam}, false},
		"a program with an empty reason":     {program, role.Moderator, &Reason{}, nil, true},
		"a program with an unknown reason":   {program, role.Moderator, &Reason{Code: "mood"}, nil, true},
		"a program with too many words":      {program, role.Moderator, &Reason{Code: Unstated, Text: strings.Repeat("长", MaxText+1)}, nil, true},
		"a program about its own thing":      {program, role.Owner, nil, nil, false},
		"the code about one's own thing":     {program, role.Owner, &Reason{Code: Unstated}, nil, true},
		"a screen about one's own thing":     {screen, role.Self, nil, nil, false},
		"a screen's code about an own thing": {screen, role.Self, &Reason{Code: Unstated}, nil, true},
	} {
		got, err := By(c.by, c.as, c.given)
		var f *fault.Error
		if c.bad != (errors.As(err, &f) && f.Field == Field) || (got == nil) != (c.want == nil) || got != nil && *got != *c.want {
			t.Errorf("%s: %+v, %v", name, got, err)
		}
		if got.Unsaid() != (got != nil && got.Code == Unstated) {
			t.Errorf("%s: unsaid is %v", name, got.Unsaid())
		}
	}
	if _, err := For(role.Admin, &Reason{Code: Unstated}); err == nil {
		t.Error("an action that programs of the family do not know is unexplained")
	}
	for _, c := range Codes() {
		if c == Unstated {
			t.Error("the menu offers it")
		}
	}
}
