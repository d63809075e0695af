package project_test

import (
	"testing"

	"github.com/modyard/modyard/commands/commandstest"
	commands "github.com/modyard/modyard/commands/project"
	"github.com/modyard/modyard/domain/organization"
	"github.com/modyard/modyard/domain/project"
)

func TestAProjectAndItsVersionsGoThroughASnapshotUnharmed(t *testing.T) {
	commandstest.WholeSnapshots(t, commands.Fold(), project.EventTypes())
	commandstest.WholeSnapshots(t, commands.VersionFold(), project.EventTypes())
	commandstest.WholeSnapshots(t, commands.OrganizationFold(), organization.EventTypes(), organization.Created{Organization: "Thing001", Owner: "Thing002"})
	commandstest.WholeSnapshots(t, commands.OwnedFold(), organization.EventTypes())
}
