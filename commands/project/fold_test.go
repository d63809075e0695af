package project_test

import (
	"testing"

	"github.com/modyard/modyard/commands/commandstest"
	commands "github.com/modyard/modyard/commands/project"
	"github.com/modyard/modyard/domain/organization"
	"github.com/modyard/modyard/domain/project"
)

func TestASnapshotPreservesAProjectAndItsVersions(t *testing.T) {
	commandstest.WholeSnapshots(t, commands.Projects(), project.EventTypes())
	commandstest.WholeSnapshots(t, commands.Versions(), project.EventTypes())
	commandstest.WholeSnapshots(t, commands.Organizations(), organization.EventTypes(), organization.Created{Organization: "Thing001", Owner: "Thing002"})
	commandstest.WholeSnapshots(t, commands.Owned(), organization.EventTypes())
}
