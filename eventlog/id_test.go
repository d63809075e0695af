package eventlog_test

import (
	"testing"

	"github.com/modyard/modyard/eventlog"
)

func TestDerivedEventIDsDependOnlyOnTheCommandAndTheNumber(t *testing.T) {
	seen := map[eventlog.EventID]string{}
	for _, command := range []string{"", "a", "b", "0190c1d2-0000-7000-8000-000000000000"} {
		for n := range 3 {
			id := eventlog.DeriveEventID(command, n)
			if id != eventlog.DeriveEventID(command, n) {
				t.Errorf("command %q, event %d: two ids", command, n)
			}
			if other, taken := seen[id]; taken || id.IsZero() {
				t.Errorf("command %q, event %d: id %s is also that of %q", command, n, id, other)
			}
			seen[id] = command
		}
	}
}

func TestEventIDsAreUnchangedAfterTheirText(t *testing.T) {
	for _, id := range []eventlog.EventID{eventlog.NewEventID(), eventlog.DeriveEventID("x", 1)} {
		text, err := id.MarshalText()
		if err != nil {
			t.Fatal(err)
		}
		var back eventlog.EventID
		if err := back.UnmarshalText(text); err != nil || back != id {
			t.Errorf("%s became %s: %v", id, back, err)
		}
	}
	if _, err := eventlog.ParseEventID("not an id"); err == nil {
		t.Error("an invalid id was parsed")
	}
}
