package report

import (
	"time"

	"github.com/modyard/modyard/commands"
	"github.com/modyard/modyard/domain/report"
	"github.com/modyard/modyard/domain/thread"
)

// DeskFold is how the stream of an account's open reports becomes its state. Of a report itself no snapshots are
// kept: its words are text that can be erased.
func DeskFold() commands.Fold[report.Desk] {
	return commands.Fold[report.Desk]{Version: "reports/1", Evolve: func(d report.Desk, event any, _ time.Time) report.Desk {
		return report.EvolveDesk(d, event)
	}}
}

// ThreadFold is how a thread's stream becomes its state, which holds no texts.
func ThreadFold() commands.Fold[thread.State] {
	return commands.Fold[thread.State]{Version: "thread/1", Evolve: func(s thread.State, event any, _ time.Time) thread.State {
		return thread.Evolve(s, event)
	}}
}
