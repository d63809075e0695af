package app

import (
	"testing"
	"time"

	commanddownload "github.com/modyard/modyard/commands/download"
	"github.com/modyard/modyard/domain/download"
	"github.com/modyard/modyard/eventlog"
	"github.com/modyard/modyard/platform/config"
	"github.com/modyard/modyard/platform/until"
)

func TestTheHitsOfADayAreCountedOnceTheCounterHasReadWhatWasRecorded(t *testing.T) {
	core := testCore(t, config.Config{})
	s := &Site{Core: core}
	log, err := core.Hits.Log(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	now := core.Handler.Clock()
	is := func(when string, before time.Time, want bool) {
		t.Helper()
		if got, err := s.hitsCounted(t.Context(), before); err != nil || got != want {
			t.Errorf("%s: %v, %v; want %v", when, got, err, want)
		}
	}
	write, err := commanddownload.WriteOf(core.Hits.Codec, download.View, []download.Hit{{At: now.Add(-time.Hour), Project: "PPPPPPPP"}})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := log.Append(t.Context(), write); err != nil {
		t.Fatal(err)
	}
	is("nothing counts", now.Add(-time.Minute), false)
	runs(t, core)
	until.True(t, "the hit is counted", func() bool {
		counted, err := s.hitsCounted(t.Context(), now.Add(-time.Minute))
		return err == nil && counted
	})
	is("the moment has not come", now.Add(time.Hour), false)
	broken := eventlog.Event{ID: eventlog.NewEventID(), Type: "view.recorded.v1", Data: []byte(`{"hits":"Bw=="}`)}
	if _, err := log.Append(t.Context(), eventlog.Write{Stream: "view-20260303", Expected: eventlog.Any, Events: []eventlog.Event{broken}}); err != nil {
		t.Fatal(err)
	}
	until.True(t, "hits that cannot be read are missing", func() bool {
		counted, err := s.hitsCounted(t.Context(), now.Add(-time.Minute))
		return err != nil && !counted
	})
}
