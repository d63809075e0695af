package organization

import (
	"context"

	"github.com/modyard/modyard/commands"
	commandsproject "github.com/modyard/modyard/commands/project"
	"github.com/modyard/modyard/domain/organization"
	"github.com/modyard/modyard/domain/reason"
)

// organizationPatch is the body of PATCH /organization/{id}. What is missing or null changes nothing.
type organizationPatch struct {
	Name        *string `json:"name,omitempty"`
	Slug        *string `json:"slug,omitempty"`
	Description *string `json:"description,omitempty"`

	Reason *reason.Reason `json:"reason,omitempty"` // where the staff edits
}

type editOrganization struct {
	ID   string `path:"id"`
	Body organizationPatch
}

// edit is PATCH /organization/{id}. A former slug leads to the organization until somebody takes it.
func edit(ctx context.Context, tx *commands.Tx, in *editOrganization) error {
	o, err := Find(ctx, tx, in.ID)
	if err != nil {
		return err
	}
	before := o.State().Slug
	if err := o.Do(organization.Edit{By: tx.By(), Name: in.Body.Name, Slug: in.Body.Slug, Description: in.Body.Description, Reason: in.Body.Reason}); err != nil {
		return err
	}
	now := o.State()
	if now.Slug == before {
		return nil
	}
	if err := reserve(ctx, tx, now.Slug, now.ID, o.Role()); err != nil {
		return err
	}
	return release(ctx, tx, before, now.ID, false, o.Role())
}

type oneOrganization struct {
	ID string `path:"id"`
	commands.Because
}

// remove is DELETE /organization/{id}: of one without projects. The slug is free at once.
func remove(ctx context.Context, tx *commands.Tx, in *oneOrganization) error {
	o, err := Find(ctx, tx, in.ID)
	if err != nil {
		return err
	}
	id, slug := o.State().ID, o.State().Slug
	owned, err := commandsproject.Owned().Get(ctx, tx, id)
	if err != nil {
		return err
	}
	if err := o.Do(organization.Delete{By: tx.By(), Owned: owned.State(), Reason: in.Reason()}); err != nil {
		return err
	}
	// Whoever adds a project at the same moment meets this event, and is refused.
	owned.Follow(o.Role(), organization.ProjectsClosed{})
	return release(ctx, tx, slug, id, true, o.Role())
}
