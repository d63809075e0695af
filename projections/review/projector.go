// Package review projects to which moderator the review of a project was handed over, proposals to undo decisions, and the
// decisions that ended rounds of review, for the figures about them. Rows depend on events only.
package review

import (
	_ "embed" // the tables
	"time"

	"github.com/modyard/modyard/domain/account"
	"github.com/modyard/modyard/domain/erasable"
	"github.com/modyard/modyard/domain/review"
	"github.com/modyard/modyard/projections/rows"
	"github.com/modyard/modyard/projections/runtime"
)

// Name is the name of the projector, its watermark and the readers' schema.
const Name = "review"

const version = 1

//go:embed schema.sql
var schema string

// New makes the projector.
func New() runtime.Projector {
	handlers := append(rounds(), plain(handedOver), plain(erased), plain(proposed), plain(confirmed), plain(declined), plain(lapsed))
	return runtime.Projector{
		Name: Name, Version: version, DDL: schema,
		Views: []string{"handovers", "proposals", "standings", "decisions", "months"}, Needs: []string{"handovers_giver"},
		Categories: []string{"account", "assignment", "project", "undo"},
		Handlers:   runtime.Handle(newBatch, handlers...),
	}
}

type handler = runtime.Handler[*batch]

// plain is a handler that needs only the event.
func plain[P any](do func(*rows.Set, runtime.Event, P)) handler {
	return runtime.On(func(b *batch, e runtime.Event, p P) { do(b.rows, e, p) })
}

type row struct {
	Project  string    `db:"project,key"`
	Round    int       `db:"round"`
	Giver    string    `db:"giver"`
	Receiver string    `db:"receiver"`
	Note     string    `db:"note"`
	At       time.Time `db:"at"`
	Position uint64    `db:"position"`
}

var handovers = rows.Of[row]("handovers")

func handedOver(s *rows.Set, e runtime.Event, p review.HandedOver) {
	handovers.Put(s, row{
		Project: p.Project, Round: p.Round, Giver: p.By, Receiver: p.To, Note: p.Note.String(), At: e.At(), Position: uint64(e.Position),
	})
}

const eraseNotes = `update handovers set note = $2, position = $3 where giver = $1`

// erased blanks the notes of an account. A rebuild gives the same rows: texts without a key are shown as erased.
func erased(s *rows.Set, e runtime.Event, p account.Erased) {
	s.Exec(eraseNotes, p.Account, erasable.Erased, int64(e.Position))
}
