package account_test

import (
	"errors"
	"reflect"
	"testing"
	"time"

	"github.com/modyard/modyard/domain/account"
	"github.com/modyard/modyard/domain/decision/decisiontest"
	"github.com/modyard/modyard/domain/fault"
	"github.com/modyard/modyard/domain/reason"
	"github.com/modyard/modyard/domain/role"
)

func TestTheRulesForSuspendingAnAccount(t *testing.T) {
	now := time.Date(2026, 11, 29, 12, 0, 0, 0, time.UTC)
	in := func(days int) *time.Time {
		at := now.AddDate(0, 0, days)
		return &at
	}
	why := &reason.Reason{Code: reason.Spam, Text: "advertises in every discussion"}
	told := why.To(mona)
	talk := account.Suspend{Account: mona, Act: account.Talk, Until: in(7), Now: now, By: "UserMod1", Holds: account.Moderator, Reason: why}
	with := func(change func(*account.Suspend)) account.Suspend {
		c := talk
		change(&c)
		return c
	}
	byAdmin := func(change func(*account.Suspend)) account.Suspend {
		return with(func(c *account.Suspend) {
			c.By, c.Holds = boss, account.Admin
			change(c)
		})
	}
	held := func(act account.Act, until *time.Time) []any {
		return []any{account.Suspended{Account: mona, Act: act, Until: until, Reason: told}}
	}
	restored := []any{account.Restored{Account: mona, Act: account.Talk, Reason: told}}
	lift := func(c *account.Suspend) { c.Lift, c.Until = true, nil }
	none := func(*account.Suspend) {}
	for name, c := range map[string]struct {
		given []any
		when  account.Suspend
		want  []any
		as    role.Role
		fault fault.Kind
		field string
	}{
		"a moderator for a week":              {nil, talk, held(account.Talk, in(7)), role.Moderator, "", ""},
		"for thirty days":                     {nil, with(func(c *account.Suspend) { c.Until = in(30) }), held(account.Talk, in(30)), role.Moderator, "", ""},
		"for longer":                          {nil, with(func(c *account.Suspend) { c.Until = in(31) }), nil, "", fault.KindInvalid, "until"},
		"without an end":                      {nil, with(func(c *account.Suspend) { c.Until = nil }), nil, "", fault.KindInvalid, "until"},
		"the sign-in":                         {nil, with(func(c *account.Suspend) { c.Act = account.SignIn }), nil, "", fault.KindForbidden, ""},
		"an administrator without an end":     {nil, byAdmin(func(c *account.Suspend) { c.Act, c.Until = account.SignIn, nil }), held(account.SignIn, nil), role.Admin, "", ""},
		"an administrator for a year":         {nil, byAdmin(func(c *account.Suspend) { c.Until = in(365) }), held(account.Talk, in(365)), role.Admin, "", ""},
		"an end that has passed":              {nil, byAdmin(func(c *account.Suspend) { c.Until = in(-1) }), nil, "", fault.KindInvalid, "until"},
		"an end that is now":                  {nil, byAdmin(func(c *account.Suspend) { c.Until = in(0) }), nil, "", fault.KindInvalid, "until"},
		"without a reason":                    {nil, with(func(c *account.Suspend) { c.Reason = nil }), nil, "", fault.KindInvalid, "reason"},
		"another without its text":            {nil, with(func(c *account.Suspend) { c.Reason = &reason.Reason{Code: reason.Other} }), nil, "", fault.KindInvalid, "reason"},
		"an unknown act":                      {nil, with(func(c *account.Suspend) { c.Act = "reading" }), nil, "", fault.KindInvalid, "kind"},
		"by an ordinary account":              {nil, with(func(c *account.Suspend) { c.Holds = account.None }), nil, "", fault.KindForbidden, ""},
		"by nobody":                           {nil, with(func(c *account.Suspend) { c.By = "" }), nil, "", fault.KindForbidden, ""},
		"a moderator":                         {[]any{account.RoleGranted{Account: mona, Role: account.Moderator}}, byAdmin(none), nil, "", fault.KindForbidden, ""},
		"a former moderator":                  {[]any{account.RoleGranted{Account: mona, Role: account.Moderator}, account.RoleRevoked{Account: mona}}, byAdmin(none), held(account.Talk, in(7)), role.Admin, "", ""},
		"oneself":                             {nil, byAdmin(func(c *account.Suspend) { c.Account = boss }), nil, "", fault.KindForbidden, ""},
		"a closed account":                    {[]any{account.Closed{Account: mona}}, byAdmin(none), nil, "", fault.KindConflict, ""},
		"another end replaces the first":      {held(account.Talk, in(3)), talk, held(account.Talk, in(7)), role.Moderator, "", ""},
		"a moderator shortens a year":         {held(account.Talk, in(365)), talk, nil, "", fault.KindForbidden, ""},
		"after a year has passed":             {held(account.Talk, in(-1)), talk, held(account.Talk, in(7)), role.Moderator, "", ""},
		"another act is apart":                {held(account.Publishing, nil), talk, held(account.Talk, in(7)), role.Moderator, "", ""},
		"it is lifted":                        {held(account.Talk, in(7)), with(lift), restored, role.Moderator, "", ""},
		"lifting needs a reason":              {held(account.Talk, in(7)), with(func(c *account.Suspend) { lift(c); c.Reason = nil }), nil, "", fault.KindInvalid, "reason"},
		"it is not there":                     {nil, with(lift), nil, "", "", ""},
		"it was lifted":                       {append(held(account.Talk, in(7)), restored...), with(lift), nil, "", "", ""},
		"it has ended":                        {held(account.Talk, in(0)), with(lift), nil, "", "", ""},
		"a moderator lifts one without end":   {held(account.Talk, nil), with(lift), nil, "", fault.KindForbidden, ""},
		"an administrator does":               {held(account.Talk, nil), byAdmin(lift), restored, role.Admin, "", ""},
		"a moderator lifts that of sign-in":   {held(account.SignIn, in(7)), with(func(c *account.Suspend) { lift(c); c.Act = account.SignIn }), nil, "", fault.KindForbidden, ""},
		"who became staff in between is free": {append(held(account.Talk, in(7)), account.RoleGranted{Account: mona, Role: account.Moderator}), with(lift), restored, role.Moderator, "", ""},
	} {
		var s account.Suspensions
		for _, e := range c.given {
			s = account.EvolveSuspensions(s, e)
		}
		decided, err := account.DecideSuspension(s, c.when)
		var f *fault.Error
		if errors.As(err, &f) != (c.fault != "") || f != nil && (f.Kind != c.fault || f.Field != c.field) {
			t.Errorf("%s: %v, want %s %s", name, err, c.fault, c.field)
		}
		if got := decisiontest.Payloads(decided); !reflect.DeepEqual(got, c.want) {
			t.Errorf("%s: %+v, want %+v", name, got, c.want)
		}
		for _, e := range decided {
			if e.Role != c.as {
				t.Errorf("%s: decided as %q", name, e.Role)
			}
		}
	}
}

func TestTheRulesForSigningOutAndLookingAtAnAddress(t *testing.T) {
	why := &reason.Reason{Code: reason.Security}
	told := why.To(mona)
	moderates := []any{account.RoleGranted{Account: mona, Role: account.Moderator}}
	for name, c := range map[string]struct {
		given []any
		when  account.Care
		want  []any
		fault fault.Kind
	}{
		"a moderator signs out":             {nil, account.Care{Account: mona, By: "UserMod1", Holds: account.Moderator, Reason: why}, []any{account.SignedOut{Account: mona, Reason: told}}, ""},
		"a moderator looks":                 {nil, account.Care{Account: mona, Look: true, By: "UserMod1", Holds: account.Moderator, Reason: why}, []any{account.AddressSeen{Account: mona, Reason: told}}, ""},
		"a moderator finds":                 {nil, account.Care{Account: mona, Look: true, Found: true, By: "UserMod1", Holds: account.Moderator, Reason: why}, []any{account.AddressSeen{Account: mona, Found: true, Reason: told}}, ""},
		"a moderator signs out another":     {moderates, account.Care{Account: mona, By: "UserMod1", Holds: account.Moderator, Reason: why}, nil, fault.KindForbidden},
		"an administrator signs out one":    {moderates, account.Care{Account: mona, By: boss, Holds: account.Admin, Reason: why}, []any{account.SignedOut{Account: mona, Reason: told}}, ""},
		"signing out without a reason":      {nil, account.Care{Account: mona, By: boss, Holds: account.Admin}, nil, fault.KindInvalid},
		"looking without a reason":          {nil, account.Care{Account: mona, Look: true, By: boss, Holds: account.Admin}, []any{account.AddressSeen{Account: mona}}, ""},
		"an ordinary account":               {nil, account.Care{Account: mona, Look: true, By: boss, Reason: why}, nil, fault.KindForbidden},
		"nobody":                            {nil, account.Care{Account: mona, Holds: account.Admin, Reason: why}, nil, fault.KindForbidden},
		"a closed account has none to show": {[]any{account.Closed{Account: mona}}, account.Care{Account: mona, Look: true, By: boss, Holds: account.Admin, Reason: why}, nil, fault.KindConflict},
	} {
		var s account.Suspensions
		for _, e := range c.given {
			s = account.EvolveSuspensions(s, e)
		}
		decided, err := account.DecideCare(s, c.when)
		var f *fault.Error
		if errors.As(err, &f) != (c.fault != "") || f != nil && f.Kind != c.fault {
			t.Errorf("%s: %v, want %s", name, err, c.fault)
		}
		if got := decisiontest.Payloads(decided); !reflect.DeepEqual(got, c.want) {
			t.Errorf("%s: %+v, want %+v", name, got, c.want)
		}
	}
}

func TestAStateOfSuspensionsIsNotChangedByLaterEvents(t *testing.T) {
	first := account.EvolveSuspensions(account.Suspensions{}, account.Suspended{Account: mona, Act: account.Talk})
	second := account.EvolveSuspensions(first, account.Restored{Account: mona, Act: account.Talk})
	if len(first.Held) != 1 || len(second.Held) != 0 {
		t.Fatalf("%+v, then %+v", first, second)
	}
}
