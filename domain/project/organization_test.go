package project

import (
	"testing"

	"github.com/modyard/modyard/domain/actor"
	"github.com/modyard/modyard/domain/fault"
)

func TestTheOwnerTransfersAProjectToAnOrganization(t *testing.T) {
	s := given(t, joined(AllPermissions)...)
	then(t, s, EnterOrganization{By: owner, Organization: "O"}, EnteredOrganization{Organization: "O"})
	then(t, s, EnterOrganization{By: admin, Reason: because, Organization: "O"}, EnteredOrganization{Organization: "O", Reason: because})
	thenRefused(t, s, EnterOrganization{By: actor.Actor{Account: bob}, Organization: "O"}, fault.KindForbidden)
	thenRefused(t, s, EnterOrganization{By: owner}, fault.KindInvalid)
	thenRefused(t, s, EnterOrganization{By: stranger, Organization: "O"}, fault.KindNotFound) // another account's draft
	in := Evolve(s, EnteredOrganization{Organization: "O"})
	then(t, in, EnterOrganization{By: owner, Organization: "O"})
	thenRefused(t, in, EnterOrganization{By: owner, Organization: "P"}, fault.KindInvalid)
	if m, _ := in.Member(alice); in.Owner != "" || m.Permissions != AllPermissions || m.Role != "Member" || !m.Accepted {
		t.Errorf("the former owner is %+v", m)
	}
	thenRefused(t, in, TransferOwner{By: admin, Account: bob}, fault.KindInvalid)
	thenRefused(t, in, TransferOwner{By: owner, Account: bob}, fault.KindForbidden)
	then(t, in, DropMember{By: actor.Actor{Account: carol, OrganizationMember: true, OrganizationPermissions: uint64(AllPermissions)}, Account: alice}, MemberRemoved{Account: alice})
}

func TestAProjectIsTransferredFromItsOrganizationToAnAccount(t *testing.T) {
	ours := actor.Actor{Account: alice, OrganizationMember: true}
	s := given(t, append(joined(EditBody), EnteredOrganization{Organization: "O"})...)
	then(t, s, LeaveOrganization{By: ours, Organization: "O", Owner: carol}, LeftOrganization{Organization: "O", Owner: carol})
	thenRefused(t, s, LeaveOrganization{By: owner, Organization: "P", Owner: carol}, fault.KindNotFound)
	thenRefused(t, s, LeaveOrganization{By: owner, Organization: "O"}, fault.KindInvalid)
	thenRefused(t, given(t), LeaveOrganization{By: owner, Organization: "O", Owner: carol}, fault.KindNotFound)
	for _, heir := range []string{bob, carol} {
		out := Evolve(s, LeftOrganization{Organization: "O", Owner: heir})
		if m, _ := out.Member(heir); out.Organization != "" || out.Owner != heir || m.Permissions != AllPermissions || !m.Accepted {
			t.Errorf("%s has it as %+v", heir, m)
		}
	}
}

func TestMembersOfTheOrganizationSeeItsHiddenProjects(t *testing.T) {
	s := given(t)
	s.Organization = "O"
	for by, want := range map[actor.Actor]bool{
		{Account: carol}: false, {Account: carol, OrganizationMember: true}: true, {OrganizationMember: true}: false,
	} {
		if got := s.VisibleTo(by); got != want {
			t.Errorf("%+v: %v", by, got)
		}
	}
	s.Organization = ""
	if s.VisibleTo(actor.Actor{Account: carol, OrganizationMember: true}) {
		t.Error("a member of an organization sees a project without an organization")
	}
}
