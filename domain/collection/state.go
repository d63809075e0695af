package collection

import (
	"github.com/modyard/modyard/domain/actor"
	"github.com/modyard/modyard/domain/idset"
)

// Limits of a collection.
const (
	MinName        = 3 // characters
	MaxName        = 64
	MaxDescription = 255
	MaxProjects    = 1024
)

// State is the state that decides about a collection, folded from its stream. The zero State does not exist.
type State struct {
	ID          string
	Owner       string // account id
	Name        string
	Description string
	Status      Status
	IconURL     string
	Color       *int
	Projects    idset.Set
	Gone        bool
}

// Exists is true if the collection was created and not deleted.
func (s State) Exists() bool { return s.ID != "" && !s.Gone }

// VisibleTo is true if the actor may see the collection.
func (s State) VisibleTo(a actor.Actor) bool {
	return s.Exists() && (!s.Status.Hidden() || a.Staff() || a.Account != "" && a.Account == s.Owner)
}

// Has is true if a project is in the collection.
func (s State) Has(project string) bool { return s.Projects.Has(project) }

// Evolve applies one event. It takes over its argument, which must not be used afterwards.
func Evolve(s State, event any) State {
	switch e := event.(type) {
	case Created:
		return State{ID: e.Collection, Owner: e.Owner, Name: e.Name, Description: e.Description, Status: e.Status}
	case Renamed:
		s.Name = e.Name
	case Described:
		s.Description = e.Description
	case VisibilityChanged:
		s.Status = e.Status
	case Rejected:
		s.Status = Barred
	case RejectionLifted:
		s.Status = e.Status
	case IconChanged:
		s.IconURL, s.Color = e.URL, e.Color
	case ProjectAdded:
		s.Projects = s.Projects.With(e.Project)
	case ProjectRemoved:
		s.Projects = s.Projects.Without(e.Project)
	case Deleted:
		s.Gone = true
	}
	return s
}
