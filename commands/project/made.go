package project

import (
	"context"

	"github.com/modyard/modyard/domain/project"
)

// Made is the newest decision of the staff about the project that was not undone; the zero Made if there is none.
func (t *Target) Made(ctx context.Context) (project.Made, error) {
	undone := map[string]bool{}
	for past, err := range t.Past(ctx) {
		if err != nil {
			return project.Made{}, err
		}
		switch p := past.Payload.(type) {
		case project.DecisionUndone:
			undone[p.Decision] = true
		case project.Approved, project.Rejected, project.Withheld:
			if id := past.ID.String(); !undone[id] {
				return project.Made{Event: id, Moderator: past.Actor}, nil
			}
		}
	}
	return project.Made{}, nil
}
