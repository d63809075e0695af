// Package notification projects the notifications of accounts. Areas say which events notify whom; this package has what they all
// use: the teams, followers, conversations and links as of an event, in tables of its own.
package notification

import (
	_ "embed" // the tables

	"github.com/modyard/modyard/projections/rows"
	"github.com/modyard/modyard/projections/runtime"
)

// Name is the name of the projector, its watermark and the readers' schema.
const Name = "notification"

const version = 9

//go:embed schema.sql
var schema string

// Area is the notifications of an area: the handlers of its events.
type Area struct {
	Version    int      // raised when the handlers write other rows
	Categories []string // of its events, each named by one area
	Handlers   []runtime.Handler[*Batch]
	// Needs collects what the handlers use of what was before an event; nil: the staff alone.
	Needs func(*Needs, runtime.Event)
	// Quoting are its types whose message is a text of the actor, which is blanked with the account.
	Quoting []string
}

// New makes the projector. The handlers of one event run in the order of the areas.
func New(areas ...Area) runtime.Projector {
	p := runtime.Projector{
		Name: Name, Version: version, DDL: schema, Views: []string{"notifications", "inboxes", "members"},
		Needs: []string{
			"notifications_project", "notifications_organization", "notifications_version", "notifications_message", "notifications_said", "notifications_thread",
			"notifications_link", "hidden_versions_project",
		},
		Categories: []string{"inbox"}, // which no event has; it belongs to the read model's version
	}
	var handlers []runtime.Handler[*Batch]
	var needs []func(*Needs, runtime.Event)
	var quoting []string
	for _, a := range areas {
		p.Version += a.Version
		p.Categories, handlers, quoting = append(p.Categories, a.Categories...), append(handlers, a.Handlers...), append(quoting, a.Quoting...)
		if a.Needs != nil {
			needs = append(needs, a.Needs)
		}
	}
	p.Handlers = runtime.Handle(func(s *rows.Set) *Batch { return newBatch(s, needs, quoting) }, runtime.Together(handlers...)...)
	return p
}
