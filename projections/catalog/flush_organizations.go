package catalog

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/projections/document"
)

const (
	deleteOrganizations = `
with gone as (delete from organizations where id = any($1))
delete from organization_members where organization = any($1)`
	upsertOrganization = `
insert into organizations (id, slug, name, description, icon_url, color, owner, repost, position, created, state)
values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
on conflict (id) do update set slug = excluded.slug, name = excluded.name, description = excluded.description,
    icon_url = excluded.icon_url, color = excluded.color, owner = excluded.owner, repost = excluded.repost,
    position = excluded.position, created = excluded.created, state = excluded.state`
	deleteOrganizationMembers = `delete from organization_members where organization = any($1)`
	insertOrganizationMembers = `
insert into organization_members (organization, account, n, role, permissions, organization_permissions, accepted, owner, split, ordering)
select * from unnest($1::text[], $2::text[], $3::integer[], $4::text[], $5::bigint[], $6::bigint[], $7::boolean[], $8::boolean[], $9::double precision[], $10::integer[])`
	deleteOrganizationSlugs = `delete from organization_slugs where slug = any($1)`
	upsertOrganizationSlugs = `
insert into organization_slugs (slug, organization, current) select * from unnest($1::text[], $2::text[], $3::boolean[])
on conflict (slug) do update set organization = excluded.organization, current = excluded.current`
)

// queueOrganizations writes one row a statement: organizations are few. Their members go together.
func (h *handler) queueOrganizations(q *pgx.Batch) error {
	if len(h.changed.orgs.deleted) > 0 {
		q.Queue(deleteOrganizations, keys(h.changed.orgs.deleted))
	}
	written := keys(h.changed.orgs.written)
	if len(written) > 0 {
		q.Queue(deleteOrganizationMembers, written)
	}
	for _, id := range written {
		o := h.orgs[id]
		state, err := document.Encode(o)
		if err != nil {
			return fmt.Errorf("write organization %s: %w", id, err)
		}
		q.Queue(upsertOrganization, o.ID, clean(o.Slug), clean(o.Name), clean(o.Description), clean(o.IconURL), o.Color, o.Owner, o.Repost,
			int64(o.Position), o.Created, state)
	}
	h.queueOrganizationMembers(q, written)
	h.queueOrganizationSlugs(q)
	return nil
}

func (h *handler) queueOrganizationMembers(q *pgx.Batch, written []string) {
	var organization, account, role []string
	var n, ordering []int32
	var permissions, onOrganization []int64
	var accepted, owner []bool
	var split []float64
	for _, id := range written {
		for i, m := range h.orgs[id].Members {
			organization = append(organization, id)
			account = append(account, m.Account)
			n = append(n, int32(i))
			role = append(role, clean(m.Role))
			permissions = append(permissions, int64(m.Permissions))
			onOrganization = append(onOrganization, int64(m.OrganizationPermissions))
			accepted = append(accepted, m.Accepted)
			owner = append(owner, m.Account == h.orgs[id].Owner)
			split = append(split, m.Weight.Float())
			ordering = append(ordering, int32(m.Ordering))
		}
	}
	if len(organization) > 0 {
		q.Queue(insertOrganizationMembers, organization, account, n, role, permissions, onOrganization, accepted, owner, split, ordering)
	}
}

func (h *handler) queueOrganizationSlugs(q *pgx.Batch) {
	var forgotten, slugs, organizations []string
	var current []bool
	for _, name := range slices.Sorted(maps.Keys(h.changed.orgs.slugs)) {
		s := h.changed.orgs.slugs[name]
		if s.Organization == "" {
			forgotten = append(forgotten, clean(name))
			continue
		}
		slugs = append(slugs, clean(name))
		organizations = append(organizations, s.Organization)
		current = append(current, s.Current)
	}
	if len(forgotten) > 0 {
		q.Queue(deleteOrganizationSlugs, forgotten)
	}
	if len(slugs) > 0 {
		q.Queue(upsertOrganizationSlugs, slugs, organizations, current)
	}
}

const (
	selectProjectsOfOrganization = `
select id from projects where organization = $1 and organization <> '' and id > $2 order by id limit $3`
	shownAtATime = 256 // projects, with their bodies, in memory
)

// showOrganizations renders the projects of organizations that go by another name, address or icon again: some at a
// time, since one organization may own thousands. Those that the batch itself knows are among its own writes.
func (h *handler) showOrganizations(ctx context.Context, tx pgx.Tx) error {
	for _, id := range slices.Sorted(maps.Keys(h.changed.orgs.shown)) {
		if h.orgs[id] == nil {
			continue // deleted in the same batch: it owned nothing
		}
		for after := ""; ; {
			rows, err := tx.Query(ctx, selectProjectsOfOrganization, id, after, shownAtATime)
			if err != nil {
				return fmt.Errorf("list projects of organization %s: %w", id, err)
			}
			projects, err := pgx.CollectRows(rows, pgx.RowTo[string])
			if err != nil {
				return fmt.Errorf("list projects of organization %s: %w", id, err)
			}
			if len(projects) == 0 {
				break
			}
			after = projects[len(projects)-1]
			if err := h.show(ctx, tx, id, projects); err != nil {
				return fmt.Errorf("show organization %s on its projects: %w", id, err)
			}
		}
	}
	return nil
}

// show renders projects of an organization again.
func (h *handler) show(ctx context.Context, tx pgx.Tx, organization string, projects []string) error {
	some := newHandler(h.opts)
	some.orgs = h.orgs
	w := want(nil)
	for _, id := range projects {
		_, deleted := h.changed.deleted.projects[id]
		if h.projects[id] == nil && !deleted {
			w.projects[id] = true
		}
	}
	if err := some.loadProjects(ctx, tx, w); err != nil {
		return err
	}
	if err := some.loadProfiles(ctx, tx, w); err != nil {
		return err
	}
	for id, p := range some.projects {
		p.Position = h.changed.orgs.shown[organization]
		some.touch(id)
	}
	q := &pgx.Batch{}
	docs, hidden, err := some.queueProjects(q)
	if err != nil {
		return err
	}
	if h.opts.Search != nil {
		some.index(q, docs, hidden)
	}
	if q.Len() == 0 {
		return nil
	}
	return tx.SendBatch(ctx, q).Close()
}
