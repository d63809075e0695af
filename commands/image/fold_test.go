package image_test

import (
	"testing"

	"github.com/modyard/modyard/commands/commandstest"
	commandimage "github.com/modyard/modyard/commands/image"
	"github.com/modyard/modyard/domain/image"
)

func TestASnapshotPreservesAnAccountsPictures(t *testing.T) {
	commandstest.WholeSnapshots(t, commandimage.Pictures(), image.EventTypes())
}
