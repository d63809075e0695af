package translation_test

import (
	"testing"

	"github.com/modyard/modyard/commands/commandstest"
	commands "github.com/modyard/modyard/commands/translation"
	"github.com/modyard/modyard/domain/translation"
)

func TestASnapshotPreservesLinks(t *testing.T) {
	commandstest.WholeSnapshots(t, commands.Links(), translation.EventTypes())
}
