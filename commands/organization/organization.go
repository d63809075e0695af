package organization

import (
	"context"
	"strings"

	"github.com/modyard/modyard/commands"
	commandsproject "github.com/modyard/modyard/commands/project"
	"github.com/modyard/modyard/domain/decision"
	"github.com/modyard/modyard/domain/fault"
	"github.com/modyard/modyard/domain/organization"
	"github.com/modyard/modyard/domain/project"
	"github.com/modyard/modyard/domain/role"
	"github.com/modyard/modyard/platform/ids"
)

// Entity is an organization within a decision.
type Entity = commands.Entity[organization.State, organization.Command]

// slugs maps a slug to its organization.
func slugs() *commands.Aggregate[organization.Slug, organization.HoldSlug] {
	return &commands.Aggregate[organization.Slug, organization.HoldSlug]{Category: "orgslug", Evolve: organization.EvolveSlug, Decide: organization.DecideSlug}
}

func loadSlug(ctx context.Context, tx *commands.Tx, slug string) (*commands.Entity[organization.Slug, organization.HoldSlug], error) {
	return slugs().Get(ctx, tx, strings.ToLower(slug))
}

func missing() error { return fault.NotFound("团队不存在") }

// Find loads an organization by its id or slug.
func Find(ctx context.Context, tx *commands.Tx, idOrSlug string) (*Entity, error) {
	id, err := resolve(ctx, tx, idOrSlug)
	if err != nil {
		return nil, err
	}
	o, err := commandsproject.Organizations().Get(ctx, tx, id)
	if err == nil && !o.State().Exists() {
		return nil, missing()
	}
	return o, err
}

// resolve finds an organization's id: first an id, then a slug, then a former slug that is not in use.
func resolve(ctx context.Context, tx *commands.Tx, idOrSlug string) (string, error) {
	if ids.Valid(idOrSlug) {
		o, err := commandsproject.Organizations().Get(ctx, tx, idOrSlug)
		if err != nil || o.State().ID != "" {
			return idOrSlug, err
		}
	}
	slug, err := project.NormalSlug(idOrSlug)
	if err != nil {
		return "", missing()
	}
	held, err := loadSlug(ctx, tx, slug)
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

// reserve reserves a slug for an organization in the same append.
func reserve(ctx context.Context, tx *commands.Tx, slug, id string, as role.Role) error {
	if err := commandsproject.NoID(ctx, tx, slug, id); err != nil {
		return err
	}
	held, err := loadSlug(ctx, tx, slug)
	if err != nil {
		return err
	}
	if former := held.State().RestsFor(tx.Now()); former != "" && former != id {
		was, err := commandsproject.Organizations().Get(ctx, tx, former)
		if err != nil {
			return err
		}
		if was.State().Owner != tx.By().Account {
			return project.SlugResting()
		}
	}
	return held.Do(organization.HoldSlug{Entry: decision.Entry{As: as, ID: id}, Slug: slug})
}

// release releases an organization's slug in the same append.
func release(ctx context.Context, tx *commands.Tx, slug, id string, gone bool, as role.Role) error {
	held, err := loadSlug(ctx, tx, slug)
	if err != nil {
		return err
	}
	return held.Do(organization.HoldSlug{Entry: decision.Entry{As: as, ID: id, Ended: true}, Slug: slug, Gone: gone})
}
