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

// counters is a minimal read model: for every stream, the number of events and the time of the last.
func counters(name string) runtime.Projector {
	return runtime.Projector{
		Name: name, Version: 1, DDL: countersDDL, Views: []string{"counters"},
		Handlers: runtime.Rows(runtime.Every(func(s *rows.Set, e runtime.Event) {
			at := e.Meta.At // a closure over the event would keep all of it in memory
			counts.Upsert(s, count{Stream: e.Stream}, func(c *count) {
				c.Events++
				c.Last = at
			})
		})),
	}
}
