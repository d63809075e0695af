package project

import (
	"context"

	"github.com/modyard/modyard/commands"
	"github.com/modyard/modyard/domain/project"
	"github.com/modyard/modyard/platform/ids"
)

// reserve gives a slug to a project in the same append. A slug that reads like the id of another project is
// refused, since an id is looked for first.
func reserve(ctx context.Context, d *commands.Decision, slug, asWritten, projectID string) error {
	for _, id := range []string{slug, asWritten} {
		if !ids.Valid(id) || id == projectID {
			continue
		}
		other, err := Load(ctx, d, id)
		if err != nil {
			return err
		}
		if other.ID != "" {
			return project.SlugTaken()
		}
	}
	held, err := commands.Load(ctx, d, "slug-"+slug, evolveSlug)
	if err != nil {
		return err
	}
	events, err := project.ReserveSlug(held, slug, projectID)
	if err != nil {
		return err
	}
	d.Append("slug-"+slug, events...)
	return nil
}

// release frees a project's slug in the same append.
func release(ctx context.Context, d *commands.Decision, slug, projectID string, gone bool) error {
	held, err := commands.Load(ctx, d, "slug-"+slug, evolveSlug)
	if err != nil {
		return err
	}
	d.Append("slug-"+slug, project.ReleaseSlug(held, slug, projectID, gone)...)
	return nil
}
