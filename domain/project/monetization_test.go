package project

import (
	"testing"

	"github.com/modyard/modyard/domain/actor"
	"github.com/modyard/modyard/domain/fault"
	"github.com/modyard/modyard/domain/reason"
	"github.com/modyard/modyard/domain/role"
)

func TestAProjectIsMonetizedUntilItsTeamDecidesOtherwise(t *testing.T) {
	s := given(t)
	if !s.Monetizes() || s.MonetizationStatus() != Monetized {
		t.Errorf("a new project is %s", s.MonetizationStatus())
	}
	then(t, s, SetMonetization{By: owner, To: Monetized})
	then(t, s, SetMonetization{By: owner, To: Demonetized}, MonetizationSet{Status: Demonetized})
	off := given(t, MonetizationSet{Status: Demonetized})
	if off.Monetizes() {
		t.Error("a demonetized project earns a share")
	}
	then(t, off, SetMonetization{By: owner, To: Demonetized})
	then(t, off, SetMonetization{By: owner, To: Monetized}, MonetizationSet{Status: Monetized})
	if on := given(t, MonetizationSet{Status: Demonetized}, MonetizationSet{Status: Monetized}); !on.Monetizes() {
		t.Error("it earns none after it was monetized again")
	}
}

func TestAnUnknownMonetizationIsRefusedByItsName(t *testing.T) {
	for _, to := range []Monetization{"", "Monetized", "paid", "force_demonetized"} {
		if f := thenRefused(t, given(t), SetMonetization{By: owner, To: to}, fault.KindInvalid); f.Field != "monetization_status" {
			t.Errorf("%q is refused as the field %q", to, f.Field)
		}
	}
}

func TestMonetizationRequiresTheRightToEditDetails(t *testing.T) {
	off := SetMonetization{By: actor.Actor{Account: bob}, To: Demonetized}
	then(t, given(t, joined(EditDetails)...), off, MonetizationSet{Status: Demonetized})
	s := given(t, append(joined(AllPermissions&^EditDetails), inReview, letIn)...)
	thenRefused(t, s, off, fault.KindForbidden)
	thenRefused(t, s, SetMonetization{By: stranger, To: Demonetized}, fault.KindForbidden)
	thenRefused(t, s, SetMonetization{To: Monetized}, fault.KindForbidden)
	thenRefused(t, given(t), SetMonetization{By: stranger, To: Demonetized}, fault.KindNotFound)
}

func TestTheStaffAloneExcludesAProjectFromTheRevenueAndGivesAReason(t *testing.T) {
	open := given(t, inReview, letIn)
	forced := given(t, inReview, letIn, MonetizationSet{Status: ForceDemonetized, Reason: because})
	if forced.Monetizes() {
		t.Error("an excluded project earns a share")
	}
	program := moderator
	program.Program = true
	mine := actor.Actor{Account: alice, Rank: actor.Admin}
	for _, by := range []actor.Actor{moderator, admin, program, mine} {
		then(t, open, SetMonetization{By: by, Reason: because, To: ForceDemonetized}, MonetizationSet{Status: ForceDemonetized, Reason: because})
		then(t, forced, SetMonetization{By: by, Reason: because, To: Monetized}, MonetizationSet{Status: Monetized, Reason: because})
		then(t, forced, SetMonetization{By: by, Reason: because, To: Demonetized}, MonetizationSet{Status: Demonetized, Reason: because})
		then(t, forced, SetMonetization{By: by, To: ForceDemonetized})
		if f := thenRefused(t, open, SetMonetization{By: by, To: ForceDemonetized}, fault.KindInvalid); f.Field != reason.Field {
			t.Errorf("%+v without a reason: %v", by, f)
		}
		events, err := Decide(forced, SetMonetization{By: by, Reason: because, To: Monetized})
		if err != nil || len(events) != 1 || events[0].Role != role.Moderator {
			t.Errorf("%+v ends it as %+v, %v", by, events, err)
		}
	}
	thenRefused(t, open, SetMonetization{By: owner, Reason: because, To: ForceDemonetized}, fault.KindForbidden)
	thenRefused(t, forced, SetMonetization{By: owner, Reason: because, To: Monetized}, fault.KindForbidden)
	thenRefused(t, forced, SetMonetization{By: owner, Reason: because, To: Demonetized}, fault.KindForbidden)
	then(t, forced, SetMonetization{By: owner, To: ForceDemonetized}) // a form sends what it has read
}

func TestAModeratorDoesNotExcludeOrReadmitTheirOwnProject(t *testing.T) {
	mine := actor.Actor{Account: alice, Rank: actor.Moderator}
	open, forced := given(t, inReview, letIn), given(t, inReview, letIn, MonetizationSet{Status: ForceDemonetized})
	thenRefused(t, open, SetMonetization{By: mine, Reason: because, To: ForceDemonetized}, fault.KindForbidden)
	thenRefused(t, forced, SetMonetization{By: mine, Reason: because, To: Monetized}, fault.KindForbidden)
	then(t, open, SetMonetization{By: mine, To: Demonetized}, MonetizationSet{Status: Demonetized})
}

func TestAModeratorSpeaksForATeamOnlyWithAReason(t *testing.T) {
	s := given(t, inReview, letIn)
	then(t, s, SetMonetization{By: moderator, Reason: because, To: Demonetized}, MonetizationSet{Status: Demonetized, Reason: because})
	if f := thenRefused(t, s, SetMonetization{By: moderator, To: Demonetized}, fault.KindInvalid); f.Field != reason.Field {
		t.Errorf("refused as the field %q", f.Field)
	}
}
