package project

import (
	"context"

	"github.com/modyard/modyard/commands"
	"github.com/modyard/modyard/domain/project"
	"github.com/modyard/modyard/domain/role"
	"github.com/modyard/modyard/platform/ids"
)

// reserve reserves a slug for a project in the same append. It rejects a slug that equals the id of another project,
// because ids are looked up first.
func reserve(ctx context.Context, tx *commands.Tx, slug, asWritten, projectID string, as role.Role) error {
	for _, id := range []string{slug, asWritten} {
		if !ids.Valid(id) || id == projectID {
			continue
		}
		other, err := Projects().Get(ctx, tx, id)
		if err != nil {
			return err
		}
		if other.State().ID != "" {
			return project.SlugTaken()
		}
	}
	held, err := slugs().Get(ctx, tx, slug)
	if err != nil {
		return err
	}
	events, err := project.ReserveSlug(held.State(), slug, projectID)
	held.Follow(as, events...)
	return err
}

// release releases a project's slug in the same append.
func release(ctx context.Context, tx *commands.Tx, slug, projectID string, gone bool, as role.Role) error {
	held, err := slugs().Get(ctx, tx, slug)
	if err != nil {
		return err
	}
	held.Follow(as, project.ReleaseSlug(held.State(), slug, projectID, gone)...)
	return nil
}
