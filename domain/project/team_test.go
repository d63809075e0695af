package project

import (
	"testing"

	"github.com/modyard/modyard/domain/actor"
	"github.com/modyard/modyard/domain/fault"
	"github.com/modyard/modyard/domain/team"
)

func TestRightsResolveInOrder(t *testing.T) {
	s := given(t, joined(EditBody)...)
	s.Organization = "O"
	for _, c := range []struct {
		by   actor.Actor
		want Permissions
	}{
		{actor.Actor{}, 0},
		{actor.Actor{Rank: actor.Admin}, 0}, // an anonymous caller never belongs to the staff
		{stranger, 0},
		{actor.Actor{Account: bob}, EditBody},
		{actor.Actor{Account: bob, Rank: actor.Moderator, OrganizationMember: true, OrganizationPermissions: uint64(AllPermissions)}, EditBody},
		{actor.Actor{Account: bob, Rank: actor.Admin}, AllPermissions},
		{actor.Actor{Account: carol, OrganizationMember: true, OrganizationPermissions: uint64(UploadVersion)}, UploadVersion},
		{actor.Actor{Account: carol, Rank: actor.Moderator, OrganizationMember: true, OrganizationPermissions: uint64(UploadVersion)}, UploadVersion},
		{moderator, 13},
	} {
		if got := s.PermissionsOf(c.by); got != c.want {
			t.Errorf("%+v: %d, want %d", c.by, got, c.want)
		}
	}
	pending := given(t, MemberInvited{Account: bob, Permissions: AllPermissions})
	if got := pending.PermissionsOf(actor.Actor{Account: bob}); got != 0 {
		t.Errorf("the invited account already has %d", got)
	}
}

func TestAnInvitationRequiresTheRightAndGrantsNoRightsThatTheInviterLacks(t *testing.T) {
	s := given(t, joined(ManageInvites|EditBody)...)
	by := actor.Actor{Account: bob}
	then(t, s, Invite{By: by, Account: carol, Permissions: EditBody}, MemberInvited{Account: carol, Role: "Member", Permissions: EditBody})
	thenRefused(t, s, Invite{By: by, Account: carol, Permissions: EditDetails}, fault.KindInvalid)
	thenRefused(t, s, Invite{By: owner, Account: carol, Permissions: 1 << 11}, fault.KindInvalid)
	thenRefused(t, s, Invite{By: owner, Account: bob}, fault.KindInvalid)
	thenRefused(t, s, Invite{By: owner, Account: alice}, fault.KindInvalid)
	thenRefused(t, s, Invite{By: owner}, fault.KindInvalid)
	thenRefused(t, s, Invite{By: moderator, Account: carol}, fault.KindForbidden)
	thenRefused(t, s, Invite{By: owner, Account: carol, Role: "a\u202eb"}, fault.KindInvalid)
	for _, weight := range []team.Weight{-1, 500_001} {
		thenRefused(t, s, Invite{By: owner, Account: carol, Weight: weight}, fault.KindInvalid)
	}
	then(t, s, Invite{By: owner, Account: carol, Role: "x", Weight: 500_000}, MemberInvited{Account: carol, Role: "x", Weight: 500_000})
}

func TestOnlyInvitedAccountsMayJoin(t *testing.T) {
	s := given(t, inReview, letIn, MemberInvited{Account: bob})
	then(t, s, Join{By: actor.Actor{Account: bob}}, MemberJoined{Account: bob})
	then(t, s, Join{By: owner})
	thenRefused(t, s, Join{By: stranger}, fault.KindForbidden)
	thenRefused(t, s, Join{}, fault.KindForbidden)
}

func TestEditingMembers(t *testing.T) {
	s := given(t, append(joined(EditMember|EditBody), MemberInvited{Account: carol, Role: "Member", Permissions: DeleteProject})...)
	by := actor.Actor{Account: bob}
	then(t, s, ChangeMember{By: by, Account: carol, Permissions: ptr(DeleteProject | EditBody)}, RightsGranted{Account: carol, Permissions: DeleteProject | EditBody})
	thenRefused(t, s, ChangeMember{By: by, Account: bob, Permissions: ptr(AllPermissions)}, fault.KindInvalid)
	thenRefused(t, s, ChangeMember{By: admin, Reason: because, Account: alice, Permissions: ptr(EditBody)}, fault.KindInvalid)
	then(t, s, ChangeMember{By: owner, Account: alice, Role: ptr("Lead")}, MemberTitled{Account: alice, Role: "Lead"})
	thenRefused(t, s, ChangeMember{By: owner, Account: "ZZZZZZZ9"}, fault.KindNotFound)
	thenRefused(t, s, ChangeMember{By: moderator, Account: bob, Role: ptr("x")}, fault.KindForbidden)
	thenRefused(t, s, ChangeMember{By: owner, Account: bob, Role: ptr(" ")}, fault.KindInvalid)
	then(t, s, ChangeMember{By: owner, Account: bob, Role: ptr("Member")})
}

func TestLeavingRemovalDecliningAndWithdrawalAreFourDifferentEvents(t *testing.T) {
	s := given(t, append(joined(ManageInvites), MemberInvited{Account: carol})...)
	then(t, s, DropMember{By: actor.Actor{Account: bob}, Account: carol}, InvitationWithdrawn{Account: carol})
	then(t, s, DropMember{By: actor.Actor{Account: bob}, Account: bob}, MemberLeft{Account: bob})
	then(t, s, DropMember{By: stranger, Account: carol}, InvitationDeclined{Account: carol})
	thenRefused(t, s, DropMember{By: moderator, Account: bob}, fault.KindForbidden)
	thenRefused(t, s, DropMember{By: owner, Account: alice}, fault.KindInvalid)
	thenRefused(t, s, DropMember{By: admin, Reason: because, Account: alice}, fault.KindInvalid)
	thenRefused(t, s, DropMember{By: owner, Account: "ZZZZZZZ9"}, fault.KindNotFound)
	only := given(t, append(joined(RemoveMember), MemberInvited{Account: carol})...)
	thenRefused(t, only, DropMember{By: actor.Actor{Account: bob}, Account: carol}, fault.KindForbidden)
	only = Evolve(only, MemberJoined{Account: carol})
	then(t, only, DropMember{By: actor.Actor{Account: bob}, Account: carol}, MemberRemoved{Account: carol})
	thenRefused(t, given(t, inReview, letIn), DropMember{By: stranger, Account: carol}, fault.KindNotFound)
	for _, e := range []any{InvitationWithdrawn{Account: carol}, InvitationDeclined{Account: carol}, MemberLeft{Account: carol}, MemberRemoved{Account: carol}} {
		if _, there := Evolve(only, e).Member(carol); there {
			t.Errorf("a member after %T", e)
		}
	}
}

func TestAPayoutWeightIsValidFromTodayOrLater(t *testing.T) {
	s := given(t, joined(EditBody)...)
	const now = "2026-01-30"
	ask := ChangeMember{By: owner, Account: bob, Weight: ptr(team.Weight(3333)), Today: now}
	then(t, s, ask, PayoutWeightSet{Account: bob, Weight: 3333, Effective: "2026-01-30"})
	ask.Effective = "2026-01-31"
	then(t, s, ask, PayoutWeightSet{Account: bob, Weight: 3333, Effective: "2026-01-31"})
	for _, day := range []string{"2026-01-29", "2026-02-30", "31.01.2026", "tomorrow", "2026-01-31T00:00:00Z", "9999-99-99"} {
		ask.Effective = day
		thenRefused(t, s, ask, fault.KindInvalid)
	}
	after := Evolve(s, PayoutWeightSet{Account: bob, Weight: 3333, Effective: "2026-01-31"})
	then(t, after, ChangeMember{By: owner, Account: bob, Weight: ptr(team.Weight(3333)), Today: now})
	then(t, after, ChangeMember{By: owner, Account: bob, Weight: ptr(team.Weight(0)), Role: ptr("x"), Ordering: ptr(2), Today: now},
		MemberTitled{Account: bob, Role: "x"}, PayoutWeightSet{Account: bob, Effective: "2026-01-30"}, MemberReordered{Account: bob, Ordering: 2})
	thenRefused(t, s, ChangeMember{By: owner, Account: bob, Weight: ptr(team.Weight(500_001)), Today: now}, fault.KindInvalid)
}

func TestTransferringAProject(t *testing.T) {
	s := given(t, append(joined(EditBody), MemberInvited{Account: carol})...)
	then(t, s, TransferOwner{By: owner, Account: bob}, OwnershipHandedOver{Account: bob})
	then(t, s, TransferOwner{By: admin, Reason: because, Account: bob}, OwnershipHandedOver{Account: bob, Reason: because})
	thenRefused(t, s, TransferOwner{By: owner, Account: carol}, fault.KindInvalid)
	thenRefused(t, s, TransferOwner{By: owner, Account: "ZZZZZZZ9"}, fault.KindNotFound)
	thenRefused(t, s, TransferOwner{By: actor.Actor{Account: bob}, Account: bob}, fault.KindForbidden)
	after := Evolve(s, OwnershipHandedOver{Account: bob})
	if after.PermissionsOf(actor.Actor{Account: bob}) != AllPermissions || after.PermissionsOf(owner) != AllPermissions {
		t.Fatalf("%+v", after.Members)
	}
	org := s
	org.Organization, org.Owner = "O", ""
	thenRefused(t, org, TransferOwner{By: admin, Account: bob}, fault.KindInvalid)
}

func TestTheMembershipOfAnErasedAccountEnds(t *testing.T) {
	then(t, given(t, joined(AllPermissions)...), EndMembership{Account: bob}, MemberRemoved{Account: bob})
	then(t, given(t, append(joined(EditBody), inReview)...), EndMembership{Account: bob}, MemberRemoved{Account: bob}) // hidden
	then(t, given(t, MemberInvited{Account: carol}), EndMembership{Account: carol}, InvitationWithdrawn{Account: carol})
	then(t, given(t, joined(AllPermissions)...), EndMembership{Account: alice}) // the owner
	then(t, given(t, joined(AllPermissions)...), EndMembership{Account: carol})
	then(t, given(t, append(joined(AllPermissions), MemberRemoved{Account: bob})...), EndMembership{Account: bob})
	then(t, State{}, EndMembership{Account: bob})
}
