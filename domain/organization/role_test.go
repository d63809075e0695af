package organization_test

import (
	"errors"
	"reflect"
	"testing"

	"github.com/modyard/modyard/domain/actor"
	"github.com/modyard/modyard/domain/fault"
	. "github.com/modyard/modyard/domain/organization"
	"github.com/modyard/modyard/domain/reason"
	"github.com/modyard/modyard/domain/role"
)

func TestADecisionRecordsTheLeastSufficientRole(t *testing.T) {
	s := given(append(joined(EditDetails|ManageInvites, 0), MemberInvited{Account: "DDDDDDD5"})...)
	name, all := "Another name", AllPermissions
	staff := func(account string, rank actor.Rank) actor.Actor { return actor.Actor{Account: account, Rank: rank} }
	for text, c := range map[string]struct {
		when Command
		want role.Role
	}{
		"the creator is the owner":                        {Create{Account: alice, Organization: guild, Slug: "guild", Name: "Guild", Description: "words"}, role.Owner},
		"the owner edits":                                 {Edit{By: by(alice), Name: &name}, role.Owner},
		"an owner who is an administrator edits":          {Edit{By: staff(alice, actor.Admin), Name: &name}, role.Owner},
		"a member edits":                                  {Edit{By: by(bob), Name: &name}, role.Member},
		"a member who is a moderator edits":               {Edit{By: staff(bob, actor.Moderator), Name: &name}, role.Member},
		"a moderator edits":                               {Edit{By: staff(carol, actor.Moderator), Name: &name, Reason: &why}, role.Moderator},
		"an administrator edits with a moderator's right": {Edit{By: staff(carol, actor.Admin), Name: &name, Reason: &why}, role.Moderator},
		"an administrator deletes":                        {Delete{By: staff(carol, actor.Admin), Reason: &why}, role.Admin},
		"an administrator grants rights that the administrator lacks as a member": {
			Invite{By: staff(bob, actor.Admin), Account: carol, Permissions: all, Reason: &why}, role.Admin},
		"an administrator invites with a member's right": {Invite{By: staff(bob, actor.Admin), Account: carol}, role.Member},
		"the invited joins":                    {Join{By: by("DDDDDDD5")}, role.Self},
		"the invited declines":                 {DropMember{By: by("DDDDDDD5"), Account: "DDDDDDD5"}, role.Self},
		"a member leaves":                      {DropMember{By: staff(bob, actor.Admin), Account: bob}, role.Self},
		"a member withdraws an invitation":     {DropMember{By: by(bob), Account: "DDDDDDD5"}, role.Member},
		"an administrator removes":             {DropMember{By: staff(carol, actor.Admin), Account: bob, Reason: &why}, role.Admin},
		"the owner transfers the organization": {TransferOwner{By: by(alice), Account: bob}, role.Owner},
	} {
		state := s
		if _, creates := c.when.(Create); creates {
			state = State{}
		}
		events, err := Decide(state, c.when)
		if err != nil || len(events) == 0 {
			t.Errorf("%s: %d events, %v", text, len(events), err)
		}
		for _, e := range events {
			if e.Role != c.want {
				t.Errorf("%s: as %q, want %q", text, e.Role, c.want)
			}
		}
	}
	for a, want := range map[actor.Actor]role.Role{
		by(alice): role.Owner, staff(carol, actor.Moderator): role.Moderator, staff(carol, actor.Admin): role.Moderator,
	} {
		if as, _, err := s.MayAdd(a, &why); err != nil || as != want {
			t.Errorf("%+v adds as %q %v", a, as, err)
		}
	}
	if as, _, err := s.MayRemove(staff(carol, actor.Admin), alice, &why); err != nil || as != role.Admin {
		t.Errorf("removes as %q %v", as, err)
	}
}

func TestTheStaffNeedsAReasonToChangeAnotherAccountsOrganization(t *testing.T) {
	admin := actor.Actor{Account: carol, Rank: actor.Admin}
	name, title, color := "Another name", "翻译", 1
	s := given(append(joined(EditDetails, 0), MemberInvited{Account: "DDDDDDD5"})...)
	_, _, add := s.MayAdd(admin, nil)
	_, _, remove := s.MayRemove(admin, alice, nil)
	refused := map[string]error{"adds": add, "removes": remove, "stores an icon": ChangeIcon{By: admin}.Check(s)}
	for text, c := range map[string]Command{
		"edits": Edit{By: admin, Name: &name}, "changes the icon": ChangeIcon{By: admin, URL: "u", Color: &color}, "deletes": Delete{By: admin},
		"invites": Invite{By: admin, Account: "EEEEEEE6"}, "changes a member": ChangeMember{By: admin, Account: bob, Role: &title},
		"removes a member": DropMember{By: admin, Account: bob}, "withdraws": DropMember{By: admin, Account: "DDDDDDD5"},
		"hands over": TransferOwner{By: admin, Account: bob}, "says nothing of use": Edit{By: admin, Name: &name, Reason: &reason.Reason{Code: reason.Other}},
		"has a code of its own": Edit{By: admin, Name: &name, Reason: &reason.Reason{Code: "because"}},
	} {
		_, refused[text] = Decide(s, c)
	}
	for text, err := range refused {
		var f *fault.Error
		if !errors.As(err, &f) || f.Kind != fault.KindInvalid || f.Field != reason.Field {
			t.Errorf("the staff %s without a reason: %v", text, err)
		}
	}
	then(t, s, Edit{By: admin, Name: &name, Reason: &why}, Renamed{Name: name, Reason: &why})
	then(t, s, DropMember{By: admin, Account: bob, Reason: &why}, MemberRemoved{Account: bob, Reason: why.To(bob)})
	then(t, s, Delete{By: admin, Reason: &why}, Deleted{Slug: "guild", Reason: &why})
	thenRefused(t, s, Edit{By: by(alice), Name: &name, Reason: &reason.Reason{}}, fault.KindInvalid) // a given reason must be valid
}

func TestAReasonForAMemberIsAddressedToTheMember(t *testing.T) {
	admin := actor.Actor{Account: carol, Rank: actor.Admin}
	s := given(joined(0, 0)...)
	events, err := Decide(s, DropMember{By: admin, Account: bob, Reason: &why})
	if err != nil {
		t.Fatal(err)
	}
	got := events[0].Payload.(MemberRemoved).Reason
	if got.Code != why.Code || got.Text.Subject != bob || got.Text.String() != why.Text {
		t.Errorf("%+v", got)
	}
	if !reflect.DeepEqual(s, given(joined(0, 0)...)) {
		t.Error("a decision changed its input state")
	}
}
