package catalog

import (
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/projections/document"
)

const upsertVersions = `
insert into versions (id, project, position, created, published, author, number, channel, status, featured,
                      loaders, game_versions, state, doc_v2, doc_v3, doc_changelog)
select id, project, position, created, published, author, number, channel, status, featured,
       string_to_array(loaders, E'\x1f'), string_to_array(game_versions, E'\x1f'), state, doc_v2, doc_v3, doc_changelog
from unnest($1::text[], $2::text[], $3::bigint[], $4::bigint[], $5::timestamptz[], $6::text[], $7::text[], $8::text[], $9::text[], $10::boolean[],
            $11::text[], $12::text[], $13::bytea[], $14::bytea[], $15::bytea[], $16::bytea[])
  as t(id, project, position, created, published, author, number, channel, status, featured, loaders, game_versions, state, doc_v2, doc_v3, doc_changelog)
on conflict (id) do update set
    project = excluded.project, position = excluded.position, created = excluded.created, published = excluded.published,
    author = excluded.author, number = excluded.number, channel = excluded.channel, status = excluded.status,
    featured = excluded.featured, loaders = excluded.loaders, game_versions = excluded.game_versions,
    state = excluded.state, doc_v2 = excluded.doc_v2, doc_v3 = excluded.doc_v3, doc_changelog = excluded.doc_changelog`

const insertFiles = `
insert into files (version, n, project, sha1, sha512, url)
select * from unnest($1::text[], $2::integer[], $3::text[], $4::text[], $5::text[], $6::text[])`

const insertDependencies = `
insert into dependencies (version, n, project, kind, dep_version, dep_project, file_name)
select * from unnest($1::text[], $2::integer[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[])`

// versionRows are the columns of upsertVersions.
type versionRows struct {
	id, project, author, number, channel, status, loaders, gameVersions []string
	position, created                                                   []int64
	published                                                           []time.Time
	featured                                                            []bool
	state, v2, v3, changelog                                            [][]byte
}

func (h *handler) queueVersions(q *pgx.Batch) error {
	var rows versionRows
	ids := keys(h.changed.versions)
	for _, id := range ids {
		v := h.versions[id]
		if err := rows.add(v, h.projects[v.Project].Type); err != nil {
			return fmt.Errorf("render version %s: %w", id, err)
		}
	}
	if len(rows.id) > 0 {
		q.Queue(upsertVersions, rows.id, rows.project, rows.position, rows.created, rows.published, rows.author, rows.number,
			rows.channel, rows.status, rows.featured, rows.loaders, rows.gameVersions, rows.state, rows.v2, rows.v3, rows.changelog)
	}
	h.queueFiles(q, ids)
	h.queueDependencies(q, ids)
	return nil
}

func (r *versionRows) add(v *versionState, projectType string) error {
	v2 := v.v2()
	var encoded [4][]byte
	for i, d := range []any{v, v2, v.v3(v2, projectType), document.Changelog{ChangelogHTML: v.ChangelogHTML}} {
		var err error
		if encoded[i], err = document.Encode(d); err != nil {
			return err
		}
	}
	r.id = append(r.id, v.Version)
	r.project = append(r.project, v.Project)
	r.position = append(r.position, int64(v.Position))
	r.created = append(r.created, int64(v.Created))
	r.published = append(r.published, v.Published)
	r.author = append(r.author, v.Author)
	r.number = append(r.number, clean(v.Number))
	r.channel = append(r.channel, string(v.Channel))
	r.status = append(r.status, string(v.Status))
	r.featured = append(r.featured, v.Featured)
	r.loaders = append(r.loaders, joined(v.Loaders))
	r.gameVersions = append(r.gameVersions, joined(v.GameVersions))
	r.state = append(r.state, encoded[0])
	r.v2 = append(r.v2, encoded[1])
	r.v3 = append(r.v3, encoded[2])
	r.changelog = append(r.changelog, encoded[3])
	return nil
}

func (h *handler) queueFiles(q *pgx.Batch, versions []string) {
	var version, project, sha1, sha512, url []string
	var n []int32
	for _, id := range versions {
		v := h.versions[id]
		for i, f := range v.Files {
			version = append(version, id)
			n = append(n, int32(i))
			project = append(project, v.Project)
			sha1 = append(sha1, f.SHA1)
			sha512 = append(sha512, f.SHA512)
			url = append(url, clean(f.URL))
		}
	}
	if len(version) > 0 {
		q.Queue(insertFiles, version, n, project, sha1, sha512, url)
	}
}

func (h *handler) queueDependencies(q *pgx.Batch, versions []string) {
	var version, project, kind, depVersion, depProject, file []string
	var n []int32
	for _, id := range versions {
		v := h.versions[id]
		for i, d := range v.Dependencies {
			version = append(version, id)
			n = append(n, int32(i))
			project = append(project, v.Project)
			kind = append(kind, d.Kind)
			depVersion = append(depVersion, d.Version)
			depProject = append(depProject, d.Project)
			file = append(file, clean(d.FileName))
		}
	}
	if len(version) > 0 {
		q.Queue(insertDependencies, version, n, project, kind, depVersion, depProject, file)
	}
}
