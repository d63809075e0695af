// Package listing follows the statuses of projects, for read models that show what belongs to a project while lists show the project.
package listing

import (
	"github.com/modyard/modyard/domain/project"
	"github.com/modyard/modyard/projections/runtime"
)

// Handlers call takes with every status that a project gets; the empty one where it is deleted. The project is the event's subject.
func Handlers[B any](takes func(b B, e runtime.Event, s project.Status)) []runtime.Handler[B] {
	return []runtime.Handler[B]{
		runtime.On(func(b B, e runtime.Event, p project.ListedByImport) { takes(b, e, p.Status) }),
		runtime.On(func(b B, e runtime.Event, _ project.Submitted) { takes(b, e, project.Processing) }),
		runtime.On(func(b B, e runtime.Event, p project.Approved) { takes(b, e, p.Status) }),
		runtime.On(func(b B, e runtime.Event, _ project.Rejected) { takes(b, e, project.Refused) }),
		runtime.On(func(b B, e runtime.Event, _ project.Withheld) { takes(b, e, project.Held) }),
		runtime.On(func(b B, e runtime.Event, p project.DecisionUndone) { takes(b, e, p.To) }),
		runtime.On(func(b B, e runtime.Event, p project.StatusChanged) { takes(b, e, p.To) }),
		runtime.On(func(b B, e runtime.Event, p project.ReleasePlanEnded) { takes(b, e, p.Status) }),
		runtime.On(func(b B, e runtime.Event, _ project.Deleted) { takes(b, e, "") }),
	}
}
