package project

import (
	"testing"

	"github.com/modyard/modyard/domain/actor"
)

func TestAModeratorDoesNotDecideOnTheirOwnProjectAndAnInvitationMakesNoneTheirs(t *testing.T) {
	const who = "who00001"
	standings := map[string]struct {
		given        []any
		organization bool // an accepted member of the project's organization
	}{
		"a stranger":                    {},
		"invited":                       {given: []any{MemberInvited{Account: who, Role: "Member"}}},
		"an accepted member":            {given: []any{MemberInvited{Account: who, Role: "Member"}, MemberJoined{Account: who}}},
		"a former member":               {given: []any{MemberInvited{Account: who, Role: "Member"}, MemberJoined{Account: who}, MemberLeft{Account: who}}},
		"a member of the organization":  {organization: true},
		"invited, of the organization":  {given: []any{MemberInvited{Account: who, Role: "Member"}}, organization: true},
		"who declined the invitation":   {given: []any{MemberInvited{Account: who, Role: "Member"}, InvitationDeclined{Account: who}}},
		"who was invited after leaving": {given: []any{MemberInvited{Account: who}, MemberJoined{Account: who}, MemberLeft{Account: who}, MemberInvited{Account: who}}},
	}
	own := map[string]bool{"an accepted member": true, "a member of the organization": true, "invited, of the organization": true}
	for standing, c := range standings {
		for rank, name := range map[actor.Rank]string{actor.NotStaff: "a user", actor.Moderator: "a moderator", actor.Admin: "an administrator"} {
			by := actor.Actor{Account: who, Rank: rank, OrganizationMember: c.organization}
			s := given(t, append(c.given, inReview)...)
			if c.organization {
				s.Organization = "Org00001"
			}
			if got := s.Own(by); got != own[standing] {
				t.Errorf("%s, %s: own is %v", name, standing, got)
			}
			may := rank == actor.Admin || rank == actor.Moderator && !own[standing]
			for _, decision := range []Command{Approve{By: by, Reason: because}, Reject{By: by, Reason: because, Message: "不行"}, Withhold{By: by, Reason: because, Message: "不行"}} {
				if events, err := Decide(s, decision); (err == nil && len(events) == 1) != may {
					t.Errorf("%T by %s, %s: %v, %v, want %v", decision, name, standing, events, err, may)
				}
			}
		}
	}
}
