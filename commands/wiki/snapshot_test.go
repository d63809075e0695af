package wiki

import (
	"testing"

	"github.com/modyard/modyard/commands/commandstest"
	"github.com/modyard/modyard/domain/wiki"
)

func TestASnapshotPreservesWikisAndOpenDrafts(t *testing.T) {
	commandstest.WholeSnapshots(t, wikis(), wiki.EventTypes())
	commandstest.WholeSnapshots(t, openIn(), wiki.EventTypes())
	commandstest.WholeSnapshots(t, openOf(), wiki.EventTypes())
}

func TestACloneOfAWikiDoesNotChangeTheOriginal(t *testing.T) {
	commandstest.WholeClones(t, wikis(), wiki.EventTypes())
}
