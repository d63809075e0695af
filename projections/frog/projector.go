// Package frog counts the browsers that met the frog.
package frog

import (
	"context"

	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/projections/runtime"
)

// Name is the projector's name, that of its watermark and of the schema readers see.
const Name = "frog"

const version = 1

const schema = `
create table meetings (one boolean primary key default true check (one), n bigint not null);
insert into meetings (n) values (0)`

// New makes the projector.
func New() runtime.Projector {
	return runtime.Projector{
		Name: Name, Version: version, DDL: schema, Views: []string{"meetings"},
		Categories: []string{"frog"}, Handles: []string{"frog.seen.v1"},
		New: func() runtime.Handler { return &handler{} },
	}
}

type handler struct{ n int64 }

// Load needs nothing: a browser's stream has one event.
func (h *handler) Load(context.Context, pgx.Tx, []runtime.Event) error { return nil }

// Apply counts.
func (h *handler) Apply(context.Context, runtime.Event, *pgx.Batch) error {
	h.n++
	return nil
}

// Flush adds the batch to the sum.
func (h *handler) Flush(_ context.Context, _ pgx.Tx, q *pgx.Batch) error {
	q.Queue(`update meetings set n = n + $1`, h.n)
	return nil
}
