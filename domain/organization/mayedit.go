package organization

import (
	"github.com/modyard/modyard/domain/actor"
	"github.com/modyard/modyard/domain/reason"
	"github.com/modyard/modyard/domain/role"
)

// MayEdit returns the role in which an actor may edit the organization's details (EDIT_DETAILS), and the reason, which
// the staff must give.
func (s State) MayEdit(a actor.Actor, given *reason.Reason) (role.Role, *reason.Reason, error) {
	return s.mayBy(a, given, EditDetails)
}

// MayInspect returns an error if an actor may not read what those see who may edit the organization's details.
func (s State) MayInspect(a actor.Actor) error { return s.allow(a, EditDetails) }
