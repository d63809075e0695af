package project

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/platform/httpkit"
	"github.com/modyard/modyard/readapi/view"
)

// edge is a dependency of a version: one that it requires, or is incompatible with.
type edge struct {
	Of       string // the version that depends
	Kind     string
	FileName string
	Project  string // empty for a file outside of the site
	Pinned   string // the version that the creator named, or empty
	Found    bool   // the project exists for the viewer, and the pinned version can be installed from here
	Version  string // the one to install, or empty
}

// edges are the dependencies of one version.
type edges struct{ required, incompatible []edge }

// edgesQuery reads what the versions $3 require and are incompatible with. Of what is required it chooses the version that
// the creator named, if it runs at the place $4 to $6, otherwise the one that suits best. $9 bounds the rows.
const edgesQuery = `
select d.version, d.kind, d.file_name, coalesce(p.id, d.dep_project), d.dep_version,
       p.id is not null and (d.dep_version = '' or named.id is not null), coalesce(case when named.fits then named.id end, best.id, '')
from catalog.dependencies d
left join catalog.versions dv on d.dep_version <> '' and dv.id = d.dep_version
left join catalog.projects p on p.id = case when d.dep_project <> '' then d.dep_project else dv.project end and ` + view.VisibleProject + `
left join lateral (
    select v.id, ` + runs + ` as fits from catalog.versions v
    where d.kind = 'required' and v.id = dv.id and v.project = p.id and v.visible and v.held
) named on true
left join lateral (
    select v.id from catalog.versions v
    where d.kind = 'required' and named.fits is not true and v.project = p.id and ` + fitsInstall + prefers + ` limit 1
) best on true
where d.version = any($3::text[]) and d.kind in ('required', 'incompatible')
order by array_position($3::text[], d.version), d.n limit $9`

// edges reads the dependencies of some versions.
func (s *Routes) edges(ctx context.Context, v view.Viewer, q InstallQuestion, versions []string) (map[string]edges, error) {
	loaders := withoutMrpack(q.Target.Loaders)
	list, err := view.Rows(ctx, s.source, "dependencies to install", pgx.RowToStructByPos[edge], edgesQuery, v.Staff, v.Account, versions,
		orEmpty(q.Target.GameVersions), loaders, orEmpty(kin(loaders)), orEmpty(q.Selected.GameVersions), withoutMrpack(q.Selected.Loaders), maxInstallEdges)
	if err != nil {
		return nil, err
	}
	if len(list) == maxInstallEdges {
		return nil, tooManyToInstall()
	}
	out := map[string]edges{}
	for _, e := range list {
		of := out[e.Of]
		if e.Kind == "required" {
			of.required = append(of.required, e)
		} else {
			of.incompatible = append(of.incompatible, e)
		}
		out[e.Of] = of
	}
	return out, nil
}

func tooManyToInstall() error {
	return httpkit.Invalid("", "该资源的依赖过多，请逐个安装")
}

const describedVersions = `select v.id, v.doc_v2, p.title, p.icon_url` + fromVersions + `where v.id = any($3) and ` + view.VisibleVersion

// described is a plan with what programs show of its versions.
func (s *Routes) described(ctx context.Context, v view.Viewer, p *planning) (InstallPlan, error) {
	ids := make([]string, len(p.items))
	for i, item := range p.items {
		ids[i] = item.VersionID
	}
	rows, err := s.source.Pool.Query(ctx, describedVersions, v.Staff, v.Account, ids)
	if err != nil {
		return InstallPlan{}, fmt.Errorf("read versions to install: %w", err)
	}
	known := make(map[string]InstallData, len(ids))
	var id, title, icon string
	var doc []byte
	if _, err := pgx.ForEachRow(rows, []any{&id, &doc, &title, &icon}, func() error {
		var version struct {
			VersionNumber string          `json:"version_number"`
			Files         []contract.File `json:"files"`
		}
		if err := json.Unmarshal(doc, &version); err != nil {
			return fmt.Errorf("decode version: %w", err)
		}
		data := InstallData{Title: title, VersionNumber: version.VersionNumber, IconURL: contract.Present(icon)}
		if f := primaryFile(version.Files); f != nil {
			data.Filename, data.SHA1 = f.Filename, f.Hashes.SHA1
		}
		known[id] = data
		return nil
	}); err != nil {
		return InstallPlan{}, fmt.Errorf("read versions to install: %w", err)
	}
	for i := range p.items {
		data, still := known[p.items[i].VersionID]
		if !still { // it was hidden in the meantime
			return InstallPlan{}, httpkit.NotFound()
		}
		p.items[i].Metadata = data
	}
	return InstallPlan{Primary: p.items[0], Dependencies: p.items[1:], Skipped: p.skipped}, nil
}

// primaryFile is the file of a version that programs take; nil where there is none.
func primaryFile(files []contract.File) *contract.File {
	for i := range files {
		if files[i].Primary {
			return &files[i]
		}
	}
	if len(files) > 0 {
		return &files[0]
	}
	return nil
}
