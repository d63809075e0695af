// Package curation projects the staff's choices into the rows that the carousels are read from.
package curation

import (
	"context"

	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/domain/curation"
	"github.com/modyard/modyard/projections/runtime"
)

// Name is the projector's name, that of its watermark and of the schema readers see.
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
		Categories: []string{"curation"}, Handles: []string{"curation.changed.v1"},
		New: func() runtime.Handler { return handler{} },
	}
}

type handler struct{}

const (
	empty  = `delete from entries where place = $1`
	insert = `insert into entries (place, n, project, image, title, description) values ($1, $2, $3, $4, $5, $6)`
)

// Load needs nothing: a change carries the whole choice.
func (handler) Load(context.Context, pgx.Tx, []runtime.Event) error { return nil }

// Apply replaces a place's choice.
func (handler) Apply(_ context.Context, e runtime.Event, q *pgx.Batch) error {
	c, ok := e.Payload.(curation.Changed)
	if !ok {
		return nil
	}
	q.Queue(empty, string(c.Place))
	for n, entry := range c.Entries {
		q.Queue(insert, string(c.Place), n, entry.Project, entry.Image, entry.Title, entry.Description)
	}
	return nil
}

// Flush has nothing left to write.
func (handler) Flush(context.Context, pgx.Tx, *pgx.Batch) error { return nil }
