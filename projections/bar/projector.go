// Package bar projects who may not write in a section of the forum or on the board of a project, and until when. A bar that was not
// lifted keeps its row after its end: the time ends it, and no event. Rows depend on events only.
package bar

import (
	_ "embed" // the tables
	"time"

	"github.com/modyard/modyard/domain/account"
	"github.com/modyard/modyard/domain/bar"
	"github.com/modyard/modyard/domain/reason"
	"github.com/modyard/modyard/projections/rows"
	"github.com/modyard/modyard/projections/runtime"
)

// Name is the name of the projector, its watermark and the readers' schema.
const Name = "bar"

const version = 1

//go:embed schema.sql
var schema string

// New makes the projector.
func New() runtime.Projector {
	return runtime.Projector{
		Name: Name, Version: version, DDL: schema, Views: []string{"bars"}, Categories: []string{"account", "bar"},
		Handlers: runtime.Rows(runtime.On(set), runtime.On(lifted), runtime.On(erased)),
	}
}

type row struct {
	Kind       bar.Kind    `db:"kind,key"`
	Place      string      `db:"place,key"`
	Account    string      `db:"account,key"`
	Until      time.Time   `db:"until"`
	Since      time.Time   `db:"since"`
	By         string      `db:"by"`
	ReasonCode reason.Code `db:"reason_code"`
	ReasonText string      `db:"reason_text"`
	Position   uint64      `db:"position"`
}

var bars = rows.Of[row]("bars")

func set(s *rows.Set, e runtime.Event, p bar.Set) {
	r := row{Kind: p.Kind, Place: p.Place, Account: p.Account, Until: p.Until.UTC(), Since: e.At(), By: e.Meta.Actor, Position: uint64(e.Position)}
	r.ReasonCode, r.ReasonText = p.Reason.Words()
	bars.Put(s, r)
}

func lifted(s *rows.Set, _ runtime.Event, p bar.Lifted) {
	bars.Delete(s, row{Kind: p.Kind, Place: p.Place, Account: p.Account})
}

const forget = `delete from bars where account = $1`

func erased(s *rows.Set, _ runtime.Event, p account.Erased) { s.Exec(forget, p.Account) }
