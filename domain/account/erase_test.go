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

func TestTheRulesForErasingAnAccount(t *testing.T) {
	const ann, root = "UserAnn1", "UserRoot"
	for name, c := range map[string]struct {
		given []any
		when  account.Erase
		then  []any
		kind  fault.Kind
		field string
	}{
		"oneself":                               {when: account.Erase{Account: ann, By: ann, Role: role.Self}, then: []any{account.Erased{Account: ann}}},
		"once":                                  {given: []any{account.ProfileChanged{Account: ann}, account.Erased{Account: ann}}, when: account.Erase{Account: ann, By: ann, Role: role.Self}},
		"another":                               {when: account.Erase{Account: ann, By: root, Role: role.Self}, kind: fault.KindForbidden},
		"an anonymous caller":                   {when: account.Erase{Account: ann, Role: role.Self}, kind: fault.KindForbidden},
		"an admin with a reason":                {when: account.Erase{Account: ann, By: root, Role: role.Admin, Reason: reason.Legal}, then: []any{account.Erased{Account: ann, Reason: reason.Legal}}},
		"an admin without one":                  {when: account.Erase{Account: ann, By: root, Role: role.Admin}, kind: fault.KindInvalid, field: "reason"},
		"a reason that is a text":               {when: account.Erase{Account: ann, By: root, Role: role.Admin, Reason: reason.Other}, kind: fault.KindInvalid, field: "reason"},
		"an admin, themselves":                  {when: account.Erase{Account: root, By: root, Role: role.Admin, Reason: reason.Legal}, kind: fault.KindForbidden},
		"a moderator":                           {when: account.Erase{Account: ann, By: root, Role: role.Moderator, Reason: reason.Legal}, kind: fault.KindForbidden},
		"the program":                           {when: account.Erase{Account: ann, Role: role.System}, then: []any{account.Erased{Account: ann}}},
		"an account in the role of the program": {when: account.Erase{Account: ann, By: root, Role: role.System}, kind: fault.KindForbidden},
	} {
		var s account.Erasure
		for _, e := range c.given {
			s = account.EvolveErasure(s, e)
		}
		decided, err := account.DecideErasure(s, c.when)
		events := decisiontest.Payloads(decided)
		var refused *fault.Error
		errors.As(err, &refused)
		switch {
		case c.kind == "" && (err != nil || !reflect.DeepEqual(events, c.then)):
			t.Errorf("%s: %v %v", name, events, err)
		case c.kind != "" && (refused == nil || refused.Kind != c.kind || refused.Field != c.field):
			t.Errorf("%s: %v %v", name, events, err)
		}
		for _, e := range decided {
			if e.Role != c.when.Role {
				t.Errorf("%s: decided as %q", name, e.Role)
			}
		}
	}
}
