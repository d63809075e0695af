// Package eventlogtest is the contract of an event log as a test suite. Every engine runs it; where two
// engines differ, one of them is wrong.
package eventlogtest

import (
	"testing"

	"github.com/modyard/modyard/eventlog"
)

// Factory makes an empty log and gives a function that opens a handle on it. Engines that several
// processes share give handles that know nothing of each other. What was opened is closed at the
// end of t.
type Factory func(t *testing.T) (open func() eventlog.Log)

// Run holds an engine to the guarantees of package eventlog.
func Run(t *testing.T, factory Factory) {
	for _, group := range []struct {
		name  string
		tests map[string]func(*testing.T, func() eventlog.Log)
	}{
		{"Append", appendTests},
		{"Repeat", repeatTests},
		{"Check", checkTests},
		{"Metadata", metadataTests},
		{"Stream", streamTests},
		{"Event", eventTests},
		{"Follow", followTests},
		{"Hostile", hostileTests},
		{"Concurrent", concurrentTests},
		{"Model", modelTests},
	} {
		t.Run(group.name, func(t *testing.T) {
			for name, test := range group.tests {
				t.Run(name, func(t *testing.T) {
					t.Parallel()
					test(t, factory(t))
				})
			}
		})
	}
}
