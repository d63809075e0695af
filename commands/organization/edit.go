package organization

import (
	"context"

	"github.com/modyard/modyard/commands"
	commandsproject "github.com/modyard/modyard/commands/project"
	commandrisk "github.com/modyard/modyard/commands/risk"
	"github.com/modyard/modyard/domain/decision"
	"github.com/modyard/modyard/domain/organization"
	"github.com/modyard/modyard/domain/reason"
	"github.com/modyard/modyard/domain/risk"
)

// organizationPatch is the body of PATCH /organization/{id}. A missing or null member changes nothing.
type organizationPatch struct {
	Name        *string `json:"name,omitempty"`
	Slug        *string `json:"slug,omitempty"`
	Description *string `json:"description,omitempty"`

	Reason *reason.Reason `json:"reason,omitempty"` // for edits by the staff
}

type editOrganization struct {
	ID   string `path:"id"`
	Body organizationPatch
}

// edit is PATCH /organization/{id}. A former slug leads to the organization until another organization takes it.
func (s *Service) edit(ctx context.Context, tx *commands.Tx, in *editOrganization) error {
	o, err := Find(ctx, tx, in.ID)
	if err != nil {
		return err
	}
	was := o.State()
	before, name := was.Slug, was.Name
	if err := o.Do(organization.Edit{By: tx.By(), Name: in.Body.Name, Slug: in.Body.Slug, Description: in.Body.Description, Reason: in.Body.Reason}); err != nil {
		return err
	}
	now := o.State()
	if now.Slug != before || now.Name != name {
		if err := notDisguised(now); err != nil {
			return err
		}
	}
	if err := s.passes(ctx, tx, was, now); err != nil {
		return err
	}
	if now.Slug == before {
		return nil
	}
	if err := reserve(ctx, tx, now.Slug, now.ID, o.Role()); err != nil {
		return err
	}
	return release(ctx, tx, before, now.ID, false, o.Role())
}

// passes asks whether the name and the description of an organization may be written, as far as they have changed.
func (s *Service) passes(ctx context.Context, tx *commands.Tx, before, now organization.State) error {
	return commandrisk.Pass(ctx, tx, s.Phrases, risk.Changed("name", before.Name, now.Name), risk.Changed("description", before.Description, now.Description))
}

// notDisguised checks what readers know an organization by.
func notDisguised(o organization.State) error {
	if err := commandsproject.NotDisguised("slug", o.Slug); err != nil {
		return err
	}
	return commandsproject.NotDisguised("name", o.Name)
}

type oneOrganization struct {
	ID string `path:"id"`
	commands.Because
}

// remove is DELETE /organization/{id}, for an organization without projects. The slug is released at once.
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
	if err := owned.Do(organization.Own{Entry: decision.Entry{As: o.Role()}, Close: true}); err != nil {
		return err
	}
	return release(ctx, tx, slug, id, true, o.Role())
}
