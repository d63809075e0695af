package translation

import (
	"slices"
	"strings"
)

const (
	// MaxLinks is the maximum number of links of a version that are neither revoked nor withdrawn.
	MaxLinks = 256

	// MaxDescription is the maximum length of a description, in characters.
	MaxDescription = 500

	// MaxMessage is the maximum length of a message with which a link is asked for again, in characters.
	MaxMessage = 2000
)

// Status is the state of a link.
type Status string

// The states. A revoked or withdrawn link is not counted and may be asked for anew.
const (
	PendingLink   Status = "pending"
	AcceptedLink  Status = "approved"
	RejectedLink  Status = "rejected"
	RevokedLink   Status = "revoked"
	WithdrawnLink Status = "withdrawn"
)

// Standing is true for a link that counts: it was neither revoked nor withdrawn.
func (s Status) Standing() bool { return s == PendingLink || s == AcceptedLink || s == RejectedLink }

// Link is a link to one version.
type Link struct {
	Project     string // of the target
	Language    Language
	Description string
	Thread      string
	By          string // who asked last
	Status      Status
}

// State is the links of a version by their targets, folded from its stream.
type State struct {
	Version string
	Project string
	Links   map[string]Link
}

// Is is true for a link that counts and has the language and the description.
func (l Link) Is(language Language, description string) bool {
	return l.Status.Standing() && l.Language == language && l.Description == strings.TrimSpace(description)
}

// Targets are the targets of the links that count, sorted.
func (s State) Targets() []string {
	var list []string
	for target, l := range s.Links {
		if l.Status.Standing() {
			list = append(list, target)
		}
	}
	slices.Sort(list)
	return list
}

// Standing is the number of links that count.
func (s State) Standing() int {
	n := 0
	for _, l := range s.Links {
		if l.Status.Standing() {
			n++
		}
	}
	return n
}

// Evolve applies one event. It takes over its argument, which must not be used afterwards.
func Evolve(s State, event any) State {
	if s.Links == nil {
		s.Links = map[string]Link{}
	}
	set := func(target string, change func(*Link)) {
		if l, known := s.Links[target]; known {
			change(&l)
			s.Links[target] = l
		}
	}
	switch e := event.(type) {
	case Asked:
		s.Version, s.Project = e.Version, e.Project
		s.Links[e.Target] = Link{
			Project: e.TargetProject, Language: e.Language, Description: e.Description, Thread: e.Thread, By: e.By, Status: PendingLink,
		}
	case Accepted:
		set(e.Target, func(l *Link) { l.Status = AcceptedLink })
	case Rejected:
		set(e.Target, func(l *Link) { l.Status = RejectedLink })
	case Revoked:
		set(e.Target, func(l *Link) { l.Status = RevokedLink })
	case AskedAgain:
		set(e.Target, func(l *Link) { l.Status, l.By = PendingLink, e.By })
	case Described:
		set(e.Target, func(l *Link) {
			l.Status, l.By, l.Language, l.Description = PendingLink, e.By, e.Language, e.Description
		})
	case Withdrawn:
		set(e.Target, func(l *Link) { l.Status = WithdrawnLink })
	}
	return s
}
