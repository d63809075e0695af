package project

import (
	"context"
	"fmt"

	"github.com/modyard/modyard/domain/fault"
	"github.com/modyard/modyard/domain/project"
)

// dependenciesExist checks that every dependency has existed at some time. The check is not part of the decision,
// because a dependency may be deleted at any time later.
func (s *Service) dependenciesExist(ctx context.Context, list []project.Dependency) error {
	known := map[string]bool{}
	for _, d := range list {
		for _, stream := range []string{"project-" + d.Project, "version-" + d.Version} {
			if known[stream] || stream == "project-" || stream == "version-" {
				continue
			}
			known[stream] = true
			found, err := s.begun(ctx, stream)
			if err != nil {
				return err
			}
			if !found {
				return fault.Invalid("dependencies", "依赖的项目或版本不存在。")
			}
		}
	}
	return nil
}

// begun is true if a stream has an event.
func (s *Service) begun(ctx context.Context, stream string) (bool, error) {
	for _, err := range s.handler.Log.Stream(ctx, stream, 0) {
		if err != nil {
			return false, fmt.Errorf("look for %s: %w", stream, err)
		}
		return true, nil
	}
	return false, nil
}
