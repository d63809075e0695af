package project

import (
	"context"
	"fmt"

	"github.com/modyard/modyard/commands"
	"github.com/modyard/modyard/domain/actor"
	"github.com/modyard/modyard/domain/decision"
	"github.com/modyard/modyard/domain/fault"
	"github.com/modyard/modyard/domain/organization"
	"github.com/modyard/modyard/domain/project"
	"github.com/modyard/modyard/domain/reason"
	"github.com/modyard/modyard/domain/role"
	"github.com/modyard/modyard/platform/ids"
)

// Target is the project of a command, within one decision.
type Target struct {
	*commands.Entity[project.State, project.Command]
	By actor.Actor // the caller, with the rights that the project's organization gives
	tx *commands.Tx
}

func missing() error { return fault.NotFound("资源不存在") }

// Visible is true if the caller may see the project.
func (t *Target) Visible() bool { return t.State().VisibleTo(t.By) }

// list is the list of the project's versions.
func (t *Target) list(ctx context.Context) (*commands.Entity[project.Versions, project.Published], error) {
	return Lists().Get(ctx, t.tx, t.State().ID)
}

// Find loads the project that an id or a slug names. A deleted project is found only by its id, and no caller may see
// it; an unknown name is a fault of kind not found.
func Find(ctx context.Context, tx *commands.Tx, idOrSlug string) (*Target, error) {
	id, err := resolve(ctx, tx, idOrSlug)
	if err != nil {
		return nil, err
	}
	return find(ctx, tx, id)
}

// Visible is Find for a project that the caller may see; every other is not found.
func Visible(ctx context.Context, tx *commands.Tx, idOrSlug string) (*Target, error) {
	t, err := Find(ctx, tx, idOrSlug)
	if err == nil && !t.Visible() {
		return nil, missing()
	}
	return t, err
}

// find loads the project of an id, whether it exists or not.
func find(ctx context.Context, tx *commands.Tx, id string) (*Target, error) {
	p, err := Projects().Get(ctx, tx, id)
	if err != nil {
		return nil, err
	}
	t := &Target{Entity: p, By: tx.By(), tx: tx}
	if organization := p.State().Organization; organization != "" {
		o, err := Organizations().Get(ctx, tx, organization)
		if err != nil {
			return nil, fmt.Errorf("load organization of project: %w", err)
		}
		t.By = o.State().InProjects(t.By)
	}
	return t, nil
}

// resolve finds a project's id: first an id, then a slug, then a former slug that is not in use.
func resolve(ctx context.Context, tx *commands.Tx, idOrSlug string) (string, error) {
	if ids.Valid(idOrSlug) {
		p, err := Projects().Get(ctx, tx, idOrSlug)
		if err != nil || p.State().ID != "" {
			return idOrSlug, err
		}
	}
	slug, err := project.NormalSlug(idOrSlug)
	if err != nil {
		return "", missing()
	}
	held, err := slugs().Get(ctx, tx, slug)
	if err != nil {
		return "", err
	}
	switch s := held.State(); {
	case s.Holder != "":
		return s.Holder, nil
	case s.Former != "":
		return s.Former, nil
	}
	return "", missing()
}

// peek loads a project outside a command, to reject a request before its body is read.
func (s *Service) peek(ctx context.Context, by actor.Actor, idOrSlug string) (t *Target, err error) {
	err = s.handler.Read(ctx, by, func(ctx context.Context, tx *commands.Tx) (err error) {
		t, err = Find(ctx, tx, idOrSlug)
		return err
	})
	return t, err
}

// addTo records in the same append that an organization owns a new project, if the actor may add to it, and returns the
// actor's role.
func addTo(ctx context.Context, tx *commands.Tx, o organization.State, id string, given *reason.Reason) (role.Role, error) {
	as, why, err := o.MayAdd(tx.By(), given)
	if err != nil {
		return as, err
	}
	if !as.Staff() {
		as = role.OrganizationMember
	}
	owned, err := Owned().Get(ctx, tx, o.ID)
	if err != nil {
		return as, fmt.Errorf("load projects of organization: %w", err)
	}
	return as, owned.Do(organization.Own{Entry: decision.Entry{As: as, ID: id}, Reason: why})
}

// remove is DELETE /project/{id}. The slug is released at once.
func remove(ctx context.Context, tx *commands.Tx, in *one) error {
	t, err := Find(ctx, tx, in.ID)
	if err != nil {
		return err
	}
	before := t.State()
	if err := t.Do(project.Delete{By: t.By, Reason: in.Reason()}); err != nil {
		return err
	}
	if before.Organization != "" {
		owned, err := Owned().Get(ctx, tx, before.Organization)
		if err != nil {
			return fmt.Errorf("load projects of organization: %w", err)
		}
		if err := owned.Do(organization.Own{Entry: decision.Entry{As: t.Role(), ID: before.ID, Ended: true}, Reason: in.Reason()}); err != nil {
			return err
		}
	}
	return release(ctx, tx, before.Slug, before.ID, true, t.Role())
}

// one is the input of a command that needs a project's name, and a reason from the staff.
type one struct {
	commands.Named
	commands.Because
}

// Team says whether the caller is an accepted member of a project, also through its organization. A project that was
// deleted has no members.
func Team(ctx context.Context, tx *commands.Tx, id string) (bool, error) {
	t, err := find(ctx, tx, id)
	if err != nil {
		return false, err
	}
	return t.State().InTeam(t.By), nil
}
