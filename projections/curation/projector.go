// Package curation projects the staff's choices into the rows of the carousels and the struck terms of popular searches.
package curation

import (
	"time"

	"github.com/modyard/modyard/domain/curation"
	"github.com/modyard/modyard/projections/rows"
	"github.com/modyard/modyard/projections/runtime"
)

// Name is the name of the projector, its watermark and the readers' schema.
const Name = "curation"

const version = 2

const schema = `
create table entries (
    place       text collate "C" not null,
    n           integer not null,
    project     text collate "C" not null,
    image       text not null, -- or empty, as those below: the project's own
    title       text not null,
    description text not null,
    primary key (place, n)
);
create table struck (
    term        text collate "C" primary key,
    struck      timestamptz not null,
    reason_code text not null,
    reason_text text not null
)`

// New makes the projector.
func New() runtime.Projector {
	return runtime.Projector{
		Name: Name, Version: version, DDL: schema, Views: []string{"entries", "struck"},
		Categories: []string{"curation"}, Handlers: runtime.Rows(runtime.On(changed), runtime.On(termStruck), runtime.On(termAllowed)),
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

type struckTerm struct {
	Term       string    `db:"term,key"`
	Struck     time.Time `db:"struck"`
	ReasonCode string    `db:"reason_code"`
	ReasonText string    `db:"reason_text"`
}

var struckTerms = rows.Of[struckTerm]("struck")

func termStruck(s *rows.Set, e runtime.Event, p curation.TermStruck) {
	row := struckTerm{Term: p.Term, Struck: e.At()}
	if p.Reason != nil {
		row.ReasonCode, row.ReasonText = string(p.Reason.Code), p.Reason.Text
	}
	struckTerms.Put(s, row)
}

func termAllowed(s *rows.Set, _ runtime.Event, p curation.TermAllowed) {
	struckTerms.Delete(s, struckTerm{Term: p.Term})
}
