package project

import (
	"bufio"
	"context"
	"fmt"

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
	projects := fmt.Sprintf(dependsOn+` select `+projectPart+` from catalog.projects p
where p.id in (select dep_project from d union select v.project from catalog.versions v where v.id in (select dep_version from d))
  and `+view.VisibleProject+` order by p.id limit $4`, sh.project)
	versions := fmt.Sprintf(dependsOn+` select `+partColumns+fromVersions+`
where v.id in (select dep_version from d) and `+view.VisibleVersion+` order by v.id limit $4`, sh.version)
	return func(ctx context.Context, in *view.ByID) (view.Answer, error) {
		v := view.Projects(ctx)
		p, err := s.one(ctx, v, in.ID, noExtra(), noExtra())
		if err != nil {
			return nil, err
		}
		needed, err := view.Rows(ctx, s.source, "dependencies", scanPart, projects, v.Staff, v.Account, p.ID, maxDependencies)
		if err != nil {
			return nil, err
		}
		exact, err := view.Rows(ctx, s.source, "dependencies", scanPart, versions, v.Staff, v.Account, p.ID, maxDependencies)
		if err != nil {
			return nil, err
		}
		ofProjects, ofVersions := bundle{needed, s.projectDocuments(sh, v)}, bundle{exact, s.versionDocuments(sh, v)}
		if err := fits(ofProjects, ofVersions); err != nil {
			return nil, err
		}
		return written(func(ctx context.Context, w *bufio.Writer) error {
			_, _ = w.WriteString(`{"projects":`)
			if err := ofProjects.array(ctx, w); err != nil {
				return err
			}
			_, _ = w.WriteString(`,"versions":`)
			if err := ofVersions.array(ctx, w); err != nil {
				return err
			}
			return w.WriteByte('}')
		}, ofProjects, ofVersions), nil
	}
}

// DependencyAnswer is a dependency as the project page lists it.
type DependencyAnswer struct {
	VersionID      *string               `json:"version_id"`
	Project        *contract.ProjectLink `json:"project"`
	FileName       *string               `json:"file_name"`
	DependencyType string                `json:"dependency_type" enum:"required,optional,incompatible,embedded"`
	OfVersion      string                `json:"of_version"` // id of the dependent version
}

const pageDependencies = `
select d.version, d.kind, d.dep_version, d.file_name, p.id, p.slug, ` + shownTitle + `, p.icon_url, p.url_type
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
	d.VersionID, d.FileName = contract.Present(version), contract.Present(file)
	if id != nil {
		d.Project = &contract.ProjectLink{ID: *id, Slug: *slug, Title: *title, IconURL: contract.Present(*icon), URLType: *urlType}
	}
	return d, nil
}
