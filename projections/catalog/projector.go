// Package catalog projects projects, versions, teams and reviews into documents as they are served, the tables that
// routes filter by, and, in the same transaction, the rows of the search engine. A row depends only on events and
// public profiles, so that a rebuild writes identical bytes.
package catalog

import (
	_ "embed" // the tables

	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/domain/organization"
	"github.com/modyard/modyard/domain/project"
	"github.com/modyard/modyard/projections/rows"
	"github.com/modyard/modyard/projections/runtime"
	"github.com/modyard/modyard/search"
)

// Name is the name of the projector, its watermark and the readers' schema.
const Name = "catalog"

const version = 17

//go:embed schema.sql
var schema string

// Indexer queues the statements that maintain the search rows; search/postgres implements it.
type Indexer interface {
	// Queue replaces the documents.
	Queue(q *pgx.Batch, docs []search.Doc)
	// QueueDelete removes documents; position is that of the event that hid them.
	QueueDelete(q *pgx.Batch, ids []string, position uint64)
}

// Options are the dependencies of the projector.
type Options struct {
	Markdown    func(src string) string // renders and sanitises a body or a changelog
	Search      Indexer
	SearchDDL   string   // tables of the indexer, including that of the counters
	SearchViews []string // its tables that readers see
}

// New makes the projector. It ignores events that repeat others: the list of a project's versions and what an
// organization records of its projects. Of accounts it handles only profile changes: a changed profile follows a
// changed role, and the read model contains no texts of accounts. Of collections and follows it handles only follows, of wikis only who
// may edit them.
func New(o Options) runtime.Projector {
	return runtime.Projector{
		Name: Name, Version: version,
		Categories: []string{"account", "download", "follows", "organization", "orgslug", "project", "slug", "version", "wiki"},
		DDL:        o.SearchDDL + schema,
		Needs:      []string{"projects_organization", "versions_project", "files_project", "dependencies_project", "members_account"},
		Views: append([]string{
			"projects", "deleted_projects", "slugs", "versions", "files", "members", "organizations", "organization_slugs",
			"organization_members",
			"review_rounds", "history", "dependencies",
		}, o.SearchViews...),
		Handlers: runtime.Handle(func(s *rows.Set) *handler { return newHandler(o, s) },
			runtime.Each(project.EventTypes(), "project.", (*handler).project, project.VersionAdded{}, project.VersionRemoved{}),
			runtime.Each(project.EventTypes(), "version.", (*handler).version),
			runtime.Each(organization.EventTypes(), "organization.", (*handler).organization,
				organization.ProjectAdded{}, organization.ProjectRemoved{}, organization.ProjectsClosed{}),
			runtime.On((*handler).slugReserved), runtime.On((*handler).slugReleased),
			runtime.On((*handler).organizationSlugReserved), runtime.On((*handler).organizationSlugReleased),
			runtime.On((*handler).profileChanged), runtime.On((*handler).usernameChanged), runtime.On((*handler).accountClosed),
			runtime.On((*handler).followed), runtime.On((*handler).unfollowed), runtime.On((*handler).counted),
			runtime.On((*handler).wikiEditingSet),
		),
	}
}
