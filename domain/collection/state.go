package collection

import "slices"

// Bounds of a collection.
const (
	MinName        = 3 // characters
	MaxName        = 64
	MaxDescription = 255
	MaxProjects    = 1024
)

// State is what decides about a collection, folded from its stream. The zero State is not there.
type State struct {
	ID          string
	Owner       string // account id
	Name        string
	Description string
	Status      Status
	IconURL     string
	Color       *int
	Projects    []string // in the order in which they were added
	Gone        bool
}

// Actor is who asks.
type Actor struct {
	Account string // empty for nobody
	Staff   bool   // moderators and admins
	Admin   bool
}

// Exists says that the collection was created and not deleted.
func (s State) Exists() bool { return s.ID != "" && !s.Gone }

// VisibleTo says that the collection may be shown to an actor at all.
func (s State) VisibleTo(a Actor) bool {
	return s.Exists() && (!s.Status.Hidden() || a.Staff || a.Account != "" && a.Account == s.Owner)
}

// Has says that a project is in the collection.
func (s State) Has(project string) bool { return slices.Contains(s.Projects, project) }

// Evolve adds one event to a state.
func Evolve(s State, event any) State {
	switch e := event.(type) {
	case Created:
		return State{ID: e.Collection, Owner: e.Owner, Name: e.Name, Description: e.Description, Status: e.Status}
	case Edited:
		set(&s.Name, e.Name)
		set(&s.Description, e.Description)
		set(&s.Status, e.Status)
	case IconChanged:
		s.IconURL, s.Color = e.URL, e.Color
	case ProjectAdded:
		s.Projects = append(slices.Clip(s.Projects), e.Project)
	case ProjectRemoved:
		s.Projects = slices.DeleteFunc(slices.Clone(s.Projects), func(p string) bool { return p == e.Project })
	case Deleted:
		s.Gone = true
	}
	return s
}

func set[T any](to *T, from *T) {
	if from != nil {
		*to = *from
	}
}
