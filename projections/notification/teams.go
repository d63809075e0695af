package notification

import (
	"maps"
	"slices"

	"github.com/modyard/modyard/domain/project"
	"github.com/modyard/modyard/domain/team"
	"github.com/modyard/modyard/projections/runtime"
)

// staffTeam is the team of the moderators and administrators. No project and no organization has its id.
const staffTeam = "staff"

// Staff makes an account one of the staff, or no longer.
func (h *Batch) Staff(account string, is bool) {
	if is {
		h.join(staffTeam, account, true)
		return
	}
	delete(h.teams[staffTeam], account)
	members.Delete(h.rows, member{Team: staffTeam, Account: account})
}

// Members handle the changes of the team of an event's subject, whose members have rights of type P.
func Members[P any]() []runtime.Handler[*Batch] {
	return []runtime.Handler[*Batch]{
		runtime.On(func(h *Batch, e runtime.Event, p team.Joined[P]) {
			h.Accept(e.Subject(), p.Account)
			h.answered(e, p.Account)
		}),
		runtime.On(func(h *Batch, e runtime.Event, p team.HandedOver[P]) { h.Own(e.Subject(), p.Account) }),
		runtime.On(func(h *Batch, e runtime.Event, p team.Left[P]) { h.Dismiss(e, p.Account) }),
		runtime.On(func(h *Batch, e runtime.Event, p team.Removed[P]) { h.Dismiss(e, p.Account) }),
		runtime.On(func(h *Batch, e runtime.Event, p team.Declined[P]) { h.Dismiss(e, p.Account) }),
		runtime.On(func(h *Batch, e runtime.Event, p team.Withdrawn[P]) { h.Dismiss(e, p.Account) }),
	}
}

// Disband removes the team of the event's subject, which is gone, and its notifications.
func (h *Batch) Disband(e runtime.Event) {
	delete(h.teams, e.Subject())
	delete(h.rights, e.Subject())
	h.rows.After(forgetSubject, int64(e.Position), e.Subject())
	h.rows.After(`delete from members where team = $1`, e.Subject())
}

// join adds a member or an invitation to a team. An accepted member stays accepted.
func (h *Batch) join(team, account string, accepted bool) {
	accepted = accepted || h.teams[team][account]
	put(h.teams, team, account, accepted)
	members.Put(h.rows, member{Team: team, Account: account, Accepted: accepted, Rights: h.rights[team][account]})
}

// Own makes an account an accepted member with all rights.
func (h *Batch) Own(team, account string) {
	h.hold(team, account, project.AllPermissions)
	h.join(team, account, true)
}

// Member makes an account a member of what an area has teams of. Informed members get the notifications of NotifyInformed once
// they have accepted; it may be called again.
func (h *Batch) Member(team, account string, accepted, informed bool) {
	held := project.Permissions(0)
	if informed {
		held = project.AllPermissions
	}
	h.hold(team, account, held)
	h.join(team, account, accepted)
}

// Invite makes an account a member that has not accepted yet, with its rights on the projects of a team.
func (h *Batch) Invite(team, account string, held project.Permissions) {
	h.join(team, account, false)
	h.Entitle(team, account, held)
}

// Accept makes an invited member one that has accepted.
func (h *Batch) Accept(team, account string) { h.join(team, account, true) }

// NotifyInformed notifies the informed members of a team who have accepted..
func (h *Batch) NotifyInformed(e runtime.Event, team string, n Notification) {
	h.Notify(e, h.Holders(team, project.AllPermissions), n)
}

// NotifyInformedOnce notifies each informed member of some teams once. about makes the notification of a member from its teams among them, in
// their order.
func (h *Batch) NotifyInformedOnce(e runtime.Event, teams []string, about func(mine []string) Notification) {
	of := map[string][]string{}
	for _, team := range teams {
		for account, informed := range h.Holders(team, project.AllPermissions) {
			if informed {
				of[account] = append(of[account], team)
			}
		}
	}
	for _, account := range slices.Sorted(maps.Keys(of)) {
		h.Notify(e, Accounts{account: true}, about(of[account]))
	}
}

// Entitle records the rights of a member of a team.
func (h *Batch) Entitle(team, account string, held project.Permissions) {
	if accepted, is := h.teams[team][account]; is {
		h.hold(team, account, held)
		h.join(team, account, accepted)
	}
}

// hold sets the rights of a member in the memory of the batch.
func (h *Batch) hold(team, account string, held project.Permissions) {
	if h.rights[team] == nil {
		h.rights[team] = rights{}
	}
	h.rights[team][account] = held
}

// Dismiss removes a member or an invitation of the event's subject, which can then no longer be answered.
func (h *Batch) Dismiss(e runtime.Event, account string) {
	team := e.Subject()
	invited := !h.teams[team][account]
	delete(h.teams[team], account)
	delete(h.rights[team], account)
	members.Delete(h.rows, member{Team: team, Account: account})
	if invited {
		h.answered(e, account)
	}
}
