// Package report projects reports and the conversations about them. Rows depend on events only.
package report

import (
	_ "embed" // the tables

	"github.com/modyard/modyard/domain/report"
	"github.com/modyard/modyard/domain/thread"
	"github.com/modyard/modyard/projections/runtime"
)

// Name is the projector's name, that of its watermark and of the schema readers see.
const Name = "report"

const version = 2

//go:embed schema.sql
var schema string

// New makes the projector; markdown renders and sanitises a text.
func New(markdown func(string) string) runtime.Projector {
	var types []string
	for name := range report.EventTypes() {
		switch name {
		case "report.filed.v1", "report.settled.v1": // they repeat what the reports' own events say
		default:
			types = append(types, name)
		}
	}
	for name := range thread.EventTypes() {
		if name != "thread.message-placed.v1" {
			types = append(types, name)
		}
	}
	types = append(types, "account.erased.v1")
	return runtime.Projector{
		Name: Name, Version: version, Handles: types, DDL: schema,
		Categories: []string{"account", "report", "thread"},
		Views:      []string{"reports", "threads", "messages"},
		New:        func() runtime.Handler { return handler{markdown} },
	}
}
