package webhook_test

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"testing"
	"time"

	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/domain/decision/decisiontest"
	"github.com/modyard/modyard/domain/fault"
	"github.com/modyard/modyard/domain/role"
	"github.com/modyard/modyard/domain/webhook"
)

var (
	noon   = time.Date(2026, 5, 4, 12, 0, 0, 0, time.UTC)
	member = webhook.Right{As: role.Member}
	added  = webhook.Added{
		Webhook: "Hook0001", Project: "Proj0001", Host: "example.org", Address: "address1", Secret: "secret1", Kinds: []string{"version.created"},
	}
	ofTeam = webhook.Added{Webhook: "Hook0001", Organization: "Orga0001", Kinds: []string{"organization.updated"}}
)

func given(events ...any) (s webhook.State) {
	for i, e := range events {
		s = webhook.Evolve(s, e, noon.Add(time.Duration(i)*time.Hour))
	}
	return s
}

func add(change func(*webhook.Add)) webhook.Add {
	c := webhook.Add{
		Right: member, Webhook: "Hook0001", Project: "Proj0001", Host: "example.org", Address: "address1", Secret: "secret1",
		Kinds: []string{"version.created", "project.updated", "version.created"},
	}
	if change != nil {
		change(&c)
	}
	return c
}

func pointer[T any](v T) *T { return &v }

func TestTheResultOfEachCommandOnAWebhook(t *testing.T) {
	full := webhook.Held{}
	for i := range webhook.MaxHeld {
		full = webhook.EvolveHeld(full, webhook.Listed{Webhook: fmt.Sprint(i)})
	}
	disabled := webhook.Disabled{Webhook: "Hook0001", Project: "Proj0001", Cause: webhook.ByTeam}
	for name, c := range map[string]struct {
		given []any
		when  webhook.Command
		then  []any  // the events
		fails string // or the field or the kind of the error
	}{
		"kinds are stored once, in their order": {
			when: add(nil), then: []any{webhook.Added{
				Webhook: "Hook0001", Project: "Proj0001", Host: "example.org", Address: "address1", Secret: "secret1",
				Kinds: []string{"project.updated", "version.created"},
			}},
		},
		"not twice under one id":                    {given: []any{added}, when: add(nil), fails: "conflict"},
		"not without kinds":                         {when: add(func(c *webhook.Add) { c.Kinds = nil }), fails: "kinds"},
		"not of an unknown kind":                    {when: add(func(c *webhook.Add) { c.Kinds = []string{"project.exploded"} }), fails: "kinds"},
		"not of an organization's for a project":    {when: add(func(c *webhook.Add) { c.Kinds = []string{"organization.updated"} }), fails: "kinds"},
		"not of other objects":                      {when: add(func(c *webhook.Add) { c.Kinds = []string{"user.updated"} }), fails: "kinds"},
		"not above the limit":                       {when: add(func(c *webhook.Add) { c.Held = full }), fails: "url"},
		"a new address":                             {given: []any{added}, when: webhook.Change{Right: member, Host: "b.example", Address: "address2"}, then: []any{webhook.AddressChanged{Webhook: "Hook0001", Host: "b.example", Address: "address2"}}},
		"other kinds":                               {given: []any{added}, when: webhook.Change{Right: member, Kinds: &[]string{"project.removed"}}, then: []any{webhook.KindsChanged{Webhook: "Hook0001", Kinds: []string{"project.removed"}}}},
		"other kinds are checked":                   {given: []any{added}, when: webhook.Change{Right: member, Kinds: &[]string{}}, fails: "kinds"},
		"an organization's kinds":                   {given: []any{ofTeam}, when: webhook.Change{Right: member, Kinds: &[]string{"organization.updated", "project.created"}}, then: []any{webhook.KindsChanged{Webhook: "Hook0001", Kinds: []string{"project.created", "organization.updated"}}}},
		"nothing changes":                           {given: []any{added}, when: webhook.Change{Right: member, Kinds: &[]string{"version.created"}, Enabled: pointer(true)}},
		"disabled by its team":                      {given: []any{added}, when: webhook.Change{Right: member, Enabled: pointer(false)}, then: []any{disabled}},
		"and enabled":                               {given: []any{added, disabled}, when: webhook.Change{Right: member, Enabled: pointer(true)}, then: []any{webhook.Enabled{Webhook: "Hook0001"}}},
		"a new secret":                              {given: []any{added}, when: webhook.Rotate{Right: member, Secret: "secret2"}, then: []any{webhook.SecretRotated{Webhook: "Hook0001", Secret: "secret2"}}},
		"removed":                                   {given: []any{added}, when: webhook.Remove{Right: member}, then: []any{webhook.Removed{Webhook: "Hook0001"}}},
		"not twice removed":                         {given: []any{added, webhook.Removed{}}, when: webhook.Remove{Right: member}, fails: "not_found"},
		"a removed one does not change":             {given: []any{added, webhook.Removed{}}, when: webhook.Change{Right: member, Enabled: pointer(false)}, fails: "not_found"},
		"nor get a secret":                          {given: []any{added, webhook.Removed{}}, when: webhook.Rotate{Right: member}, fails: "not_found"},
		"the program stops it":                      {given: []any{added}, when: webhook.Stop{Cause: webhook.Gone}, then: []any{webhook.Disabled{Webhook: "Hook0001", Project: "Proj0001", Cause: webhook.Gone}}},
		"the program stops an organization's":       {given: []any{ofTeam}, when: webhook.Stop{Cause: webhook.Failing}, then: []any{webhook.Disabled{Webhook: "Hook0001", Organization: "Orga0001", Cause: webhook.Failing}}},
		"a stopped one keeps its cause":             {given: []any{added, disabled}, when: webhook.Stop{Cause: webhook.Gone}},
		"the program does not stop what is removed": {given: []any{added, webhook.Removed{}}, when: webhook.Stop{Cause: webhook.Gone}},
	} {
		events, err := webhook.Decide(given(c.given...), c.when)
		var f *fault.Error
		if errors.As(err, &f) && (f.Field == c.fails || f.FaultKind() == c.fails) && c.fails != "" {
			continue
		}
		if err != nil || c.fails != "" || !reflect.DeepEqual(decisiontest.Payloads(events), c.then) {
			t.Errorf("%s: %+v %v", name, events, err)
		}
		for _, e := range events {
			if want := map[bool]role.Role{true: role.System, false: role.Member}[reflect.TypeOf(c.when) == reflect.TypeFor[webhook.Stop]()]; e.Role != want {
				t.Errorf("%s: decided as %s", name, e.Role)
			}
		}
	}
}

func TestAWebhookDeliversItsKindsWhileItIsEnabled(t *testing.T) {
	s := given(added)
	if !s.Delivers("version.created", noon) || s.Delivers("version.created", noon.Add(-time.Second)) || s.Delivers("version.removed", noon) {
		t.Error("it delivers what was decided before it was added, or another kind")
	}
	if given(added, webhook.Disabled{}, webhook.Enabled{}).Delivers("version.created", noon.Add(time.Hour)) {
		t.Error("it delivers what was decided while it was disabled")
	}
	if given(added, webhook.Disabled{Cause: webhook.Gone}).Delivers("version.created", noon.Add(9*time.Hour)) ||
		given(added, webhook.Removed{}).Delivers("version.created", noon.Add(9*time.Hour)) || (webhook.State{}).Delivers("", noon) {
		t.Error("it delivers without being enabled")
	}
}

func TestTheSecretBeforeARotationStaysValidForADay(t *testing.T) {
	s := given(added, webhook.SecretRotated{Secret: "secret2"}, webhook.SecretRotated{Secret: "secret3"})
	rotated := noon.Add(2 * time.Hour)
	if got := s.Secrets(rotated.Add(webhook.Overlap - time.Second)); !slices.Equal(got, []string{"secret3", "secret2"}) {
		t.Error(got)
	}
	if got := s.Secrets(rotated.Add(webhook.Overlap)); !slices.Equal(got, []string{"secret3"}) {
		t.Error(got)
	}
	if got := given(added).Secrets(noon); !slices.Equal(got, []string{"secret1"}) {
		t.Error(got)
	}
}

func TestEveryKindIsOneOfTheChangeFeed(t *testing.T) {
	for _, k := range webhook.Kinds(true) {
		if !slices.Contains(contract.ChangeKinds(), k) {
			t.Errorf("the feed has no %s", k)
		}
	}
}
