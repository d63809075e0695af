// Package curation projects the staff's choices into the rows of the carousels.
package curation

import (
	"github.com/modyard/modyard/domain/curation"
	"github.com/modyard/modyard/projections/rows"
	"github.com/modyard/modyard/projections/runtime"
)

// Name is the name of the projector, its watermark and the readers' schema.
const Name = "curation"

const version = 1

const schema = `
create table entries (
    place       text collate "C" not null,
    n           integer not null,
    project     text collate "C" not null,
    image       text not null, -- or empty, as those below: the project's own
    title       text not null,
    description text not null,
    primary key (place, n)
)`

// New makes the projector.
func New() runtime.Projector {
	return runtime.Projector{
		Name: Name, Version: version, DDL: schema, Views: []string{"entries"},
		Categories: []string{"curation"}, Handlers: runtime.Rows(runtime.On(changed)),
	}
}

type entry struct {
	Place       curation.Place `db:"place,key"`
	N           int            `db:"n,key"`
	Project     string         `db:"project"`
	Image       string         `db:"image"`
	Title       string         `db:"title"`
	Description string         `db:"description"`
}

var entries = rows.Of[entry]("entries")

// changed replaces the choice for one place.
func changed(s *rows.Set, _ runtime.Event, c curation.Changed) {
	s.Exec(`delete from entries where place = $1`, string(c.Place))
	for n, e := range c.Entries {
		entries.Put(s, entry{Place: c.Place, N: n, Project: e.Project, Image: e.Image, Title: e.Title, Description: e.Description})
	}
}
