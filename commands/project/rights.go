package project

import (
	"context"
	"fmt"

	"github.com/modyard/modyard/commands"
	"github.com/modyard/modyard/domain/fault"
	"github.com/modyard/modyard/domain/project"
)

// Rights finds a project by its id or slug and says what an account may do with it, for areas that hang on a project
// without changing it. Who may not see the project is told that there is none.
func (s *Service) Rights(ctx context.Context, by project.Actor, idOrSlug string) (id string, may project.Permissions, err error) {
	t, err := s.peek(ctx, by, idOrSlug)
	if err != nil {
		return "", 0, err
	}
	return t.rights()
}

// VersionRights is Rights by the id of one of the project's versions.
func (s *Service) VersionRights(ctx context.Context, by project.Actor, versionID string) (projectID string, may project.Permissions, err error) {
	var t *versionTarget
	_, err = s.handler.Handle(ctx, commands.Request{}, func(ctx context.Context, d *commands.Decision) error {
		var err error
		t, err = s.versionTarget(ctx, d, by, versionID)
		return err
	})
	if err != nil {
		return "", 0, fmt.Errorf("look at version: %w", err)
	}
	return t.rights()
}

func (t *target) rights() (string, project.Permissions, error) {
	if !t.state.VisibleTo(t.by) {
		return "", 0, fault.NotFound("资源不存在")
	}
	return t.state.ID, t.state.PermissionsOf(t.by), nil
}
