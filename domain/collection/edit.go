package collection

import "github.com/modyard/modyard/domain/fault"

// Edit changes the fields that are set. Projects replaces the whole list; those in it that are new must be
// such as the actor may see.
type Edit struct {
	By          Actor
	Name        *string
	Description *string
	Status      *Status
	Projects    *[]string
}

func (c Edit) decide(s State) ([]any, error) {
	// The staff decide whether a collection may be shown, and nothing else about it.
	decision := c.Status != nil && c.Name == nil && c.Description == nil && c.Projects == nil
	if err := s.allow(c.By); err != nil && !(decision && c.By.Staff && s.VisibleTo(c.By)) {
		return nil, err
	}
	e := Edited{Collection: s.ID}
	if c.Name != nil {
		name, err := nameOf(*c.Name)
		if err != nil {
			return nil, err
		}
		e.Name = changed(s.Name, name)
	}
	if c.Description != nil {
		description, err := descriptionOf(*c.Description)
		if err != nil {
			return nil, err
		}
		e.Description = changed(s.Description, description)
	}
	if c.Status != nil {
		if err := s.allowStatus(c.By, *c.Status); err != nil {
			return nil, err
		}
		e.Status = changed(s.Status, *c.Status)
	}
	var events []any
	if e.Name != nil || e.Description != nil || e.Status != nil {
		events = append(events, e)
	}
	if c.Projects == nil {
		return events, nil
	}
	moved, err := s.replace(*c.Projects)
	return append(events, moved...), err
}

// allowStatus lets the owner choose among three, unless the staff have rejected the collection; the staff
// may reject it and take that back.
func (s State) allowStatus(a Actor, to Status) error {
	switch {
	case to != Rejected && !to.Chosen():
		return errStatus()
	case to == s.Status || a.Staff && (a.Admin || a.Account == s.Owner || to == Rejected || s.Status == Rejected):
		return nil
	case to == Rejected:
		return errStatus()
	case s.Status == Rejected:
		return fault.Forbidden("该收藏夹已被管理员屏蔽，不能更改可见性。")
	case a.Account != s.Owner:
		return fault.Forbidden("只有创建者可以更改可见性。")
	}
	return nil
}

// replace gives the events that lead from the list of projects to another.
func (s State) replace(list []string) ([]any, error) {
	list = distinct(list)
	if len(list) > MaxProjects {
		return nil, errFull()
	}
	wanted := make(map[string]bool, len(list))
	for _, p := range list {
		wanted[p] = true
	}
	var events []any
	for _, p := range s.Projects {
		if !wanted[p] {
			events = append(events, ProjectRemoved{Collection: s.ID, Project: p})
		}
	}
	for _, p := range s.News(list) {
		events = append(events, ProjectAdded{Collection: s.ID, Project: p})
	}
	return events, nil
}

// News are those of a list of projects that the collection does not hold, each once.
func (s State) News(list []string) []string {
	held := make(map[string]bool, len(s.Projects))
	for _, p := range s.Projects {
		held[p] = true
	}
	var out []string
	for _, p := range distinct(list) {
		if !held[p] {
			out = append(out, p)
		}
	}
	return out
}

// AddProject saves a project that the actor may see. One that is there already stays where it is.
type AddProject struct {
	By      Actor
	Project string
}

func (c AddProject) decide(s State) ([]any, error) {
	if err := s.allow(c.By); err != nil {
		return nil, err
	}
	if s.Has(c.Project) {
		return nil, nil
	}
	if len(s.Projects) >= MaxProjects {
		return nil, errFull()
	}
	return []any{ProjectAdded{Collection: s.ID, Project: c.Project}}, nil
}

// RemoveProjects takes projects out. Those that are not there need nothing done.
type RemoveProjects struct {
	By       Actor
	Projects []string
}

func (c RemoveProjects) decide(s State) ([]any, error) {
	if err := s.allow(c.By); err != nil {
		return nil, err
	}
	var events []any
	for _, p := range distinct(c.Projects) {
		if s.Has(p) {
			events = append(events, ProjectRemoved{Collection: s.ID, Project: p})
		}
	}
	return events, nil
}

func changed[T comparable](from, to T) *T {
	if from == to {
		return nil
	}
	return &to
}
