package activity

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"
)

const (
	upsertProjects = `
insert into projects (id, listed, open, submitted)
select * from unnest($1::text[], $2::boolean[], $3::boolean[], $4::timestamptz[])
on conflict (id) do update set listed = excluded.listed, open = excluded.open, submitted = excluded.submitted`
	deleteProjects = `delete from projects where id = any($1)`
	insertHidden   = `insert into hidden_versions (id) select unnest($1::text[]) on conflict do nothing`
	deleteHidden   = `delete from hidden_versions where id = any($1)`
	insertEntry    = `
insert into entries (position, at, recorded, kind, project, version, organization, account, actor, picture, waited)
values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`
	// The newest by (at, position) of all that ever came stay, in whatever portions they came.
	prune = `
delete from entries using (select at, position from entries order by at desc, position desc offset $1 limit 1) as last
where (entries.at, entries.position) <= (last.at, last.position)`
)

// Flush queues what the batch changed.
func (h *handler) Flush(_ context.Context, _ pgx.Tx, q *pgx.Batch) error {
	h.flushProjects(q)
	if gone := h.versions(false); len(gone) > 0 {
		q.Queue(deleteHidden, gone)
	}
	if hidden := h.versions(true); len(hidden) > 0 {
		q.Queue(insertHidden, hidden)
	}
	if len(h.entries) == 0 {
		return nil
	}
	slices.SortFunc(h.entries, func(a, b entry) int {
		if c := b.at.Compare(a.at); c != 0 {
			return c
		}
		return cmp.Compare(b.position, a.position)
	})
	for _, e := range h.entries[:min(len(h.entries), h.keep)] {
		q.Queue(insertEntry, int64(e.position), e.at, e.recorded, e.kind, e.project, e.version, e.organization, e.account, e.actor, e.picture, e.waited)
	}
	q.Queue(prune, h.keep)
	return nil
}

func (h *handler) flushProjects(q *pgx.Batch) {
	var ids, gone []string
	var listed, open []bool
	var submitted []*time.Time
	for _, id := range slices.Sorted(maps.Keys(h.changed)) {
		s := h.projects[id]
		if s.deleted {
			gone = append(gone, id)
			continue
		}
		ids, listed, open, submitted = append(ids, id), append(listed, s.Listed), append(open, s.Open), append(submitted, s.Submitted)
	}
	if len(gone) > 0 {
		q.Queue(deleteProjects, gone)
	}
	if len(ids) > 0 {
		q.Queue(upsertProjects, ids, listed, open, submitted)
	}
}

// versions are those whose hiddenness is known in this batch to be as given.
func (h *handler) versions(hidden bool) []string {
	var out []string
	for _, id := range slices.Sorted(maps.Keys(h.hidden)) {
		if h.hidden[id] == hidden {
			out = append(out, id)
		}
	}
	return out
}
