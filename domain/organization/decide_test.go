package organization_test

import (
	"errors"
	"reflect"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/modyard/modyard/domain/actor"
	"github.com/modyard/modyard/domain/decision"
	"github.com/modyard/modyard/domain/decision/decisiontest"
	"github.com/modyard/modyard/domain/fault"
	"github.com/modyard/modyard/domain/idset"
	. "github.com/modyard/modyard/domain/organization"
	"github.com/modyard/modyard/domain/project"
	"github.com/modyard/modyard/domain/reason"
	"github.com/modyard/modyard/domain/team"
)

const (
	alice = "AAAAAAA1" // owner
	bob   = "BBBBBBB2" // member, rights as given
	carol = "CCCCCCC3" // stranger
	guild = "GGGGGGG4"
)

// why is a reason of the staff.
var why = reason.Reason{Code: reason.Rules, Text: "团队简介违反规则"}

func by(account string) actor.Actor { return actor.Actor{Account: account} }

func given(events ...any) State {
	s := Evolve(State{}, Created{Organization: guild, Slug: "guild", Name: "Guild", Description: "words", Owner: alice})
	for _, e := range events {
		s = Evolve(s, e)
	}
	return s
}

func joined(rights Permissions, onProjects project.Permissions) []any {
	return []any{MemberInvited{Account: bob, Role: "Member", Permissions: rights, ProjectPermissions: onProjects}, MemberJoined{Account: bob}}
}

func then(t *testing.T, s State, c Command, want ...any) {
	t.Helper()
	decided, err := Decide(s, c)
	got := decisiontest.Payloads(decided)
	if err != nil {
		t.Errorf("%#v: %v", c, err)
		return
	}
	if len(got) != len(want) || len(got) > 0 && !reflect.DeepEqual(got, want) {
		t.Errorf("%#v: %#v, want %#v", c, got, want)
	}
}

func thenRefused(t *testing.T, s State, c Command, kind fault.Kind) {
	t.Helper()
	events, err := Decide(s, c)
	var f *fault.Error
	if !errors.As(err, &f) || f.Kind != kind {
		t.Errorf("%#v: %v %v, want %s", c, events, err, kind)
	}
}

func TestRightsOnAnOrganizationResolveInOrder(t *testing.T) {
	s := given(append(joined(AddProject, project.EditBody), MemberInvited{Account: carol, Permissions: AllPermissions})...)
	for _, c := range []struct {
		by   actor.Actor
		want Permissions
	}{
		{actor.Actor{}, 0},
		{actor.Actor{Rank: actor.Admin}, 0}, // an anonymous caller never belongs to the staff
		{by(alice), AllPermissions},
		{by(bob), AddProject},
		{actor.Actor{Account: bob, Rank: actor.Moderator}, AddProject},
		{actor.Actor{Account: bob, Rank: actor.Admin}, AllPermissions},
		{by(carol), 0}, // only invited
		{actor.Actor{Account: carol, Rank: actor.Moderator}, 17},
	} {
		if got := s.PermissionsOf(c.by); got != c.want {
			t.Errorf("%+v: %d, want %d", c.by, got, c.want)
		}
	}
	if a := s.InProjects(actor.Actor{Account: bob}); !a.OrganizationMember || a.OrganizationPermissions != uint64(project.EditBody) {
		t.Errorf("the member is %+v", a)
	}
	if a := s.InProjects(actor.Actor{Account: carol, OrganizationMember: true}); a.OrganizationMember {
		t.Errorf("the invited is %+v", a)
	}
}

func TestAMemberCannotGrantRightsThatTheMemberLacks(t *testing.T) {
	s := given(joined(ManageInvites|EditMember|EditMemberDefaults, project.EditBody)...)
	invite := func(rights Permissions, onProjects project.Permissions) Invite {
		return Invite{By: by(bob), Account: carol, Permissions: rights, ProjectPermissions: onProjects}
	}
	then(t, s, invite(ManageInvites, project.EditBody),
		MemberInvited{Account: carol, Role: "Member", Permissions: ManageInvites, ProjectPermissions: project.EditBody})
	thenRefused(t, s, invite(EditDetails, 0), fault.KindInvalid)
	thenRefused(t, s, invite(0, project.EditDetails), fault.KindInvalid)
	thenRefused(t, s, invite(1<<8, 0), fault.KindInvalid)
	thenRefused(t, s, Invite{By: by(alice), Account: carol, ProjectPermissions: 1 << 11}, fault.KindInvalid)
	thenRefused(t, given(joined(ManageInvites, project.EditBody)...), invite(0, project.EditBody), fault.KindForbidden)
	then(t, given(joined(ManageInvites, 0)...), invite(0, 0), MemberInvited{Account: carol, Role: "Member"})
	thenRefused(t, given(joined(AllPermissions&^ManageInvites, 0)...), invite(0, 0), fault.KindForbidden)

	all, some := AllPermissions, ManageInvites
	body, details := project.EditBody, project.EditDetails
	s = given(append(joined(EditMember, project.AllPermissions), MemberInvited{Account: carol, Permissions: RemoveMember})...)
	thenRefused(t, s, ChangeMember{By: by(bob), Account: carol, Permissions: &all}, fault.KindInvalid)
	thenRefused(t, s, ChangeMember{By: by(bob), Account: carol, ProjectPermissions: &body}, fault.KindForbidden)
	thenRefused(t, s, ChangeMember{By: by(bob), Account: alice, Permissions: &some}, fault.KindInvalid)
	kept := RemoveMember // he already has it, although bob lacks it
	then(t, s, ChangeMember{By: by(bob), Account: carol, Permissions: &kept})
	none := Permissions(0)
	then(t, s, ChangeMember{By: by(bob), Account: carol, Permissions: &none}, RightsGranted{Account: carol})
	s = given(append(joined(EditMemberDefaults, project.EditBody), MemberInvited{Account: carol})...)
	then(t, s, ChangeMember{By: by(bob), Account: carol, ProjectPermissions: &body}, RightsGranted{Account: carol, ProjectPermissions: body})
	thenRefused(t, s, ChangeMember{By: by(bob), Account: carol, ProjectPermissions: &details}, fault.KindInvalid)
	role := "x"
	thenRefused(t, s, ChangeMember{By: by(bob), Account: carol, ProjectPermissions: &body, Role: &role}, fault.KindForbidden)
}

func TestLeavingRemovalDecliningAndWithdrawalAreFourDifferentEvents(t *testing.T) {
	invited, member := given(MemberInvited{Account: bob, Role: "x"}), given(joined(0, 0)...)
	then(t, invited, DropMember{By: by(bob), Account: bob}, InvitationDeclined{Account: bob})
	then(t, invited, DropMember{By: by(alice), Account: bob}, InvitationWithdrawn{Account: bob})
	then(t, member, DropMember{By: by(bob), Account: bob}, MemberLeft{Account: bob})
	then(t, member, DropMember{By: by(alice), Account: bob}, MemberRemoved{Account: bob})
	for _, end := range []any{InvitationDeclined{Account: bob}, InvitationWithdrawn{Account: bob}, MemberLeft{Account: bob}, MemberRemoved{Account: bob}} {
		s := Evolve(given(joined(0, 0)...), end)
		if _, still := s.Member(bob); still {
			t.Errorf("after %T bob is a member", end)
		}
		thenRefused(t, s, Join{By: by(bob)}, fault.KindForbidden)
	}
}

func TestInvitationsAreAnsweredAndWithdrawn(t *testing.T) {
	s := given(MemberInvited{Account: bob, Role: "x"})
	then(t, s, Join{By: by(bob)}, MemberJoined{Account: bob})
	thenRefused(t, s, Join{By: by(carol)}, fault.KindForbidden)
	thenRefused(t, s, Join{}, fault.KindForbidden)
	thenRefused(t, s, Invite{By: by(alice), Account: bob}, fault.KindInvalid)
	thenRefused(t, s, Invite{By: by(alice)}, fault.KindInvalid)
	thenRefused(t, s, DropMember{By: by(carol), Account: bob}, fault.KindForbidden)
	thenRefused(t, s, DropMember{Account: bob}, fault.KindForbidden)
	thenRefused(t, s, DropMember{By: by(alice), Account: carol}, fault.KindNotFound)
	thenRefused(t, s, DropMember{By: by(carol), Account: carol}, fault.KindNotFound)
	thenRefused(t, s, DropMember{By: by(alice), Account: alice}, fault.KindInvalid)
	thenRefused(t, State{}, DropMember{By: by(bob), Account: bob}, fault.KindNotFound)
	thenRefused(t, given(joined(ManageInvites, 0)...), DropMember{By: by(carol), Account: bob}, fault.KindForbidden)
	thenRefused(t, given(append(joined(ManageInvites, 0), MemberInvited{Account: carol}, MemberJoined{Account: carol})...),
		DropMember{By: by(bob), Account: carol}, fault.KindForbidden)
	then(t, given(joined(0, 0)...), Join{By: by(bob)})
	for _, weight := range []team.Weight{-1, 500_001} {
		thenRefused(t, s, Invite{By: by(alice), Account: carol, Weight: weight}, fault.KindInvalid)
	}
}

func TestAChangeOfAMemberHasAnEventForEachField(t *testing.T) {
	const today = "2026-02-28"
	title, rights, weight, place := " 翻译 ", ManageInvites, team.Weight(1250), 3
	s := given(joined(EditDetails, project.EditBody)...)
	then(t, s, ChangeMember{By: by(alice), Account: bob, Role: &title, Permissions: &rights, Weight: &weight, Today: today, Ordering: &place},
		MemberTitled{Account: bob, Role: "翻译"}, RightsGranted{Account: bob, Permissions: ManageInvites, ProjectPermissions: project.EditBody},
		PayoutWeightSet{Account: bob, Weight: 1250, Effective: today}, MemberReordered{Account: bob, Ordering: 3})
	s = given(append(joined(EditDetails, project.EditBody), PayoutWeightSet{Account: bob, Weight: 1250, Effective: today},
		MemberTitled{Account: bob, Role: "翻译"}, MemberReordered{Account: bob, Ordering: 3})...)
	then(t, s, ChangeMember{By: by(alice), Account: bob, Role: &title, Weight: &weight, Today: "2026-03-05", Ordering: &place})
	then(t, s, ChangeMember{By: by(alice), Account: bob, Weight: &weight, Effective: "2026-04-01", Today: today})
	other := team.Weight(0)
	then(t, s, ChangeMember{By: by(alice), Account: bob, Weight: &other, Effective: "2026-04-01", Today: today},
		PayoutWeightSet{Account: bob, Effective: "2026-04-01"})
	s = Evolve(s, PayoutWeightSet{Account: bob, Weight: 0, Effective: "2026-04-01"})
	then(t, s, ChangeMember{By: by(alice), Account: bob, Weight: &other, Today: today}, PayoutWeightSet{Account: bob, Effective: today}) // before the day that was set
	thenRefused(t, s, ChangeMember{By: by(alice), Account: bob, Weight: &weight, Effective: "2026-02-27", Today: today}, fault.KindInvalid)
	over := team.Weight(500_001)
	thenRefused(t, s, ChangeMember{By: by(alice), Account: bob, Weight: &over, Today: today}, fault.KindInvalid)
}

func TestTheOwnerTransfersTheOrganizationToAnAcceptedMember(t *testing.T) {
	s := given(joined(0, 0)...)
	then(t, s, TransferOwner{By: by(alice), Account: bob}, OwnershipHandedOver{Account: bob})
	then(t, s, TransferOwner{By: actor.Actor{Account: carol, Rank: actor.Admin}, Account: bob, Reason: &why}, OwnershipHandedOver{Account: bob, Reason: &why})
	then(t, s, TransferOwner{By: by(alice), Account: alice})
	thenRefused(t, s, TransferOwner{By: by(bob), Account: bob}, fault.KindForbidden)
	thenRefused(t, s, TransferOwner{By: actor.Actor{Account: carol, Rank: actor.Moderator}, Account: bob}, fault.KindForbidden)
	thenRefused(t, s, TransferOwner{By: by(alice), Account: carol}, fault.KindNotFound)
	thenRefused(t, given(MemberInvited{Account: bob}), TransferOwner{By: by(alice), Account: bob}, fault.KindInvalid)
	after := Evolve(s, OwnershipHandedOver{Account: bob})
	if m, _ := after.Member(bob); m.Permissions != AllPermissions || m.ProjectPermissions != project.AllPermissions || after.Owner != bob {
		t.Errorf("the new owner is %+v", m)
	}
	then(t, after, DropMember{By: by(alice), Account: alice}, MemberLeft{Account: alice})
}

func TestTheTextsOfAnOrganizationAreChecked(t *testing.T) {
	s := given(joined(EditDetails, 0)...)
	text := func(v string) *string { return &v }
	then(t, s, Edit{By: by(bob), Name: text(" New name "), Slug: text("New-Guild"), Description: text("more words")},
		Renamed{Name: "New name"}, SlugChanged{Slug: "new-guild"}, Described{Description: "more words"})
	then(t, s, Edit{By: by(bob), Name: text("Guild"), Slug: text("GUILD"), Description: text("words")})
	then(t, s, Edit{By: by(bob)})
	for _, bad := range []string{"", "ab", strings.Repeat("x", 65), "a\u202eb", "a\nbcd", "\xff\xff\xff", "   "} {
		thenRefused(t, s, Edit{By: by(bob), Name: &bad}, fault.KindInvalid)
	}
	for _, bad := range []string{"", "ab", "a b c", "../..", strings.Repeat("x", 65)} {
		thenRefused(t, s, Edit{By: by(bob), Slug: &bad}, fault.KindInvalid)
	}
	thenRefused(t, s, Edit{By: by(bob), Description: text(strings.Repeat("长", 257))}, fault.KindInvalid)
	thenRefused(t, s, Edit{By: by(carol), Name: text("Name")}, fault.KindForbidden)
	thenRefused(t, s, Edit{Name: text("Name")}, fault.KindForbidden)
	thenRefused(t, State{}, Edit{By: by(bob)}, fault.KindNotFound)
	color, strange := 0x102030, -1
	then(t, s, ChangeIcon{By: by(bob), URL: "u", Color: &color}, IconChanged{URL: "u", Color: &color})
	then(t, s, ChangeIcon{By: by(bob)})
	then(t, given(IconChanged{URL: "u"}), ChangeIcon{By: by(alice)}, IconChanged{})
	thenRefused(t, s, ChangeIcon{By: by(bob), URL: "u", Color: &strange}, fault.KindInvalid)
	thenRefused(t, s, ChangeIcon{By: by(carol), URL: "u"}, fault.KindForbidden)
}

func TestOnlyAnOrganizationWithoutProjectsIsDeleted(t *testing.T) {
	s := given(joined(AllPermissions&^DeleteOrganization, 0)...)
	then(t, s, Delete{By: by(alice)}, Deleted{Slug: "guild"})
	thenRefused(t, s, Delete{By: by(alice), Owned: Projects{IDs: idset.Of("P")}}, fault.KindInvalid)
	thenRefused(t, s, Delete{By: by(bob)}, fault.KindForbidden)
	thenRefused(t, Evolve(s, Deleted{}), Delete{By: by(alice)}, fault.KindNotFound)
	repost := Evolve(State{}, Created{Organization: guild, Owner: alice, Repost: true})
	thenRefused(t, repost, Delete{By: actor.Actor{Account: carol, Rank: actor.Admin}}, fault.KindForbidden)
	if a := Evolve(s, Deleted{}).InProjects(actor.Actor{Account: alice}); a.OrganizationMember {
		t.Error("a deleted organization still gives rights")
	}
}

func TestTheRulesForAddingAndRemovingProjects(t *testing.T) {
	s := given(append(joined(AddProject|RemoveProject, 0), MemberInvited{Account: carol})...)
	add := func(s State, a actor.Actor) bool {
		_, _, err := s.MayAdd(a, nil)
		return err == nil
	}
	remove := func(a actor.Actor, to string) bool {
		_, _, err := s.MayRemove(a, to, nil)
		return err == nil
	}
	if !add(s, by(bob)) || add(s, by(carol)) || add(s, actor.Actor{}) || add(State{}, by(bob)) {
		t.Error("the wrong accounts may add projects")
	}
	if !remove(by(bob), alice) || remove(by(bob), bob) || remove(by(bob), carol) || remove(by(bob), "") || remove(by(carol), alice) {
		t.Error("the wrong accounts may remove projects or become their owners")
	}
	if !remove(by(alice), bob) || !remove(by(alice), alice) || remove(by(alice), carol) {
		t.Error("the owner may not choose a member")
	}
	var p Projects
	for _, e := range []any{ProjectAdded{Project: "P1"}, ProjectAdded{Project: "P2"}, ProjectRemoved{Project: "P1"}} {
		p = EvolveProjects(p, e)
	}
	if again, err := DecideProjects(p, own("P2", false)); err != nil || again != nil {
		t.Error("a project is added twice", again, err)
	}
	if gone, _ := DecideProjects(p, own("P1", true)); gone != nil {
		t.Error("a project is removed twice")
	}
	if _, err := DecideProjects(EvolveProjects(p, ProjectsClosed{}), own("P3", false)); err == nil {
		t.Error("a project was added to a deleted organization")
	}
	var full Projects
	for n := range 1000 {
		full = EvolveProjects(full, ProjectAdded{Project: strconv.Itoa(n)})
	}
	if _, err := DecideProjects(full, own("P3", false)); err == nil {
		t.Error("there is no limit")
	}
}

func TestAFormerSlugRedirectsUntilItIsTakenOrItsOrganizationIsDeleted(t *testing.T) {
	held := time.Date(2026, 11, 1, 0, 0, 0, 0, time.UTC)
	freed := held.AddDate(0, 0, 10)
	s := EvolveSlug(Slug{}, SlugReserved{Slug: "guild", Organization: guild}, held)
	if _, err := DecideSlug(s, HoldSlug{Entry: decision.Entry{ID: "other"}, Slug: "guild"}); err == nil {
		t.Error("two organizations have the same slug")
	}
	if again, err := DecideSlug(s, HoldSlug{Entry: decision.Entry{ID: guild}, Slug: "guild"}); err != nil || again != nil {
		t.Error("the organization's own slug is rejected")
	}
	if events, _ := DecideSlug(s, HoldSlug{Entry: decision.Entry{ID: "other", Ended: true}, Slug: "guild"}); events != nil {
		t.Error("another organization released a slug")
	}
	if s.RestsFor(freed) != "" {
		t.Error("a slug rests while it is held")
	}
	former := EvolveSlug(s, SlugReleased{Organization: guild}, freed)
	gone := EvolveSlug(s, SlugReleased{Organization: guild, Gone: true}, freed)
	if former.Former != guild || former.Holder != "" || gone.Former != "" || gone.Holder != "" {
		t.Errorf("released: %+v, gone: %+v", former, gone)
	}
	for _, s := range []Slug{former, gone} {
		if s.RestsFor(freed.AddDate(0, 0, 9)) != guild || s.RestsFor(freed.AddDate(0, 0, 10)) != "" {
			t.Errorf("%+v does not rest as long as it was held", s)
		}
	}
}

func TestTheMembershipOfAnErasedAccountEnds(t *testing.T) {
	then(t, given(joined(AllPermissions, 0)...), EndMembership{Account: bob}, MemberRemoved{Account: bob})
	then(t, given(MemberInvited{Account: carol}), EndMembership{Account: carol}, InvitationWithdrawn{Account: carol})
	then(t, given(joined(AllPermissions, 0)...), EndMembership{Account: alice}) // the owner
	then(t, given(), EndMembership{Account: carol})
	then(t, Evolve(given(joined(AllPermissions, 0)...), Deleted{}), EndMembership{Account: bob})
}

func own(project string, ended bool) Own {
	return Own{Entry: decision.Entry{ID: project, Ended: ended}}
}
