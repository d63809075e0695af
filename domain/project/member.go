package project

import (
	"github.com/modyard/modyard/domain/actor"
	"github.com/modyard/modyard/domain/fault"
	"github.com/modyard/modyard/domain/reason"
	"github.com/modyard/modyard/domain/role"
	"github.com/modyard/modyard/domain/team"
)

// Invite invites an account to the team (MANAGE_INVITES). The caller checks that the account exists.
type Invite team.Invite[Permissions]

func (c Invite) decide(s State) ([]any, role.Role, error) {
	return team.Decide(ofTeam{s}, team.Invite[Permissions](c))
}

// Join accepts an invitation.
type Join team.Join[Permissions]

func (c Join) decide(s State) ([]any, role.Role, error) {
	return team.Decide(ofTeam{s}, team.Join[Permissions](c))
}

// ChangeMember changes a member of the team or an invitation (EDIT_MEMBER). A nil field changes nothing.
type ChangeMember team.Change[Permissions]

func (c ChangeMember) decide(s State) ([]any, role.Role, error) {
	return team.Decide(ofTeam{s}, team.Change[Permissions](c))
}

// DropMember ends a membership (REMOVE_MEMBER) or an invitation (MANAGE_INVITES). Every member may leave, and every
// invited account may decline.
type DropMember team.Drop[Permissions]

func (c DropMember) decide(s State) ([]any, role.Role, error) {
	return team.Decide(ofTeam{s}, team.Drop[Permissions](c))
}

// TransferOwner makes an accepted member the owner. The former owner stays a member.
type TransferOwner team.Transfer[Permissions]

func (c TransferOwner) decide(s State) ([]any, role.Role, error) {
	if s.Exists() && s.Organization != "" && c.By.Admin() {
		return nil, "", fault.Invalid("user_id", "属于团队的项目不能由项目成员转让。")
	}
	return team.Decide(ofTeam{s}, team.Transfer[Permissions](c))
}

// EndMembership ends the membership or the invitation of an erased account, but not the owner's.
type EndMembership team.End[Permissions]

func (c EndMembership) decide(s State) ([]any, role.Role, error) {
	return team.Decide(ofTeam{s}, team.End[Permissions](c))
}

// ofTeam is the state as the rules about its team see it.
type ofTeam struct{ State }

func (t ofTeam) Team() (kind, owner string, size int) { return "项目", t.Owner, len(t.Members) }

func (t ofTeam) Listed(account string) (team.Member[Permissions], bool) {
	m, listed := t.Member(account)
	return m.parts(), listed
}

func (t ofTeam) Sees(a actor.Actor) error { return t.sees(a) }

func (t ofTeam) May(a actor.Actor, given *reason.Reason, act team.Act, check func(actor.Actor) error) (role.Role, *reason.Reason, error) {
	as, why, err := t.allow(a, map[team.Act]Permissions{team.Inviting: ManageInvites, team.Editing: EditMember, team.Removing: RemoveMember}[act], given)
	if err == nil {
		err = check(a)
	}
	return as, why, err
}

func (t ofTeam) Grants(a actor.Actor, rights, held Permissions) error {
	return team.Grant("permissions", rights, t.PermissionsOf(a)|held, AllPermissions)
}

func (t ofTeam) Invited(c team.Invite[Permissions], why *reason.Addressed) any {
	return MemberInvited{Account: c.Account, Role: c.Role, Permissions: c.Permissions, Weight: c.Weight, Ordering: c.Ordering, Reason: why}
}

func (t ofTeam) Granted(account string, rights Permissions, why *reason.Addressed) any {
	return RightsGranted{Account: account, Permissions: rights, Reason: why}
}
