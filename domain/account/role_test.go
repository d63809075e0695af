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

const (
	boss = "AcctBos1"
	mona = "AcctMon2"
)

func TestTheRulesForChangingARole(t *testing.T) {
	why := &reason.Reason{Code: reason.Housekeeping, Text: "新的版主"}
	told := why.To(mona)
	byAdmin := func(to account.Role) account.ChangeRole {
		return account.ChangeRole{Account: mona, To: to, As: role.Admin, By: boss, Holds: account.Admin, Reason: why}
	}
	with := func(c account.ChangeRole, change func(*account.ChangeRole)) account.ChangeRole {
		change(&c)
		return c
	}
	moderates := []any{account.RoleGranted{Account: mona, Role: account.Moderator}}
	for name, c := range map[string]struct {
		given []any
		when  account.ChangeRole
		want  []any
		fault fault.Kind
		field string
	}{
		"an administrator grants a role": {nil, byAdmin(account.Moderator), []any{account.RoleGranted{Account: mona, Role: account.Moderator, Reason: told}}, "", ""},
		"another role replaces the first": {moderates, byAdmin(account.Admin), []any{
			account.RoleRevoked{Account: mona, Role: account.Moderator, Reason: told}, account.RoleGranted{Account: mona, Role: account.Admin, Reason: told}}, "", ""},
		"a role is revoked":                             {moderates, byAdmin(account.None), []any{account.RoleRevoked{Account: mona, Role: account.Moderator, Reason: told}}, "", ""},
		"an account's role is not granted again":        {moderates, with(byAdmin(account.Moderator), func(c *account.ChangeRole) { c.Reason = nil }), nil, "", ""},
		"a missing role is not revoked":                 {append(moderates, account.RoleRevoked{Account: mona, Role: account.Moderator}), byAdmin(account.None), nil, "", ""},
		"without a reason":                              {nil, with(byAdmin(account.Moderator), func(c *account.ChangeRole) { c.Reason = nil }), nil, fault.KindInvalid, "reason"},
		"with an empty reason":                          {nil, with(byAdmin(account.Moderator), func(c *account.ChangeRole) { c.Reason = &reason.Reason{Code: reason.Other} }), nil, fault.KindInvalid, "reason"},
		"by a moderator":                                {nil, with(byAdmin(account.Moderator), func(c *account.ChangeRole) { c.Holds = account.Moderator }), nil, fault.KindForbidden, ""},
		"by an administrator without a role in the log": {nil, with(byAdmin(account.Admin), func(c *account.ChangeRole) { c.Holds = account.None }), nil, fault.KindForbidden, ""},
		"by oneself":                                    {moderates, with(byAdmin(account.Admin), func(c *account.ChangeRole) { c.As = role.Self }), nil, fault.KindForbidden, ""},
		"one's own": {[]any{account.RoleGranted{Account: boss, Role: account.Admin}},
			with(byAdmin(account.None), func(c *account.ChangeRole) { c.Account = boss }), nil, fault.KindInvalid, "role"},
		"of a closed account": {append(moderates, account.Closed{Account: mona}), byAdmin(account.Moderator), nil, fault.KindConflict, ""},
		"an unknown role":     {nil, byAdmin("god"), nil, fault.KindInvalid, "role"},
		"the program needs no reason": {nil, account.ChangeRole{Account: mona, To: account.Admin, As: role.System},
			[]any{account.RoleGranted{Account: mona, Role: account.Admin}}, "", ""},
	} {
		var s account.State
		for _, e := range c.given {
			s = account.Evolve(s, e)
		}
		decided, err := account.Decide(s, c.when)
		got := decisiontest.Payloads(decided)
		var f *fault.Error
		if errors.As(err, &f) != (c.fault != "") || f != nil && (f.Kind != c.fault || f.Field != c.field) {
			t.Errorf("%s: %v, want %s %s", name, err, c.fault, c.field)
		}
		if !reflect.DeepEqual(got, c.want) {
			t.Errorf("%s: %+v, want %+v", name, got, c.want)
		}
		for _, e := range decided {
			if e.Role != c.when.As {
				t.Errorf("%s: decided as %q", name, e.Role)
			}
		}
	}
}

func TestClosingEndsARole(t *testing.T) {
	s := account.Evolve(account.Evolve(account.State{}, account.RoleGranted{Role: account.Admin}), account.Closed{})
	if s.Role != account.None || !s.Closed {
		t.Fatalf("%+v", s)
	}
}
