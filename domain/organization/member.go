package organization

import (
	"github.com/modyard/modyard/domain/actor"
	"github.com/modyard/modyard/domain/fault"
	"github.com/modyard/modyard/domain/project"
	"github.com/modyard/modyard/domain/reason"
	"github.com/modyard/modyard/domain/role"
	"github.com/modyard/modyard/domain/team"
)

// Invite invites an account (MANAGE_INVITES). The caller checks that the account exists. Rights on the projects also
// require EDIT_MEMBER_DEFAULT_PERMISSIONS.
type Invite struct {
	By                 actor.Actor
	Account            string
	Role               string
	Permissions        Permissions
	ProjectPermissions project.Permissions
	Weight             team.Weight
	Ordering           int
	Reason             *reason.Reason
}

func (c Invite) decide(s State) ([]any, role.Role, error) {
	return team.Decide(ofTeam{State: s}, team.Invite[Rights]{
		By: c.By, Reason: c.Reason, Account: c.Account, Role: c.Role, Permissions: Rights{c.Permissions, c.ProjectPermissions},
		Weight: c.Weight, Ordering: c.Ordering,
	})
}

// Join accepts an invitation.
type Join team.Join[Rights]

func (c Join) decide(s State) ([]any, role.Role, error) {
	return team.Decide(ofTeam{State: s}, team.Join[Rights](c))
}

// ChangeMember changes a member or an invitation. A nil field changes nothing. Rights on the projects require
// EDIT_MEMBER_DEFAULT_PERMISSIONS, all other fields EDIT_MEMBER.
type ChangeMember struct {
	By                 actor.Actor
	Account            string
	Role               *string
	Permissions        *Permissions
	ProjectPermissions *project.Permissions
	Weight             *team.Weight
	Effective          string // the first day of the weight, a UTC date; empty for today
	Today              string // UTC date
	Ordering           *int
	Reason             *reason.Reason
}

func (c ChangeMember) decide(s State) ([]any, role.Role, error) {
	rights := s.Members[c.Account].Rights
	set(&rights.Permissions, c.Permissions)
	set(&rights.ProjectPermissions, c.ProjectPermissions)
	return team.Decide(ofTeam{s, c.right()}, team.Change[Rights]{
		By: c.By, Reason: c.Reason, Account: c.Account, Role: c.Role, Permissions: &rights, Weight: c.Weight, Effective: c.Effective,
		Ordering: c.Ordering, Today: c.Today,
	})
}

func (c ChangeMember) right() Permissions {
	var right Permissions
	if c.ProjectPermissions != nil {
		right |= EditMemberDefaults
	}
	if c.ProjectPermissions == nil || c.Role != nil || c.Permissions != nil || c.Weight != nil || c.Ordering != nil {
		right |= EditMember
	}
	return right
}

// DropMember ends a membership (REMOVE_MEMBER) or an invitation (MANAGE_INVITES). Every member may leave, and every
// invited account may decline.
type DropMember team.Drop[Rights]

func (c DropMember) decide(s State) ([]any, role.Role, error) {
	return team.Decide(ofTeam{State: s}, team.Drop[Rights](c))
}

// TransferOwner makes an accepted member the owner. The former owner stays a member.
type TransferOwner team.Transfer[Rights]

func (c TransferOwner) decide(s State) ([]any, role.Role, error) {
	return team.Decide(ofTeam{State: s}, team.Transfer[Rights](c))
}

// EndMembership ends the membership or the invitation of an erased account, but not the owner's.
type EndMembership team.End[Rights]

func (c EndMembership) decide(s State) ([]any, role.Role, error) {
	return team.Decide(ofTeam{State: s}, team.End[Rights](c))
}

// ofTeam is the state as the rules about its team see it.
type ofTeam struct {
	State
	edit Permissions // for the change of a member
}

func (t ofTeam) Team() (kind, owner string, size int) { return "团队", t.Owner, len(t.Members) }

func (t ofTeam) Listed(account string) (team.Member[Rights], bool) {
	m, listed := t.Member(account)
	return m.parts(), listed
}

func (t ofTeam) Sees(actor.Actor) error {
	if !t.Exists() {
		return notFound()
	}
	return nil
}

func (t ofTeam) May(a actor.Actor, given *reason.Reason, act team.Act, check func(actor.Actor) error) (role.Role, *reason.Reason, error) {
	right := map[team.Act]Permissions{team.Inviting: ManageInvites, team.Editing: t.edit, team.Removing: RemoveMember}[act]
	return t.may(a, given, func(a actor.Actor) error {
		if err := t.allow(a, right); err != nil {
			return err
		}
		return check(a)
	})
}

func (t ofTeam) Grants(a actor.Actor, rights, held Rights) error {
	if err := team.Grant("organization_permissions", rights.Permissions, t.PermissionsOf(a)|held.Permissions, AllPermissions); err != nil {
		return err
	}
	if rights.ProjectPermissions != held.ProjectPermissions && !t.PermissionsOf(a).Has(EditMemberDefaults) {
		return fault.Forbidden("你没有设置成员的项目权限的权限。")
	}
	return team.Grant("permissions", rights.ProjectPermissions, t.projectPermissionsOf(a)|held.ProjectPermissions, project.AllPermissions)
}

func (t ofTeam) Invited(c team.Invite[Rights], why *reason.Addressed) any {
	return MemberInvited{
		Account: c.Account, Role: c.Role, Permissions: c.Permissions.Permissions, ProjectPermissions: c.Permissions.ProjectPermissions,
		Weight: c.Weight, Ordering: c.Ordering, Reason: why,
	}
}

func (t ofTeam) Granted(account string, rights Rights, why *reason.Addressed) any {
	return RightsGranted{Account: account, Permissions: rights.Permissions, ProjectPermissions: rights.ProjectPermissions, Reason: why}
}
