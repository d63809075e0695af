package main

import (
	"time"

	"github.com/modyard/modyard/projections/rows"
	"github.com/modyard/modyard/projections/runtime"
)

const countersDDL = `CREATE TABLE counters (stream text PRIMARY KEY, events bigint NOT NULL, last timestamptz NOT NULL);`

type count struct {
	Stream string    `db:"stream,key"`
	Events int64     `db:"events"`
	Last   time.Time `db:"last"`
}

var counts = rows.Of[count]("counters")

// counters is a read model of the simplest useful kind: of every stream, how many events and when the last.
func counters(name string) runtime.Projector {
	return runtime.Projector{
		Name: name, Version: 1, DDL: countersDDL, Views: []string{"counters"},
		Handlers: runtime.Rows(runtime.Every(func(s *rows.Set, e runtime.Event) {
			at := e.Meta.At // a closure over the event would hold all of it
			counts.Upsert(s, count{Stream: e.Stream}, func(c *count) {
				c.Events++
				c.Last = at
			})
		})),
	}
}
