package project

import (
	"testing"

	"github.com/modyard/modyard/domain/actor"
	"github.com/modyard/modyard/domain/fault"
)

func TestAModeratorDoesNotDecideOnTheirOwnProject(t *testing.T) {
	decisions := func(by actor.Actor) []Command {
		return []Command{Approve{By: by, Reason: because}, Reject{By: by, Reason: because, Message: "不行"}, Withhold{By: by, Reason: because, Message: "不行"}}
	}
	mine := actor.Actor{Account: owner.Account, Rank: actor.Moderator}
	invited := given(t, inReview, MemberInvited{Account: moderator.Account, Role: "Member"})
	colleague := moderator
	colleague.OrganizationMember = true
	ofTeam := given(t, inReview)
	ofTeam.Organization = "Org00001"
	for i := range decisions(mine) {
		thenRefused(t, given(t, inReview), decisions(mine)[i], fault.KindForbidden)
		thenRefused(t, invited, decisions(moderator)[i], fault.KindForbidden)
		thenRefused(t, ofTeam, decisions(colleague)[i], fault.KindForbidden)
		for _, by := range []actor.Actor{moderator, {Account: owner.Account, Rank: actor.Admin}} {
			if events, err := Decide(given(t, inReview), decisions(by)[i]); err != nil || len(events) != 1 {
				t.Errorf("%T by %+v: %v, %v", decisions(by)[i], by, events, err)
			}
		}
	}
}
