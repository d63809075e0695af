package project

import (
	"reflect"
	"testing"
	"time"

	"github.com/modyard/modyard/domain/actor"
	"github.com/modyard/modyard/domain/decision"
	"github.com/modyard/modyard/domain/decision/decisiontest"
	"github.com/modyard/modyard/domain/fault"
	"github.com/modyard/modyard/domain/reason"
	"github.com/modyard/modyard/domain/role"
)

var (
	noon    = time.Date(2026, 5, 1, 12, 0, 0, 0, time.UTC)
	due     = noon.Add(time.Hour)
	planned = ReleasePlanned{Plan: "RRRRRRR1", Author: alice, Status: Listed, Time: due}
	hide    = StatusChanged{From: Listed, To: Scheduled}
)

func plan(by actor.Actor) PlanRelease {
	return PlanRelease{By: by, Plan: "RRRRRRR1", Now: noon, Time: due, Status: Listed}
}

func TestAMemberPlansTheReleaseOfAnApprovedProject(t *testing.T) {
	for _, from := range []Status{Listed, Archived, Unlisted, Private} {
		s := given(t, inReview, Approved{From: Processing, Status: from})
		then(t, s, plan(owner), StatusChanged{From: from, To: Scheduled}, planned)
	}
	then(t, given(t, append(joined(EditDetails), inReview, letIn)...), plan(actor.Actor{Account: bob}), hide,
		ReleasePlanned{Plan: "RRRRRRR1", Author: bob, Status: Listed, Time: due})
}

func TestNoMemberPlansTheReleaseOfAProjectThatWasNotApproved(t *testing.T) {
	for status, s := range map[Status]State{
		Draft:      given(t),
		Processing: given(t, inReview),
		Refused:    given(t, inReview, Rejected{From: Processing, Message: "x"}),
		Held:       given(t, inReview, Withheld{From: Processing, Message: "x"}),
		"again":    given(t, inReview, letIn, StatusChanged{From: Listed, To: Draft}),
	} {
		t.Run(string(status), func(t *testing.T) { thenRefused(t, s, plan(owner), fault.KindInvalid) })
	}
}

func TestAnApprovalWithATimeSchedulesTheProject(t *testing.T) {
	c := plan(moderator)
	c.Reason, c.Message, c.Options = because, " well done ", []string{"title"}
	s := given(t, inReview)
	then(t, s, c, Approved{Submission: round, From: Processing, Status: Scheduled, Message: "well done", Options: []string{"title"}, Reason: because},
		ReleasePlanned{Plan: "RRRRRRR1", Author: moderator.Account, Status: Listed, Time: due, Reason: because})
	c.Reason = nil
	thenRefused(t, s, c, fault.KindInvalid)
	own := given(t, append(joined(AllPermissions), inReview)...)
	c.By, c.Reason = actor.Actor{Account: bob, Rank: actor.Moderator}, because
	thenRefused(t, own, c, fault.KindForbidden)
}

func TestAMessageBelongsToAnApproval(t *testing.T) {
	c := plan(moderator)
	c.Reason, c.Message = because, "x"
	thenRefused(t, given(t, inReview, letIn), c, fault.KindInvalid)
}

func TestOnlyThoseWhoEditTheDetailsPlanAndCancel(t *testing.T) {
	open := given(t, append(joined(EditBody|UploadVersion), inReview, letIn)...)
	hidden := given(t, append(joined(EditBody|UploadVersion), inReview, letIn, hide, planned)...)
	for by, kind := range map[actor.Actor]fault.Kind{{Account: bob}: fault.KindForbidden, stranger: fault.KindNotFound, {}: fault.KindNotFound} {
		thenRefused(t, hidden, plan(by), kind)
		thenRefused(t, hidden, CancelRelease{By: by}, kind)
		thenRefused(t, open, plan(by), fault.KindForbidden)
	}
}

func TestThePlannedTimeIsInTheFutureAndWithinAYear(t *testing.T) {
	s := given(t, inReview, letIn)
	for name, at := range map[string]time.Time{
		"past": noon.Add(-time.Hour), "now": noon, "zero": {}, "this second": noon.Add(time.Second - 1), "too far": noon.Add(MaxAhead + time.Second),
		"the last year of the calendar": time.Date(9999, 1, 1, 0, 0, 0, 0, time.UTC),
	} {
		c := plan(owner)
		c.Time = at
		t.Run(name, func(t *testing.T) {
			if f := thenRefused(t, s, c, fault.KindInvalid); f.Field != "time" {
				t.Errorf("the field is %q", f.Field)
			}
		})
	}
	c := plan(owner)
	c.Time = due.Add(300 * time.Millisecond).In(time.FixedZone("east", 8*3600))
	then(t, s, c, hide, planned) // in whole seconds of UTC
}

func TestAPlannedStatusIsOneOfAnApprovedProject(t *testing.T) {
	s := given(t, inReview, letIn)
	for _, to := range []Status{"", "?", Draft, Processing, Held, Refused, Scheduled} {
		c := plan(owner)
		c.Status = to
		thenRefused(t, s, c, fault.KindInvalid)
	}
}

func TestAPlanIsReplacedAndARepeatedOneChangesNothing(t *testing.T) {
	s := given(t, inReview, letIn, hide, planned)
	then(t, s, plan(owner))
	later := plan(owner)
	later.Plan, later.Time = "RRRRRRR2", due.Add(time.Hour)
	replaced := ReleasePlanned{Plan: "RRRRRRR2", Author: alice, Status: Listed, Time: due.Add(time.Hour)}
	then(t, s, later, replaced)
	s = given(t, inReview, letIn, hide, planned, replaced)
	then(t, s, CarryOut{By: owner, Plan: "RRRRRRR1", Now: due.Add(2 * time.Hour)})
	then(t, s, ObstructRelease{Plan: "RRRRRRR1", Obstacle: AuthorGone})
}

func TestAPlanIsCarriedOutOnceAndNotBeforeItsTime(t *testing.T) {
	s := given(t, inReview, letIn, hide, planned)
	carry := CarryOut{By: owner, Plan: "RRRRRRR1", Now: due}
	early := carry
	early.Now = due.Add(-time.Second)
	then(t, s, early)
	done := StatusChanged{From: Scheduled, To: Listed, Plan: "RRRRRRR1"}
	then(t, s, carry, done)
	then(t, given(t, inReview, letIn, hide, planned, done), carry)
}

func TestAPlanOfTheStaffIsCarriedOutWithItsReason(t *testing.T) {
	by := ReleasePlanned{Plan: "RRRRRRR1", Author: moderator.Account, Status: Unlisted, Time: due, Reason: because}
	s := given(t, inReview, Approved{Submission: round, From: Processing, Status: Scheduled, Reason: because}, by)
	events, err := Decide(s, CarryOut{By: moderator, Plan: "RRRRRRR1", Now: due})
	want := []decision.Event{{Role: role.Moderator, Payload: StatusChanged{From: Scheduled, To: Unlisted, Plan: "RRRRRRR1", Reason: because}}}
	if err != nil || !reflect.DeepEqual(events, want) {
		t.Errorf("%+v %v", events, err)
	}
	thenRefused(t, s, CarryOut{By: actor.Actor{Account: moderator.Account}, Plan: "RRRRRRR1", Now: due}, fault.KindNotFound)
}

func TestAnAuthorWithoutTheRightDoesNotCarryOutThePlan(t *testing.T) {
	bobs := ReleasePlanned{Plan: "RRRRRRR1", Author: bob, Status: Listed, Time: due}
	carry := CarryOut{By: actor.Actor{Account: bob}, Plan: "RRRRRRR1", Now: due}
	s := given(t, append(joined(EditDetails), inReview, letIn, hide, bobs, RightsGranted{Account: bob, Permissions: EditBody})...)
	thenRefused(t, s, carry, fault.KindForbidden)
	s = given(t, append(joined(EditDetails), inReview, letIn, hide, bobs, MemberRemoved{Account: bob})...)
	thenRefused(t, s, carry, fault.KindNotFound)
	then(t, s, ObstructRelease{Plan: "RRRRRRR1", Obstacle: AuthorRight},
		ReleasePlanEnded{Plan: "RRRRRRR1", Cause: PlanRefused, Obstacle: AuthorRight, Status: Private})
	thenRefused(t, s, ObstructRelease{Plan: "RRRRRRR1", Obstacle: "?"}, fault.KindInvalid)
}

func TestACancelledProjectIsPrivateAndTheStaffGivesAReason(t *testing.T) {
	s := given(t, inReview, letIn, hide, planned)
	then(t, s, CancelRelease{By: owner}, ReleasePlanEnded{Plan: "RRRRRRR1", Cause: PlanCancelled, Status: Private})
	thenRefused(t, s, CancelRelease{By: moderator}, fault.KindInvalid)
	ended := ReleasePlanEnded{Plan: "RRRRRRR1", Cause: PlanCancelled, Status: Private, Reason: because}
	then(t, s, CancelRelease{By: moderator, Reason: because}, ended)
	s = given(t, inReview, letIn, hide, planned, ended)
	if s.Status != Private || s.Plan != nil {
		t.Errorf("%s %+v", s.Status, s.Plan)
	}
	thenRefused(t, s, CancelRelease{By: owner}, fault.KindNotFound)
	then(t, s, CarryOut{By: owner, Plan: "RRRRRRR1", Now: due})
}

func TestEveryOtherChangeOfTheStatusEndsThePlan(t *testing.T) {
	for to, change := range map[Status]any{
		Refused: Rejected{From: Scheduled, Message: "x"}, Held: Withheld{From: Scheduled, Message: "x"},
		Processing: Submitted{Submission: "2", From: Scheduled, Requested: Listed}, Draft: StatusChanged{From: Scheduled, To: Draft},
		Unlisted: Approved{From: Scheduled, Status: Unlisted},
	} {
		s := given(t, inReview, letIn, hide, planned, change)
		if s.Status != to || s.Plan != nil {
			t.Errorf("%s: %s %+v", to, s.Status, s.Plan)
		}
		then(t, s, CarryOut{By: owner, Plan: "RRRRRRR1", Now: due})
	}
}

func TestAScheduledProjectIsChangedAsAnApprovedOne(t *testing.T) {
	s := given(t, inReview, letIn, hide, planned)
	for _, to := range []Status{Listed, Archived, Unlisted, Private, Draft} {
		c, err := StatusCommand(s, Asked{By: owner, To: to})
		if err != nil {
			t.Fatal(err)
		}
		then(t, s, c, StatusChanged{From: Scheduled, To: to})
	}
	thenRefused(t, s, Submit{By: owner, Versions: 1}, fault.KindForbidden)
}

func TestTheTimeOfTheFirstApprovalIsThatOfTheRelease(t *testing.T) {
	var s State
	for i, e := range []any{
		born(), inReview, Approved{Submission: round, From: Processing, Status: Scheduled, Reason: because}, planned,
		StatusChanged{From: Scheduled, To: Listed, Plan: "RRRRRRR1"}, StatusChanged{From: Listed, To: Archived},
	} {
		s = EvolveAt(s, e, noon.Add(time.Duration(i)*time.Minute))
	}
	if !s.ApprovedAt.Equal(noon.Add(4 * time.Minute)) {
		t.Errorf("approved at %s", s.ApprovedAt)
	}
}

var (
	shown   = VersionCreated{Version: "VVVVVVV1", Project: "PPPPPPP1", Status: VersionListed}
	hides   = VersionStatusChanged{Version: "VVVVVVV1", Project: "PPPPPPP1", Status: VersionScheduled}
	waiting = VersionReleasePlanned{Version: "VVVVVVV1", Project: "PPPPPPP1", Plan: "RRRRRRR1", Author: alice, Status: VersionListed, Time: due}
)

func planVersion(by actor.Actor) PlanVersionRelease {
	return PlanVersionRelease{By: by, Plan: "RRRRRRR1", Now: noon, Time: due, Status: VersionListed}
}

// decided compares a rule's events for a version, or the kind of its fault.
func decided(t *testing.T, p State, v Version, c VersionCommand, kind fault.Kind, want ...any) {
	t.Helper()
	events, err := DecideVersion(ProjectVersion{Project: p, Version: v}, c)
	if kind != "" {
		refused(t, err, kind)
		return
	}
	if got := decisiontest.Payloads(events); err != nil || !reflect.DeepEqual(got, want) && len(got)+len(want) > 0 {
		t.Errorf("%#v decides %+v, %v", c, got, err)
	}
}

func TestAMemberPlansTheReleaseOfAVersionInAnyStatusOfTheProject(t *testing.T) {
	for _, p := range []State{given(t), given(t, inReview, letIn)} {
		decided(t, p, foldVersion(t, shown), planVersion(owner), "", hides, waiting)
		v := foldVersion(t, shown, hides, waiting)
		decided(t, p, v, planVersion(owner), "")
		decided(t, p, v, CancelVersionRelease{By: owner}, "",
			VersionReleasePlanEnded{Version: "VVVVVVV1", Project: "PPPPPPP1", Plan: "RRRRRRR1", Cause: PlanCancelled, Status: VersionDraft})
		decided(t, p, v, CancelVersionRelease{By: moderator}, fault.KindInvalid)
		decided(t, p, foldVersion(t, shown), CancelVersionRelease{By: owner}, fault.KindNotFound)
	}
}

func TestAVersionIsReleasedByItsAuthorOnce(t *testing.T) {
	p, v := given(t, inReview, letIn), foldVersion(t, shown, hides, waiting)
	carry := CarryOutVersion{By: owner, Plan: "RRRRRRR1", Now: due}
	early := carry
	early.Now = due.Add(-time.Second)
	decided(t, p, v, early, "")
	done := VersionStatusChanged{Version: "VVVVVVV1", Project: "PPPPPPP1", Status: VersionListed, Plan: "RRRRRRR1"}
	decided(t, p, v, carry, "", done)
	decided(t, p, foldVersion(t, shown, hides, waiting, done), carry, "")
	decided(t, p, foldVersion(t, shown, hides, waiting, VersionDeleted{}), carry, fault.KindNotFound)
	carry.By = stranger
	decided(t, p, v, carry, fault.KindNotFound)
	refusal := ObstructVersionRelease{Plan: "RRRRRRR1", Obstacle: AuthorGone}
	ended := VersionReleasePlanEnded{Version: "VVVVVVV1", Project: "PPPPPPP1", Plan: "RRRRRRR1", Cause: PlanRefused, Obstacle: AuthorGone, Status: VersionDraft}
	decided(t, p, v, refusal, "", ended)
	decided(t, p, foldVersion(t, shown, hides, waiting, ended), refusal, "")
}

func TestAVersionsPlanHasRightsTimesAndStatuses(t *testing.T) {
	p, v := given(t, append(joined(EditDetails), inReview, letIn)...), foldVersion(t, shown)
	decided(t, p, v, planVersion(actor.Actor{Account: bob}), fault.KindForbidden)
	decided(t, p, foldVersion(t, shown, hides, waiting), planVersion(stranger), fault.KindNotFound)
	decided(t, p, v, planVersion(moderator), fault.KindInvalid) // without a reason
	for _, status := range []VersionStatus{"", "?", VersionDraft, VersionScheduled} {
		c := planVersion(owner)
		c.Status = status
		decided(t, p, v, c, fault.KindInvalid)
	}
	past := planVersion(owner)
	past.Time = noon
	decided(t, p, v, past, fault.KindInvalid)
}

func TestAReleasedVersionIsPublishedAtItsRelease(t *testing.T) {
	var v Version
	for i, e := range []any{shown, hides, waiting, VersionStatusChanged{Status: VersionListed, Plan: "RRRRRRR1"}, VersionStatusChanged{Status: VersionArchived}} {
		v = EvolveVersionAt(v, e, noon.Add(time.Duration(i)*time.Minute))
	}
	if !v.PublishedAt.Equal(noon.Add(3*time.Minute)) || v.Plan != nil {
		t.Errorf("%s %+v", v.PublishedAt, v.Plan)
	}
}

func TestAReasonOfAPlanIsChecked(t *testing.T) {
	c := plan(moderator)
	c.Reason = &reason.Reason{Code: "?"}
	thenRefused(t, given(t, inReview, letIn), c, fault.KindInvalid)
}

func TestAPlanThatAProgramMadeWithoutAReasonIsCarriedOut(t *testing.T) {
	program := moderator
	program.Program = true
	unstated := &reason.Reason{Code: reason.Unstated}
	c := plan(program)
	s := given(t, inReview)
	approved := Approved{Submission: round, From: Processing, Status: Scheduled, Reason: unstated}
	planned := ReleasePlanned{Plan: "RRRRRRR1", Author: moderator.Account, Status: Listed, Time: due, Reason: unstated}
	then(t, s, c, approved, planned)
	s = given(t, inReview, approved, planned)
	then(t, s, CarryOut{By: moderator, Plan: "RRRRRRR1", Now: due}, StatusChanged{From: Scheduled, To: Listed, Plan: "RRRRRRR1", Reason: unstated})
	c.By = moderator // a screen
	thenRefused(t, given(t, inReview), c, fault.KindInvalid)
}
