package commandstest

import (
	"math/rand/v2"
	"testing"

	"github.com/modyard/modyard/commands"
)

// WholeClones fails if an event that is applied to the clone of a state changes the state, or if the clone becomes another
// state than the original would, for many random histories of a stream's event types.
func WholeClones[S, C any](t *testing.T, of *commands.Aggregate[S, C], types map[string]any) {
	t.Helper()
	random := rand.New(rand.NewPCG(12, 7))
	for range 100 {
		history := historyOf(random, types, 120)
		cut := random.IntN(len(history))
		state := run(of.Evolve, *new(S), history[:cut])
		before := asJSON(t, state)
		after := asJSON(t, run(of.Evolve, of.Clone(state), history[cut:]))
		if got := asJSON(t, state); got != before {
			t.Fatalf("the original became\n%s\nfrom\n%s", got, before)
		}
		if got := asJSON(t, run(of.Evolve, state, history[cut:])); got != after {
			t.Fatalf("the clone became\n%s\nthe original\n%s", after, got)
		}
	}
}
