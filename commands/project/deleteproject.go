package project

import (
	"context"
	"net/http"

	"github.com/modyard/modyard/commands"
	"github.com/modyard/modyard/domain/project"
	"github.com/modyard/modyard/identity"
)

// deleteProject is DELETE /project/{id}. The slug is free at once.
func (s *Service) deleteProject(w http.ResponseWriter, r *http.Request) error {
	return s.onProject(w, r, identity.ScopeProjectDelete, func(ctx context.Context, t *target) error {
		why := commands.ReasonOf(r)
		if err := t.do(project.Delete{By: t.by, Reason: why}); err != nil {
			return err
		}
		if t.state.Organization != "" {
			if err := removeFrom(ctx, t.decision, t.state.Organization, t.state.ID, why); err != nil {
				return err
			}
		}
		return release(ctx, t.decision, t.state.Slug, t.state.ID, true)
	})
}
