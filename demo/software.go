package demo

import (
	"bytes"
	_ "embed" // the catalogue of software
)

//go:embed software.json
var softwareCatalogue []byte

// Software is the catalogue of what the demonstration's servers can run, in the format of the operator's file. All of it is the stand-in, so that installing needs
// no internet.
func Software() []byte { return bytes.Clone(softwareCatalogue) }
