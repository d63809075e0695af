package collection_test

import (
	"testing"

	commands "github.com/modyard/modyard/commands/collection"
	"github.com/modyard/modyard/commands/commandstest"
	"github.com/modyard/modyard/domain/collection"
)

func TestASnapshotPreservesFollowsAndCollections(t *testing.T) {
	commandstest.WholeSnapshots(t, commands.Collections(), collection.EventTypes())
	commandstest.WholeSnapshots(t, commands.Follows(), collection.EventTypes())
	commandstest.WholeSnapshots(t, commands.Slots(), collection.EventTypes())
}
