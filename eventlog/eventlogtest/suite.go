// Package eventlogtest is the contract of an event log as a test suite. Every engine runs it, so a difference between
// two engines is a bug in one of them.
package eventlogtest

import (
	"testing"

	"github.com/modyard/modyard/eventlog"
)

// Factory creates an empty log and returns a function that opens a handle on it. Engines that several processes share
// return independent handles. Everything opened is closed at the end of t.
type Factory func(t *testing.T) (open func() eventlog.Log)

// Run tests that an engine has the guarantees of package eventlog.
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
		{"Range", rangeTests},
		{"Streams", streamsTests},
		{"Newest", newestTests},
		{"Event", eventTests},
		{"Follow", followTests},
		{"Read", readTests},
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
