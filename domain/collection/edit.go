package collection

import (
	"github.com/modyard/modyard/domain/actor"
	"github.com/modyard/modyard/domain/decision"
	"github.com/modyard/modyard/domain/reason"
	"github.com/modyard/modyard/domain/role"
)

// Edit changes the fields that are set. Projects replaces the whole list; the actor must be able to see its new
// projects.
type Edit struct {
	By          actor.Actor
	Name        *string
	Description *string
	Status      *Status
	Projects    *[]string
	Reason      *reason.Reason
}

func (c Edit) decide(s State) ([]any, role.Role, error) {
	as, why, err := s.may(c.By, c.Reason, func(a actor.Actor) error { return c.passes(s, a) })
	if err != nil {
		return nil, "", err
	}
	var e decision.Edits
	decision.Change(&e, c.Name, s.Name, nameOf, func(v string) any { return Renamed{Collection: s.ID, Name: v, Reason: why} })
	decision.Change(&e, c.Description, s.Description, descriptionOf, func(v string) any { return Described{Collection: s.ID, Description: v, Reason: why} })
	decision.Change(&e, c.Status, s.Status, nil, func(v Status) any { return s.show(v, why) })
	if c.Projects == nil || e.Err != nil {
		return e.Events, as, e.Err
	}
	moved, err := s.replace(*c.Projects, why)
	return append(e.Events, moved...), as, err
}

// passes returns an error if an actor may not make these changes. The staff may only change whether a collection is
// visible.
func (c Edit) passes(s State, a actor.Actor) error {
	decision := c.Status != nil && c.Name == nil && c.Description == nil && c.Projects == nil
	if err := s.allow(a); err != nil && !(decision && a.Staff() && s.VisibleTo(a)) {
		return err
	}
	if c.Status == nil {
		return nil
	}
	return s.allowStatus(a, *c.Status)
}

// show is the event for another status of a collection.
func (s State) show(to Status, why *reason.Addressed) any {
	switch {
	case to == Barred:
		return Rejected{Collection: s.ID, Reason: why}
	case s.Status == Barred:
		return RejectionLifted{Collection: s.ID, Status: to, Reason: why}
	}
	return VisibilityChanged{Collection: s.ID, Status: to, Reason: why}
}

// replace returns the events that change the list of projects to another.
func (s State) replace(list []string, why *reason.Addressed) ([]any, error) {
	list = distinct(list)
	if len(list) > MaxProjects {
		return nil, errFull()
	}
	wanted := make(map[string]bool, len(list))
	for _, p := range list {
		wanted[p] = true
	}
	var events []any
	for _, p := range s.Projects.IDs() {
		if !wanted[p] {
			events = append(events, ProjectRemoved{Collection: s.ID, Project: p, Reason: why})
		}
	}
	for _, p := range s.Missing(list) {
		events = append(events, ProjectAdded{Collection: s.ID, Project: p, Reason: why})
	}
	return events, nil
}

// Missing returns the projects of a list that the collection does not contain, without duplicates.
func (s State) Missing(list []string) []string {
	var out []string
	for _, p := range distinct(list) {
		if !s.Has(p) {
			out = append(out, p)
		}
	}
	return out
}

// AddProject adds a project that the actor may see. A project of the collection keeps its place.
type AddProject struct {
	By      actor.Actor
	Project string
	Reason  *reason.Reason
}

func (c AddProject) decide(s State) ([]any, role.Role, error) {
	as, why, err := s.may(c.By, c.Reason, s.allow)
	if err != nil {
		return nil, "", err
	}
	if s.Has(c.Project) {
		return nil, as, nil
	}
	if s.Projects.Len() >= MaxProjects {
		return nil, "", errFull()
	}
	return []any{ProjectAdded{Collection: s.ID, Project: c.Project, Reason: why}}, as, nil
}

// RemoveProjects removes projects. Projects outside the collection are ignored.
type RemoveProjects struct {
	By       actor.Actor
	Projects []string
	Reason   *reason.Reason
}

func (c RemoveProjects) decide(s State) ([]any, role.Role, error) {
	as, why, err := s.may(c.By, c.Reason, s.allow)
	if err != nil {
		return nil, "", err
	}
	var events []any
	for _, p := range distinct(c.Projects) {
		if s.Has(p) {
			events = append(events, ProjectRemoved{Collection: s.ID, Project: p, Reason: why})
		}
	}
	return events, as, nil
}
