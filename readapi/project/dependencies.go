package project

import (
	"context"
	"fmt"
	"slices"

	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/readapi/view"
)

// DependenciesAnswer is the dependencies of a project's versions, as whole documents.
type DependenciesAnswer struct {
	Projects []contract.ProjectAnswer `json:"projects"`
	Versions []contract.Version       `json:"versions"`
}

// maxDependencies bounds an answer of whole documents.
const maxDependencies = 1000

// dependsOn are the projects and versions that the listed versions of the project $3 depend on.
const dependsOn = `
with d as materialized (
    select distinct d.dep_project, d.dep_version from catalog.dependencies d
    join catalog.versions v on v.id = d.version where d.project = $3 and v.listed
)`

func (s *Routes) dependencies(sh shape) stored {
	projects := fmt.Sprintf(dependsOn+` select `+columns+` from catalog.projects p
where p.id in (select dep_project from d union select v.project from catalog.versions v where v.id in (select dep_version from d))
  and `+view.VisibleProject+` order by p.id limit $4`, sh.project, noExtra())
	versions := fmt.Sprintf(dependsOn+` select `+versionColumns+fromVersions+`
where v.id in (select dep_version from d) and `+view.VisibleVersion+` order by v.id limit $4`, sh.version)
	return func(ctx context.Context, in *view.ByID) (view.Answer, error) {
		v := view.Projects(ctx)
		p, err := s.one(ctx, v, in.ID, noExtra(), noExtra())
		if err != nil {
			return nil, err
		}
		needed, err := view.Rows(ctx, s.source, "dependencies", pgx.RowToStructByPos[found], projects, v.Staff, v.Account, p.ID, maxDependencies)
		if err != nil {
			return nil, err
		}
		exact, err := view.Rows(ctx, s.source, "dependencies", pgx.RowToStructByPos[versionRow], versions, v.Staff, v.Account, p.ID, maxDependencies)
		if err != nil {
			return nil, err
		}
		return view.Bytes(slices.Concat([]byte(`{"projects":`), bodies(needed, sh), []byte(`,"versions":`), versionBodies(exact), []byte(`}`))), nil
	}
}

// DependencyAnswer is a dependency as the project page lists it.
type DependencyAnswer struct {
	VersionID      *string           `json:"version_id"`
	Project        *DependencyTarget `json:"project"`
	FileName       *string           `json:"file_name"`
	DependencyType string            `json:"dependency_type" enum:"required,optional,incompatible,embedded"`
	OfVersion      string            `json:"of_version"` // id of the dependent version
}

// DependencyTarget is the required project; null where the viewer may not see it.
type DependencyTarget struct {
	ID      string  `json:"id"`
	Slug    string  `json:"slug"`
	Title   string  `json:"title"`
	IconURL *string `json:"icon_url"`
	URLType string  `json:"url_type" enum:"mod,plugin,datapack,shader,resourcepack,modpack,software,language"`
}

const pageDependencies = `
select d.version, d.kind, d.dep_version, d.file_name, p.id, p.slug, p.title, p.icon_url, p.url_type
from catalog.dependencies d
join catalog.versions v on v.id = d.version
left join catalog.versions dv on d.dep_version <> '' and dv.id = d.dep_version
left join catalog.projects p on p.id = case when d.dep_project <> '' then d.dep_project else dv.project end and ` + view.VisibleProject + `
where d.project = $3 and (v.listed or $4)
order by v.published desc, v.created desc, d.n limit $5`

const maxPageDependencies = 5000

func (s *Routes) pageDependencies(ctx context.Context, in *view.ByID) ([]DependencyAnswer, error) {
	v := view.Projects(ctx)
	p, err := s.one(ctx, v, in.ID, noExtra(), noExtra())
	if err != nil {
		return nil, err
	}
	return view.Rows(ctx, s.source, "dependencies", scanDependency, pageDependencies, v.Staff, v.Account, p.ID, p.Inside, maxPageDependencies)
}

func scanDependency(row pgx.CollectableRow) (DependencyAnswer, error) {
	var d DependencyAnswer
	var version, file string
	var id, slug, title, icon, urlType *string
	if err := row.Scan(&d.OfVersion, &d.DependencyType, &version, &file, &id, &slug, &title, &icon, &urlType); err != nil {
		return d, err
	}
	d.VersionID, d.FileName = orNil(version), orNil(file)
	if id != nil {
		d.Project = &DependencyTarget{ID: *id, Slug: *slug, Title: *title, IconURL: orNil(*icon), URLType: *urlType}
	}
	return d, nil
}

func orNil(s string) *string {
	if s == "" {
		return nil
	}
	return &s
}
