package notification

import (
	"slices"

	"github.com/modyard/modyard/domain/project"
)

// Those who hear of a place are the accepted members of a group of its own, of which the needs of the areas tell. Who has chosen to
// hear of it no longer stays in the group, as not accepted, so that nothing but another choice changes this.

// Watch makes an account hear of a place, unless it has chosen not to.
func (h *Batch) Watch(group string, accounts ...string) {
	for _, account := range accounts {
		if accepted, known := h.teams[group][account]; account != "" && (accepted || !known) {
			h.Choose(group, account, true, false)
		}
	}
}

// Choose records what an account has chosen about a place: to hear of it, or only of what is addressed to it, or, muted, of nothing.
func (h *Batch) Choose(group, account string, watching, muted bool) {
	rights := project.Permissions(0)
	if watching {
		rights = project.AllPermissions
	}
	put(h.teams, group, account, watching)
	h.hold(group, account, rights)
	put(h.muted, group, account, muted)
	members.Put(h.rows, member{Team: group, Account: account, Accepted: watching, Rights: rights, Muted: muted})
}

// Muted is true for an account that has chosen to hear of nothing in one of some places.
func (h *Batch) Muted(account string, groups ...string) bool {
	return slices.ContainsFunc(groups, func(group string) bool { return h.muted[group][account] })
}

// Stopped is true for an account that has chosen not to hear of a place.
func (h *Batch) Stopped(group, account string) bool {
	accepted, known := h.teams[group][account]
	return known && !accepted
}

// Watchers are the accounts that hear of a place of a project, or of none, and that may see the project.
func (h *Batch) Watchers(group, of string) (list []string) {
	team := Accounts(nil)
	if of != "" && !h.projects[of].Public {
		team = h.Team(of)
	}
	for account, accepted := range h.teams[group] {
		if accepted && (of == "" || h.projects[of].Public || team[account]) {
			list = append(list, account)
		}
	}
	return list
}
