package project

import (
	"github.com/modyard/modyard/domain/actor"
	"github.com/modyard/modyard/domain/reason"
	"github.com/modyard/modyard/domain/role"
)

// MayEdit returns the role in which an actor may edit the project's details (EDIT_DETAILS), and the reason, which the
// staff must give.
func (s State) MayEdit(a actor.Actor, given *reason.Reason) (role.Role, *reason.Reason, error) {
	return s.allow(a, EditDetails, given)
}

// MayInspect returns an error if an actor may not read what those see who may edit the project's details.
func (s State) MayInspect(a actor.Actor) error {
	switch {
	case !s.VisibleTo(a):
		return notFound()
	case !s.PermissionsOf(a).Has(EditDetails):
		return forbidden()
	}
	return nil
}
