package application_test

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/modyard/modyard/domain/application"
	"github.com/modyard/modyard/domain/decision"
	"github.com/modyard/modyard/domain/erasable"
)

// TestNoHistoryGivesAnApplicationWhatItsAccountDidNotAllow draws histories of an application and an authorization of it. What is allowed
// never grows but by a grant of a usable application, and never beyond what the account accepted and the application may ask for; what has
// ended stays ended until the account grants again, as another grant.
func TestNoHistoryGivesAnApplicationWhatItsAccountDidNotAllow(t *testing.T) {
	bits := func(t *rapid.T, name string) application.Scopes {
		return application.Scopes(rapid.Int64Range(0, 0b111).Draw(t, name))
	}
	rapid.Check(t, func(t *rapid.T) {
		of := given(registered())
		var s application.Authorization
		accepted := application.Scopes(0) // in this grant
		for range rapid.IntRange(1, 40).Draw(t, "steps") {
			before := s
			var events []decision.Event
			var err error
			switch rapid.IntRange(0, 5).Draw(t, "step") {
			case 0:
				asked := bits(t, "asked")
				events, err = application.DecideAuthorization(s, application.Grant{Account: other, Of: of, Scopes: asked, OpenID: []string{"openid"}})
				if err == nil {
					if !s.Live || s.HandOvers != of.HandOvers {
						accepted = 0
					}
					accepted |= asked
				}
				if (err == nil) != (of.Usable() && asked&^of.Scopes == 0) {
					t.Fatalf("%b of %+v: %v", asked, of, err)
				}
			case 1:
				left := bits(t, "left")
				if events, err = application.DecideAuthorization(s, application.Narrow{Scopes: left}); err == nil {
					accepted &= left
				}
			case 2:
				events, _ = application.DecideAuthorization(s, application.Revoke{Cause: rapid.SampledFrom([]application.Cause{
					application.ByAccount, application.ByReuse, application.ByClosing,
				}).Draw(t, "cause")})
			case 3:
				of = application.Evolve(of, application.ScopesSet{Scopes: bits(t, "most")}, noon)
			case 4:
				of = application.Evolve(of, rapid.SampledFrom([]any{
					application.Suspended{Reason: why.To(owner)}, application.Restored{}, application.HandedOver{Account: owner, Name: erasable.Of(owner, "x")},
				}).Draw(t, "staff"), noon)
			case 5:
				if rapid.IntRange(0, 9).Draw(t, "gone") == 0 {
					of = application.Evolve(of, application.Deleted{}, noon)
				}
			}
			for _, e := range events {
				s = application.EvolveAuthorization(s, e.Payload, noon)
			}
			_, isGrant := first(events).(application.Granted)
			switch {
			case s.Live && s.Scopes&^accepted != 0:
				t.Fatalf("%b is allowed, %b was accepted", s.Scopes, accepted)
			case !isGrant && (s.Scopes&^before.Scopes != 0 || s.Live && !before.Live || s.Grants != before.Grants):
				t.Fatalf("it grew without a grant: %+v, before %+v", s, before)
			case isGrant && (s.Scopes&^of.Scopes != 0 || !of.Usable()):
				t.Fatalf("%+v grants %b", of, s.Scopes)
			case s.Live && !before.Live && s.Grants != before.Grants+1:
				t.Fatalf("an old grant lives again: %+v, before %+v", s, before)
			}
		}
	})
}

func first(events []decision.Event) any {
	if i := slices.IndexFunc(events, func(e decision.Event) bool { return e.Payload != nil }); i >= 0 {
		return events[i].Payload
	}
	return nil
}
