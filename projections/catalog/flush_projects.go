package catalog

import (
	"fmt"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/projections/document"
	"github.com/modyard/modyard/search"
)

const upsertProjects = `
insert into projects (id, slug, position, status, type, url_type, title, icon_url, owner, organization,
                      published, updated, approved, queued, round, downloads, message, state, doc_v2, doc_v3, doc_page, doc_team, changed, doc_hit, names, followers)
select * from unnest($1::text[], $2::text[], $3::bigint[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[], $9::text[], $10::text[],
                     $11::timestamptz[], $12::timestamptz[], $13::timestamptz[], $14::timestamptz[], $15::integer[], $16::bigint[],
                     $17::bytea[], $18::bytea[], $19::bytea[], $20::bytea[], $21::bytea[], $22::bytea[], $23::timestamptz[], $24::bytea[], $25::text[], $26::bigint[])
on conflict (id) do update set
    slug = excluded.slug, position = excluded.position, status = excluded.status, type = excluded.type, url_type = excluded.url_type,
    title = excluded.title, icon_url = excluded.icon_url, owner = excluded.owner, organization = excluded.organization,
    published = excluded.published, updated = excluded.updated, approved = excluded.approved, queued = excluded.queued,
    round = excluded.round, downloads = excluded.downloads, message = excluded.message, state = excluded.state,
    doc_v2 = excluded.doc_v2, doc_v3 = excluded.doc_v3, doc_page = excluded.doc_page, doc_team = excluded.doc_team,
    changed = excluded.changed, doc_hit = excluded.doc_hit, names = excluded.names,
    followers = excluded.followers`

const insertMembers = `
insert into members (project, account, n, role, permissions, accepted, owner, split, ordering)
select * from unnest($1::text[], $2::text[], $3::integer[], $4::text[], $5::bigint[], $6::boolean[], $7::boolean[], $8::double precision[], $9::integer[])`

// projectRows are the columns of upsertProjects.
type projectRows struct {
	id, slug, status, kind, urlType, title, icon, owner, org, names []string
	position, downloads, followers                                  []int64
	published, updated, changed                                     []time.Time
	approved, queued                                                []*time.Time
	round                                                           []int32
	message, state, v2, v3, page, team, hit                         [][]byte
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
		hit := h.hit(p, v2)
		if err := rows.add(p, v2, p.extra(h.organizationOf(p)), team, hit); err != nil {
			return nil, nil, fmt.Errorf("render project %s: %w", id, err)
		}
		if !document.StatusSearchable(p.Status) {
			if p.Listed {
				hidden[id] = p.HiddenAt
			}
			continue
		}
		docs = append(docs, searchDoc(p, v2, hit, rows.hit[len(rows.hit)-1]))
	}
	if len(rows.id) > 0 {
		q.Queue(upsertProjects, rows.id, rows.slug, rows.position, rows.status, rows.kind, rows.urlType, rows.title, rows.icon,
			rows.owner, rows.org, rows.published, rows.updated, rows.approved, rows.queued, rows.round, rows.downloads,
			rows.message, rows.state, rows.v2, rows.v3, rows.page, rows.team, rows.changed, rows.hit, rows.names, rows.followers)
	}
	h.queueMembers(q)
	return docs, hidden, nil
}

func (r *projectRows) add(p *projectState, v2 document.Project, extra document.PageExtra, team document.Team, hit document.Hit) error {
	var message []byte
	if m := p.moderated(); m != nil {
		var err error
		if message, err = document.Encode(m); err != nil {
			return err
		}
	}
	var encoded [6][]byte
	for i, v := range []any{p, v2, p.v3(v2), extra, team, hit} {
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
	r.names = append(r.names, clean(strings.ToLower(p.Title+"\n"+p.titleZH()+"\n"+p.Slug)))
	r.icon = append(r.icon, clean(p.IconURL))
	r.owner = append(r.owner, p.Owner)
	r.org = append(r.org, p.Organization)
	r.published = append(r.published, p.Published)
	r.updated = append(r.updated, p.Updated)
	r.changed = append(r.changed, p.Changed)
	r.approved = append(r.approved, p.Approved)
	r.queued = append(r.queued, p.Queued)
	r.round = append(r.round, int32(p.Round))
	r.downloads = append(r.downloads, p.downloads())
	r.followers = append(r.followers, v2.Followers)
	r.message = append(r.message, message)
	r.state = append(r.state, encoded[0])
	r.v2 = append(r.v2, encoded[1])
	r.v3 = append(r.v3, encoded[2])
	r.page = append(r.page, encoded[3])
	r.team = append(r.team, encoded[4])
	r.hit = append(r.hit, encoded[5])
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
			split = append(split, m.Weight.Float())
			ordering = append(ordering, int32(m.Ordering))
		}
	}
	if len(project) > 0 {
		q.Queue(insertMembers, project, account, n, role, permissions, accepted, owner, split, ordering)
	}
}
