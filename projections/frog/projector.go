// Package frog counts the browsers that met the frog.
package frog

import (
	"github.com/modyard/modyard/domain/frog"
	"github.com/modyard/modyard/projections/rows"
	"github.com/modyard/modyard/projections/runtime"
)

// Name is the name of the projector, its watermark and the readers' schema.
const Name = "frog"

const version = 1

const schema = `
create table meetings (one boolean primary key default true check (one), n bigint not null);
insert into meetings (n) values (0)`

// New makes the projector.
func New() runtime.Projector {
	return runtime.Projector{
		Name: Name, Version: version, DDL: schema, Views: []string{"meetings"},
		Categories: []string{"frog"}, Handlers: runtime.Rows(Counted[frog.Seen]()),
	}
}

// Counted counts the events of a type as meetings.
func Counted[P any]() runtime.Handler[*rows.Set] {
	return runtime.On(func(s *rows.Set, _ runtime.Event, _ P) {
		meetings.Update(s, meeting{One: true}, func(m *meeting) { m.N++ })
	})
}

type meeting struct {
	One bool  `db:"one,key"`
	N   int64 `db:"n"`
}

var meetings = rows.Shared[meeting]("meetings")
