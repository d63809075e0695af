// Package accountactivity projects the metadata of every event into what each account did by which key: its sessions, access
// tokens and authorizations. It reads who and when, never what an event says.
package accountactivity

import (
	_ "embed" // the tables
	"slices"
	"time"

	"github.com/modyard/modyard/domain/account"
	"github.com/modyard/modyard/eventlog"
	"github.com/modyard/modyard/projections/rows"
	"github.com/modyard/modyard/projections/runtime"
)

// Name is the name of the projector, its watermark and the readers' schema.
const Name = "account_activity"

const version = 2

//go:embed schema.sql
var schema string

// New makes the projector.
func New() runtime.Projector {
	return runtime.Projector{
		Name: Name, Version: version, DDL: schema, Views: []string{"deeds"}, Needs: []string{"deeds_newest"},
		Handlers: runtime.Rows(runtime.Every(recorded)),
	}
}

// deed is a row.
type deed struct {
	Actor      string    `db:"actor,key"`
	Hour       time.Time `db:"hour,key"`
	Credential string    `db:"credential,key"`
	Stream     string    `db:"stream,key"`
	Type       string    `db:"type,key"`
	Role       string    `db:"role"`
	Times      int       `db:"times"`
	First      time.Time `db:"first_at"`
	Last       time.Time `db:"last_at"`
	Position   uint64    `db:"position"`
}

var deeds = rows.Shared[deed]("deeds")

// books are the categories of streams that the program keeps for itself: reservations of names, ports and hashes, counts and lists
// of what is open. Their events accompany those of a thing.
func books() []string {
	return []string{"applications", "claims", "collections", "file", "port", "quota", "reports", "slug", "subdomain", "webhooks", "wikipage"}
}

func recorded(s *rows.Set, e runtime.Event) {
	if gone, is := e.Payload.(account.Erased); is {
		s.Exec("delete from deeds where actor = $1", gone.Account)
	}
	if e.Meta.Actor == "" || slices.Contains(books(), eventlog.Category(e.Stream)) {
		return
	}
	at := e.At()
	key := deed{Actor: e.Meta.Actor, Hour: at.Truncate(time.Hour), Credential: e.Meta.Credential, Stream: e.Stream, Type: e.Type}
	deeds.Upsert(s, key, func(d *deed) {
		if d.Times == 0 || at.Before(d.First) {
			d.First = at
		}
		if at.After(d.Last) {
			d.Last = at
		}
		d.Role, d.Times, d.Position = e.Meta.Role, d.Times+1, uint64(e.Position)
	})
}
