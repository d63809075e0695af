package account_test

import (
	"errors"
	"reflect"
	"testing"

	"github.com/modyard/modyard/domain/account"
	"github.com/modyard/modyard/domain/decision/decisiontest"
	"github.com/modyard/modyard/domain/fault"
	"github.com/modyard/modyard/domain/reason"
	"github.com/modyard/modyard/domain/role"
)

func TestTheRulesForGivingARight(t *testing.T) {
	why := &reason.Reason{Code: reason.Other, Text: "evaluates the downloads"}
	give := account.ChangeRight{Account: mona, Right: account.Analyst, Give: true, By: boss, Holds: account.Admin, Reason: why}
	with := func(change func(*account.ChangeRight)) account.ChangeRight {
		c := give
		change(&c)
		return c
	}
	has := []any{account.RightGranted{Account: mona, Right: account.Analyst}}
	for name, c := range map[string]struct {
		given []any
		when  account.ChangeRight
		want  []any
		fault fault.Kind
		field string
	}{
		"an administrator gives it":         {nil, give, []any{account.RightGranted{Account: mona, Right: account.Analyst, Reason: why.To(mona)}}, "", ""},
		"it is there":                       {has, give, nil, "", ""},
		"it is taken":                       {has, with(func(c *account.ChangeRight) { c.Give = false }), []any{account.RightRevoked{Account: mona, Right: account.Analyst, Reason: why.To(mona)}}, "", ""},
		"it is not there":                   {append(has, account.RightRevoked{Account: mona, Right: account.Analyst}), with(func(c *account.ChangeRight) { c.Give = false }), nil, "", ""},
		"a role does not take it":           {append(has, account.RoleRevoked{Account: mona, Role: account.Admin}), give, nil, "", ""},
		"to oneself":                        {nil, with(func(c *account.ChangeRight) { c.Account = boss }), []any{account.RightGranted{Account: boss, Right: account.Analyst, Reason: why.To(boss)}}, "", ""},
		"by a moderator":                    {nil, with(func(c *account.ChangeRight) { c.Holds = account.Moderator }), nil, fault.KindForbidden, ""},
		"by nobody":                         {nil, with(func(c *account.ChangeRight) { c.By = "" }), nil, fault.KindForbidden, ""},
		"without a reason":                  {nil, with(func(c *account.ChangeRight) { c.Reason = nil }), nil, fault.KindInvalid, "reason"},
		"another right":                     {nil, with(func(c *account.ChangeRight) { c.Right = "god" }), nil, fault.KindInvalid, "right"},
		"to a closed account":               {[]any{account.Closed{Account: mona}}, give, nil, fault.KindConflict, ""},
		"closing takes it, nothing is left": {append(has, account.Closed{Account: mona}), with(func(c *account.ChangeRight) { c.Give = false }), nil, "", ""},
	} {
		var s account.State
		for _, e := range c.given {
			s = account.Evolve(s, e)
		}
		decided, err := account.DecideRight(s, c.when)
		var f *fault.Error
		if errors.As(err, &f) != (c.fault != "") || f != nil && (f.Kind != c.fault || f.Field != c.field) {
			t.Errorf("%s: %v, want %s %s", name, err, c.fault, c.field)
		}
		if got := decisiontest.Payloads(decided); !reflect.DeepEqual(got, c.want) {
			t.Errorf("%s: %+v, want %+v", name, got, c.want)
		}
		for _, e := range decided {
			if e.Role != role.Admin {
				t.Errorf("%s: decided as %q", name, e.Role)
			}
		}
	}
}
