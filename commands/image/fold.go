package image

import (
	"github.com/modyard/modyard/commands"
	"github.com/modyard/modyard/domain/image"
)

// Fold is how the stream of an account's pictures becomes its state.
func Fold() commands.Fold[image.State] {
	return commands.Fold[image.State]{Version: "images/1", Evolve: image.Evolve}
}
