package eventlogtest

import (
	"testing"
	"time"

	"github.com/modyard/modyard/eventlog"
)

var appendTests = map[string]func(*testing.T, func() eventlog.Log){
	"AnEventIsReadUnchanged":                              eventRoundTrip,
	"AReceiptContainsThePlacesOfTheEvents":                receiptPlaces,
	"EveryExpectationIsChecked":                           expectations,
	"ARejectedAppendStoresNothing":                        rejectedStoresNothing,
	"WritesToSeveralStreamsAreStoredCompletelyOrNotAtAll": atomicAppend,
	"ManyStreamsFitInOneAppend":                           manyStreams,
}

func eventRoundTrip(t *testing.T, open func() eventlog.Log) {
	log := open()
	want := []eventlog.Event{
		Event("thing.happened.v1", `{"name":"钠","html":"<b>&"}`),
		Event("thing.happened.v2", "\x00\xff not JSON at all"),
		{ID: eventlog.DeriveEventID("x", 1), Type: "a.b-c.v1"},
		{ID: eventlog.NewEventID(), Type: "a.b.v1", Meta: eventlog.Metadata{
			Actor: "a\"b\\c", Role: "moderator", Credential: "s", Command: "c",
			RequestHash: "h", Request: "r 钠", Causation: "x", Salt: eventlog.NewSalt(),
			At: time.Date(2026, 1, 2, 3, 4, 5, 6789, time.FixedZone("CST", 8*3600)),
		}},
	}
	mustAppend(t, log, write("thing-钠_A.1", eventlog.NoStream, want...))
	got := readStream(t, log, "thing-钠_A.1", 0)
	followed, _ := readAll(t, log, 0, eventlog.Filter{})
	if len(got) != len(want) || len(followed) != len(want) {
		t.Fatalf("%d and %d events were read, want %d", len(got), len(followed), len(want))
	}
	for i := range want {
		same(t, got[i], want[i], "thing-钠_A.1", eventlog.Revision(i))
		same(t, followed[i], want[i], "thing-钠_A.1", eventlog.Revision(i))
	}
}

func receiptPlaces(t *testing.T, open func() eventlog.Log) {
	log := open()
	if at := head(t, log); at != 0 {
		t.Errorf("an empty log's head is %d", at)
	}
	for i, want := range []eventlog.Receipt{
		{Position: 2, Revisions: []eventlog.Revision{1}},
		{Position: 4, Revisions: []eventlog.Revision{3}},
	} {
		got := mustAppend(t, log, write("thing-1", eventlog.Any, events(2)...))
		if got.Position != want.Position || got.Revisions[0] != want.Revisions[0] || head(t, log) != want.Position {
			t.Errorf("receipt %d is %+v, want %+v", i, got, want)
		}
	}
	got := mustAppend(t, log, write("thing-2", eventlog.NoStream, events(1)...), write("thing-1", eventlog.At(3), events(2)...))
	if got.Position != 7 || got.Revisions[0] != 0 || got.Revisions[1] != 5 {
		t.Errorf("receipt of two writes is %+v", got)
	}
}

func expectations(t *testing.T, open func() eventlog.Log) {
	log := open()
	mustAppend(t, log, write("thing-old", eventlog.NoStream, events(3)...))
	for _, c := range []struct {
		expected eventlog.Expected
		old, new bool // whether a stream of three events satisfies it, and one without events
	}{
		{eventlog.Any, true, true},
		{eventlog.NoStream, false, true},
		{eventlog.Exists, true, false},
		{eventlog.At(eventlog.NoRevision), false, true},
		{eventlog.At(0), false, false},
		{eventlog.At(1), false, false},
		{eventlog.At(2), true, false},
		{eventlog.At(3), false, false},
	} {
		if c.old {
			mustAppend(t, log, write("thing-old", c.expected))
		} else {
			wantConflict(t, log, "thing-old", 2, write("thing-old", c.expected, events(1)...))
			wantConflict(t, log, "thing-old", 2, write("thing-old", c.expected))
		}
		if c.new {
			mustAppend(t, log, write("thing-new", c.expected))
		} else {
			wantConflict(t, log, "thing-new", eventlog.NoRevision, write("thing-new", c.expected, events(1)...))
			wantConflict(t, log, "thing-new", eventlog.NoRevision, write("thing-new", c.expected))
		}
	}
}

func rejectedStoresNothing(t *testing.T, open func() eventlog.Log) {
	log := open()
	mustAppend(t, log, write("thing-1", eventlog.NoStream, events(1)...))
	wantConflict(t, log, "thing-1", 0, write("thing-1", eventlog.NoStream, events(1)...))
	receipt := mustAppend(t, log, write("thing-2", eventlog.NoStream, events(1)...))
	if receipt.Position != 2 {
		t.Errorf("the append after a conflict is at %d, want 2", receipt.Position)
	}
}

func atomicAppend(t *testing.T, open func() eventlog.Log) {
	log := open()
	a, b := events(2), events(3)
	receipt := mustAppend(t, log, write("slug-a", eventlog.NoStream, a...), write("project-1", eventlog.NoStream, b...))
	read, _ := readAll(t, log, 0, eventlog.Filter{})
	if len(read) != 5 || receipt.Position != 5 {
		t.Fatalf("%d events, receipt %+v", len(read), receipt)
	}
	for i, e := range a {
		same(t, read[i], e, "slug-a", eventlog.Revision(i))
	}
	for i, e := range b {
		same(t, read[2+i], e, "project-1", eventlog.Revision(i))
	}
	wantConflict(t, log, "slug-a", 1, write("project-2", eventlog.NoStream, events(1)...), write("slug-a", eventlog.NoStream, events(1)...))
	wantConflict(t, log, "slug-a", 1, write("slug-a", eventlog.NoStream, events(1)...), write("project-2", eventlog.NoStream, events(1)...))
	if got := readStream(t, log, "project-2", 0); len(got) != 0 {
		t.Errorf("a part of a rejected append is stored: %v", got)
	}
}

func manyStreams(t *testing.T, open func() eventlog.Log) {
	log := open()
	const n = 2500
	var writes []eventlog.Write
	for i := range n {
		writes = append(writes, write(name("thing", i), eventlog.NoStream, events(1+i%2)...))
	}
	receipt := mustAppend(t, log, writes...)
	if want := eventlog.Position(n + n/2); receipt.Position != want || len(receipt.Revisions) != n {
		t.Errorf("receipt ends at %d with %d revisions, want %d", receipt.Position, len(receipt.Revisions), want)
	}
	Verify(t, log, 0)
	if again := mustAppend(t, log, writes...); again.Position != receipt.Position {
		t.Errorf("the repeated append is at %d", again.Position)
	}
}
