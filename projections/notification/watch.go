package notification

import "github.com/modyard/modyard/domain/project"

// Those who hear of a place are the accepted members of a group of its own, of which Watched of the areas tells. Who has chosen to
// hear of it no longer stays in the group, as not accepted, so that nothing but another choice changes this.

// Watch makes an account hear of a place, unless it has chosen not to.
func (h *Batch) Watch(group string, accounts ...string) {
	for _, account := range accounts {
		if accepted, known := h.teams[group][account]; account != "" && (accepted || !known) {
			h.Choose(group, account, true)
		}
	}
}

// Choose records what an account has chosen about a place.
func (h *Batch) Choose(group, account string, watching bool) {
	rights := project.Permissions(0)
	if watching {
		rights = project.AllPermissions
	}
	put(h.teams, group, account, watching)
	h.hold(group, account, rights)
	members.Put(h.rows, member{Team: group, Account: account, Accepted: watching, Rights: rights})
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
		team = h.team(of)
	}
	for account, accepted := range h.teams[group] {
		if accepted && (of == "" || h.projects[of].Public || team[account]) {
			list = append(list, account)
		}
	}
	return list
}
