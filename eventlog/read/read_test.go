package read_test

import (
	"testing"

	"github.com/modyard/modyard/eventlog"
	"github.com/modyard/modyard/eventlog/eventlogtest"
	"github.com/modyard/modyard/eventlog/memory"
	"github.com/modyard/modyard/eventlog/read"
)

func TestAViewReadsTheLogAndCannotBeMadeToAppend(t *testing.T) {
	log := memory.New()
	view := read.Only(log)
	if _, appends := view.(eventlog.Log); appends {
		t.Fatal("a view of the log is a log that appends")
	}
	if _, err := log.Append(t.Context(), eventlog.Write{Stream: "thing-1", Expected: eventlog.NoStream, Events: []eventlog.Event{eventlogtest.Event("a.b.v1", `{}`)}}); err != nil {
		t.Fatal(err)
	}
	n := 0
	for e, err := range view.StreamRange(t.Context(), "thing-1", read.Range{To: read.Last, Backward: true}) {
		if n++; err != nil || e.Type != "a.b.v1" {
			t.Errorf("the view yielded %+v, %v", e, err)
		}
	}
	if head, err := view.Head(t.Context()); n != 1 || head != 1 || err != nil {
		t.Errorf("%d events, head %d, %v", n, head, err)
	}
}
