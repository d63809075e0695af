package application_test

import (
	"errors"
	"fmt"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/modyard/modyard/domain/actor"
	"github.com/modyard/modyard/domain/application"
	"github.com/modyard/modyard/domain/decision"
	"github.com/modyard/modyard/domain/decision/decisiontest"
	"github.com/modyard/modyard/domain/erasable"
	"github.com/modyard/modyard/domain/fault"
	"github.com/modyard/modyard/domain/reason"
	"github.com/modyard/modyard/domain/role"
)

const (
	owner = "Acct0001"
	other = "Acct0002"
	app   = "Appl0001"
)

var (
	noon   = time.Date(2026, 5, 4, 12, 0, 0, 0, time.UTC)
	right  = application.Right{Account: owner, As: role.Owner}
	limits = application.Limits{Grantable: 0b111}
	why    = reason.Reason{Code: reason.Malicious}
)

func registered() application.Registered {
	return application.Registered{
		Application: app, Account: owner, Name: erasable.Of(owner, "Pack Sync"), Type: application.Confidential,
		Redirects: []string{"https://app.example/cb"}, Scopes: 0b11,
	}
}

func public() application.Registered {
	r := registered()
	r.Type = application.Public
	return r
}

func register(change func(*application.Register)) application.Register {
	c := application.Register{
		Right: right, Application: app, Name: " Pack Sync ", Redirects: []string{"https://app.example/cb"}, Scopes: 0b11, Secret: "secret1", Confirmed: true, Limits: limits,
	}
	if change != nil {
		change(&c)
	}
	return c
}

func given(events ...any) (s application.State) {
	for i, e := range events {
		s = application.Evolve(s, e, noon.Add(time.Duration(i)*time.Hour))
	}
	return s
}

func to(v string) *string { return &v }

func described(v string) *erasable.Text {
	t := erasable.Of(owner, v)
	return &t
}

func full(n int) (h application.Held) {
	for i := range n {
		h = application.EvolveHeld(h, application.Listed{Application: fmt.Sprint(i)})
	}
	return h
}

func TestTheResultOfEachCommandOnAnApplication(t *testing.T) {
	secret := application.SecretAdded{Application: app, Secret: "secret1"}
	second := application.SecretAdded{Application: app, Secret: "secret2"}
	suspended := application.Suspended{Application: app, Reason: why.To(owner)}
	gone := application.Deleted{Application: app}
	staff := actor.Actor{Account: other, Rank: actor.Moderator}
	many := make([]string, application.MaxRedirects+1)
	for i := range many {
		many[i] = fmt.Sprintf("https://app.example/%d", i)
	}
	described1 := application.Described{Application: app, Description: described("words")}
	toTeam := application.HandedOver{Application: app, Account: owner, Organization: "Orga0001", Name: erasable.Of(owner, "Pack Sync"), Description: described("words")}
	words := erasable.Of(other, "words")
	taken := application.HandedOver{Application: app, Account: other, Name: erasable.Of(other, "Pack Sync"), Description: &words}
	handOver := func(to string, confirmed bool, held application.Held) application.HandOver {
		return application.HandOver{Right: right, Organization: to, Confirmed: confirmed, Held: held}
	}
	takes := func(account string) application.HandOver {
		return application.HandOver{Right: application.Right{Account: account, As: role.Owner}, Confirmed: true}
	}
	redirects := func(list ...string) application.Change { return application.Change{Right: right, Redirects: &list} }
	scopes := func(s application.Scopes) application.Change {
		return application.Change{Right: right, Scopes: &s, Limits: limits}
	}
	for name, c := range map[string]struct {
		given []any
		when  application.Command
		then  []any  // the events
		fails string // or the field, the code or the kind of the error
	}{
		"registered with a secret":             {when: register(nil), then: []any{registered(), secret}},
		"a public one has none":                {when: register(func(c *application.Register) { c.Type = application.Public }), then: []any{public()}},
		"not twice under one id":               {given: []any{registered()}, when: register(nil), fails: "conflict"},
		"not without a confirmed address":      {when: register(func(c *application.Register) { c.Confirmed = false }), fails: "invalid"},
		"not above the limit":                  {when: register(func(c *application.Register) { c.Held = full(application.MaxHeld) }), fails: "limit_reached"},
		"at the limit":                         {when: register(func(c *application.Register) { c.Held = full(application.MaxHeld - 1) }), then: []any{registered(), secret}},
		"not of another type":                  {when: register(func(c *application.Register) { c.Type = "secret" }), fails: "type"},
		"not with a short name":                {when: register(func(c *application.Register) { c.Name = "ab" }), fails: "name"},
		"not with a long name":                 {when: register(func(c *application.Register) { c.Name = strings.Repeat("a", 256) }), fails: "name"},
		"not with a name that turns its text":  {when: register(func(c *application.Register) { c.Name = "abc\u202edef" }), fails: "name"},
		"not with a site without https":        {when: register(func(c *application.Register) { c.URL = "http://app.example" }), fails: "url"},
		"not with a long site":                 {when: register(func(c *application.Register) { c.URL = "https://app.example/" + strings.Repeat("a", 255) }), fails: "url"},
		"not with a long description":          {when: register(func(c *application.Register) { c.Description = strings.Repeat("字", 256) }), fails: "description"},
		"not without a redirect":               {when: register(func(c *application.Register) { c.Redirects = nil }), fails: "redirect_uris"},
		"not with too many redirects":          {when: register(func(c *application.Register) { c.Redirects = many }), fails: "redirect_uris"},
		"not with a wrong redirect":            {when: register(func(c *application.Register) { c.Redirects = []string{"http://app.example"} }), fails: "redirect_uris"},
		"not with a redirect twice":            {when: redirects("https://app.example/a", "https://app.example/a"), given: []any{registered()}, fails: "redirect_uris"},
		"not with a restricted scope":          {when: register(func(c *application.Register) { c.Scopes = 0b1000 }), fails: "max_scopes"},
		"not with a scope that is no bit":      {when: register(func(c *application.Register) { c.Scopes = -1 }), fails: "max_scopes"},
		"without scopes":                       {when: register(func(c *application.Register) { c.Scopes, c.Type = 0, application.Public }), then: []any{func() any { r := public(); r.Scopes = 0; return r }()}},
		"another name":                         {given: []any{registered()}, when: application.Change{Right: right, Name: to("Pack Tools")}, then: []any{application.Renamed{Application: app, Name: erasable.Of(owner, "Pack Tools")}}},
		"the same name changes nothing":        {given: []any{registered()}, when: application.Change{Right: right, Name: to("Pack Sync")}},
		"a description":                        {given: []any{registered()}, when: application.Change{Right: right, Description: to("words")}, then: []any{application.Described{Application: app, Description: described("words")}}},
		"a site keeps the description":         {given: []any{registered(), application.Described{Application: app, Description: described("words")}}, when: application.Change{Right: right, URL: to("https://app.example")}, then: []any{application.Described{Application: app, URL: "https://app.example", Description: described("words")}}},
		"other redirects":                      {given: []any{registered()}, when: redirects("https://app.example/new"), then: []any{application.RedirectsSet{Application: app, Redirects: []string{"https://app.example/new"}}}},
		"a private scheme is for public ones":  {given: []any{registered()}, when: redirects("com.example:/cb"), fails: "redirect_uris"},
		"of a public one":                      {given: []any{public()}, when: redirects("com.example:/cb"), then: []any{application.RedirectsSet{Application: app, Redirects: []string{"com.example:/cb"}}}},
		"other scopes":                         {given: []any{registered()}, when: scopes(0b100), then: []any{application.ScopesSet{Application: app, Scopes: 0b100}}},
		"no restricted ones":                   {given: []any{registered()}, when: scopes(0b1100), fails: "max_scopes"},
		"an icon":                              {given: []any{registered()}, when: application.ChangeIcon{Right: right, URL: "u"}, then: []any{application.IconChanged{Application: app, URL: "u"}}},
		"no icon has nothing to remove":        {given: []any{registered()}, when: application.ChangeIcon{Right: right}},
		"a second secret":                      {given: []any{registered(), secret}, when: application.AddSecret{Right: right, Secret: "secret2"}, then: []any{second}},
		"no third secret":                      {given: []any{registered(), secret, second}, when: application.AddSecret{Right: right, Secret: "secret3"}, fails: "limit_reached"},
		"no secret of a public one":            {given: []any{public()}, when: application.AddSecret{Right: right, Secret: "secret1"}, fails: "invalid"},
		"a secret ends":                        {given: []any{registered(), secret}, when: application.EndSecret{Right: right, Secret: "secret1"}, then: []any{application.SecretEnded{Application: app, Secret: "secret1"}}},
		"not twice":                            {given: []any{registered(), secret, application.SecretEnded{Secret: "secret1"}}, when: application.EndSecret{Right: right, Secret: "secret1"}, fails: "not_found"},
		"handed over to an organization":       {given: []any{registered(), described1}, when: handOver("Orga0001", true, nil), then: []any{toTeam}},
		"taken from an organization":           {given: []any{registered(), described1, toTeam}, when: takes(other), then: []any{taken}},
		"which it has already":                 {given: []any{registered(), described1, toTeam}, when: handOver("Orga0001", true, nil)},
		"not to who has too many":              {given: []any{registered()}, when: handOver("Orga0001", true, full(application.MaxHeld)), fails: "limit_reached"},
		"not by who has no confirmed address":  {given: []any{registered()}, when: handOver("Orga0001", false, nil), fails: "invalid"},
		"not while it is suspended":            {given: []any{registered(), suspended}, when: handOver("Orga0001", true, nil), fails: "invalid"},
		"not what was deleted":                 {given: []any{registered(), gone}, when: handOver("Orga0001", true, nil), fails: "not_found"},
		"what was handed over is not erased":   {given: []any{registered(), toTeam}, when: application.DeleteErased{Account: owner}},
		"deleted":                              {given: []any{registered()}, when: application.Delete{Right: right}, then: []any{gone}},
		"not twice deleted":                    {given: []any{registered(), gone}, when: application.Delete{Right: right}, fails: "not_found"},
		"a deleted one does not change":        {given: []any{registered(), gone}, when: application.Change{Right: right, Name: to("Other")}, fails: "not_found"},
		"nor get a secret":                     {given: []any{registered(), gone}, when: application.AddSecret{Right: right}, fails: "not_found"},
		"nor an icon":                          {given: []any{registered(), gone}, when: application.ChangeIcon{Right: right, URL: "u"}, fails: "not_found"},
		"deleted with its account":             {given: []any{registered()}, when: application.DeleteErased{Account: owner}, then: []any{gone}},
		"not with another account":             {given: []any{registered()}, when: application.DeleteErased{Account: other}},
		"suspended by a moderator":             {given: []any{registered()}, when: application.Judge{By: staff, Act: application.Suspend, Reason: &why}, then: []any{suspended}},
		"not without a reason":                 {given: []any{registered()}, when: application.Judge{By: staff, Act: application.Suspend}, fails: "reason"},
		"not by its owner":                     {given: []any{registered()}, when: application.Judge{By: actor.Actor{Account: owner}, Act: application.Suspend, Reason: &why}, fails: "forbidden"},
		"not twice suspended":                  {given: []any{registered(), suspended}, when: application.Judge{By: staff, Act: application.Suspend, Reason: &why}},
		"restored":                             {given: []any{registered(), suspended}, when: application.Judge{By: staff, Act: application.Restore, Reason: &why}, then: []any{application.Restored{Application: app, Reason: why.To(owner)}}},
		"a suspended one is managed":           {given: []any{registered(), suspended}, when: application.Delete{Right: right}, then: []any{gone}},
		"verified by an administrator":         {given: []any{registered()}, when: application.Judge{By: staff.With(actor.Admin), Act: application.Verify, Reason: &why}, then: []any{application.Verified{Application: app, Reason: why.To(owner)}}},
		"not by a moderator":                   {given: []any{registered()}, when: application.Judge{By: staff, Act: application.Verify, Reason: &why}, fails: "forbidden"},
		"what does not exist is not suspended": {when: application.Judge{By: staff, Act: application.Suspend, Reason: &why}, fails: "not_found"},
	} {
		events, err := application.Decide(given(c.given...), c.when)
		check(t, name, events, err, c.then, c.fails)
	}
}

func check(t *testing.T, name string, events []decision.Event, err error, then []any, fails string) {
	t.Helper()
	var f *fault.Error
	if errors.As(err, &f) && fails != "" && (f.Field == fails || f.FaultKind() == fails || f.Code == fails) {
		return
	}
	if got := decisiontest.Payloads(events); err != nil || fails != "" || len(got)+len(then) > 0 && !reflect.DeepEqual(got, then) {
		t.Errorf("%s: %+v %v, want %+v %s", name, got, err, then, fails)
	}
}

func TestNobodyIsKnownBehindAnApplicationThatWasHandedOver(t *testing.T) {
	s := given(registered(), application.Verified{}, application.HandedOver{Account: other, Name: erasable.Of(other, "Pack Sync")})
	if s.Verified || s.Owner() != other {
		t.Errorf("%+v", s)
	}
}

func TestOnlyItsOwnerManagesAnApplicationOfAnAccount(t *testing.T) {
	mine := given(registered())
	if r, err := application.Managed(mine, actor.Actor{Account: owner}); err != nil || r != right {
		t.Error(r, err)
	}
	ofTeam := registered()
	ofTeam.Organization = "Orga0001"
	for name, c := range map[string]struct {
		state application.State
		by    actor.Actor
	}{
		"anonymous": {mine, actor.Actor{}}, "another": {mine, actor.Actor{Account: other}}, "the staff": {mine, actor.Actor{Account: other, Rank: actor.Admin}},
		"of an organization": {given(ofTeam), actor.Actor{Account: owner}}, "deleted": {given(registered(), application.Deleted{}), actor.Actor{Account: owner}},
	} {
		if _, err := application.Managed(c.state, c.by); err == nil {
			t.Errorf("%s may manage it", name)
		}
	}
}

func authorized(events ...any) (s application.Authorization) {
	for i, e := range events {
		s = application.EvolveAuthorization(s, e, noon.Add(time.Duration(i)*time.Hour))
	}
	return s
}

func TestTheResultOfEachCommandOnAnAuthorization(t *testing.T) {
	granted := application.Granted{Account: other, Application: app, Scopes: 0b01, OpenID: []string{"openid"}}
	narrowed := application.Narrowed{Account: other, Application: app}
	revoked := application.Revoked{Account: other, Application: app, Cause: application.ByAccount}
	grant := func(of application.State, s application.Scopes, openid ...string) application.Grant {
		return application.Grant{Account: other, Of: of, Scopes: s, OpenID: openid}
	}
	live, handed := given(registered()), given(registered(), application.HandedOver{Account: other, Name: erasable.Of(other, "Pack Sync")})
	renewed := application.Granted{Account: other, Application: app, Scopes: 0b10, HandOvers: 1}
	for name, c := range map[string]struct {
		given []any
		when  application.AuthorizationCommand
		then  []any
		fails string
	}{
		"granted":                              {when: grant(live, 0b01, "openid"), then: []any{granted}},
		"unknown OpenID scopes are left out":   {when: grant(live, 0b01, "phone", "openid", "openid"), then: []any{granted}},
		"not anonymously":                      {when: application.Grant{Of: live}, fails: "unauthorized"},
		"not more than the application asks":   {when: grant(live, 0b100), fails: "max_scopes"},
		"not to a suspended one":               {when: grant(given(registered(), application.Suspended{}), 0b01), fails: "client_id"},
		"not to a deleted one":                 {when: grant(given(registered(), application.Deleted{}), 0b01), fails: "client_id"},
		"more is added to what is allowed":     {given: []any{granted}, when: grant(live, 0b10, "email"), then: []any{application.Granted{Account: other, Application: app, Scopes: 0b11, OpenID: []string{"openid", "email"}}}},
		"what is allowed already":              {given: []any{granted}, when: grant(live, 0b01)},
		"what the application lost is no more": {given: []any{granted}, when: grant(given(registered(), application.ScopesSet{Scopes: 0b10}), 0b10), then: []any{application.Granted{Account: other, Application: app, Scopes: 0b10, OpenID: []string{"openid"}}}},
		"narrowed":                             {given: []any{granted}, when: application.Narrow{}, then: []any{narrowed}},
		"never widened":                        {given: []any{granted}, when: application.Narrow{Scopes: 0b11}, fails: "scopes"},
		"to the same":                          {given: []any{granted}, when: application.Narrow{Scopes: 0b01}},
		"what is not there is not narrowed":    {when: application.Narrow{}, fails: "not_found"},
		"revoked":                              {given: []any{granted}, when: application.Revoke{Cause: application.ByAccount}, then: []any{revoked}},
		"not twice":                            {given: []any{granted, revoked}, when: application.Revoke{Cause: application.ByAccount}, fails: "not_found"},
		"by the program":                       {given: []any{granted}, when: application.Revoke{Cause: application.ByReuse}, then: []any{application.Revoked{Account: other, Application: app, Cause: application.ByReuse}}},
		"which does not insist":                {given: []any{granted, revoked}, when: application.Revoke{Cause: application.ByClosing}},
		"asked again by another owner":         {given: []any{granted}, when: grant(handed, 0b10), then: []any{renewed}},
		"also for what it had":                 {given: []any{granted}, when: grant(handed, 0b01, "openid"), then: []any{application.Granted{Account: other, Application: app, Scopes: 0b01, OpenID: []string{"openid"}, HandOvers: 1}}},
		"once":                                 {given: []any{granted, renewed}, when: grant(handed, 0b10)},
		"granted again without what was":       {given: []any{granted, revoked}, when: grant(live, 0b10), then: []any{application.Granted{Account: other, Application: app, Scopes: 0b10}}},
	} {
		events, err := application.DecideAuthorization(authorized(c.given...), c.when)
		check(t, name, events, err, c.then, c.fails)
	}
}

func TestATokenOfAnEndedAuthorizationBelongsToNoLaterOne(t *testing.T) {
	granted, revoked := application.Granted{Account: other, Application: app}, application.Revoked{}
	first, again, wider := authorized(granted), authorized(granted, revoked, granted), authorized(granted, granted)
	if first.Grants != 1 || again.Grants != 2 || wider.Grants != 1 || !again.Live || again.Since != noon.Add(2*time.Hour) || wider.Since != noon {
		t.Errorf("%+v %+v %+v", first, again, wider)
	}
}
