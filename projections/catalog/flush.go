package catalog

import (
	"context"
	"maps"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/search"
)

// Flush queues the writes of the batch: deletions first, so that what was deleted and made again stands.
func (h *handler) Flush(ctx context.Context, tx pgx.Tx, q *pgx.Batch) error {
	h.queueDeletions(q)
	h.queueSlugs(q)
	if err := h.queueOrganizations(q); err != nil {
		return err
	}
	if err := h.queueVersions(q); err != nil {
		return err
	}
	docs, hidden, err := h.queueProjects(q)
	if err != nil {
		return err
	}
	h.queueReviews(q)
	if h.opts.Search != nil {
		h.index(q, docs, hidden)
	}
	return h.showOrganizations(ctx, tx)
}

// index keeps the search rows of what visitors may find. hidden are the projects that search showed once,
// with the position of the event that hid each.
func (h *handler) index(q *pgx.Batch, docs []search.Doc, hidden map[string]uint64) {
	for id, d := range h.changed.deleted.projects {
		if d.hidden > 0 {
			hidden[id] = d.hidden
		}
	}
	for _, id := range slices.Sorted(maps.Keys(hidden)) {
		h.opts.Search.QueueDelete(q, []string{id}, hidden[id])
	}
	h.opts.Search.Queue(q, docs)
}

const (
	deleteOfProjects = `
with gone as (select unnest($1::text[]) as project),
     p as (delete from projects using gone where projects.id = gone.project),
     v as (delete from versions using gone where versions.project = gone.project),
     f as (delete from files using gone where files.project = gone.project),
     d as (delete from dependencies using gone where dependencies.project = gone.project),
     m as (delete from members using gone where members.project = gone.project),
     r as (delete from review_rounds using gone where review_rounds.project = gone.project)
delete from history using gone where history.project = gone.project`
	insertDeleted = `
insert into deleted_projects (id, position) select * from unnest($1::text[], $2::bigint[])
on conflict (id) do update set position = excluded.position`
	deleteVersions = `
with gone as (select unnest($1::text[]) as version),
     f as (delete from files using gone where files.version = gone.version),
     d as (delete from dependencies using gone where dependencies.version = gone.version)
delete from versions using gone where versions.id = gone.version`
	deleteParts = `
with gone as (select unnest($1::text[]) as version),
     f as (delete from files using gone where files.version = gone.version)
delete from dependencies using gone where dependencies.version = gone.version`
	deleteTeams = `delete from members where project = any($1)`
)

func (h *handler) queueDeletions(q *pgx.Batch) {
	if len(h.changed.deleted.projects) > 0 {
		ids := slices.Sorted(maps.Keys(h.changed.deleted.projects))
		q.Queue(deleteOfProjects, ids)
		positions := make([]int64, len(ids))
		for i, id := range ids {
			positions[i] = int64(h.changed.deleted.projects[id].at)
		}
		q.Queue(insertDeleted, ids, positions)
	}
	if len(h.changed.deleted.versions) > 0 {
		q.Queue(deleteVersions, keys(h.changed.deleted.versions))
	}
	if ids := existing(h.changed.versions); len(ids) > 0 {
		q.Queue(deleteParts, ids)
	}
	if ids := existing(h.changed.teams); len(ids) > 0 {
		q.Queue(deleteTeams, ids)
	}
}

// existing are the keys whose rows may exist already.
func existing(m map[string]bool) []string {
	var out []string
	for k, may := range m {
		if may {
			out = append(out, k)
		}
	}
	slices.Sort(out)
	return out
}

// clean makes a text storable: Postgres refuses the character zero.
func clean(s string) string { return strings.ReplaceAll(s, "\x00", "") }

// joined packs a list into one text, which unnest cannot carry otherwise; the statement splits it again.
func joined(values []string) string { return clean(strings.Join(values, "\x1f")) }

func (h *handler) organizationOf(p *projectState) *organizationState {
	if p.Organization == "" {
		return nil
	}
	return h.orgs[p.Organization]
}
