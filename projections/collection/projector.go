// Package collection projects what people keep: whom follows which project, and collections with what is in them.
// Rows depend on events only. Projects that were deleted leave; those that are hidden stay, and whoever reads
// asks the catalogue whether they may be shown.
package collection

import (
	_ "embed" // the tables

	"github.com/modyard/modyard/projections/runtime"
)

// Name is the projector's name, that of its watermark and of the schema readers see.
const Name = "collection"

const version = 1

//go:embed schema.sql
var schema string

// New makes the projector. The slots of accounts repeat what the collections' own events say.
func New() runtime.Projector {
	return runtime.Projector{
		Name: Name, Version: version, DDL: schema,
		Categories: []string{"collection", "follows", "project"},
		Needs:      []string{"follows_project", "collection_projects_project"},
		Views:      []string{"follows", "collections", "collection_projects"},
		Handlers: runtime.Rows(
			runtime.On(followed), runtime.On(unfollowed),
			runtime.On(created), runtime.On(renamed), runtime.On(described), runtime.On(shown), runtime.On(rejected), runtime.On(restored),
			runtime.On(iconChanged), runtime.On(projectAdded), runtime.On(projectRemoved), runtime.On(deleted), runtime.On(projectDeleted),
		),
	}
}
