package project

import (
	"context"

	"github.com/modyard/modyard/commands"
	"github.com/modyard/modyard/domain/project"
	"github.com/modyard/modyard/identity"
)

// Find loads, within another area's decision, the project that an id or a slug names, and says whether the
// caller may see it. A deleted project is found by its id and visible to nobody; an unknown name is a fault
// of kind not found.
func (s *Service) Find(ctx context.Context, d *commands.Decision, caller identity.Caller, idOrSlug string) (state project.State, visible bool, err error) {
	t, err := s.target(ctx, d, actor(caller), idOrSlug)
	if err != nil {
		return project.State{}, false, err
	}
	return t.state, t.state.VisibleTo(t.by), nil
}
