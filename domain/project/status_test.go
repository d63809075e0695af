package project

import (
	"strings"
	"testing"

	"github.com/modyard/modyard/domain/actor"
	"github.com/modyard/modyard/domain/fault"
)

func TestSubmittingPutsADraftIntoReview(t *testing.T) {
	then(t, given(t), Submit{By: owner, Submission: round, Versions: 1}, inReview)
}

func TestASecondSubmissionKeepsThePlaceInTheQueue(t *testing.T) {
	then(t, given(t, inReview), Submit{By: owner})
}

func TestASubmissionNamesEveryMissingItem(t *testing.T) {
	bare := born()
	bare.Body, bare.License.ID, bare.Environments = " # Placeholder description\nhello", LicenseUnknown, Environment{Client: "unknown", Server: "required"}
	f := thenRefused(t, fold(t, bare), Submit{By: owner}, fault.KindInvalid)
	for _, item := range []string{"版本", "描述", "运行环境", "许可证"} {
		if !strings.Contains(f.Text, item) {
			t.Errorf("%q does not name %s", f.Text, item)
		}
	}
}

func TestEachMissingItemPreventsASubmission(t *testing.T) {
	for name, spoil := range map[string]func(*Created){
		"body":         func(c *Created) { c.Body = "  \n" },
		"placeholder":  func(c *Created) { c.Body = "# 占位描述\n" },
		"environments": func(c *Created) { c.Environments.Server = "" },
		"licence":      func(c *Created) { c.License.ID = LicenseUnknown },
	} {
		e := born()
		spoil(&e)
		t.Run(name, func(t *testing.T) { thenRefused(t, fold(t, e), Submit{By: owner, Versions: 1}, fault.KindInvalid) })
	}
	thenRefused(t, given(t), Submit{By: owner}, fault.KindInvalid)
}

func TestEnvironmentsAreOnlyRequiredOfModsAndModpacks(t *testing.T) {
	e := born()
	e.Type, e.Environments = TypeShader, Environment{}
	then(t, fold(t, e), Submit{By: owner, Submission: round, Versions: 1}, inReview)
}

func TestTheTypesOfTheVersionsDecideWhetherEnvironmentsAreRequired(t *testing.T) {
	for _, c := range []struct {
		chosen Type
		types  []Type
		asked  bool
	}{
		{TypeMod, []Type{TypePlugin}, false},
		{TypeMod, []Type{TypeDatapack, TypePlugin}, false},
		{TypeMod, []Type{TypeMod, TypePlugin}, true},
		{TypePlugin, []Type{TypeMod}, true},
		{TypeMod, nil, true},
		{TypeModpack, []Type{TypeModpack}, true},
	} {
		e := born()
		e.Type, e.Environments = c.chosen, Environment{Client: "required"}
		submit := Submit{By: owner, Submission: round, Versions: 1, Types: c.types}
		if c.asked {
			thenRefused(t, fold(t, e), submit, fault.KindInvalid)
		} else {
			then(t, fold(t, e), submit, inReview)
		}
	}
}

func TestARejectedOrWithheldProjectIsResubmitted(t *testing.T) {
	then(t, given(t, inReview, Rejected{From: Processing, Message: "no"}), Submit{By: owner, Submission: "2", Versions: 1}, Submitted{Submission: "2", From: Refused, Requested: Listed})
	then(t, given(t, inReview, Withheld{From: Processing, Message: "no"}), Submit{By: owner, Submission: "2", Versions: 1}, Submitted{Submission: "2", From: Held, Requested: Listed})
}

func TestANewSubmissionClearsTheMessageAndCountsTheRound(t *testing.T) {
	s := given(t, inReview, Rejected{From: Processing, Message: "no"}, Submitted{From: Refused, Requested: Unlisted})
	if s.Message != "" || s.Round != 2 || s.Requested != Unlisted {
		t.Fatalf("%+v", s)
	}
}

func TestMembersMayOnlySubmitAnUnapprovedProject(t *testing.T) {
	states := map[Status]State{
		Draft:      given(t),
		Processing: given(t, inReview),
		Refused:    given(t, inReview, Rejected{From: Processing, Message: "x"}),
		Held:       given(t, inReview, Withheld{From: Processing, Message: "x"}),
	}
	for from, s := range states {
		for _, to := range []Status{Listed, Archived, Unlisted, Private, Draft, Held, Refused} {
			if to == from {
				continue
			}
			c, err := StatusCommand(s, Asked{By: owner, To: to})
			if err != nil {
				t.Fatal(err)
			}
			t.Run(string(from)+"→"+string(to), func(t *testing.T) { thenRefused(t, s, c, fault.KindForbidden) })
		}
	}
}

func TestMembersMayTakeAnApprovedProjectToAnyRequestableStatus(t *testing.T) {
	for _, from := range []Status{Listed, Archived, Unlisted, Private} {
		s := given(t, inReview, Approved{From: Processing, Status: from})
		for _, to := range []Status{Listed, Archived, Unlisted, Private, Draft} {
			c, err := StatusCommand(s, Asked{By: owner, To: to})
			if err != nil {
				t.Fatal(err)
			}
			if to == from {
				then(t, s, c)
				continue
			}
			then(t, s, c, StatusChanged{From: from, To: to})
		}
		for _, to := range []Status{Held, Refused, Processing} {
			c, err := StatusCommand(s, Asked{By: owner, To: to})
			if err != nil {
				t.Fatal(err)
			}
			thenRefused(t, s, c, fault.KindForbidden)
		}
	}
}

func TestStaffMayReachEveryStatusFromEveryOther(t *testing.T) {
	states := []State{
		given(t),
		given(t, inReview),
		given(t, inReview, letIn),
		given(t, inReview, Rejected{From: Processing, Message: "x"}),
		given(t, inReview, Withheld{From: Processing, Message: "x"}),
	}
	for _, by := range []actor.Actor{moderator, admin} {
		for _, s := range states {
			for _, to := range []Status{Draft, Processing, Listed, Archived, Unlisted, Private, Held, Refused} {
				c, err := StatusCommand(s, Asked{By: by, Reason: because, To: to, Message: "what is wrong", Versions: 1})
				if err != nil {
					t.Fatal(err)
				}
				events, err := Decide(s, c)
				if err != nil {
					t.Fatalf("%s→%s: %v", s.Status, to, err)
				}
				after := s
				for _, e := range events {
					after = Evolve(after, e.Payload)
				}
				if after.Status != to {
					t.Fatalf("%s→%s ended in %s", s.Status, to, after.Status)
				}
			}
		}
	}
}

func TestAnUnknownOrScheduledStatusIsRejected(t *testing.T) {
	for _, to := range []Status{"", "public", Scheduled} {
		_, err := StatusCommand(given(t), Asked{By: admin, To: to})
		refused(t, err, fault.KindInvalid)
	}
}

func TestApprovingTakesTheRequestedStatus(t *testing.T) {
	then(t, given(t, Submitted{Submission: round, From: Draft, Requested: Unlisted}), Approve{By: moderator, Reason: because}, Approved{Submission: round, From: Processing, Status: Unlisted, Reason: because})
	then(t, given(t), Approve{By: moderator, Reason: because}, Approved{From: Draft, Status: Listed, Reason: because})
	thenRefused(t, given(t), Approve{By: moderator, Reason: because, Status: Held}, fault.KindInvalid)
}

func TestARejectionRequiresAMessage(t *testing.T) {
	s := given(t, inReview)
	thenRefused(t, s, Reject{By: moderator, Reason: because, Message: " \n"}, fault.KindInvalid)
	thenRefused(t, s, Withhold{By: moderator, Reason: because}, fault.KindInvalid)
	thenRefused(t, s, Withhold{By: moderator, Reason: because, Message: "\u200b\u2060"}, fault.KindInvalid)
	then(t, s, Approve{By: moderator, Reason: because, Message: "\u200b"}, Approved{Submission: round, From: Processing, Status: Listed, Reason: because})
	thenRefused(t, s, Reject{By: moderator, Reason: because, Message: strings.Repeat("长", MaxMessage+1)}, fault.KindInvalid)
	then(t, s, Reject{By: moderator, Reason: because, Message: strings.Repeat("长", MaxMessage)}, Rejected{Submission: round, From: Processing, Message: strings.Repeat("长", MaxMessage), Reason: because})
	then(t, s, Withhold{By: moderator, Reason: because, Message: "why"}, Withheld{Submission: round, From: Processing, Message: "why", Reason: because})
}

func TestARepeatedDecisionHasNoEffect(t *testing.T) {
	s := given(t, inReview, Rejected{From: Processing, Message: "x"})
	then(t, s, Reject{By: moderator, Reason: because, Message: "x"})
	then(t, s, Reject{By: moderator, Reason: because, Message: "y"}, Rejected{From: Refused, Message: "y", Reason: because})
	then(t, given(t, inReview, letIn), Approve{By: moderator, Reason: because})
}

func TestOnlyTheStaffMayDecide(t *testing.T) {
	s := given(t, append(joined(AllPermissions), inReview)...)
	for _, by := range []actor.Actor{owner, {Account: bob}} {
		thenRefused(t, s, Approve{By: by}, fault.KindForbidden)
		thenRefused(t, s, Reject{By: by, Message: "x"}, fault.KindForbidden)
		thenRefused(t, s, Withhold{By: by, Message: "x"}, fault.KindForbidden)
	}
	thenRefused(t, s, Approve{By: stranger}, fault.KindNotFound)
	thenRefused(t, s, Approve{}, fault.KindNotFound)
}

func TestTheStaffChangeTheirOwnApprovedProjectsAsMembers(t *testing.T) {
	s := given(t, inReview, letIn)
	c, err := StatusCommand(s, Asked{By: actor.Actor{Account: alice, Rank: actor.Moderator}, To: Archived})
	if err != nil {
		t.Fatal(err)
	}
	then(t, s, c, StatusChanged{From: Listed, To: Archived})
}

func TestTheVisibilityOfAProject(t *testing.T) {
	invited := MemberInvited{Account: bob, Role: "Member"}
	for status, open := range map[Status]bool{
		Draft: false, Processing: false, Private: false, Refused: false, Scheduled: false,
		Listed: true, Archived: true, Unlisted: true, Held: true,
	} {
		s := given(t, invited)
		s.Status = status
		for _, c := range []struct {
			by   actor.Actor
			want bool
		}{{actor.Actor{}, open}, {stranger, open}, {owner, true}, {actor.Actor{Account: bob}, true}, {moderator, true}, {admin, true}} {
			if got := s.VisibleTo(c.by); got != c.want {
				t.Errorf("%s to %+v: %v", status, c.by, got)
			}
		}
	}
}
