package catalog

import (
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/projections/document"
	"github.com/modyard/modyard/search"
)

const upsertProjects = `
insert into projects (id, slug, position, status, type, url_type, title, icon_url, owner, organization,
                      published, updated, approved, queued, round, downloads, message, state, doc_v2, doc_v3, doc_page, doc_team)
select * from unnest($1::text[], $2::text[], $3::bigint[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[], $9::text[], $10::text[],
                     $11::timestamptz[], $12::timestamptz[], $13::timestamptz[], $14::timestamptz[], $15::integer[], $16::bigint[],
                     $17::bytea[], $18::bytea[], $19::bytea[], $20::bytea[], $21::bytea[], $22::bytea[])
on conflict (id) do update set
    slug = excluded.slug, position = excluded.position, status = excluded.status, type = excluded.type, url_type = excluded.url_type,
    title = excluded.title, icon_url = excluded.icon_url, owner = excluded.owner, organization = excluded.organization,
    published = excluded.published, updated = excluded.updated, approved = excluded.approved, queued = excluded.queued,
    round = excluded.round, downloads = excluded.downloads, message = excluded.message, state = excluded.state,
    doc_v2 = excluded.doc_v2, doc_v3 = excluded.doc_v3, doc_page = excluded.doc_page, doc_team = excluded.doc_team`

const insertMembers = `
insert into members (project, account, n, role, permissions, accepted, owner, split, ordering)
select * from unnest($1::text[], $2::text[], $3::integer[], $4::text[], $5::bigint[], $6::boolean[], $7::boolean[], $8::double precision[], $9::integer[])`

// projectRows are the columns of upsertProjects.
type projectRows struct {
	id, slug, status, kind, urlType, title, icon, owner, org []string
	position, downloads                                      []int64
	published, updated                                       []time.Time
	approved, queued                                         []*time.Time
	round                                                    []int32
	message, state, v2, v3, page, team                       [][]byte
}

// queueProjects renders every changed project. It returns what search shows, and what it showed once and hides now.
func (h *handler) queueProjects(q *pgx.Batch) ([]search.Doc, map[string]uint64, error) {
	var rows projectRows
	var docs []search.Doc
	hidden := map[string]uint64{}
	for _, id := range keys(h.changed.projects) {
		p := h.projects[id]
		v2 := p.v2()
		team := document.Team{Members: p.publicMembers(h.profiles)}
		if err := rows.add(p, v2, p.extra(h.organizationOf(p)), team); err != nil {
			return nil, nil, fmt.Errorf("render project %s: %w", id, err)
		}
		if !document.StatusSearchable(p.Status) {
			if p.Listed {
				hidden[id] = p.HiddenAt
			}
			continue
		}
		doc, err := h.searchDoc(p, v2)
		if err != nil {
			return nil, nil, fmt.Errorf("render search hit %s: %w", id, err)
		}
		docs = append(docs, doc)
	}
	if len(rows.id) > 0 {
		q.Queue(upsertProjects, rows.id, rows.slug, rows.position, rows.status, rows.kind, rows.urlType, rows.title, rows.icon,
			rows.owner, rows.org, rows.published, rows.updated, rows.approved, rows.queued, rows.round, rows.downloads,
			rows.message, rows.state, rows.v2, rows.v3, rows.page, rows.team)
	}
	h.queueMembers(q)
	return docs, hidden, nil
}

func (r *projectRows) add(p *projectState, v2 document.Project, extra document.PageExtra, team document.Team) error {
	var message []byte
	if m := p.moderated(); m != nil {
		var err error
		if message, err = document.Encode(m); err != nil {
			return err
		}
	}
	var encoded [5][]byte
	for i, v := range []any{p, v2, p.v3(v2), extra, team} {
		var err error
		if encoded[i], err = document.Encode(v); err != nil {
			return err
		}
	}
	r.id = append(r.id, p.ID)
	r.slug = append(r.slug, clean(p.Slug))
	r.position = append(r.position, int64(p.Position))
	r.status = append(r.status, p.Status)
	r.kind = append(r.kind, p.Type)
	r.urlType = append(r.urlType, v2.URLType)
	r.title = append(r.title, clean(p.Title))
	r.icon = append(r.icon, clean(p.IconURL))
	r.owner = append(r.owner, p.Owner)
	r.org = append(r.org, p.Organization)
	r.published = append(r.published, p.Published)
	r.updated = append(r.updated, p.Updated)
	r.approved = append(r.approved, p.Approved)
	r.queued = append(r.queued, p.Queued)
	r.round = append(r.round, int32(p.Round))
	r.downloads = append(r.downloads, p.downloads())
	r.message = append(r.message, message)
	r.state = append(r.state, encoded[0])
	r.v2 = append(r.v2, encoded[1])
	r.v3 = append(r.v3, encoded[2])
	r.page = append(r.page, encoded[3])
	r.team = append(r.team, encoded[4])
	return nil
}

func (h *handler) queueMembers(q *pgx.Batch) {
	var project, account, role []string
	var n, ordering []int32
	var permissions []int64
	var accepted, owner []bool
	var split []float64
	for _, id := range keys(h.changed.teams) {
		p := h.projects[id]
		for i, m := range p.Members {
			project = append(project, id)
			account = append(account, m.Account)
			n = append(n, int32(i))
			role = append(role, clean(m.Role))
			permissions = append(permissions, int64(m.Permissions))
			accepted = append(accepted, m.Accepted)
			owner = append(owner, m.Account == p.Owner)
			split = append(split, m.Split)
			ordering = append(ordering, int32(m.Ordering))
		}
	}
	if len(project) > 0 {
		q.Queue(insertMembers, project, account, n, role, permissions, accepted, owner, split, ordering)
	}
}
