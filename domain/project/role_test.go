package project

import (
	"reflect"
	"testing"

	"github.com/modyard/modyard/domain/actor"
	"github.com/modyard/modyard/domain/fault"
	"github.com/modyard/modyard/domain/reason"
	"github.com/modyard/modyard/domain/role"
)

func TestTheRoleIsTheLeastSufficientOne(t *testing.T) {
	s := given(t, append(joined(EditBody), inReview, letIn)...)
	in := Evolve(s, EnteredOrganization{Organization: "O"})
	partner := actor.Actor{Account: carol, OrganizationMember: true, OrganizationPermissions: uint64(EditDetails)}
	as := func(account string, rank actor.Rank) actor.Actor { return actor.Actor{Account: account, Rank: rank} }
	for _, c := range []struct {
		s     State
		by    actor.Actor
		right Permissions
		want  role.Role
	}{
		{s, owner, DeleteProject, role.Owner},
		{s, as(alice, actor.Admin), DeleteProject, role.Owner},
		{s, as(bob, actor.NotStaff), EditBody, role.Member},
		{s, as(bob, actor.NotStaff), EditDetails, ""},
		{s, as(bob, actor.Moderator), EditDetails, ""}, // a member's role is tried before a moderator's
		{s, as(bob, actor.Admin), EditBody, role.Member},
		{s, as(bob, actor.Admin), EditDetails, role.Admin},
		{s, moderator, EditDetails, role.Moderator},
		{s, moderator, DeleteProject, ""},
		{s, admin, EditDetails, role.Moderator},
		{s, admin, DeleteProject, role.Admin},
		{s, partner, EditDetails, ""},
		{in, partner, EditDetails, role.OrganizationMember},
		{in, partner, DeleteProject, ""},
		{in, owner, DeleteProject, role.Member}, // the former owner
		{s, stranger, EditDetails, ""},
		{s, actor.Actor{Rank: actor.Admin}, EditDetails, ""},
	} {
		if got := c.s.RoleOf(c.by, c.right); got != c.want {
			t.Errorf("%+v has %d as %q, want %q", c.by, c.right, got, c.want)
		}
	}
}

// acts are valid commands of the staff on another account's project.
func acts(by actor.Actor, why *reason.Reason) map[role.Role][]Command {
	return map[role.Role][]Command{
		role.Moderator: {
			Edit{By: by, Reason: why, Title: ptr("Lithium")}, Edit{By: by, Reason: why, Body: ptr("Other words")},
			ChangeIcon{By: by, Reason: why, URL: "u"}, AddPicture{By: by, Reason: why, Picture: Picture{URL: "b"}},
			EditPicture{By: by, Reason: why, URL: "a", Title: ptr("A")}, RemovePicture{By: by, Reason: why, URL: "a"},
			Submit{By: by, Reason: why, Versions: 1}, Approve{By: by, Reason: why, Status: Unlisted}, Reject{By: by, Reason: why, Message: "x"},
			Withhold{By: by, Reason: why, Message: "x"}, SetStatus{By: by, Reason: why, To: Draft},
			SetMonetization{By: by, Reason: why, To: Demonetized},
		},
		role.Admin: {
			Delete{By: by, Reason: why}, Invite{By: by, Reason: why, Account: "DDDDDDD4"}, ChangeMember{By: by, Reason: why, Account: bob, Role: ptr("x")},
			DropMember{By: by, Reason: why, Account: bob}, DropMember{By: by, Reason: why, Account: carol},
			TransferOwner{By: by, Reason: why, Account: bob}, EnterOrganization{By: by, Reason: why, Organization: "O"},
		},
	}
}

func TestTheStaffNeedsAReasonForAnotherAccountsProject(t *testing.T) {
	s := given(t, append(joined(EditBody), MemberInvited{Account: carol}, PictureAdded{Picture: Picture{URL: "a"}}, inReview, letIn)...)
	for least := range acts(admin, nil) {
		by := map[role.Role]actor.Actor{role.Moderator: moderator, role.Admin: admin}[least]
		for i, c := range acts(by, because)[least] {
			events, err := Decide(s, c)
			if err != nil || len(events) != 1 {
				t.Fatalf("%T: %v %v", c, events, err)
			}
			if got := events[0].Role; got != least {
				t.Errorf("%T has the role %s, want %s", c, got, least)
			}
			var code reason.Code
			switch why := reflect.ValueOf(events[0].Payload).FieldByName("Reason").Interface().(type) {
			case *reason.Reason:
				code = why.Code
			case *reason.Addressed:
				code = why.Code
			}
			if code != because.Code {
				t.Errorf("%T has the reason %q", events[0].Payload, code)
			}
			for name, given := range map[string]*reason.Reason{"none": nil, "unknown": {Code: "mood"}, "wordless": {Code: reason.Other}} {
				if f := thenRefused(t, s, acts(by, given)[least][i], fault.KindInvalid); f.Field != reason.Field {
					t.Errorf("%T with a reason of kind %s: %v", c, name, f)
				}
			}
		}
	}
}

func TestTheTeamNeedsNoReasonForItsOwnProject(t *testing.T) {
	mine := actor.Actor{Account: alice, Rank: actor.Admin}
	s := given(t, append(joined(EditBody), MemberInvited{Account: carol}, PictureAdded{Picture: Picture{URL: "a"}}, inReview, letIn)...)
	for _, list := range acts(mine, nil) {
		for _, c := range list {
			if _, err := Decide(s, c); err != nil {
				t.Errorf("%T: %v", c, err)
			}
		}
	}
	then(t, s, Edit{By: owner, Reason: because, Title: ptr("Lithium")}, Renamed{Title: "Lithium", Reason: because}) // a given reason is stored
	thenRefused(t, s, Edit{By: owner, Reason: &reason.Reason{Code: "mood"}, Title: ptr("Lithium")}, fault.KindInvalid)
}

func TestARightIsCheckedBeforeTheReason(t *testing.T) {
	hidden, open := given(t), given(t, inReview, letIn)
	for _, list := range acts(actor.Actor{Account: "ZZZZZZZ9"}, nil) {
		for _, c := range list {
			thenRefused(t, hidden, c, fault.KindNotFound)
			thenRefused(t, open, c, fault.KindForbidden)
		}
	}
}

func TestACommandAboutTheActorHasTheRoleSelf(t *testing.T) {
	s := given(t, append(joined(EditBody), MemberInvited{Account: carol})...)
	for _, c := range []Command{
		Join{By: actor.Actor{Account: carol, Rank: actor.Admin}}, DropMember{By: actor.Actor{Account: carol}, Account: carol},
		DropMember{By: actor.Actor{Account: bob, Rank: actor.Moderator}, Account: bob},
	} {
		if events, err := Decide(s, c); err != nil || len(events) != 1 || events[0].Role != role.Self {
			t.Errorf("%+v: %+v %v", c, events, err)
		}
	}
}

func TestTheStaffNeedsAReasonForVersionsOfAnotherAccountsProject(t *testing.T) {
	p, v := given(t, inReview, letIn), existing(t, primary(jar("a")), jar("b"))
	for least, list := range map[role.Role][]func(actor.Actor, *reason.Reason) VersionCommand{
		role.Moderator: {
			func(a actor.Actor, r *reason.Reason) VersionCommand {
				c := release()
				c.By, c.Reason, c.Version = a, r, "VVVVVVV2"
				return c
			},
			func(a actor.Actor, r *reason.Reason) VersionCommand {
				return EditVersion{By: a, Reason: r, Name: ptr("x")}
			},
			func(a actor.Actor, r *reason.Reason) VersionCommand {
				return AddFiles{By: a, Reason: r, Files: []File{jar("c")}}
			},
		},
		role.Admin: {
			func(a actor.Actor, r *reason.Reason) VersionCommand {
				return EditVersion{By: a, Reason: r, Remove: []string{"5b"}}
			},
			func(a actor.Actor, r *reason.Reason) VersionCommand {
				return RemoveFile{By: a, Reason: r, SHA512: "5b"}
			},
			func(a actor.Actor, r *reason.Reason) VersionCommand {
				return RemoveVersion{By: a, Reason: r, Versions: 1}
			},
		},
	} {
		by := map[role.Role]actor.Actor{role.Moderator: moderator, role.Admin: admin}[least]
		for _, make := range list {
			at := v
			if _, creates := make(by, nil).(CreateVersion); creates {
				at = Version{}
			}
			_, err := DecideVersion(ProjectVersion{Project: p, Version: at}, make(by, nil))
			if f := refused(t, err, fault.KindInvalid); f.Field != reason.Field {
				t.Errorf("%T: %v", make(by, nil), f)
			}
			got, err := DecideVersion(ProjectVersion{Project: p, Version: at}, make(by, because))
			if err != nil || len(got) == 0 {
				t.Fatalf("%T: %v %v", make(by, because), got, err)
			}
			for _, e := range got {
				if e.Role != least {
					t.Errorf("%T has the role %s, want %s", e.Payload, e.Role, least)
				}
				if why := reflect.ValueOf(e.Payload).FieldByName("Reason").Interface().(*reason.Reason); why == nil || *why != *because {
					t.Errorf("%T has the reason %v", e.Payload, why)
				}
			}
			if _, err := DecideVersion(ProjectVersion{Project: p, Version: at}, make(owner, nil)); err != nil {
				t.Errorf("%T by the owner: %v", make(owner, nil), err)
			}
		}
	}
}
