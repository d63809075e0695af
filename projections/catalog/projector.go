// Package catalog projects projects, versions, teams and reviews into documents as they are served,
// the tables that routes filter by, and, in the same transaction, the rows of the search engine.
// A row depends on events and public profiles only, so that a rebuild gives the same bytes.
package catalog

import (
	_ "embed" // the tables
	"slices"
	"strings"

	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/domain/account"
	"github.com/modyard/modyard/domain/collection"
	"github.com/modyard/modyard/domain/organization"
	"github.com/modyard/modyard/domain/project"
	"github.com/modyard/modyard/projections/runtime"
	"github.com/modyard/modyard/search"
)

// Name is the projector's name, that of its watermark and of the schema readers see.
const Name = "catalog"

const version = 3

//go:embed schema.sql
var schema string

// Indexer queues the statements that keep the search rows; search/postgres has one.
type Indexer interface {
	// Queue replaces the documents.
	Queue(q *pgx.Batch, docs []search.Doc)
	// QueueDelete removes documents; position is that of the event that hid them.
	QueueDelete(q *pgx.Batch, ids []string, position uint64)
}

// Options are what the projector works with.
type Options struct {
	Markdown    func(src string) string // renders and sanitises a body or a changelog
	Search      Indexer                 // nil: no search rows
	SearchDDL   string                  // tables of the indexer
	SearchViews []string                // its tables that readers see
}

// New makes the projector.
func New(o Options) runtime.Projector {
	return runtime.Projector{
		Name: Name, Version: version, Handles: types(),
		Categories: []string{"account", "follows", "organization", "orgslug", "project", "slug", "version"},
		DDL:        schema + "\n" + o.SearchDDL,
		Views: append([]string{
			"projects", "deleted_projects", "slugs", "versions", "files", "members", "organizations", "organization_slugs",
			"organization_members",
			"review_rounds", "history", "dependencies",
		}, o.SearchViews...),
		New: func() runtime.Handler { return newHandler(o) },
	}
}

// types are the events the read model is made of. Version-added, version-removed, the reservations of files and
// what an organization knows of its projects repeat what the versions' and projects' own events say. Of what people
// keep, only the follows count.
func types() []string {
	redundant := []string{
		"project.version-added.v1", "project.version-removed.v1", "file.claimed.v1", "file.released.v1",
		"organization.project-added.v1", "organization.project-removed.v1", "organization.projects-closed.v1",
		"account.role-granted.v1", "account.role-revoked.v1", // the profile says it, and a change of it follows
		"account.erased.v1", // no text here is of an account; that it was closed follows
	}
	var out []string
	for _, m := range []map[string]any{project.EventTypes(), organization.EventTypes(), account.EventTypes(), collection.EventTypes()} {
		for name := range m {
			if !slices.Contains(redundant, name) && !strings.HasPrefix(name, "collection.") {
				out = append(out, name)
			}
		}
	}
	slices.Sort(out)
	return out
}
