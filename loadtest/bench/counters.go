package main

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/projections/runtime"
)

const (
	countersDDL = `CREATE TABLE counters (stream text PRIMARY KEY, events bigint NOT NULL, last timestamptz NOT NULL);`

	addCounts = `
INSERT INTO counters AS c (stream, events, last)
SELECT * FROM unnest($1::text[], $2::bigint[], $3::timestamptz[])
ON CONFLICT (stream) DO UPDATE SET events = c.events + excluded.events, last = greatest(c.last, excluded.last)`
)

// counters is a read model of the simplest useful kind: of every stream, how many events and when the last.
func counters(name string) runtime.Projector {
	return runtime.Projector{
		Name: name, Version: 1, DDL: countersDDL, Views: []string{"counters"},
		New: func() runtime.Handler { return &counterHandler{} },
	}
}

type counterHandler struct{ counts map[string]*count }

type count struct {
	events int64
	last   time.Time
}

// Load begins a batch: nothing is read, since the statement adds.
func (h *counterHandler) Load(context.Context, pgx.Tx, []runtime.Event) error {
	h.counts = map[string]*count{}
	return nil
}

// Apply counts one event.
func (h *counterHandler) Apply(_ context.Context, e runtime.Event, _ *pgx.Batch) error {
	c := h.counts[e.Stream]
	if c == nil {
		c = &count{}
		h.counts[e.Stream] = c
	}
	c.events++
	c.last = e.Meta.At
	return nil
}

// Flush writes what the batch counted with one statement.
func (h *counterHandler) Flush(_ context.Context, _ pgx.Tx, q *pgx.Batch) error {
	var streams []string
	var events []int64
	var last []time.Time
	for stream, c := range h.counts {
		streams, events, last = append(streams, stream), append(events, c.events), append(last, c.last)
	}
	q.Queue(addCounts, streams, events, last)
	return nil
}
