// Package packfile projects what the staff has found out about files of modpacks: the present judgement of each file and of
// each project of the platform "flame".
package packfile

import (
	"time"

	"github.com/modyard/modyard/domain/packfile"
	"github.com/modyard/modyard/projections/rows"
	"github.com/modyard/modyard/projections/runtime"
)

// Name is the name of the projector, its watermark and the readers' schema.
const Name = "packfile"

const version = 1

const schema = `
create table judged (
    sha512 text collate "C" primary key,
    sha1   text collate "C" not null,
    name   text not null,             -- of the file, when it was judged
    status text not null,
    title  text not null,             -- or empty, as those below
    link   text not null,
    proof  text not null,
    number integer not null,          -- of the judgement, beginning with 1
    actor  text collate "C" not null, -- account
    at     timestamptz not null
);
create table flames (
    flame  bigint primary key,        -- project of the other platform
    status text not null,
    title  text not null,
    link   text not null,
    number integer not null,
    actor  text collate "C" not null,
    at     timestamptz not null
)`

// New makes the projector.
func New() runtime.Projector {
	return runtime.Projector{
		Name: Name, Version: version, DDL: schema, Views: []string{"judged", "flames"},
		Categories: []string{"packfile", "flamefile"}, Handlers: runtime.Rows(runtime.On(judged), runtime.On(flameJudged)),
	}
}

type file struct {
	SHA512 string          `db:"sha512,key"`
	SHA1   string          `db:"sha1"`
	Name   string          `db:"name"`
	Status packfile.Status `db:"status"`
	Title  string          `db:"title"`
	Link   string          `db:"link"`
	Proof  string          `db:"proof"`
	Number int             `db:"number"`
	Actor  string          `db:"actor"`
	At     time.Time       `db:"at"`
}

type flame struct {
	Flame  int64           `db:"flame,key"`
	Status packfile.Status `db:"status"`
	Title  string          `db:"title"`
	Link   string          `db:"link"`
	Number int             `db:"number"`
	Actor  string          `db:"actor"`
	At     time.Time       `db:"at"`
}

var (
	files  = rows.Of[file]("judged")
	flames = rows.Of[flame]("flames")
)

// numberOf is the number of a judgement: the streams contain nothing else.
func numberOf(e runtime.Event) int { return int(e.Revision) + 1 }

func judged(s *rows.Set, e runtime.Event, p packfile.Judged) {
	files.Put(s, file{p.SHA512, p.SHA1, p.Name, p.Status, p.Title, p.Link, p.Proof, numberOf(e), e.Meta.Actor, e.At()})
}

func flameJudged(s *rows.Set, e runtime.Event, p packfile.FlameJudged) {
	flames.Put(s, flame{p.Flame, p.Status, p.Title, p.Link, numberOf(e), e.Meta.Actor, e.At()})
}
