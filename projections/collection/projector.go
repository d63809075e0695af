// Package collection projects follows and collections with their projects. Rows depend on events only. Deleted
// projects are removed; hidden ones stay, and readers ask the catalogue whether to show them.
package collection

import (
	_ "embed" // the tables

	"github.com/modyard/modyard/projections/runtime"
)

// Name is the name of the projector, its watermark and the readers' schema.
const Name = "collection"

const version = 4

//go:embed schema.sql
var schema string

// New makes the projector. It ignores the slots of accounts, which repeat the collections' own events.
func New() runtime.Projector {
	return runtime.Projector{
		Name: Name, Version: version, DDL: schema,
		Categories: []string{"account", "collection", "follows", "project"},
		Needs:      []string{"follows_project", "collection_projects_project"},
		Views:      []string{"follows", "collections", "collection_projects"},
		Handlers: runtime.Rows(
			runtime.On(followed), runtime.On(unfollowed),
			runtime.On(created), runtime.On(renamed), runtime.On(described), runtime.On(shown), runtime.On(rejected), runtime.On(restored),
			runtime.On(iconChanged), runtime.On(projectAdded), runtime.On(projectRemoved), runtime.On(deleted), runtime.On(projectDeleted),
			runtime.On(left), runtime.On(returned),
		),
	}
}
