// Package report projects reports, and the conversations about them and about projects. Rows depend on events only.
package report

import (
	_ "embed" // the tables

	"github.com/modyard/modyard/projections/rows"
	"github.com/modyard/modyard/projections/runtime"
)

// Name is the name of the projector, its watermark and the readers' schema.
const Name = "report"

const version = 5

//go:embed schema.sql
var schema string

// New makes the projector; markdown renders and sanitises a text. Lookup events of accounts and messages repeat the
// events of reports and threads.
func New(markdown func(string) string) runtime.Projector {
	return runtime.Projector{
		Name: Name, Version: version, DDL: schema,
		Categories: []string{"account", "project", "report", "thread"},
		Views:      []string{"reports", "threads", "messages"},
		Needs:      []string{"reports_reporter", "reports_thread", "threads_subject", "messages_thread", "messages_author"},
		Handlers: runtime.Handle(func(s *rows.Set) handler { return handler{s, markdown} },
			runtime.On(handler.opened), runtime.On(handler.rewritten), runtime.On(handler.closed), runtime.On(handler.reopened),
			runtime.On(handler.deleted), runtime.On(handler.threadOpened), runtime.On(handler.posted), runtime.On(handler.messageDeleted),
			runtime.On(handler.threadClosed), runtime.On(handler.threadReopened), runtime.On(handler.erased),
			runtime.On(handler.submitted), runtime.On(handler.approved), runtime.On(handler.rejected), runtime.On(handler.withheld),
			runtime.On(handler.undone), runtime.On(handler.statusChanged), runtime.On(handler.planEnded),
		),
	}
}
