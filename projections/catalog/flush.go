package catalog

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/search"
)

// Flush queues the writes of the batch: deletions first, so that what was deleted and made again stands.
func (h *handler) Flush(ctx context.Context, _ pgx.Tx, q *pgx.Batch) error {
	h.queueDeletions(q)
	h.queueSlugs(q)
	h.queueOrganizations(q)
	if err := h.queueVersions(q); err != nil {
		return err
	}
	docs, hidden, err := h.queueProjects(q)
	if err != nil {
		return err
	}
	h.queueReviews(q)
	if h.opts.Search == nil {
		return nil
	}
	return h.index(ctx, q, docs, hidden)
}

// index keeps the search rows of what visitors may find.
func (h *handler) index(ctx context.Context, q *pgx.Batch, docs []search.Doc, hidden map[string]uint64) error {
	for id, position := range h.changed.deleted.projects {
		hidden[id] = position
	}
	if len(hidden) > 0 {
		ids := make([]string, 0, len(hidden))
		var last uint64
		for id, position := range hidden {
			ids = append(ids, id)
			last = max(last, position)
		}
		slices.Sort(ids)
		if err := h.opts.Search.Delete(ctx, q, ids, last); err != nil {
			return fmt.Errorf("remove from search: %w", err)
		}
	}
	if len(docs) > 0 {
		if err := h.opts.Search.Put(ctx, q, docs); err != nil {
			return fmt.Errorf("index for search: %w", err)
		}
	}
	return nil
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
		q.Queue(deleteOfProjects, positionKeys(h.changed.deleted.projects))
	}
	if len(h.changed.deleted.versions) > 0 {
		q.Queue(deleteVersions, positionKeys(h.changed.deleted.versions))
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

func positionKeys(m map[string]uint64) []string {
	out := make([]string, 0, len(m))
	for k := range m {
		out = append(out, k)
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
