// Package collection projects what people keep: whom follows which project, and collections with what is in them.
// Rows depend on events only. Projects that were deleted leave; those that are hidden stay, and whoever reads
// asks the catalogue whether they may be shown.
package collection

import (
	_ "embed" // the tables

	"github.com/modyard/modyard/domain/collection"
	"github.com/modyard/modyard/projections/runtime"
)

// Name is the projector's name, that of its watermark and of the schema readers see.
const Name = "collection"

const version = 1

//go:embed schema.sql
var schema string

// New makes the projector.
func New() runtime.Projector {
	types := []string{"project.deleted.v1"}
	for name := range collection.EventTypes() {
		switch name {
		case "collection.slot-taken.v1", "collection.slot-freed.v1": // they repeat what the collections' own events say
		default:
			types = append(types, name)
		}
	}
	return runtime.Projector{
		Name: Name, Version: version, Handles: types, DDL: schema,
		Categories: []string{"collection", "follows", "project"},
		Views:      []string{"follows", "collections", "collection_projects"},
		New:        func() runtime.Handler { return handler{} },
	}
}
