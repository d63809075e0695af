// Package audit projects every decision and every change of a status, right, role or report into one list: who did
// what to which thing, in which role and why. Rows depend on events only, so that a comparison with a new build from
// the log (modyard verify) finds an entry that is missing, added or changed.
package audit

import (
	_ "embed" // the tables
	"time"

	"github.com/modyard/modyard/projections/rows"
	"github.com/modyard/modyard/projections/runtime"
)

// Name is the name of the projector, its watermark and the readers' schema.
const Name = "audit"

const version = 9

//go:embed schema.sql
var schema string

// New makes the projector.
func New() runtime.Projector {
	return runtime.Projector{
		Name: Name, Version: version, DDL: schema, Views: []string{"entries"}, Needs: []string{"entries_text_of", "entries_message_of"},
		Categories: []string{
			"account", "assignment", "claim", "collection", "curation", "discussion", "flamefile", "ledger", "node", "organization", "packfile", "payout", "post", "project", "report", "retention",
			"revenueday", "review", "risk", "section", "server", "translation", "undo", "version", "wallet", "wiki", "wikidraft", "wikieditor",
		},
		Handlers: runtime.Handle(newBatch, handlers()...),
	}
}

// entry is a row of the audit.
type entry struct {
	Position    uint64    `db:"position,key"`
	At          time.Time `db:"at"`
	Event       string    `db:"event"`
	Type        string    `db:"type"`
	Stream      string    `db:"stream"`
	Revision    int64     `db:"revision"`
	Kind        string    `db:"kind"`
	Mark        string    `db:"mark"`
	Actor       string    `db:"actor"`
	Role        string    `db:"role"`
	SubjectKind string    `db:"subject_kind"`
	Subject     string    `db:"subject"`
	Project     string    `db:"project"`
	Name        string    `db:"name"`
	About       string    `db:"about"`
	ItemKind    string    `db:"item_kind"`
	Item        string    `db:"item"`
	Concerns    []string  `db:"concerns"`
	Round       int       `db:"round"`
	From        string    `db:"from_status"`
	To          string    `db:"to_status"`
	Value       string    `db:"value"`
	Options     []string  `db:"options"`
	Message     string    `db:"message"`
	ReasonCode  string    `db:"reason_code"`
	ReasonText  string    `db:"reason_text"`
	TextOf      string    `db:"text_of"`
	MessageOf   string    `db:"message_of"`
	Grams       []int32   `db:"grams"`
}

// subject is what the projector knows of a thing from its earlier events.
type subject struct {
	ID       string `db:"id,key"`
	Name     string `db:"name"`
	Rounds   int    `db:"rounds"`
	ItemKind string `db:"item_kind"`
	Item     string `db:"item"`
}

var (
	entries  = rows.Of[entry]("entries")
	subjects = rows.Of[subject]("subjects")
)
