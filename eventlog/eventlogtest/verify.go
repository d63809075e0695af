package eventlogtest

import (
	"testing"

	"github.com/modyard/modyard/eventlog"
)

// Verify reads a whole log from its first event and checks that it has no gaps: positions count up by one, revisions
// count up by one in every stream, and each id occurs once. It returns the place of each event.
func Verify(t testing.TB, log eventlog.Log, atLeast eventlog.Position) map[eventlog.EventID]eventlog.Recorded {
	t.Helper()
	read, upTo := readAll(t, log, 0, eventlog.Filter{})
	if upTo < atLeast {
		t.Errorf("the log ends at %d, want at least %d", upTo, atLeast)
	}
	places := make(map[eventlog.EventID]eventlog.Recorded, len(read))
	next := map[string]eventlog.Revision{}
	for i, e := range read {
		if e.Position != eventlog.Position(i+1) {
			t.Fatalf("position %d is event number %d", e.Position, i+1)
		}
		if e.Revision != next[e.Stream] {
			t.Fatalf("stream %s goes from revision %d to %d", e.Stream, next[e.Stream]-1, e.Revision)
		}
		next[e.Stream]++
		if other, twice := places[e.ID]; twice {
			t.Fatalf("event %s is at %d and %d", e.ID, other.Position, e.Position)
		}
		e.Data = nil
		places[e.ID] = e
	}
	if upTo != eventlog.Position(len(read)) {
		t.Errorf("%d events, but the log ends at %d", len(read), upTo)
	}
	return places
}
