package catalog

import (
	"cmp"
	"maps"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"
)

const upsertSlugs = `
insert into slugs (slug, project, current, gone)
select * from unnest($1::text[], $2::text[], $3::boolean[], $4::boolean[])
on conflict (slug) do update set project = excluded.project, current = excluded.current, gone = excluded.gone`

func (h *handler) queueSlugs(q *pgx.Batch) {
	var slugs, projects []string
	var current, gone []bool
	for _, name := range slices.Sorted(maps.Keys(h.changed.slugs)) {
		s := h.changed.slugs[name]
		slugs = append(slugs, clean(name))
		projects = append(projects, s.Project)
		current = append(current, s.Current)
		gone = append(gone, s.Gone)
	}
	if len(slugs) > 0 {
		q.Queue(upsertSlugs, slugs, projects, current, gone)
	}
}

const upsertRounds = `
insert into review_rounds (project, round, submitted_at, decided_at, decision, actor, message)
select * from unnest($1::text[], $2::integer[], $3::timestamptz[], $4::timestamptz[], $5::text[], $6::text[], $7::text[])
on conflict (project, round) do update set decided_at = excluded.decided_at, decision = excluded.decision,
    actor = excluded.actor, message = excluded.message`

const insertHistory = `
insert into history (project, position, type, at, actor, from_status, to_status, message)
select * from unnest($1::text[], $2::bigint[], $3::text[], $4::timestamptz[], $5::text[], $6::text[], $7::text[], $8::text[])`

func (h *handler) queueReviews(q *pgx.Batch) {
	h.queueRounds(q)
	h.queueHistory(q)
}

func (h *handler) queueRounds(q *pgx.Batch) {
	var project, decision, actor, message []string
	var number []int32
	var submitted []time.Time
	var decided []*time.Time
	rounds := slices.SortedFunc(maps.Values(h.changed.rounds), func(a, b round) int {
		return cmp.Or(cmp.Compare(a.Project, b.Project), cmp.Compare(a.Round, b.Round))
	})
	for _, r := range rounds {
		project = append(project, r.Project)
		number = append(number, int32(r.Round))
		submitted = append(submitted, r.SubmittedAt)
		decided = append(decided, r.DecidedAt)
		decision = append(decision, r.Decision)
		actor = append(actor, r.Actor)
		message = append(message, clean(r.Message))
	}
	if len(project) > 0 {
		q.Queue(upsertRounds, project, number, submitted, decided, decision, actor, message)
	}
}

func (h *handler) queueHistory(q *pgx.Batch) {
	var project, kind, actor, from, to, message []string
	var position []int64
	var when []time.Time
	for _, e := range h.changed.history {
		project = append(project, e.Project)
		position = append(position, int64(e.Position))
		kind = append(kind, e.Type)
		when = append(when, e.At)
		actor = append(actor, e.Actor)
		from = append(from, e.From)
		to = append(to, e.To)
		message = append(message, clean(e.Message))
	}
	if len(project) > 0 {
		q.Queue(insertHistory, project, position, kind, when, actor, from, to, message)
	}
}
