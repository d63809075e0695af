package notification

import (
	"github.com/modyard/modyard/domain/account"
	"github.com/modyard/modyard/domain/organization"
	"github.com/modyard/modyard/domain/project"
	"github.com/modyard/modyard/domain/team"
	"github.com/modyard/modyard/projections/runtime"
)

// staffTeam is the team of the moderators and administrators. No project and no organization has its id.
const staffTeam = "staff"

func (h *Batch) roleGranted(_ runtime.Event, p account.RoleGranted) {
	h.join(staffTeam, p.Account, true)
}

func (h *Batch) roleRevoked(_ runtime.Event, p account.RoleRevoked) { h.removeStaff(p.Account) }
func (h *Batch) closed(_ runtime.Event, p account.Closed)           { h.removeStaff(p.Account) }

func (h *Batch) removeStaff(account string) {
	delete(h.teams[staffTeam], account)
	members.Delete(h.rows, member{Team: staffTeam, Account: account})
}

// ofMembers handle the changes of a team whose members have rights of type P.
func ofMembers[P any]() []runtime.Handler[*Batch] {
	return []runtime.Handler[*Batch]{
		runtime.On(func(h *Batch, e runtime.Event, p team.Joined[P]) {
			h.join(e.Subject(), p.Account, true)
			h.answered(e, p.Account)
		}),
		runtime.On(func(h *Batch, e runtime.Event, p team.HandedOver[P]) { h.own(e.Subject(), p.Account) }),
		runtime.On(func(h *Batch, e runtime.Event, p team.Left[P]) { h.leave(e, p.Account) }),
		runtime.On(func(h *Batch, e runtime.Event, p team.Removed[P]) { h.leave(e, p.Account) }),
		runtime.On(func(h *Batch, e runtime.Event, p team.Declined[P]) { h.leave(e, p.Account) }),
		runtime.On(func(h *Batch, e runtime.Event, p team.Withdrawn[P]) { h.leave(e, p.Account) }),
	}
}

// The teams of projects.

func (h *Batch) invited(e runtime.Event, p project.MemberInvited) {
	h.join(e.Subject(), p.Account, false)
	h.entitle(e.Subject(), p.Account, p.Permissions)
	h.Notify(e, Accounts{p.Account: true}, Notification{Type: TeamInvite, Project: e.Subject(), Role: p.Role, Open: true})
}

func (h *Batch) rightsGranted(e runtime.Event, p project.RightsGranted) {
	h.entitle(e.Subject(), p.Account, p.Permissions)
}

// The teams of organizations.

func (h *Batch) organizationCreated(e runtime.Event, p organization.Created) {
	h.own(e.Subject(), p.Owner)
}

func (h *Batch) organizationInvited(e runtime.Event, p organization.MemberInvited) {
	h.join(e.Subject(), p.Account, false)
	h.entitle(e.Subject(), p.Account, p.ProjectPermissions)
	h.Notify(e, Accounts{p.Account: true}, Notification{Type: OrganizationInvite, Organization: e.Subject(), Role: p.Role, Open: true})
}

func (h *Batch) organizationRightsGranted(e runtime.Event, p organization.RightsGranted) {
	h.entitle(e.Subject(), p.Account, p.ProjectPermissions)
}

func (h *Batch) organizationDeleted(e runtime.Event, _ organization.Deleted) {
	delete(h.teams, e.Subject())
	delete(h.rights, e.Subject())
	h.rows.After(forgetSubject, int64(e.Position), e.Subject())
	h.rows.After(`delete from members where team = $1`, e.Subject())
}
