package report_test

import (
	"testing"

	"github.com/modyard/modyard/commands/commandstest"
	commands "github.com/modyard/modyard/commands/report"
	"github.com/modyard/modyard/domain/report"
	"github.com/modyard/modyard/domain/thread"
)

func TestASnapshotPreservesDesksAndThreads(t *testing.T) {
	commandstest.WholeSnapshots(t, commands.Desks(), report.EventTypes())
	commandstest.WholeSnapshots(t, commands.Threads(), thread.EventTypes())
}
